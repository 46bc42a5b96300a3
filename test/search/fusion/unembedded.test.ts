import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Fused } from "../../../src/search/fusion/fuse.ts";
import { fuseArms } from "../../../src/search/fusion/fuse-arms.ts";
import type { Scored } from "../../../src/search/fusion/lists.ts";
import { resolveProfile } from "../../../src/search/profiles/resolve-profile.ts";
import { armLists } from "./lists.ts";

const KINDS = ["neural", "embedded"] as const;

interface Given {
  readonly kind?: (typeof KINDS)[number];
  readonly keyword: readonly Scored[];
  readonly vector: readonly Scored[] | undefined;
  readonly unembedded?: readonly string[];
}

/** By rrf for a neural embedder, by convex for the embedded one. */
const fuse = ({ kind = "embedded", keyword, vector, unembedded }: Given): readonly Fused[] =>
  fuseArms(armLists({ keyword, vector }), resolveProfile("edge").fusion, {
    embedder: { kind },
    traits: () => undefined,
    ...(unembedded && { unembedded: new Set(unembedded) }),
  });

const ids = (fused: readonly Scored[]) => fused.map(({ id }) => id);

const pool = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.double({ min: 0.01, max: 1, noNaN: true })), {
    selector: ([number]) => number,
    minLength: 1,
    maxLength: 12,
  })
  .map((pairs) => pairs.map(([number, score]) => ({ id: `c${number}`, score })))
  .map((list) => list.sort((a, b) => b.score - a.score));

const given = fc.record({
  kind: fc.constantFrom(...KINDS),
  keyword: pool,
  vector: pool,
  chosen: fc.array(fc.nat({ max: 40 }), { maxLength: 10 }),
});

describe("a passage that is not embedded yet", () => {
  it.each(KINDS)("and is the best by its words comes first (%s)", (kind) => {
    const keyword = [
      { id: "new", score: 9 },
      { id: "old", score: 8.9 },
      { id: "other", score: 2 },
    ];
    const vector = [
      { id: "old", score: 0.4 },
      { id: "other", score: 0.1 },
    ];
    expect(ids(fuse({ kind, keyword, vector }))[0]).toBe("old");
    const [first] = fuse({ kind, keyword, vector, unembedded: ["new"] });
    expect(first).toEqual({ id: "new", score: 1, shares: [{ arm: "keyword", rank: 1, score: 9, share: 1 }] });
  });

  it("has the score that its words give it, and changes no other's", () => {
    const check = fc.property(given, ({ chosen, ...lists }) => {
      const near = new Set(ids(lists.vector));
      const unembedded = chosen.map((number) => `c${number}`).filter((id) => !near.has(id));
      const fused = fuse({ ...lists, unembedded });
      const alone = new Map(fuse({ ...lists, vector: undefined }).map((one) => [one.id, one.score]));
      const before = new Map(fuse(lists).map((one) => [one.id, one.score]));
      for (const { id, score, shares } of fused) {
        if (unembedded.includes(id)) expect(score).toBeCloseTo(alone.get(id) ?? Number.NaN, 10);
        else expect(score).toBe(before.get(id));
        expect(shares.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(score, 10);
      }
    });
    fc.assert(check);
  });

  it("that has a vector after all is no exception", () => {
    fc.assert(
      fc.property(given, ({ chosen, ...lists }) => {
        const unembedded = [...chosen.map((number) => `c${number}`), ...ids(lists.vector)];
        const known = unembedded.filter((id) => !ids(lists.vector).includes(id));
        expect(fuse({ ...lists, unembedded })).toEqual(fuse({ ...lists, unembedded: known }));
      }),
    );
  });

  it("has its words counted for every list of the vector arm, other forms of the query among them", () => {
    const old = { id: "old", score: 0.4 };
    const lists = armLists(
      {
        keyword: [
          { id: "new", score: 9 },
          { id: "old", score: 8 },
        ],
        vector: [old],
      },
      { name: "vector paraphrase 1", arm: "vector", isExpansion: true, entries: [old] },
    );
    const [first] = fuseArms(
      lists,
      { ...resolveProfile("edge").fusion, expansionWeight: 0.5 },
      {
        embedder: { kind: "neural" },
        traits: () => undefined,
        unembedded: new Set(["new"]),
      },
    );
    expect(first).toMatchObject({ id: "new", score: 1 });
  });

  it("is ranked as ever where nothing is compared by meaning", () => {
    const keyword = [
      { id: "a", score: 2 },
      { id: "b", score: 1 },
    ];
    const lists = { keyword, vector: undefined };
    expect(fuse({ ...lists, unembedded: ["b"] })).toEqual(fuse(lists));
  });
});
