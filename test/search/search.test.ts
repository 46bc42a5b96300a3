import { describe, expect, it } from "vitest";
import { AppError, type ErrorCode } from "../../src/errors.ts";
import type { Generator, Reranker } from "../../src/models/ports.ts";
import { SearchRequest } from "../../src/search/contract/search.ts";
import { createTrace } from "../../src/search/explain/trace.ts";
import { search } from "../../src/search/search.ts";
import { quantise } from "../../src/text/quantise.ts";
import {
  EAST,
  fakeCaller,
  fakeDatabase,
  fakeEmbedder,
  fakeIndex,
  match,
  NOW_MS,
  READS,
  raw,
  rawState,
  searchDeps,
  servingOf,
} from "./fakes.ts";

const WORDS = [
  match("1", 9, { text: "the signing keys are rotated" }),
  match("2", 5, { text: "keys hang by the door" }),
].map(raw);
const FAR = raw(match("3", 0, { text: "tokens are replaced" }));

const down = (
  code: "embedder_unavailable" | "vector_index_unavailable" | "reranker_unavailable" | "timeout",
) => new AppError(code, "fake");

/** A model that every call of fails. */
const failing = (code: ErrorCode) => {
  const fail = () => Promise.reject(new AppError(code, "fake"));
  return { model: "judge", score: fail, generate: fail };
};

type Answers = Parameters<typeof fakeDatabase>[0];

interface Setup {
  readonly answers?: Answers;
  readonly embedder?: ReturnType<typeof fakeEmbedder>;
  readonly index?: ReturnType<typeof fakeIndex>;
  readonly models?: Parameters<typeof searchDeps>[2];
}

/** One search over fakes. */
async function run(request: Partial<SearchRequest> & { readonly query: string }, setup: Setup = {}) {
  const { embedder = fakeEmbedder(), index = fakeIndex([{ id: "3", similarity: 0.9 }]) } = setup;
  const { db, batches } = fakeDatabase([
    ...(setup.answers ?? []),
    [READS.state, [rawState()]],
    [READS.keyword, WORDS],
    [READS.rows, [FAR]],
  ]);
  const deps = searchDeps(db, servingOf(embedder, index), setup.models);
  const { caller, settle } = fakeCaller();
  const result = await search(deps, caller, SearchRequest.parse({ log: false, view: "full", ...request }));
  const reads = batches.map((batch) => batch.length);
  await settle();
  return { ...result, deps, embedder, reads, writes: batches.slice(reads.length).flat() };
}

const ids = ({ answer }: Awaited<ReturnType<typeof run>>) =>
  answer.hits.map((hit) => ("id" in hit ? hit.id : hit.citation));

