import { expect, it } from "vitest";
import { POOLINGS, pooled } from "../../src/local-models/pooling.ts";

/** Two texts of three tokens of two numbers. */
const VECTORS = { data: Float32Array.of(3, 4, 1, 0, 0, 1, 0, -2, 5, 5, 9, 9), columns: 3, width: 2 };

it("takes the vector of each text's first token, at unit length", () => {
  expect([0, 1].map((row) => [...pooled("cls", VECTORS, row)])).toEqual([
    [Math.fround(0.6), Math.fround(0.8)],
    [0, -1],
  ]);
});

it("makes a unit vector in every way there is", () => {
  for (const pooling of POOLINGS) {
    const vector = pooled(pooling, VECTORS, 1);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
  }
});
