import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BlendOptions, blend as blendWith, mapRerankScores } from "../../../src/search/rerank/rerank.ts";

const blend = (
  fused: Parameters<typeof blendWith>[0],
  scores: ReadonlyMap<string, number>,
  options: Partial<BlendOptions> = {},
) => blendWith(fused, scores, { rerankWeight: 0.6, ...options });

const FUSED = [
  { id: "a", score: 1 },
  { id: "b", score: 0.5 },
  { id: "c", score: 0.25 },
];
const scoresOf = (of: readonly { id: string; score: number }[]) =>
  new Map(of.map(({ id, score }) => [id, score]));

describe("blend", () => {
  it("is .6 of the reranker's score and .4 of the fused one", () => {
    expect(scoresOf(blend(FUSED, new Map([["b", 0.9]]))).get("b")).toBeCloseTo(0.6 * 0.9 + 0.4 * 0.5);
  });

  it("counts what was not judged as 0, so that it does not pass what was judged better", () => {
    const blended = blend(FUSED, new Map([["c", 0.8]]));
    expect(blended.map(({ id }) => id)).toEqual(["c", "a", "b"]);
    expect(blended[1]).toEqual({ id: "a", score: 0.4, fusedScore: 1, rerankScore: undefined });
  });

  it("takes a rerank score of exactly 0 for a score", () => {
    expect(blend(FUSED, new Map([["a", 0]])).find(({ id }) => id === "a")?.rerankScore).toBe(0);
  });

  it("never lowers a hit that has the query's name whole", () => {
    const blended = blend(
      FUSED,
      new Map([
        ["a", 0.1],
        ["b", 1],
      ]),
      { exact: new Set(["a"]) },
    );
    expect(scoresOf(blended).get("a")).toBe(1);
  });

  it("keeps a share of the fused score for what was sent and not returned, when asked to", () => {
    const blended = blend(FUSED, new Map(), { sent: new Set(["b"]), unreturnedShare: 0.8 });
    expect(scoresOf(blended).get("b")).toBeCloseTo(0.4);
    expect(scoresOf(blended).get("c")).toBeCloseTo(0.1);
  });

  it("breaks ties by id", () => {
    const equal = [
      { id: "z", score: 0.5 },
      { id: "b", score: 0.5 },
    ];
    expect(blend(equal, new Map()).map(({ id }) => id)).toEqual(["b", "z"]);
  });
});

describe("mapRerankScores", () => {
  it("leaves scores alone that all lie within 0 to 1", () => {
    expect(
      mapRerankScores(
        new Map([
          ["a", 0],
          ["b", 1],
        ]),
      ),
    ).toEqual(
      new Map([
        ["a", 0],
        ["b", 1],
      ]),
    );
  });

  it("decides for the whole list, so that 1.01 does not fall below 0.99", () => {
    const mapped = mapRerankScores(
      new Map([
        ["a", 1.01],
        ["b", 0.99],
      ]),
    );
    expect(mapped.get("a") ?? 0).toBeGreaterThan(mapped.get("b") ?? 0);
    expect(mapped.get("a")).toBeCloseTo(0.733, 3);
  });

  it("never changes the order and always ends within 0 to 1", () => {
    const raw = fc.double({ min: -50, max: 50, noNaN: true });
    fc.assert(
      fc.property(fc.array(raw), (scores) => {
        const mapped = mapRerankScores(new Map(scores.map((score, index) => [`${index}`, score])));
        const values = scores.map((score, index) => ({ score, mapped: mapped.get(`${index}`) ?? -1 }));
        values.sort((a, b) => a.score - b.score);
        expect(values.every(({ mapped: value }) => value >= 0 && value <= 1)).toBe(true);
        expect(values.every(({ mapped: value }, index) => value >= (values[index - 1]?.mapped ?? 0))).toBe(
          true,
        );
      }),
    );
  });

  it("leaves out what is no finite number", () => {
    expect(
      mapRerankScores(
        new Map([
          ["a", Number.NaN],
          ["b", 0.5],
        ]),
      ),
    ).toEqual(new Map([["b", 0.5]]));
  });
});
