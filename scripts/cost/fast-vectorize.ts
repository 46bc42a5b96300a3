import { type FakeVectorize, fakeVectorize } from "../../test/support/fakes/fake-vectorize.ts";

const DIMENSIONS = 768;

function unit(values: readonly number[]): Float32Array {
  const norm = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / norm);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < DIMENSIONS; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

/** The stand-in for Vectorize, with queries that normalise each vector once. They know no filters: none are asked. */
export function fastVectorize(now: () => number): FakeVectorize {
  const fake = fakeVectorize({ now, visibleAfterMs: 0 });
  const units = new WeakMap<readonly number[], Float32Array>();
  const unitOf = (values: readonly number[]): Float32Array => {
    const known = units.get(values) ?? unit(values);
    units.set(values, known);
    return known;
  };
  return {
    ...fake,
    async query(vector, { namespace, topK = 5, filter }) {
      if (filter !== undefined && Object.keys(filter).length > 0)
        throw new Error("Filters are not known here");
      fake.settle();
      const wanted = unit(vector);
      const matches = [...fake.visible]
        .filter(([, entry]) => entry.namespace === namespace)
        .map(([id, { values }]) => ({ id, score: dot(wanted, unitOf(values)) }));
      return { matches: matches.sort((a, b) => b.score - a.score).slice(0, topK) };
    },
  };
}
