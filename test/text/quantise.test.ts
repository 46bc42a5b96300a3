import fc from "fast-check";
import { expect, it } from "vitest";
import { dimensionsOf, exportVector, importVector, vectorProblem } from "../../src/text/exported-vector.ts";
import {
  cosine,
  dequantise,
  directionOf,
  isCloserThan,
  quantise,
  quantised,
  storedVector,
} from "../../src/text/quantise.ts";

const finite = fc.float({ min: -1, max: 1, noNaN: true });
const vector = fc
  .array(finite, { minLength: 1, maxLength: 64 })
  .map((values) => Float32Array.from(values))
  .filter((values) => values.some((value) => Math.abs(value) > 1e-30));

it("brings a vector back to within half a level of its greatest value", () => {
  fc.assert(
    fc.property(vector, (values) => {
      const back = dequantise(quantise(values) ?? "");
      const greatest = Math.max(...values.map(Math.abs));
      const worst = Math.max(...values.map((value, index) => Math.abs(value - (back[index] ?? 0))));
      expect(back.length).toBe(values.length);
      expect(worst).toBeLessThanOrEqual((greatest / 254) * 1.001);
    }),
  );
});

it("writes 768 dimensions in 773 bytes, and in fewer where many are 0", () => {
  const bytesOf = (values: (index: number) => number) =>
    (quantise(Float32Array.from({ length: 768 }, (_, index) => values(index))) ?? "").length / 2;
  expect(bytesOf((index) => Math.sin(index + 1))).toBe(773);
  expect(bytesOf((index) => (index % 3 === 0 ? 1 : 0))).toBe(7 + 96 + 256);
});

it("is exported as base64 of its scale and its levels, and comes back the same", () => {
  fc.assert(
    fc.property(vector, (values) => {
      const stored = quantise(values) ?? "";
      const exported = exportVector(stored);
      expect(importVector(exported)).toBe(stored);
      expect(atob(exported).length).toBe(4 + values.length);
    }),
  );
});

it("has no text for a vector without direction", () => {
  expect(quantise(new Float32Array(8))).toBeUndefined();
  expect(quantise(Float32Array.of(1, Number.NaN))).toBeUndefined();
  expect(quantise(Float32Array.of(1, Number.POSITIVE_INFINITY))).toBeUndefined();
});

it("gives the same bytes when a vector is quantised again", () => {
  fc.assert(
    fc.property(vector, (values) => {
      const once = quantise(values) ?? "";
      expect(quantise(dequantise(once))).toBe(once);
    }),
  );
});

it("compares levels as it compares floats", () => {
  const text = quantise(Float32Array.of(0.6, -0.8, 0.1)) ?? "";
  const other = Float32Array.of(0.5, -0.5, 0.5);
  expect(cosine(quantised(text).levels, other)).toBeCloseTo(cosine(dequantise(text), other), 6);
});

it("knows which cosine is above a limit as the cosine itself says it, whatever the number of dimensions", () => {
  const level = fc.integer({ min: -127, max: 127 });
  const pair = fc.integer({ min: 1, max: 800 }).chain((length) => {
    const levels = fc.array(level, { minLength: length, maxLength: length });
    return fc.tuple(levels, levels, fc.double({ min: 0, max: 1, noNaN: true }));
  });
  fc.assert(
    fc.property(pair, fc.double({ min: -1, max: 1, noNaN: true }), ([one, other, share], limit) => {
      // From an unrelated vector to the same: most pairs would be at right angles.
      const mixed = one.map((value, at) => Math.round(share * value + (1 - share) * (other[at] ?? 0)));
      const [a, b] = [Int8Array.from(one), Int8Array.from(mixed)];
      const exact = cosine(a, b);
      fc.pre(Math.abs(exact - limit) > 1e-9);
      const isSome = a.some(Boolean) && b.some(Boolean);
      expect(isCloserThan(limit, directionOf(a), directionOf(b))).toBe(isSome && exact > limit);
    }),
  );
});

it("refuses text that is no vector", () => {
  expect(() => dequantise("AAAA")).toThrow("too short");
});

it("has cosine 1 for the same direction, -1 for the opposite, 0 for none", () => {
  expect(cosine([1, 2], [2, 4])).toBeCloseTo(1);
  expect(cosine([1, 2], [-1, -2])).toBeCloseTo(-1);
  expect(cosine([0, 0], [1, 2])).toBe(0);
});

it("writes the format, the scale and the levels in hexadecimal digits, all of them or those that are not 0", () => {
  expect(quantise(Float32Array.of(1, -0.5, 0))).toBe("000000803F7FC100");
  const sparse = quantise(Float32Array.from({ length: 24 }, (_, at) => (at === 17 ? 2 : 0)));
  expect(sparse).toBe("010000004018000000027F");
  expect(quantised(sparse ?? "").levels.indexOf(127)).toBe(17);
});

it("writes all levels unless those that are not 0 with their places take fewer bytes", () => {
  const bytes = (set: number) =>
    storedVector(
      1,
      Int8Array.from({ length: 16 }, (_, at) => (at < set ? 1 : 0)),
    ).length / 2;
  expect([bytes(11), bytes(12)]).toEqual([5 + 15, 5 + 16]);
});

const base64 = (scale: number, ...levels: readonly number[]) =>
  exportVector(storedVector(scale, Int8Array.of(...levels)));

it.each([
  ["a right one", base64(1, 1, 0), undefined],
  ["other dimensions", base64(1, 1, 0, 0), "a vector has 2 dimensions, this one 3"],
  ["only zeros", base64(1, 0, 0), "a vector has a direction, this one is zero"],
  ["no scale", base64(0, 1, 0), "a vector has a direction, this one is zero"],
  ["an endless scale", base64(Number.POSITIVE_INFINITY, 1, 0), "a vector has a direction, this one is zero"],
  ["too few bytes", btoa("1234"), "a vector is base64 of its scale and its levels"],
  ["another text", "!!", "a vector is base64 of its scale and its levels"],
])("tells what is wrong with %s", (_, exported, problem) => {
  expect(vectorProblem(exported, 2)).toBe(problem);
});

it("reads dimensions from an identity, whose model may hold its separator", () => {
  expect(["a|b|cls|768|1", "m|server|384|123456", "x", ""].map(dimensionsOf)).toEqual([768, 384, 0, 0]);
});
