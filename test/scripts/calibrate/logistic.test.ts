import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Fit, fitLogistic, probability, type Sample } from "../../../scripts/calibrate/logistic.ts";
import { seededRandom } from "../../../src/cli/commands/eval/statistics/significance.ts";

/** Observations whose truth is drawn by a known model; one feature is a share, one has the scale of a log-odds. */
function drawn(count: number, { intercept, weights }: Fit, seed = 7): readonly Sample[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const features = [random(), 8 * random() - 4];
    const isTrue = random() < probability({ intercept, weights }, features);
    return { features, isTrue, weight: 1 };
  });
}

/** The same observations as shares of what came true: the model itself, without chance. */
function exact({ intercept, weights }: Fit): readonly Sample[] {
  return Array.from({ length: 121 }, (_, at) => [(at % 11) / 10, Math.floor(at / 11) - 5]).flatMap(
    (features) => {
      const likely = probability({ intercept, weights }, features);
      return [
        { features, isTrue: true, weight: likely },
        { features, isTrue: false, weight: 1 - likely },
      ];
    },
  );
}

const KNOWN: Fit = { intercept: -1.5, weights: [3, -0.5] };
const NO_RIDGE = 1e-9;

describe("a logistic fit", () => {
  it.each<Fit>([
    KNOWN,
    { intercept: 0, weights: [0, 0] },
    { intercept: -4, weights: [-2, 1.5] },
    { intercept: 2.5, weights: [0.01, -0.02] },
  ])("recovers the coefficients that made the data: %j", (known) => {
    const { intercept, weights } = fitLogistic(exact(known), NO_RIDGE);
    expect(intercept).toBeCloseTo(known.intercept, 4);
    for (const [at, weight] of weights.entries()) expect(weight).toBeCloseTo(known.weights[at] ?? 0, 4);
  });

  it("recovers them from data that chance drew, within what chance does", () => {
    const { intercept, weights } = fitLogistic(drawn(20_000, KNOWN), NO_RIDGE);
    expect(Math.abs(intercept - KNOWN.intercept)).toBeLessThan(0.15);
    expect(Math.abs((weights[0] ?? 0) - 3)).toBeLessThan(0.25);
    expect(Math.abs((weights[1] ?? 0) + 0.5)).toBeLessThan(0.05);
  });

  it("claims on the whole as often as it is true: its intercept is not held back", () => {
    const samples = drawn(500, KNOWN);
    for (const ridge of [NO_RIDGE, 1, 1_000]) {
      const fit = fitLogistic(samples, ridge);
      const claimed = samples.reduce((sum, { features }) => sum + probability(fit, features), 0);
      expect(claimed).toBeCloseTo(samples.filter(({ isTrue }) => isTrue).length, 4);
    }
  });

  it("is held back by its ridge, to no weights at all", () => {
    const samples = drawn(500, KNOWN);
    const sizes = [NO_RIDGE, 10, 1_000, 1e9].map((ridge) =>
      fitLogistic(samples, ridge).weights.reduce((sum, weight) => sum + Math.abs(weight), 0),
    );
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(sizes.at(-1)).toBeLessThan(1e-4);
  });

  it("counts an observation as much as it weighs", () => {
    const samples = drawn(200, KNOWN);
    const twice = [...samples, ...samples.slice(0, 50)];
    const weighed = samples.map((one, at) => ({ ...one, weight: at < 50 ? 2 : 1 }));
    const [counted, heavy] = [fitLogistic(twice, 1), fitLogistic(weighed, 1)];
    expect(heavy.intercept).toBeCloseTo(counted.intercept, 6);
    expect(heavy.weights[0]).toBeCloseTo(counted.weights[0] ?? 0, 6);
    expect(heavy.weights[1]).toBeCloseTo(counted.weights[1] ?? 0, 6);
  });

  it("does not depend on the units of a feature: probabilities stay the same", () => {
    const samples = drawn(300, KNOWN);
    const scaled = samples.map((one) => ({
      ...one,
      features: one.features.map((value, at) => (at === 0 ? 1_000 * value + 5 : value)),
    }));
    const [plain, large] = [fitLogistic(samples, 1), fitLogistic(scaled, 1)];
    for (const { features } of samples.slice(0, 20))
      expect(probability(large, [1_000 * (features[0] ?? 0) + 5, features[1] ?? 0])).toBeCloseTo(
        probability(plain, features),
        6,
      );
  });

  it("is finite for data that a line separates, for a feature that never changes, and for one that repeats another", () => {
    const value = fc.integer({ min: -50, max: 50 }).map((tenths) => tenths / 10);
    fc.assert(
      fc.property(fc.array(value, { minLength: 4, maxLength: 30 }), (values) => {
        const samples = values.map((one) => ({ features: [one, 3, one], isTrue: one > 0, weight: 1 }));
        const { intercept, weights } = fitLogistic(samples, 1);
        expect([intercept, ...weights].every(Number.isFinite)).toBe(true);
        expect(weights[1]).toBeCloseTo(0, 9);
        expect(weights[0]).toBeCloseTo(weights[2] ?? 0, 6);
        expect(weights[0]).toBeGreaterThanOrEqual(-1e-9);
      }),
    );
  });
});
