import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  pairedBootstrap,
  seededRandom,
  signFlip,
} from "../../../../../src/cli/commands/eval/statistics/significance.ts";

const UNIT = fc.integer({ min: -20, max: 20 }).map((value) => value / 20);

describe("the sign-flip test", () => {
  it("counts all signs of few differences", () => {
    // ±.5 ±.2 ±.1: sums of .8 and more are two of eight, of .6 and more four, of .4 and more six.
    expect(signFlip([0.5, 0.2, 0.1])).toBe(2 / 8);
    expect(signFlip([0.5, 0.2, -0.1])).toBe(4 / 8);
    expect(signFlip([0.5, -0.2, 0.1])).toBe(6 / 8);
    expect(signFlip([0.5, -0.2, -0.1])).toBe(8 / 8);
    expect(signFlip([1, 1, 1, 1, 1, 1])).toBe(2 / 64);
    // Two of four signs agree in six ways of sixteen; the other ten are as far off as 2.
    expect(signFlip([1, 1, 1, -1])).toBe(10 / 16);
  });

  it("counts them all up to sixteen, and draws from seventeen on", () => {
    const ones = (length: number) => Array.from({ length }, () => 1);
    expect(signFlip(ones(16))).toBe(2 / 2 ** 16);
    expect(signFlip([...ones(16), 0])).toBe(2 / 2 ** 16);
    expect(signFlip(ones(17), () => 0.5)).toBe(1);
    expect(signFlip(ones(17), seededRandom(1)) * 10_001).toBeCloseTo(1, 6);
  });

  it("says nothing of no difference and of no questions", () => {
    expect(signFlip([0, 0, 0])).toBe(1);
    expect(signFlip([])).toBe(1);
  });

  it("does not take four questions of six for evidence, as the bootstrap does", () => {
    const differences = [1 / 2, 1 / 18, 0, 0, 1 / 90, 2 / 15];
    expect(pairedBootstrap(differences).p).toBeLessThan(0.05);
    expect(signFlip(differences)).toBe(2 / 16);
  });

  it("is the same for the other system, in any order, on any scale, and with questions that do not differ", () => {
    fc.assert(
      fc.property(fc.array(UNIT, { maxLength: 10 }), (differences) => {
        const p = signFlip(differences);
        const nonzero = differences.filter((value) => value !== 0).length;
        expect(p).toBeGreaterThanOrEqual(Math.min(1, 2 / 2 ** nonzero));
        expect(p).toBeLessThanOrEqual(1);
        expect(signFlip(differences.map((value) => -value))).toBe(p);
        expect(signFlip([0, ...[...differences].reverse(), 0])).toBe(p);
        expect(signFlip(differences.map((value) => value / 3))).toBe(p);
      }),
    );
  });

  it("draws signs for many differences as the exact test counts them", () => {
    const random = seededRandom(7);
    const many = Array.from({ length: 40 }, () => random() - 0.4);
    // The normal approximation of the same test: the sum over the root of the squares.
    const z = many.reduce((a, b) => a + b, 0) / Math.hypot(...many);
    expect(z).toBeGreaterThan(1);
    expect(signFlip(many)).toBeCloseTo(2 * upperTail(z), 1.7);
    expect(signFlip(many)).toBe(signFlip(many));
    expect(signFlip(Array.from({ length: 40 }, () => 1))).toBe(1 / 10_001);
  });
});

/** Area of the normal curve above z, by the trapezoid rule. */
function upperTail(z: number): number {
  const step = 0.001;
  const density = (x: number) => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  let area = 0;
  for (let x = z; x < 8; x += step) area += (step * (density(x) + density(x + step))) / 2;
  return area;
}
