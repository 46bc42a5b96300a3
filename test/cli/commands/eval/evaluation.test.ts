import { describe, expect, it } from "vitest";
import {
  askQuestions,
  type Evaluation,
  type Question,
  type Run,
} from "../../../../src/cli/commands/eval/evaluation.ts";
import type { RecallClient } from "../../../../src/cli/session/recall-client.ts";
import type { SearchAnswer } from "../../../../src/search/contract/search.ts";
import { found, hit } from "../../../support/found.ts";

const RUNS: readonly Run[] = [
  { name: "edge a=1", profile: "edge", settings: { "rerank.blend": 1 } },
  { name: "keyword", profile: "keyword" },
];
const QUESTIONS: readonly Question[] = [
  { id: "1", query: "one", kind: "typo", filters: { prefix: "a/" }, session: "s" },
  { id: "2", query: "two", kind: "" },
];

interface Sent {
  readonly query: string;
  readonly profile: string;
  readonly settings?: Readonly<Record<string, unknown>>;
}

interface More {
  readonly signal?: AbortSignal;
  readonly kind?: string;
  readonly score?: Evaluation["score"];
}

/** Scores by the number of hits. */
const counted: Evaluation["score"] = (_, hits, limit) => ({ "hit@1": hits.length, "MRR@10": limit });

async function ask(
  answers: (query: string, settings: Sent["settings"]) => SearchAnswer,
  { signal = new AbortController().signal, kind, score = counted }: More = {},
) {
  const sent: Sent[] = [];
  const progress: (readonly number[])[] = [];
  const client = {
    search: async (wish: Sent) => {
      sent.push(wish);
      return answers(wish.query, wish.settings);
    },
  } as unknown as Pick<RecallClient, "search">;
  const questions = QUESTIONS.map((question) => ({ ...question, ...(kind !== undefined && { kind }) }));
  const asked = await askQuestions(
    client,
    { questions, score },
    { runs: RUNS, limit: 7, signal, onProgress: (...told) => progress.push(told) },
  );
  return { asked, sent, progress };
}

it("asks each question of every run in turn, with its filters, session and settings, unlogged", async () => {
  const { sent, progress } = await ask(() => found([]));
  const first = { query: "one", limit: 7, log: false, filters: { prefix: "a/" }, session: "s" };
  const second = { query: "two", limit: 7, log: false };
  expect(sent).toEqual([
    { ...first, profile: "edge", settings: { "rerank.blend": 1 } },
    { ...first, profile: "keyword" },
    { ...second, profile: "edge", settings: { "rerank.blend": 1 } },
    { ...second, profile: "keyword" },
  ]);
  expect(progress).toEqual([
    [1, 2],
    [2, 2],
  ]);
});

it("keeps of an answer its passages, its scores, what it lacked, and what it and its hits claim", async () => {
  const hits = [hit(), hit({ relevance: 0.25, path: "b.md" }), hit()];
  const { asked } = await ask((query) =>
    query === "one" ? found(hits, { degraded: ["reranker_timeout"] }) : found([], { relevance: 0 }),
  );
  expect([...asked.keys()]).toEqual(["edge a=1", "keyword"]);
  const [one, two] = asked.get("keyword") ?? [];
  const place = { root: "notes", path: "guides/keys.md", startLine: 3, endLine: 9 };
  expect(one).toEqual({
    id: "1",
    kind: "typo",
    scores: { "hit@1": 3, "MRR@10": 7, lost: 0 },
    hits: [place, { ...place, path: "b.md" }, place],
    isDegraded: true,
    relevance: 0.8,
    isAnswered: true,
    claims: [0.734, 0.25, 0.734].map((probability) => ({ probability, isTrue: true })),
    latencyMs: expect.any(Number),
  });
  expect(two).toMatchObject({ id: "2", kind: "", isDegraded: false, isAnswered: false, claims: [] });
  expect(two?.scores).toEqual({ "hit@1": 0, "MRR@10": 7 });
  expect(one?.latencyMs).toBeGreaterThanOrEqual(0);
});

describe("an answer that is silent", () => {
  const SILENT = found([], { outcome: "nothing_relevant", relevance: 0.1, closest: [hit()] });
  const FLOOR = { "relevance.floor": 0, "relevance.min": 0 };

  it("is asked again with nothing silenced, and ranked by that; what silence costs is lost", async () => {
    const { asked, sent } = await ask((_, settings) =>
      settings?.["relevance.floor"] === 0 ? found([hit(), hit()], { relevance: 0.1 }) : SILENT,
    );
    const wishes = sent.map(({ query, profile, settings }) => [query, profile, settings]);
    expect(wishes.slice(0, 4)).toEqual([
      ["one", "edge", { "rerank.blend": 1 }],
      ["one", "edge", { "rerank.blend": 1, ...FLOOR }],
      ["one", "keyword", undefined],
      ["one", "keyword", FLOOR],
    ]);
    expect(wishes).toHaveLength(8);
    expect(asked.get("keyword")?.[0]).toMatchObject({
      ...{ hits: [], relevance: 0.1, isAnswered: true },
      scores: { "hit@1": 2, "MRR@10": 7, lost: 1 },
      claims: [{ isTrue: true }, { isTrue: true }],
    });
  });

  it("is right where the question has no answer: it is judged by what is shown", async () => {
    const { asked } = await ask(
      (_, settings) => (settings?.["relevance.floor"] === 0 ? found([hit({ path: "b.md" })]) : SILENT),
      { kind: "none", score: (_, hits) => ({ silent: hits.length === 0 ? 1 : 0 }) },
    );
    expect(asked.get("edge a=1")?.[0]).toMatchObject({ kind: "none", isAnswered: false });
    expect(asked.get("edge a=1")?.[0]?.scores).toEqual({ silent: 1 });
    expect(asked.get("edge a=1")?.[0]?.claims).toEqual([{ probability: 0.734, isTrue: false }]);
  });

  it("is not asked again where nothing was found: there is nothing to rank", async () => {
    const { sent, asked } = await ask(() => found([]));
    expect(sent).toHaveLength(4);
    expect(asked.get("keyword")?.[0]).toMatchObject({ isAnswered: false, claims: [] });
  });
});

it("takes the first five passages for the answer, each by itself", async () => {
  const hits = Array.from({ length: 8 }, (_, at) => hit({ path: `${at}.md`, relevance: at / 10 }));
  const right = (path: string) =>
    ask(() => found(hits), {
      score: (_, shown) => ({ "hit@1": shown.some((one) => one.path === path) ? 1 : 0 }),
    });
  const claimed = (await right("4.md")).asked.get("keyword")?.[0];
  expect(claimed?.claims.map(({ probability, isTrue }) => [probability, isTrue])).toEqual([
    [0, false],
    [0.1, false],
    [0.2, false],
    [0.3, false],
    [0.4, true],
  ]);
  expect(claimed).toMatchObject({ isAnswered: true, scores: { "hit@1": 1, lost: 0 } });
  const beyond = (await right("5.md")).asked.get("keyword")?.[0];
  expect(beyond).toMatchObject({ isAnswered: false });
  expect(beyond?.scores).toEqual({ "hit@1": 1 });
});

it("ends at a stop", async () => {
  await expect(ask(() => found([]), { signal: AbortSignal.abort(new Error("stopped")) })).rejects.toThrow(
    "stopped",
  );
});
