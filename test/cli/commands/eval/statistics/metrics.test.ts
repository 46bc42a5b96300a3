import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scoreEntries } from "../../../../../src/cli/commands/eval/sets/entry-set.ts";
import {
  ndcg,
  percentile,
  recall,
  reciprocalRank,
} from "../../../../../src/cli/commands/eval/statistics/metrics.ts";

const gainsOf = (gains: Readonly<Record<string, number>>) => new Map(Object.entries(gains));

/**
 * The same measures a second time, from their definitions and with nothing shared: sums over ranks instead of lists,
 * the natural logarithm, sets by filtering.
 */
function secondOpinion(ranking: readonly string[], gains: Readonly<Record<string, number>>) {
  const seen: string[] = [];
  let [dcg, firstAt] = [0, Number.POSITIVE_INFINITY];
  const foundBy: Record<number, number> = { 5: 0, 10: 0, 20: 0, 100: 0 };
  for (const id of ranking) {
    if (seen.indexOf(id) >= 0) continue;
    seen.push(id);
    const gain = gains[id];
    if (gain === undefined || gain <= 0) continue;
    if (seen.length <= 10) dcg += (gain * Math.LN2) / Math.log(1 + seen.length);
    firstAt = Math.min(firstAt, seen.length);
    for (const depth of [5, 10, 20, 100])
      if (seen.length <= depth) foundBy[depth] = (foundBy[depth] ?? 0) + 1;
  }
  const wanted = Object.values(gains).filter((gain) => gain > 0);
  let ideal = 0;
  for (let place = 1; place <= Math.min(10, wanted.length); place++) {
    const nth = [...wanted].sort((a, b) => b - a)[place - 1] ?? 0;
    ideal += (nth * Math.LN2) / Math.log(1 + place);
  }
  const share = (depth: number) => (foundBy[depth] ?? 0) / wanted.length;
  return {
    "nDCG@10": dcg / ideal,
    "recall@5": share(5),
    "recall@10": share(10),
    "recall@20": share(20),
    "recall@100": share(100),
    "hit@1": firstAt === 1 ? 1 : 0,
    "hit@5": firstAt <= 5 ? 1 : 0,
    "MRR@10": firstAt <= 10 ? 1 / firstAt : 0,
  };
}

describe("the measures of a ranking", () => {
  it("are those computed by hand", () => {
    // DCG 1/log2(3) + 1/log2(5) = .6309 + .4307; the best of three: 1 + .6309 + .5 = 2.1309.
    const scores = scoreEntries(["x", "a", "y", "b"], gainsOf({ a: 1, b: 1, c: 1 }), 100);
    expect(scores["nDCG@10"]).toBeCloseTo(0.49818, 4);
    expect(scores["recall@5"]).toBeCloseTo(2 / 3, 10);
    expect(scores).toMatchObject({ "hit@1": 0, "hit@5": 1, "MRR@10": 0.5 });
  });

  it("weigh gains that are not all one", () => {
    // 1/1 + 3/log2(3) = 2.8928 of 3/1 + 1/log2(3) = 3.6309.
    expect(ndcg(["weak", "strong"], gainsOf({ strong: 3, weak: 1 }))).toBeCloseTo(0.79671, 4);
    expect(ndcg(["strong", "weak"], gainsOf({ strong: 3, weak: 1 }))).toBe(1);
  });

  it("look no deeper than their depth", () => {
    const ids = Array.from({ length: 30 }, (_, at) => `d${at + 1}`);
    const at = (id: string) => scoreEntries(ids, gainsOf({ [id]: 1 }), 100);
    expect(at("d10")).toMatchObject({ "MRR@10": 0.1, "recall@10": 1, "recall@5": 0 });
    expect(at("d11")).toMatchObject({ "nDCG@10": 0, "MRR@10": 0, "recall@10": 0, "recall@20": 1 });
    expect(at("d6")["hit@5"]).toBe(0);
  });

  it("count a unit that is found twice once, where it first stands", () => {
    const gains = gainsOf({ a: 1, b: 1 });
    expect(scoreEntries(["a", "a", "a", "b"], gains, 100)).toEqual(scoreEntries(["a", "b"], gains, 100));
    expect(scoreEntries(["a", "a", "a"], gains, 100)["recall@5"]).toBe(0.5);
  });

  it("are none for what was not asked for", () => {
    const scores = scoreEntries(["a"], gainsOf({ a: 1 }), 10);
    expect(Object.keys(scores).sort()).toEqual(
      ["MRR@10", "hit@1", "hit@5", "nDCG@10", "recall@10", "recall@5"].sort(),
    );
  });

  it("are 0 when nothing is relevant or nothing is found, never NaN", () => {
    expect(ndcg(["a"], new Map())).toBe(0);
    expect(recall(["a"], new Set(), 10)).toBe(0);
    expect(reciprocalRank(0)).toBe(0);
    expect(Object.values(scoreEntries([], gainsOf({ a: 1 }), 100))).toEqual(new Array(8).fill(0));
  });

  it("never exceed 1 and equal a second implementation to four places", () => {
    const ids = fc.constantFrom(...Array.from({ length: 40 }, (_, at) => `d${at}`));
    const ranking = fc.array(ids, { maxLength: 120 });
    const gains = fc.dictionary(ids, fc.integer({ min: 1, max: 3 }), { minKeys: 1, maxKeys: 12 });
    fc.assert(
      fc.property(ranking, gains, (list, judged) => {
        const scores = scoreEntries(list, gainsOf(judged), 100);
        for (const [metric, expected] of Object.entries(secondOpinion(list, judged))) {
          const value = scores[metric as keyof typeof scores] ?? Number.NaN;
          expect(value, metric).toBeCloseTo(expected, 4);
          expect(value).toBeLessThanOrEqual(1 + 1e-12);
          expect(value).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("a percentile", () => {
  it("is a value of the list, by nearest rank, whatever its order", () => {
    const values = [15, 50, 20, 40, 35];
    expect([0.05, 0.3, 0.4, 0.5, 1].map((p) => percentile(values, p))).toEqual([15, 20, 20, 35, 50]);
    expect(percentile([], 0.5)).toBe(0);
  });
});
