import { describe, expect, it } from "vitest";
import { AppError, type ErrorCode } from "../../src/errors.ts";
import { createMeter } from "../../src/models/ports.ts";
import type { SearchState } from "../../src/search/arms/arm.ts";
import type { Expanded } from "../../src/search/arms/expansion/expand.ts";
import { FILTERED_CHUNKS } from "../../src/search/arms/vector/stored-vectors.ts";
import type { SearchRequest } from "../../src/search/contract/search.ts";
import type { Meaning } from "../../src/search/hops/hop2.ts";
import type { CandidatePool } from "../../src/search/hops/hop3.ts";
import { answerName } from "../../src/search/hops/reads.ts";
import type { Settings } from "../../src/search/profiles/profile.ts";
import {
  indexState,
  lacksOf as lacksFor,
  outcomeOf,
  stopwatch,
  useOf,
} from "../../src/search/record/answer.ts";
import type { Reranked } from "../../src/search/rerank/rerank.ts";
import { answered, EAST, NEURAL, planOf, servingOf, stateOf, workspaceState } from "./fakes.ts";
import { candidate } from "./stages/candidates.ts";

const POOL: CandidatePool = {
  ...{ fused: [], rows: new Map(), keyword: new Map(), similarity: new Map() },
  ...{ keptScores: new Map(), vectors: new Map(), fallback: undefined },
};
const NOTHING: Expanded = { vectors: [], source: "none", degraded: [], lost: [] };
const RERANKED: Reranked = { ranked: [], raw: new Map(), fresh: [], outage: undefined };
const lacksOf = (state: SearchState, meaning: Meaning, reranked: Reranked) =>
  lacksFor({ readsNames: true }, { state, meaning, reranked, judged: { isDepthReached: false } });
const stateFor = async (more: object = {}) => stateOf(await planOf({ query: "keys" }, NEURAL()), [], more);

describe("what a search has used", () => {
  const used = async (more: object) =>
    useOf(createMeter(), {
      ...{ queryVector: { source: "none" }, expanded: NOTHING, pool: POOL, ...(await stateFor()) },
      ...more,
    });

  it("is counted as the meter has it", async () => {
    const meter = {
      ...createMeter(),
      rowsRead: 1,
      modelCalls: 2,
      textsEmbedded: 3,
      passagesReranked: 4,
      hops: 9,
    };
    const { repaired } = await stateFor();
    const meaning = { queryVector: { source: "model" as const }, expanded: NOTHING };
    expect(useOf(meter, { ...meaning, pool: POOL, repaired })).toEqual({
      ...{ rowsRead: 1, modelCalls: 2, textsEmbedded: 3, passagesReranked: 4, cached: [], repaired: [] },
    });
  });

  it.each([
    ["none", []],
    ["computed", []],
    ["model", []],
    ["memory", ["embedding"]],
    ["cache", ["embedding"]],
  ])("with a vector from %s is cached %j", async (source, cached) => {
    expect((await used({ queryVector: { source } })).cached).toEqual(cached);
  });

  it("names kept scores and a kept expansion, and what the expansion added", async () => {
    const expansion = { rewrites: ["rotate"], paraphrases: ["how?"], passage: "text" };
    const more = { expanded: { ...NOTHING, source: "cache", expansion } };
    const use = await used({ ...more, pool: { ...POOL, keptScores: new Map([["1", 0.5]]) } });
    expect(use.cached).toEqual(["rerank", "expansion"]);
    expect(use.expanded).toEqual({ rewrites: ["rotate"], paraphrases: ["how?"], hasPassage: true });
    const { passage: _, ...bare } = expansion;
    const written = await used({ expanded: { ...NOTHING, source: "model", expansion: bare } });
    expect([written.cached, written.expanded?.hasPassage]).toEqual([[], false]);
    expect(await used({})).not.toHaveProperty("expanded");
  });

  it("names repaired words as typed and as searched", async () => {
    const { repaired } = await stateFor();
    const repairs = [{ from: "databse", to: "database", stem: "databas" }];
    expect((await used({ repaired: { ...repaired, repairs } })).repaired).toEqual([
      { from: "databse", to: "database" },
    ]);
  });
});

