import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutPoints } from "../../../src/documents/chunkers/cut-points.ts";

interface Unit {
  readonly weight: number;
  readonly key: number;
}

const SIZE = { limit: 40, window: 15 };

function cut(units: readonly Unit[], size = SIZE): readonly number[] {
  const before = [0];
  for (const { weight } of units) before.push((before.at(-1) ?? 0) + weight);
  return cutPoints(
    { count: units.length, weightBefore: (at) => before[at] ?? 0, keyOf: (at) => units[at]?.key ?? 0 },
    size,
  );
}

const weigh = (units: readonly Unit[]) => units.reduce((sum, { weight }) => sum + weight, 0);
const pieces = (units: readonly Unit[], cuts: readonly number[]) =>
  [0, ...cuts].map((from, index) => units.slice(from, cuts[index] ?? units.length));

const unit = fc.record({ weight: fc.integer({ min: 1, max: 12 }), key: fc.integer({ min: 0, max: 1000 }) });

describe("cutPoints", () => {
  it("leaves alone what fits", () => {
    expect(cut(Array.from({ length: 4 }, () => ({ weight: 10, key: 5 })))).toEqual([]);
    expect(cut([])).toEqual([]);
  });

  it("cuts at the best key within the window on both sides", () => {
    const units = Array.from({ length: 12 }, (_, at) => ({ weight: 5, key: at === 6 ? 9 : 1 }));
    expect(cut(units)).toEqual([6]);
  });

  it("takes the first of equal keys and fills up when all are equal", () => {
    const cuts = cut(Array.from({ length: 40 }, () => ({ weight: 5, key: 3 })));
    expect(cuts.length).toBeGreaterThan(3);
    expect(cuts.every((at, index) => at - (cuts[index - 1] ?? 0) <= 8)).toBe(true);
  });

  it("never cuts where the key is 0 if it can be helped", () => {
    const units = Array.from({ length: 40 }, (_, at) => ({ weight: 5, key: at % 7 === 0 ? 1 : 0 }));
    expect(cut(units).every((at) => at % 7 === 0)).toBe(true);
  });

  it("keeps every piece within the limit and in order, and loses nothing", () => {
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 200 }), (units) => {
        const cuts = cut(units);
        expect(cuts).toEqual([...new Set(cuts)].sort((left, right) => left - right));
        expect(cuts.every((at) => at > 0 && at < units.length)).toBe(true);
        expect(pieces(units, cuts).every((piece) => weigh(piece) <= SIZE.limit)).toBe(true);
      }),
    );
  });

  it("moves only cuts near an edit", () => {
    fc.assert(
      fc.property(fc.array(unit, { minLength: 150, maxLength: 150 }), unit, (drawn, changed) => {
        const units = drawn.map((each, at) => ({
          ...each,
          key: 1 + ((each.key * 997 + at * 7919) % 100_003),
        }));
        const edited = units.with(75, { ...changed, key: changed.key + 1 });
        const far = (cuts: readonly number[]) => cuts.filter((at) => at < 45 || at > 105);
        expect(far(cut(edited))).toEqual(far(cut(units)));
      }),
    );
  });
});
