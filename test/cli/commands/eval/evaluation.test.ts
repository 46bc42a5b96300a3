import { expect, it } from "vitest";
import {
  askQuestions,
  type Passage,
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

async function ask(answers: (query: string) => SearchAnswer, more: { readonly signal?: AbortSignal } = {}) {
  const sent: unknown[] = [];
  const progress: (readonly number[])[] = [];
  const client = {
    search: async (wish: { query: string }) => {
      sent.push(wish);
      return answers(wish.query);
    },
  } as unknown as Pick<RecallClient, "search">;
  const score = ({ id }: Question, hits: readonly Passage[], limit: number) => ({
    "hit@1": hits.length,
    "MRR@10": limit,
    silent: Number(id),
  });
  const asked = await askQuestions(
    client,
    { questions: QUESTIONS, score },
    {
      runs: RUNS,
      limit: 7,
      signal: more.signal ?? new AbortController().signal,
      onProgress: (...told) => progress.push(told),
    },
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

it("keeps of an answer its passages, its scores, what it lacked and the best that the re-ranker gave", async () => {
  const hits = [hit({ scores: { rerank: -2 } }), hit({ scores: { rerank: 3 }, path: "b.md" }), hit()];
  const { asked } = await ask((query) =>
    query === "one" ? found(hits, { degraded: ["reranker_timeout"] }) : found([hit()]),
  );
  expect([...asked.keys()]).toEqual(["edge a=1", "keyword"]);
  const [one, two] = asked.get("keyword") ?? [];
  const place = { root: "notes", path: "guides/keys.md", startLine: 3, endLine: 9 };
  expect(one).toEqual({
    id: "1",
    kind: "typo",
    scores: { "hit@1": 3, "MRR@10": 7, silent: 1 },
    hits: [place, { ...place, path: "b.md" }, place],
    isDegraded: true,
    bestRerank: 3,
    latencyMs: expect.any(Number),
  });
  expect(two).toMatchObject({ id: "2", kind: "", isDegraded: false, scores: { silent: 2 } });
  expect(two?.bestRerank).toBeUndefined();
  expect(one?.latencyMs).toBeGreaterThanOrEqual(0);
});

it("ends at an outage, which measures nothing, and at a stop", async () => {
  const away = { ...found([]), outcome: "unavailable" as const };
  await expect(ask((query) => (query === "two" ? away : found([])))).rejects.toMatchObject({
    code: "unavailable",
    message: "The search was not available at question 2",
  });
  await expect(ask(() => found([]), { signal: AbortSignal.abort(new Error("stopped")) })).rejects.toThrow(
    "stopped",
  );
});
