import { describe, expect, it } from "vitest";
import { createTrace } from "../../../src/search/explain/trace.ts";
import type { CandidatePool } from "../../../src/search/hops/hop3.ts";
import type { MemoryRow } from "../../../src/search/sql/chunk-rows.ts";
import { rankPool } from "../../../src/search/stages/run-stages.ts";
import type { NamedStage } from "../../../src/search/stages/stage.ts";
import { match, NOW_MS, planOf } from "../fakes.ts";

const IDS = ["1", "2", "3"];
const FUSED = IDS.map((id, at) => ({ id, score: 0.9 - at / 10, shares: [] }));
const POOL: CandidatePool = {
  fused: FUSED,
  rows: new Map(IDS.map((id) => [id, match(id, 1)])),
  keyword: new Map([["1", { id: "1", score: 3 }]]),
  similarity: new Map(),
  keptScores: new Map(),
  vectors: new Map([["1", Int8Array.of(1, 2)]]),
  fallback: undefined,
};
const KNOWN = async (query = "signing keys") => {
  const plan = await planOf({ query, profile: "keyword", limit: 2, session: "s1" });
  const statistics = { chunkCount: 9, chunkFrequency: new Map([["sign", 1]]) };
  return { plan, repaired: { query: plan.query, statistics } };
};

const JUDGED = { relevanceOf: () => 0.5, isMeasured: () => true };

/** Ranks with one stage, which notes what it is given. */
async function ranked({
  pool = POOL,
  scored = FUSED as readonly { id: string; score: number }[],
}: {
  pool?: CandidatePool;
  scored?: readonly { id: string; score: number }[];
} = {}) {
  const { plan, repaired } = await KNOWN();
  const seen: Parameters<NamedStage["run"]>[] = [];
  const noting: NamedStage = {
    name: "noting",
    drops: undefined,
    run: (candidates, context) => {
      seen.push([candidates, context]);
      return candidates;
    },
  };
  const trace = createTrace(() => 0);
  const reranked = { ranked: scored, raw: new Map(), fresh: [], outage: undefined };
  const best = rankPool(
    { ...plan, profile: { ...plan.profile, stages: [noting] } },
    { pool, reranked, repaired, judged: JUDGED, workspace: { settings: "{}" }, trace },
  );
  return { best: best.map(({ id }) => id), trace, seen, repaired };
}

describe("ranking a pool", () => {
  it("runs the stages over all of it, whatever the limit", async () => {
    const { best, trace, seen } = await ranked();
    expect(best).toEqual(IDS);
    expect(seen[0]?.[0].map(({ id }) => id)).toEqual(IDS);
    expect(trace.steps().map(({ step, in: before, out, dropped }) => [step, before, out, dropped])).toEqual([
      ["noting", 3, 3, []],
    ]);
  });

  it("notes a re-ranking where there was one", async () => {
    const { trace, best } = await ranked({ scored: [...FUSED].reverse() });
    expect(best).toEqual(["3", "2", "1"]);
    expect(trace.steps().map(({ step }) => step)).toEqual(["rerank", "noting"]);
  });

  it("tells the stages the query, its words' rarity, the clock and the asker's session", async () => {
    const { seen, repaired } = await ranked();
    const context = seen[0]?.[1];
    expect(context).toMatchObject({ query: repaired.query, asOfMs: NOW_MS, session: "s1" });
    expect(context?.terms.map(({ stem }) => stem)).toEqual(["sign", "kei"]);
    expect(context?.terms[0]?.idf).toBeLessThan(context?.terms[1]?.idf ?? 0);
  });

  it("shows them of each candidate what its row and its arms say, scores within 0 and 1", async () => {
    const memory = { type: "fact" } as unknown as MemoryRow;
    const more = { kind: "memory", memory, session: "s2", votes: [{ value: 1, at: 5 }], datedAt: 7 } as const;
    const byFileTime = { ...more, isFileTime: 1 } as const;
    const rows = new Map([
      ["1", match("1", 1, { headings: ["Keys"] })],
      ["2", match("2", 1, byFileTime)],
    ]);
    const scored = [
      { id: "1", score: 1.2 },
      { id: "gone", score: 1 },
      { id: "2", score: -0.1 },
    ];
    const { seen } = await ranked({ pool: { ...POOL, rows }, scored });
    expect(seen[0]?.[0]).toEqual([
      {
        ...{ id: "1", score: 1, excess: 0, kind: "file", documentNum: 1, headings: ["Keys"] },
        ...{ root: "notes", path: "1.md", language: "markdown" },
        ...{
          text: "the text of 1",
          datedAt: undefined,
          isFileTime: false,
          session: undefined,
          memory: undefined,
          votes: [],
        },
        ...{
          vector: Int8Array.of(1, 2),
          keywordScore: 0.75,
          unadjusted: 1,
          documentBytes: 100,
          documentChunks: 1,
        },
      },
      {
        ...{ id: "2", score: 0, excess: 0, documentNum: 2, headings: [], text: "the text of 2" },
        ...{ root: "notes", path: "2.md", language: "markdown", isFileTime: true },
        ...{
          ...more,
          vector: undefined,
          keywordScore: undefined,
          unadjusted: 0,
          documentBytes: 100,
          documentChunks: 1,
        },
      },
    ]);
  });
});
