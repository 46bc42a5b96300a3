import fc from "fast-check";
import { expect, it } from "vitest";
import {
  createQuery,
  createVectorPool,
  type Query,
  similarityOf,
  type VectorPool,
} from "../../../src/models/local/vector-pool.ts";
import { cosine, quantise, quantised } from "../../../src/text/quantise.ts";

const stored = (...values: readonly number[]) => quantise(Float32Array.of(...values)) ?? "";
/** The cosine of one text, as the pool has it. */
const cosineIn = (pool: VectorPool, query: Query, hash: string): number | undefined =>
  pool.cosines(query)?.[pool.slotOf(hash) ?? -1];

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
    expect(cosineIn(pool, createQuery(values), "a")).toBeCloseTo(expected, 4);
    expect(similarityOf(createQuery(values), vector)).toBeCloseTo(expected, 4);
  }
});

it("a pool compares exactly as plain arithmetic does, and as a cosine does up to the rounding of the query", () => {
  const values = fc.integer({ min: -1_000, max: 1_000 });
  const vector = (dimensions: number) => fc.array(values, { minLength: dimensions, maxLength: dimensions });
  const sets = fc
    .integer({ min: 1, max: 1_100 })
    .chain((dimensions) =>
      fc.tuple(vector(dimensions), fc.array(vector(dimensions), { minLength: 1, maxLength: 5 })),
    );
  fc.assert(
    fc.property(sets, ([asked, vectors]) => {
      const query = createQuery(Float32Array.from(asked));
      const kept = vectors.map((one) => quantise(Float32Array.from(one))).filter((one) => one !== undefined);
      const pool = createVectorPool();
      for (const [at, one] of kept.entries()) pool.add(`${at}`, one);
      for (const [at, one] of kept.entries()) {
        const similarity = cosineIn(pool, query, `${at}`) ?? Number.NaN;
        expect(similarity).toBe(similarityOf(query, one));
        expect(Math.abs(similarity - cosine(asked, quantised(one).levels))).toBeLessThan(1e-3);
      }
    }),
    { numRuns: 60 },
  );
});

it("sums of the greatest levels do not overflow, at any number of dimensions", () => {
  for (const dimensions of [768, 1_024, 4_096]) {
    const [ones, opposite] = [new Float32Array(dimensions).fill(1), new Float32Array(dimensions).fill(-1)];
    const pool = createVectorPool();
    pool.add("same", quantise(ones) ?? "");
    pool.add("opposite", quantise(opposite) ?? "");
    const [same, far] = pool.cosines(createQuery(ones)) ?? [];
    expect(same).toBeCloseTo(1, 5);
    expect(far).toBeCloseTo(-1, 5);
  }
});

it("a pool knows what it holds, each text once, all of the dimensions of the first", () => {
  const pool = createVectorPool();
  const holds = (hash: string) => pool.slotOf(hash) !== undefined;
  expect([pool.size, pool.bytes, holds("a"), pool.cosines(createQuery(QUERY))]).toEqual([
    ...[0, 0, false, undefined],
  ]);
  expect(pool.add("a", OTHER)).toBe(true);
  expect(pool.add("a", stored(1, 0, 0, 0, 0, 0))).toBe(true);
  expect(pool.add("b", stored(1, 0))).toBe(false);
  expect([pool.size, holds("a"), holds("b")]).toEqual([1, true, false]);
  // Rows are filled up to 32 bytes.
  expect(pool.bytes).toBe(32);
  const query = createQuery(QUERY);
  expect(cosineIn(pool, query, "a")).toBeCloseTo(similarityOf(query, OTHER), 4);
  expect(pool.cosines(createQuery(Float32Array.of(1, 0)))).toBeUndefined();
});

it("a pool of more vectors than one call compares keeps them all", () => {
  const pool = createVectorPool();
  const vectors = [stored(1, 0), stored(0, 1)];
  for (let at = 0; at < 4_096; at += 1) pool.add(`v${at}`, vectors[at % 2] ?? "");
  pool.add("next", stored(-1, 0));
  const query = createQuery(Float32Array.of(2, 0));
  expect(["v0", "v1", "v4095", "next"].map((hash) => cosineIn(pool, query, hash))).toEqual([1, 0, 0, -1]);
});

it("a query without direction is like nothing, also after another query", () => {
  const pool = createVectorPool();
  pool.add("a", OTHER);
  pool.cosines(createQuery(QUERY));
  expect(pool.cosines(createQuery(new Float32Array(6)))).toEqual(Float64Array.of(0));
});

it("nothing is like a query or a vector without direction", () => {
  expect(similarityOf(createQuery(new Float32Array(6)), OTHER)).toBe(0);
});
