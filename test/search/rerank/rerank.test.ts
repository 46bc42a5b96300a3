import { describe, expect, it } from "vitest";
import type { Reranker } from "../../../src/models/ports.ts";
import { createDeadline } from "../../../src/search/hops/attempt.ts";
import { rerank } from "../../../src/search/rerank/rerank.ts";
import { match, NEURAL, NOW_MS, planOf } from "../fakes.ts";

const IDS = ["1", "2", "3", "4"];
const POOL = {
  fused: IDS.map((id, at) => ({ id, score: 1 - at / 10, shares: [] })),
  rows: new Map(IDS.map((id) => [id, match(id, 1)])),
  keyword: new Map(),
  similarity: new Map(),
  vectors: new Map(),
  fallback: undefined,
};

/** Re-ranks the best two of four with a judge that gives every passage a half. */
async function judged(keptScores: ReadonlyMap<string, number>, reads?: Reranker["reads"]) {
  const sent: string[] = [];
  const reranker: Reranker = {
    model: "judge",
    reads,
    score: async (_, passages) => {
      sent.push(...passages);
      return passages.map(() => 0.5);
    },
  };
  const plan = await planOf({ query: "keys", settings: { "rerank.pool": 2 } }, NEURAL());
  const deadline = createDeadline(1_000, () => NOW_MS);
  const result = await rerank(plan, { ...POOL, keptScores }, { reranker, vector: undefined, deadline });
  return { ...result, sent };
}

describe("re-ranking", () => {
  it("asks of the best only, and of those only what nothing has kept", async () => {
    expect((await judged(new Map())).sent).toEqual(["the text of 1", "the text of 2"]);
    const { sent, fresh } = await judged(new Map([["1", 0.9]]));
    expect([sent, fresh]).toEqual([["the text of 2"], [{ sentHash: "sent 2", score: 0.5 }]]);
  });

  it("asks of as many as the re-ranker reads, whatever is kept of others", async () => {
    const { sent, raw: scores } = await judged(new Map([["2", 0.9]]), { passages: 1 });
    expect([sent, [...scores.keys()]]).toEqual([["the text of 1"], ["1"]]);
  });

  it("sends passages as long as the re-ranker reads them", async () => {
    expect((await judged(new Map(), { tokens: 3 })).sent).toEqual(["the te", "the te"]);
  });

  it("does not depend on scores that an earlier search left of passages behind the best", async () => {
    const without = await judged(new Map());
    const { ranked, raw: scores } = await judged(new Map([["4", 0.99]]));
    expect(ranked).toEqual(without.ranked);
    expect([...scores.keys()]).toEqual(["1", "2"]);
  });
});