describe("a search", () => {
  it("ranks what words and meaning find, in three hops after the query's embedding", async () => {
    const found = await run({ query: "signing keys" });
    expect(ids(found).sort()).toEqual(["1", "2", "3"]);
    expect(found.answer).toMatchObject({ outcome: "found", degraded: [], profile: "edge" });
    expect(found.answer.timings.hops).toBe(4);
    expect(found.reads).toEqual([2, 2]);
    expect(found.embedder.asked).toEqual(["signing keys"]);
    expect(found.answer.use).toMatchObject({ modelCalls: 1, textsEmbedded: 1, cached: [] });
  });

  it("answers with its plan and the query as it was searched", async () => {
    const { plan, query } = await run({ query: "signing keys", limit: 1 });
    expect([plan?.limit, query?.text]).toEqual([1, "signing keys"]);
    expect((await run({ query: "hello", auto: true })).plan).toBeUndefined();
  });

  it("keeps the order whatever the limit", async () => {
    const all = ids(await run({ query: "signing keys", limit: 100 }));
    expect(ids(await run({ query: "signing keys", limit: 2 }))).toEqual(all.slice(0, 2));
  });

  it("asks no model for an embedding that the database has", async () => {
    const queryVector = quantise(EAST);
    const { answer, embedder } = await run(
      { query: "signing keys" },
      { answers: [[READS.state, [rawState({ queryVector })]]] },
    );
    expect([answer.use.cached, answer.timings.hops, embedder.asked]).toEqual([["embedding"], 3, []]);
  });

  it("keeps the embedding, the scores and the whole answer for the next", async () => {
    const reranker: Reranker = { model: "judge", score: async (_, passages) => passages.map(() => 0.5) };
    const { writes } = await run({ query: "signing keys" }, { models: { reranker } });
    const tables = writes.map(({ sql }) => /INSERT INTO (\w+)/.exec(sql)?.[1]);
    expect(tables).toEqual(["answers", "query_results", "day_use", "search_days"]);
  });

  it("repeats a kept answer in one hop, under an id of its own", async () => {
    const { answer: first } = await run({ query: "signing keys" });
    const kept = JSON.stringify({ ...first, logged: [] });
    const { answer, embedder } = await run(
      { query: "signing keys" },
      { answers: [[READS.state, [rawState({ answer: kept })]]] },
    );
    expect(answer.hits).toEqual(first.hits);
    expect([answer.timings.hops, answer.use.cached, embedder.asked]).toEqual([1, ["answer"], []]);
  });

  it("is asked once more with the workspace's own settings when they are not what the isolate had seen", async () => {
    const settings = JSON.stringify({ profiles: { edge: { "result.limit": 1 } } });
    const { answer, deps } = await run(
      { query: "signing keys" },
      { answers: [[READS.state, [rawState({ settings })]]] },
    );
    expect([answer.hits.length, answer.timings.hops]).toEqual([1, 5]);
    expect(deps.memory.lastSeen(7).settings).toBe(settings);
  });

  it("moves to the embedding space that its workspace lives by", async () => {
    const next = fakeEmbedder();
    const moved = { ...next, space: { ...next.space, model: "next" } };
    const served = servingOf(moved, fakeIndex([{ id: "3", similarity: 0.9 }]));
    const servingFor = (space: string) => (space === "next|cls|2|1" ? served : undefined);
    const { answer } = await run(
      { query: "signing keys" },
      {
        answers: [[READS.state, [rawState({ identity: "next|cls|2|1" })]]],
        models: { servingOf: servingFor },
      },
    );
    expect([answer.index.embedder, answer.degraded]).toEqual(["next", []]);
    const lost = await run(
      { query: "signing keys" },
      { answers: [[READS.state, [rawState({ identity: "gone|cls|2|1" })]]] },
    );
    expect(lost.answer.degraded).toEqual(["identity_changed"]);
  });

  it("throws away the embedding that was begun with the model of before", async () => {
    const [before, next] = [fakeEmbedder(), fakeEmbedder()];
    const served = servingOf({ ...next, space: { ...next.space, model: "next" } }, fakeIndex());
    await run(
      { query: "signing keys" },
      {
        embedder: before,
        answers: [[READS.state, [rawState({ identity: "next|cls|2|1" })]]],
        models: { speculate: true, servingOf: (space) => (space === "next|cls|2|1" ? served : undefined) },
      },
    );
    expect([before.asked, next.asked]).toEqual([["signing keys"], ["signing keys"]]);
  });

  it("skips small talk that nobody asked to search for", async () => {
    const { answer, reads } = await run({ query: "hello", auto: true });
    expect([answer.outcome, answer.skipped, answer.timings.hops, reads]).toEqual([
      "skipped",
      "greeting",
      1,
      [1],
    ]);
  });

  it.each([
    ["its workspace is gone", []],
    ["its token was revoked", [rawState({ revokedAt: NOW_MS })]],
  ])("is refused when %s", async (_, rows) => {
    const refused = run({ query: "keys" }, { answers: [[READS.state, rows]] });
    await expect(refused).rejects.toMatchObject({ code: "unauthorized" });
  });
});