describe("what an answer lacks", () => {
  const down = (code: ErrorCode) => new AppError(code, `fake ${code}`);

  it("is named in the order of the pipeline, each once", async () => {
    const state = { ...(await stateFor()), indexOutage: down("timeout") };
    const queryVector = { source: "none", outage: down("embedder_unavailable"), isForeign: true } as const;
    const writer = { part: "generator", error: down("timeout") } as const;
    const expanded: Expanded = { ...NOTHING, lost: [writer] };
    const lacks = lacksOf(
      state,
      { queryVector, expanded },
      { ...RERANKED, outage: down("reranker_unavailable") },
    );
    expect(lacks.degraded).toEqual([
      ...["embedder_unavailable", "identity_changed", "generator_timeout", "vector_index_timeout"],
      "reranker_unavailable",
    ]);
    expect(lacks.lost.map(({ part, error }) => [part, error.message])).toEqual([
      ["embedder", "fake embedder_unavailable"],
      ["generator", "fake timeout"],
      ["vector_index", "fake timeout"],
      ["reranker", "fake reranker_unavailable"],
    ]);
    const quota = { source: "none", outage: down("quota") } as const;
    const used = lacksOf(
      state,
      { queryVector: quota, expanded: NOTHING },
      { ...RERANKED, outage: down("quota") },
    );
    expect(used.degraded).toEqual(["quota", "vector_index_timeout"]);
  });

  it("of a text that the embedder refuses is the embedder", async () => {
    const queryVector = { source: "none", outage: down("embedder_refused") } as const;
    expect(lacksOf(await stateFor(), { queryVector, expanded: NOTHING }, RERANKED).degraded).toEqual([
      "embedder_unavailable",
    ]);
  });

  it.each([
    [2_000, []],
    [2_001, ["vector_filter_partial"]],
  ])("of a filter that leaves %i chunks is %j", async (chunks, codes) => {
    const plan = await planOf({ query: "keys", filters: { glob: "*.md" } }, NEURAL());
    const nearest = answered(answerName("nearest"), [{ id: "1", similarity: 0.5 }]);
    const state = stateOf(plan, [answered(FILTERED_CHUNKS, chunks), nearest], { vector: EAST });
    const meaning = { queryVector: { source: "model" }, expanded: NOTHING } as const;
    expect(lacksOf(state, meaning, RERANKED)).toEqual({ degraded: codes, lost: [] });
  });

  const meaning = { queryVector: { source: "model" }, expanded: NOTHING } as const;
  const found: Reranked = { ...RERANKED, ranked: [{ id: "1", score: 0.9 }] };

  it.each<[string, SearchRequest["profile"], Settings, readonly string[]]>([
    ["its own least score", "openclaw", {}, ["cosines_missing"]],
    ["least scores before and after the stages", "lancedb", {}, ["cosines_missing"]],
    ["a least cosine", "dual", {}, ["cosines_missing"]],
    ["none", "code-memory", {}, []],
    ["one that is set", "code-memory", { "threshold.minScore": 0.2 }, ["cosines_missing"]],
    ["none any more", "openclaw", { "threshold.minScore": 0 }, []],
    ["one of words alone", "openclaw", { "arms.vector": false }, []],
    ["one of a fusion that reads no cosines", "edge", { "threshold.minScore": 0.2 }, []],
  ])(
    "without an embedding model, of a profile that goes by %s, is %s %j: %j",
    async (_, profile, settings, codes) => {
      const state = async (serving: ReturnType<typeof servingOf>) =>
        stateOf(await planOf({ query: "keys", profile, settings }, serving));
      expect(lacksOf(await state(servingOf()), meaning, found).degraded).toEqual(codes);
      expect(lacksOf(await state(NEURAL()), meaning, found).degraded).toEqual([]);
      expect(lacksOf(await state(servingOf()), meaning, RERANKED).degraded).toEqual([]);
    },
  );

  it("are cosines where they were to re-rank", async () => {
    expect(lacksOf(await stateFor(), meaning, { ...found, lacksCosines: true }).degraded).toEqual([
      "cosines_missing",
    ]);
  });

  it("is nothing where nothing failed", async () => {
    expect(lacksOf(await stateFor(), meaning, RERANKED)).toEqual({ degraded: [], lost: [] });
  });
});

describe("the state of the index", () => {
  const counts = { version: 8, pendingChunks: 5, failedDocuments: 2 };

  it("says what is pending, what failed, and which models are used", () => {
    const workspace = workspaceState({ ...counts, indexedAt: Date.UTC(2026, 0, 2), severalRoots: 1 });
    expect(indexState(workspace, { serving: NEURAL(), reranker: { model: "judge" } as never }, 7)).toEqual({
      ...{ ...counts, indexedAt: "2026-01-02T00:00:00.000Z", pendingSkipped: 7, severalRoots: true },
      ...{ embedder: "fake", reranker: "judge" },
    });
  });

  it("of a new workspace has no date, and words alone where no model is", () => {
    const told = indexState(workspaceState(), { serving: servingOf(), reranker: undefined });
    expect(told).toMatchObject({ indexedAt: null, severalRoots: false, pendingSkipped: 0 });
    expect([told.embedder, told.reranker]).toEqual([
      expect.stringMatching(/^embedded:/),
      "embedded:re-scoring",
    ]);
    expect(
      indexState(workspaceState({ indexedAt: 0 }), { serving: servingOf(), reranker: undefined }).indexedAt,
    ).toBe("1970-01-01T00:00:00.000Z");
  });
});

it("tells that something was found, that nothing was, or nothing relevant", () => {
  const hit = candidate("1", 0.5);
  const FIRST = { judged: undefined };
  expect([
    outcomeOf({ hits: [hit], closest: [] }, FIRST),
    outcomeOf({ hits: [], closest: [] }, FIRST),
    outcomeOf({ hits: [], closest: [hit] }, FIRST),
    outcomeOf(
      { hits: [], closest: [] },
      { judged: { relevance: 0.9, confidence: "high", calibration: { basis: "keyword", measured: true } } },
    ),
  ]).toEqual(["found", "nothing_found", "nothing_relevant", "found"]);
});

it("tells the time of each stage from the end of the one before, and of all", () => {
  let now = 100;
  const watch = stopwatch(() => now);
  now = 103;
  watch.lap("first");
  now = 110;
  watch.lap("arms");
  now = 112;
  expect(watch.timings(3)).toEqual({ totalMs: 12, hops: 3, stages: { first: 3, arms: 7 } });
});
