import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  areaUnderCurve,
  type Claim,
  calibrationError,
} from "../../../../../src/cli/commands/eval/statistics/calibration.ts";

const claims = (probability: number, right: number, wrong: number): readonly Claim[] => [
  ...Array.from({ length: right }, () => ({ probability, isTrue: true })),
  ...Array.from({ length: wrong }, () => ({ probability, isTrue: false })),
];
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe("the calibration error", () => {
  it("is 0 of claims that come true as often as they say, and of none", () => {
    expect(calibrationError([...claims(0.25, 1, 3), ...claims(0.75, 3, 1)])).toBe(0);
    expect(calibrationError(claims(1, 4, 0))).toBe(0);
    expect(calibrationError([])).toBe(0);
  });

  it("is how far each tenth is from what came true, by how many claims it has", () => {
    expect(calibrationError(claims(0.9, 1, 3))).toBeCloseTo(0.65, 9);
    // .35 off in a half of them, .1 off in the other.
    expect(calibrationError([...claims(0.85, 1, 1), ...claims(0.1, 0, 2)])).toBeCloseTo((0.35 + 0.1) / 2, 9);
    expect(calibrationError([...claims(0.85, 1, 1), ...claims(0.1, 0, 6)])).toBeCloseTo(
      (2 * 0.35 + 6 * 0.1) / 8,
      9,
    );
  });

  it("looks at a tenth as a whole: what is too sure makes up for what is not sure enough", () => {
    expect(calibrationError([...claims(0.41, 1, 1), ...claims(0.49, 1, 1)])).toBeCloseTo(0.05, 9);
    expect(calibrationError([...claims(0.05, 1, 0), ...claims(0.95, 0, 1)])).toBeCloseTo(0.95, 9);
  });

  it("counts 0 into the first tenth and 1 into the last", () => {
    expect(calibrationError([...claims(1, 0, 1), ...claims(0.95, 1, 0)])).toBeCloseTo(0.475, 9);
    expect(calibrationError([...claims(0, 1, 0), ...claims(0.05, 0, 1)])).toBeCloseTo(0.475, 9);
  });

  it("counts a claim as much as it weighs", () => {
    const heavy = { probability: 0.9, isTrue: false, weight: 3 };
    expect(calibrationError([...claims(0.1, 0, 1), heavy])).toBeCloseTo((3 * 0.9 + 0.1) / 4, 9);
    expect(calibrationError([{ ...heavy, weight: 0 }])).toBe(0);
  });

  it("lies within 0 and 1, whatever the order of the claims", () => {
    const claim = fc.record({ probability: share, isTrue: fc.boolean() });
    fc.assert(
      fc.property(fc.array(claim), (some) => {
        const error = calibrationError(some);
        expect(error).toBeGreaterThanOrEqual(0);
        expect(error).toBeLessThanOrEqual(1);
        expect(calibrationError([...some].reverse())).toBeCloseTo(error, 9);
      }),
    );
  });
});

describe("the area under the curve", () => {
  it.each<[string, number[], number[], number]>([
    ["all above", [0.8, 0.9], [0.1, 0.7], 1],
    ["all below", [0.1], [0.2, 0.3], 0],
    ["alike", [0.5, 0.5], [0.5], 0.5],
    ["three of four pairs", [0.3, 0.9], [0.2, 0.5], 0.75],
    ["a tie, which is a half", [0.5], [0.5, 0.1], 0.75],
    ["ties on both sides", [0.2, 0.2, 0.6], [0.2, 0.4], (0.5 + 0 + 0.5 + 0 + 1 + 1) / 6],
  ])("is the share of pairs in their order: %s", (_, above, below, area) => {
    expect(areaUnderCurve(above, below)).toBeCloseTo(area, 9);
  });

  it("is none where there are no pairs", () => {
    expect([areaUnderCurve([], [0.5]), areaUnderCurve([0.5], []), areaUnderCurve([], [])]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("is what counting every pair gives, and the rest of 1 with the lists changed over", () => {
    // Few values, so that many are tied.
    const values = fc.array(fc.nat(5), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(values, values, (above, below) => {
        const pairs = above.flatMap((a) => below.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
        const counted = pairs.reduce((sum: number, value) => sum + value, 0) / pairs.length;
        const area = areaUnderCurve(above, below);
        expect(area).toBeCloseTo(counted, 9);
        expect(areaUnderCurve(below, above)).toBeCloseTo(1 - counted, 9);
      }),
    );
  });
});
