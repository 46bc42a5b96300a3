import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutPoints, hashText, KEY_SPAN } from "../../../src/documents/chunkers/cut-points.ts";
import { atOnce } from "../../../src/text/steps.ts";

interface Unit {
  readonly weight: number;
  readonly key: number;
}

const SIZE = { limit: 40, window: 15 };

function cut(units: readonly Unit[], size = SIZE): readonly number[] {
  const before = [0];
  for (const { weight } of units) before.push((before.at(-1) ?? 0) + weight);
  return atOnce(
    cutPoints(
      { count: units.length, weightBefore: (at) => before[at] ?? 0, keyOf: (at) => units[at]?.key ?? 0 },
      size,
    ),
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

  /** Units of weight 1 whose keys are given by their place, all others 1. */
  const ones = (count: number, keys: Readonly<Record<number, number>>, other = 1): Unit[] =>
    Array.from({ length: count }, (_, at) => ({ weight: 1, key: keys[at] ?? other }));

  it.each<[string, Unit[], readonly number[]]>([
    ["leave a text of the limit alone", ones(40, { 20: 9 }), []],
    ["are nearer to the start than the window", ones(41, { 15: 9, 16: 5 }), [16]],
    ["are nearer to the end than the window", ones(41, { 26: 9, 25: 5 }), [25]],
    ["take the best on both sides", ones(60, { 20: 5, 30: 9, 40: 5 }), [30]],
    ["take a lesser one a window and more before", ones(60, { 20: 5, 36: 9 }), [20, 36]],
    ["take no lesser one within a window before", ones(60, { 21: 5, 36: 9 }), [36]],
    ["take a lesser one a window and more behind", ones(60, { 20: 9, 36: 5 }), [20, 36]],
    ["take no lesser one within a window behind", ones(60, { 20: 9, 35: 5 }), [20]],
    ["take the first of equals", ones(41, { 18: 5, 22: 5 }), [18]],
    ["pass over what may not begin a piece", ones(41, { 25: 4 }, 0), [25]],
    ["fill up where nothing may begin a piece", ones(100, {}, 0), [40, 80]],
    ["may leave a window before them where none is best", ones(50, { 15: 9, 38: 5 }, 0), [15]],
    ["may leave a window behind them where none is best", ones(50, { 35: 9, 38: 5 }, 0), [35]],
    ["take the last that may begin one where none leaves a good rest", ones(45, { 10: 3, 12: 2 }, 0), [12]],
  ])("that %s: %#", (_, units, cuts) => {
    expect(cut(units)).toEqual(cuts);
  });
});

describe("the hash of a beginning", () => {
  it("is of its first 32 characters, up to its end, and never 0", () => {
    const line = "The heron nests by the weir, all year long.";
    const hash = (text: string, end = text.length) => hashText(text, 0, end);
    expect(hash(`${line.slice(0, 32)} and more`)).toBe(hash(line));
    expect(hash(`${line.slice(0, 31)}?`)).not.toBe(hash(line));
    expect(hash(line, 5)).toBe(hash("The h"));
    expect(hashText(`-- ${line}`, 3, 8)).toBe(hash("The h"));
    const hashes = Array.from({ length: 2_000 }, (_, at) => hash(`line ${at}`));
    expect(Math.min(...hashes)).toBeGreaterThan(0);
    expect(Math.max(...hashes)).toBeLessThan(KEY_SPAN);
    expect(new Set(hashes).size).toBeGreaterThan(1_990);
  });
});