describe("a search that lacks something", () => {
  const generator = (answer: object): Generator => ({
    model: "writer",
    generate: async () => JSON.stringify(answer),
  });
  const WRITTEN = { rewrites: ["signing keys rotation"], paraphrases: ["how are keys changed"] };

  it("says that the embedder failed, and finds by words", async () => {
    const found = await run(
      { query: "signing keys" },
      { embedder: fakeEmbedder(down("embedder_unavailable")) },
    );
    expect(found.answer.degraded).toEqual(["embedder_unavailable"]);
    expect(ids(found)).toEqual(["1", "2"]);
  });

  it("says that the index failed, and lets words stand in for a profile of meaning", async () => {
    const index = fakeIndex(down("vector_index_unavailable"));
    const found = await run({ query: "signing keys", profile: "vector" }, { index });
    expect(found.answer.degraded).toEqual(["vector_index_unavailable"]);
    expect(ids(found)).toEqual(["1", "2"]);
  });

  it("says that the index failed for another form of the query alone", async () => {
    const index = fakeIndex([{ id: "3", similarity: 0.9 }], down("timeout"));
    const models = { generator: generator(WRITTEN) };
    const found = await run({ query: "signing keys", expand: true }, { index, models });
    expect(found.answer.degraded).toEqual(["vector_index_timeout"]);
    expect(ids(found).sort()).toEqual(["1", "2", "3"]);
    expect(found.answer.use.expanded).toMatchObject({ rewrites: WRITTEN.rewrites });
  });

  it("says that the re-ranker failed, and keeps the fused order", async () => {
    const reranker: Reranker = { model: "judge", score: () => Promise.reject(down("reranker_unavailable")) };
    const plain = await run({ query: "signing keys" });
    const found = await run({ query: "signing keys" }, { models: { reranker } });
    expect(found.answer.degraded).toEqual(["reranker_unavailable"]);
    expect(ids(found)).toEqual(ids(plain));
  });

  it.each([
    ["the embedder", { embedder: fakeEmbedder(new AppError("quota", "fake")) }],
    ["the re-ranker", { models: { reranker: failing("quota") } }],
    ["the writer of expansions", { models: { generator: failing("quota") } }],
  ])("notes for every isolate that the quota ended at %s", async (_, setup) => {
    const { writes } = await run({ query: "signing keys", expand: true }, setup);
    const use = writes.find(({ sql }) => sql.includes("INTO day_use"));
    expect(use?.params).toContain(Date.UTC(2026, 5, 2));
  });

  it("says that an expansion was refused, or that nothing can write one", async () => {
    const models = { generator: generator({ rewrites: "none" }) };
    expect((await run({ query: "keys", expand: true }, { models })).answer.degraded).toEqual([
      "expansion_refused",
    ]);
    expect((await run({ query: "keys", expand: true })).answer.degraded).toEqual(["generator_missing"]);
  });

  it("tries a rush once more, which is a hop", async () => {
    let calls = 0;
    const reranker: Reranker = {
      model: "judge",
      score: async (_, passages) => {
        calls += 1;
        if (calls === 1) throw new AppError("capacity", "rush");
        return passages.map(() => 0.5);
      },
    };
    const { answer } = await run({ query: "signing keys" }, { models: { reranker } });
    expect([answer.degraded, calls]).toEqual([[], 2]);
  });

  it("never shows a stale vector's chunk, nor one that is gone", async () => {
    const index = fakeIndex([
      { id: "3", similarity: 0.9 },
      { id: "4", similarity: 0.8 },
    ]);
    const answers: Answers = [[READS.rows, [{ ...FAR, isStale: 1 }]]];
    expect(ids(await run({ query: "signing keys" }, { index, answers }))).toEqual(["1", "2"]);
  });

  it("keeps no answer that is not whole", async () => {
    const { writes } = await run({ query: "keys" }, { embedder: fakeEmbedder(down("timeout")) });
    expect(writes.filter(({ sql }) => sql.includes("INSERT INTO answers"))).toEqual([]);
    for (const state of [{ pendingChunks: 3 }, { embeddedChunks: 11 }]) {
      const { answer, writes } = await run(
        { query: "keys" },
        { answers: [[READS.state, [rawState(state)]]] },
      );
      expect(answer.index.pendingSkipped).toBe("embeddedChunks" in state ? 1 : 0);
      expect(writes.filter(({ sql }) => sql.includes("INSERT INTO answers"))).toEqual([]);
    }
  });
});

it("notes every step for an explanation, which is neither answered from a kept answer nor kept", async () => {
  const { db, batches } = fakeDatabase([
    [READS.state, [rawState({ answer: "{}" })]],
    [READS.keyword, WORDS],
    [READS.rows, [FAR]],
  ]);
  const explaining = createTrace(() => 0);
  const deps = {
    ...searchDeps(db, servingOf(fakeEmbedder(), fakeIndex([{ id: "3", similarity: 0.9 }]))),
    explaining,
  };
  const { caller, settle } = fakeCaller();
  await search(deps, caller, SearchRequest.parse({ query: "signing keys" }));
  await settle();
  expect(explaining.steps().map(({ step }) => step)).toEqual([
    ...["keyword", "vector", "fuse"],
    ...["supporting", "relevant", "remembered", "definition", "described", "feedback"],
    ...["newest", "superseding", "perMemory", "defer", "copies", "perDocument", "relevance.floor", "limit"],
  ]);
  const written = batches.flat().filter(({ sql }) => /INSERT INTO (?:answers|recalls|search_days)/.test(sql));
  const calls = ["INSERT INTO search_days (workspace, day, model_calls)"];
  expect(written.map(({ sql }) => /INSERT INTO [^)]*\)/.exec(sql)?.[0])).toEqual(calls);
});
