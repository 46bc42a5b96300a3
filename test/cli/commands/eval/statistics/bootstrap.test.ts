import { describe, expect, it } from "vitest";
import {
  pairedBootstrap,
  seededRandom,
} from "../../../../../src/cli/commands/eval/statistics/significance.ts";

/** About normal, mean 0 and deviation 1: twelve uniform numbers. */
function normals(count: number, seed: number): number[] {
  const random = seededRandom(seed);
  const sum = () => Array.from({ length: 12 }, random).reduce((total, value) => total + value, -6);
  return Array.from({ length: count }, sum);
}

describe("the paired bootstrap", () => {
  it("has an interval of 1.96 standard errors on either side of the mean of many normal differences", () => {
    const differences = normals(400, 1).map((value) => 0.1 + value);
    const { mean, low, high, p } = pairedBootstrap(differences);
    const variance = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 399;
    const reach = 1.96 * Math.sqrt(variance / 400);
    expect(low).toBeCloseTo(mean - reach, 1.7);
    expect(high).toBeCloseTo(mean + reach, 1.7);
    expect(p).toBeLessThan(0.2);
  });

  it("finds a difference that is always there and none that is not", () => {
    expect(pairedBootstrap(normals(200, 2).map((value) => 1 + value)).p).toBeLessThan(0.001);
    const flat = normals(200, 3);
    expect(pairedBootstrap([...flat, ...flat.map((value) => -value)]).p).toBeGreaterThan(0.9);
  });

  it("counts both sides of zero, and a mean of zero on either", () => {
    // Three draws sum up to less than zero when two of them are: 7 ways of 27.
    expect(pairedBootstrap([1, 1, -1]).p).toBeCloseTo(14 / 27, 1.5);
    expect(pairedBootstrap([1, -1]).p).toBe(1);
    // One draw in four is of zeros only.
    expect(pairedBootstrap([0, 1]).p).toBeCloseTo(0.5, 1.5);
  });

  it("turns round when the systems do", () => {
    const differences = normals(100, 4).map((value) => 0.2 + value);
    const there = pairedBootstrap(differences);
    const back = pairedBootstrap(differences.map((value) => -value));
    expect(back.mean).toBeCloseTo(-there.mean, 12);
    expect(back.low).toBeCloseTo(-there.high, 1.7);
    expect(back.p).toBeCloseTo(there.p, 1.5);
  });

  it("says nothing of no difference and of no questions", () => {
    expect(pairedBootstrap([0, 0, 0])).toEqual({ mean: 0, low: 0, high: 0, p: 1 });
    expect(pairedBootstrap([])).toEqual({ mean: 0, low: 0, high: 0, p: 1 });
  });

  it("gives the same interval every time", () => {
    const differences = normals(50, 5);
    expect(pairedBootstrap(differences)).toEqual(pairedBootstrap(differences));
  });
});
