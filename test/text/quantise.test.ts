import fc from "fast-check";
import { expect, it } from "vitest";
import { exportVector, importVector } from "../../src/text/exported-vector.ts";
import { cosine, dequantise, quantise, quantised } from "../../src/text/quantise.ts";

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

it("refuses text that is no vector", () => {
  expect(() => dequantise("AAAA")).toThrow("too short");
});

it("has cosine 1 for the same direction, -1 for the opposite, 0 for none", () => {
  expect(cosine([1, 2], [2, 4])).toBeCloseTo(1);
  expect(cosine([1, 2], [-1, -2])).toBeCloseTo(-1);
  expect(cosine([0, 0], [1, 2])).toBe(0);
});
