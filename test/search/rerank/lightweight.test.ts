import { describe, expect, it } from "vitest";
import { lightweight } from "../../../src/search/rerank/rerank.ts";

const QUERY = Float32Array.from([1, 0]);

describe("lightweight", () => {
  it("is 0.7 · fused + 0.3 · cosine: 0.9 and 0.5 give 0.78", () => {
    const vectors = new Map([
      ["a", Int8Array.from([50, 87])],
      ["b", Int8Array.from([127, 0])],
      ["away", Int8Array.from([-127, 0])],
    ]);
    const fused = ["a", "b", "none", "away"].map((id) => ({ id, score: 0.9 }));
    const scores = Object.fromEntries(lightweight(fused, vectors, QUERY).map(({ id, score }) => [id, score]));
    expect(scores.a).toBeCloseTo(0.63 + 0.3 * 0.498, 3);
    expect(scores.b).toBeCloseTo(0.93, 6);
    expect(scores.none).toBeCloseTo(0.63, 6);
    expect(scores.away).toBeCloseTo(0.63, 6);
  });

  it("leaves the fused order where there are no vectors", () => {
    const fused = [
      { id: "b", score: 0.9 },
      { id: "a", score: 0.8 },
    ];
    expect(lightweight(fused, new Map(), QUERY)).toEqual(fused);
    expect(lightweight(fused, new Map([["a", Int8Array.from([127, 0])]]), undefined)).toEqual(fused);
  });
});
