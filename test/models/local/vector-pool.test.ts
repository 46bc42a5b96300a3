import { expect, it } from "vitest";
import { createQuery, createVectorPool, similarityOf } from "../../../src/models/local/vector-pool.ts";
import { cosine, quantise, quantised } from "../../../src/text/quantise.ts";

const stored = (...values: readonly number[]) => quantise(Float32Array.of(...values)) ?? "";
const QUERY = Float32Array.of(0.3, -0.2, 0.9, 0.4, 0.5, -0.7);
const OTHER = stored(0.1, 0.8, -0.6, 0.2, 0.9, -0.3);

it("a pool compares as a cosine does, whatever the number of dimensions", () => {
  for (const dimensions of [1, 3, 4, 5, 6]) {
    const [values, vector] = [
      QUERY.slice(0, dimensions),
      stored(...[0.1, 0.8, -0.6, 0.2, 0.9, -0.3].slice(0, dimensions)),
    ];
    const expected = cosine(values, quantised(vector).levels);
    const pool = createVectorPool();
    pool.add("before", stored(...values));
    pool.add("a", vector);
    expect(pool.similarity(createQuery(values), "a")).toBeCloseTo(expected, 6);
    expect(similarityOf(createQuery(values), vector)).toBeCloseTo(expected, 6);
  }
});

it("a pool knows what it holds, each text once, all of the dimensions of the first", () => {
  const pool = createVectorPool();
  expect([pool.size, pool.bytes, pool.has("a")]).toEqual([0, 0, false]);
  expect(pool.add("a", OTHER)).toBe(true);
  expect(pool.add("a", stored(1, 0, 0, 0, 0, 0))).toBe(true);
  expect(pool.add("b", stored(1, 0))).toBe(false);
  expect([pool.size, pool.has("a"), pool.has("b")]).toEqual([1, true, false]);
  expect(pool.bytes).toBe(4_096 * 6);
  const query = createQuery(QUERY);
  expect(pool.similarity(query, "a")).toBeCloseTo(similarityOf(query, OTHER), 6);
  expect(pool.similarity(query, "b")).toBeUndefined();
  expect(pool.similarity(createQuery(Float32Array.of(1, 0)), "a")).toBeUndefined();
});

it("a pool begins another block after 4,096 vectors and keeps those of the first", () => {
  const pool = createVectorPool();
  const vectors = [stored(1, 0), stored(0, 1)];
  for (let at = 0; at < 4_096; at += 1) pool.add(`v${at}`, vectors[at % 2] ?? "");
  expect(pool.bytes).toBe(4_096 * 2);
  pool.add("next", stored(-1, 0));
  expect(pool.bytes).toBe(2 * 4_096 * 2);
  const query = createQuery(Float32Array.of(2, 0));
  expect(["v0", "v1", "v4095", "next"].map((hash) => pool.similarity(query, hash))).toEqual([1, 0, 0, -1]);
});

it("nothing is like a query or a vector without direction", () => {
  expect(similarityOf(createQuery(new Float32Array(6)), OTHER)).toBe(0);
});
