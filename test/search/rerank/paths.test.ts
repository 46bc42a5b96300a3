import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import type { Reranker } from "../../../src/models/ports.ts";
import { createDeadline } from "../../../src/search/hops/attempt.ts";
import type { CandidatePool } from "../../../src/search/hops/hop3.ts";
import { rerank, rerankerFor } from "../../../src/search/rerank/rerank.ts";
import { EAST, match, NEURAL, NOW_MS, planOf } from "../fakes.ts";

const IDS = ["1", "2", "3"];
const POOL: CandidatePool = {
  // 1: 1, 2: .8, 3: .6
  fused: IDS.map((id, at) => ({ id, score: 1 - at / 5, shares: [] })),
  rows: new Map(IDS.map((id) => [id, match(id, 1)])),
  keyword: new Map(),
  similarity: new Map(),
  keptScores: new Map(),
  vectors: new Map([["3", Int8Array.of(127, 0)]]),
  fallback: undefined,
};

const judge = (...scores: readonly (number | undefined)[]) => {
  const asked: (readonly string[])[] = [];
  const reranker: Reranker = {
    model: "judge",
    score: async (query, passages) => {
      asked.push([query, ...passages]);
      return passages.map((_, at) => scores[at]);
    },
  };
  return { reranker, asked };
};

interface Case {
  readonly settings?: Readonly<Record<string, number | string | boolean>>;
  readonly query?: string;
  readonly pool?: Partial<CandidatePool>;
  readonly vector?: Float32Array;
}

async function ranked(
  reranker: Reranker | undefined,
  { settings = {}, query = "keys", pool, vector }: Case = {},
) {
  const plan = await planOf({ query, settings }, NEURAL());
  const deadline = createDeadline(1_000, () => NOW_MS);
  const input = { reranker, vector, deadline };
  const result = await rerank(plan, { ...POOL, ...pool }, input);
  const order = result.ranked.map(({ id, score }) => [id, Number(score.toFixed(3))]);
  return { ...result, order };
}

const FUSED = [
  ["1", 1],
  ["2", 0.8],
  ["3", 0.6],
];
/** 0.7 · fused + 0.3 · cosine; of 3 the cosine is 1, the others have no vector. */
const LIGHT = [
  ["3", 0.72],
  ["1", 0.7],
  ["2", 0.56],
];

describe("the fused order stands", () => {
  it.each<[string, Case]>([
    ["where nothing is re-ranked", { settings: { "rerank.by": "none" }, vector: EAST }],
    ["where the newest stand in", { pool: { fallback: "recent" } }],
    [
      "where they do for a light re-ranking",
      { pool: { fallback: "recent" }, settings: { "rerank.by": "lightweight" }, vector: EAST },
    ],
    ["without a vector of the query", { settings: { "rerank.by": "lightweight" } }],
    [
      "without any candidate's",
      { settings: { "rerank.by": "lightweight" }, pool: { vectors: new Map() }, vector: EAST },
    ],
  ])("%s", async (_, asked) => {
    const { reranker, asked: calls } = judge(0, 0, 1);
    const { order, outage, fresh } = await ranked(reranker, asked);
    expect([order, outage, fresh, calls]).toEqual([FUSED, undefined, [], []]);
  });

  it("and is said to, where cosines were to re-rank it and there are none", async () => {
    const settings = { "rerank.by": "lightweight" };
    const vectors = new Map();
    const lacks = async (asked: Case) => (await ranked(undefined, asked)).lacksCosines;
    expect(await lacks({ settings, vector: EAST })).toBeUndefined();
    expect(await lacks({ settings })).toBe(true);
    expect(await lacks({ settings, vector: EAST, pool: { vectors } })).toBe(true);
    expect(await lacks({ settings, vector: EAST, pool: { vectors, fused: [] } })).toBeUndefined();
    expect(await lacks({ vector: EAST, pool: { vectors } })).toBeUndefined();
  });

  it("where no cross-encoder is there, whatever the vectors", async () => {
    expect((await ranked(undefined, { vector: EAST })).order).toEqual(FUSED);
  });

  it("where nothing was found, without a call", async () => {
    const { reranker, asked } = judge();
    expect((await ranked(reranker, { pool: { fused: [] } })).order).toEqual([]);
    expect(asked).toEqual([]);
  });
});

describe("a re-ranking", () => {
  it("by vectors adds the cosine's share", async () => {
    const { order } = await ranked(undefined, { settings: { "rerank.by": "lightweight" }, vector: EAST });
    expect(order).toEqual(LIGHT);
  });

  it("that fails is one by vectors, and says what failed", async () => {
    const reranker: Reranker = {
      model: "judge",
      score: () => Promise.reject(new AppError("reranker_unavailable", "gone")),
    };
    const { order, outage, raw } = await ranked(reranker, { vector: EAST });
    expect([order, outage?.code, [...raw]]).toEqual([LIGHT, "reranker_unavailable", []]);
  });

  it("sends the query, and each passage under its headings", async () => {
    const { reranker, asked } = judge(0.5, 0.5, 0.5);
    const rows = new Map([["1", match("1", 1, { headings: ["Runbook", "Keys"] })]]);
    await ranked(reranker, { pool: { rows, fused: POOL.fused.slice(0, 2) } });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.[0]).toBe("keys");
    expect(asked[0]?.[1]).toMatch(/Runbook.*Keys[\s\S]*the text of 1$/);
    expect(asked[0]?.[2]).toBe("");
  });

  it("is not asked for what all scores are kept of, and keeps nothing anew", async () => {
    const { reranker, asked } = judge();
    const keptScores = new Map(IDS.map((id, at) => [id, at / 2]));
    const { order, fresh, raw } = await ranked(reranker, { pool: { keptScores } });
    expect([asked, fresh, [...raw]]).toEqual([[], [], [...keptScores]]);
    // .6 · judged + .4 · fused
    expect(order).toEqual([
      ["3", 0.84],
      ["2", 0.62],
      ["1", 0.4],
    ]);
  });

  it("keeps no score that did not come, and counts such a passage as judged worst, or as the profile says", async () => {
    const { reranker } = judge(0.5, undefined, 0.5);
    const { order, fresh, raw } = await ranked(reranker);
    expect(fresh.map(({ sentHash }) => sentHash)).toEqual(["sent 1", "sent 3"]);
    expect([...raw.keys()]).toEqual(["1", "3"]);
    expect(order).toEqual([
      ["1", 0.7],
      ["3", 0.54],
      ["2", 0.32],
    ]);
    const settings = { "rerank.unreturned": 0.8, "rerank.pool": 2 };
    expect((await ranked(judge(0.5, undefined).reranker, { settings })).order).toEqual([
      ["1", 0.7],
      ["2", 0.64],
      // Beyond the pool: it was not sent.
      ["3", 0.24],
    ]);
  });

  it("lowers no passage in which a name of the query stands whole", async () => {
    const rows = new Map([...POOL.rows, ["2", match("2", 1, { text: "call getUser()" })]]);
    const { reranker } = judge(0, 0, 0.5);
    expect((await ranked(reranker, { query: "where is getUser or getTeam", pool: { rows } })).order).toEqual([
      ["2", 0.8],
      ["3", 0.54],
      ["1", 0.4],
    ]);
  });
});

it.each([
  ["cross-encoder", true],
  ["lightweight", false],
  ["none", false],
])("asks a cross-encoder for %s: %s", async (by, isAsked) => {
  const plan = await planOf({ query: "keys", settings: { "rerank.by": by } });
  expect(rerankerFor(plan, judge().reranker) !== undefined).toBe(isAsked);
});
