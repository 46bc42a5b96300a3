import { describe, expect, it } from "vitest";
import {
  alone,
  type Fused,
  fuseBoost,
  fuseConvex,
  fuseDistance,
  fuseRrf,
  fuseUnion,
  fuseWeighted,
} from "../../../src/search/fusion/fuse.ts";
import { fuseArms, readsTraits } from "../../../src/search/fusion/fuse-arms.ts";
import type { ArmList, Scored } from "../../../src/search/fusion/lists.ts";
import { resolveProfile } from "../../../src/search/profiles/resolve-profile.ts";
import { armLists } from "./lists.ts";

const list = (scores: Readonly<Record<string, number>>): Scored[] =>
  Object.entries(scores).map(([id, score]) => ({ id, score }));

/** Of each candidate its score, then arm, rank and share of each that found it. */
const told = (fused: readonly Fused[]) =>
  fused.map(({ id, score, shares }) => [
    ...[id, Number(score.toFixed(4))],
    ...shares.map(({ arm, rank, share }) => `${arm} ${rank} ${Number(share.toFixed(4))}`),
  ]);

const scoresOf = (fused: readonly Scored[]) => fused.map(({ id, score }) => [id, Number(score.toFixed(4))]);

describe("what an arm gave", () => {
  it("is told of weighted with its rank, its own score and its part", () => {
    const lists = { keyword: list({ b: 9, a: 4 }), vector: list({ a: 0.8 }) };
    const fused = fuseWeighted(lists, { keywordWeight: 0.3, vectorWeight: 0.7 });
    expect(told(fused)).toEqual([
      ["a", 0.8, "keyword 2 0.24", "vector 1 0.56"],
      ["b", 0.27, "keyword 1 0.27"],
    ]);
    expect(fused[0]?.shares.map(({ score }) => score)).toEqual([4, 0.8]);
  });

  it("is told of boost: the keyword arm's part is what it raises, or all where it alone found it", () => {
    const lists = { keyword: list({ c: 9, a: 4, n: 1 }), vector: list({ a: 0.6, d: 0.4, n: -0.2 }) };
    expect(told(fuseBoost(lists, { keywordBoost: 0.15, keywordFloor: 0.5 }))).toEqual([
      ["c", 0.9, "keyword 1 0.9"],
      ["a", 0.69, "keyword 2 0.09", "vector 1 0.6"],
      ["d", 0.4, "vector 2 0.4"],
      ["n", 0, "keyword 3 0", "vector 3 0"],
    ]);
  });

  it("is told of distance: all is the vector arm's, where it found it", () => {
    const lists = { keyword: list({ b: 4, a: 2 }), vector: list({ a: 1, c: 0.5 }) };
    const settings = { ftsBonus: 0.1, priorityWeight: 0.15, recencyWeight: 0.2 };
    expect(told(fuseDistance(lists, settings, () => undefined))).toEqual([
      ["a", 1, "keyword 2 0", "vector 1 1"],
      ["b", 0.7143, "keyword 1 0.7143"],
      ["c", 0.6667, "vector 2 0.6667"],
    ]);
  });

  it("is told of union: the name's where both are alike, within 0 and 1", () => {
    const lists = { entity: list({ a: 0.7, b: 1.5 }), vector: list({ a: 0.7, c: -0.2 }) };
    expect(told(fuseUnion(lists, { similarityWeight: 0.6 }))).toEqual([
      ["b", 0.6, "entity 2 0.6"],
      ["a", 0.42, "entity 1 0.42", "vector 1 0"],
      ["c", 0, "vector 2 0"],
    ]);
  });

  it("is told of one arm alone: keywords by r / (1 + r), others cut to 0 and 1", () => {
    expect(told(alone("keyword", list({ b: 1, a: 4 })))).toEqual([
      ["a", 0.8, "keyword 1 0.8"],
      ["b", 0.5, "keyword 2 0.5"],
    ]);
    expect(told(alone("vector", list({ c: -0.5, b: 0.3, a: 1.5 })))).toEqual([
      ["a", 1, "vector 1 1"],
      ["b", 0.3, "vector 2 0.3"],
      ["c", 0, "vector 3 0"],
    ]);
    expect(alone("vector")).toEqual([]);
  });

  it("is told of sums, of an id that a list has twice by its best place", () => {
    const keyword = { arm: "keyword", weight: 3, entries: [...list({ b: 5, a: 9 }), { id: "b", score: 7 }] };
    const vector = { arm: "vector", weight: 1, entries: list({ b: 0.2 }) };
    const none = { arm: "entity", weight: 0, entries: list({ z: 1 }) };
    expect(told(fuseRrf([keyword, vector, none], { k: 1 }))).toEqual([
      ["a", 0.75, "keyword 1 0.75"],
      ["b", 0.75, "keyword 2 0.5", "vector 1 0.25"],
    ]);
    expect(told(fuseConvex([keyword, vector, none]))).toEqual([
      ["a", 0.75, "keyword 1 0.75"],
      ["b", 0.25, "keyword 2 0", "vector 1 0.25"],
    ]);
  });
});

it("finds nothing by weights where no arm ran, or none has a weight", () => {
  const weights = { keywordWeight: 0.3, vectorWeight: 0.7 };
  expect(fuseWeighted({ keyword: undefined, vector: undefined }, weights)).toEqual([]);
  expect(fuseWeighted({ keyword: list({ a: 1 }), vector: list({ a: 1 }) }, {})).toEqual([]);
  expect(scoresOf(fuseWeighted({ keyword: undefined, vector: list({ a: 0.5 }) }, weights))).toEqual([
    ["a", 0.5],
  ]);
});

describe("a lexical stand-in in a rule for cosines", () => {
  // mm of keyword: a 1, b .5, c 0; of vector: b 1, c 0. Convex at .15: a .85, b .575, c 0; times .85.
  const arms = { keyword: list({ a: 10, b: 6, c: 2 }), vector: list({ b: 0.3, c: 0.1 }) };
  const fuse = (kind: string, lists: readonly ArmList[], more = {}) => {
    const { fusion } = resolveProfile("edge", { "fusion.kind": kind, ...more });
    return fuseArms(lists, fusion, { embedder: { kind: "embedded" }, traits: () => undefined });
  };
  const near = { a: 0.7225, b: 0.48875, c: 0 };

  it("is the mixture of both arms, at most 0.85, whatever its least cosine and whoever is named", () => {
    const boosted = Object.entries(near).map(([id, score]) => [id, Number((score * 1.15).toFixed(4))]);
    expect(scoresOf(fuse("boost", armLists(arms), { "fusion.minVector": 0.9 }))).toEqual(boosted);
    const named = armLists({ ...arms, entity: list({ c: 1 }) });
    expect(scoresOf(fuse("boost", named, { "fusion.entityWeight": 10 }))).toEqual(boosted);
  });

  it("needs the least cosine in a union, which has no keyword hits to order", () => {
    expect(scoresOf(fuse("union", armLists(arms), { "fusion.minVector": 0.4 }))).toEqual([
      ["a", 0.4335],
      ["b", 0.2932],
    ]);
  });

  it("is left out where the vector arm did not run, and is itself where that runs alone", () => {
    // r / (1 + r), of what lies above the least that a keyword hit has.
    expect(scoresOf(fuse("boost", armLists({ keyword: arms.keyword })))).toEqual([
      ["a", 0.9545],
      ["b", 0.9286],
      ["c", 0.8333],
    ]);
    expect(scoresOf(fuse("single", armLists(arms), { "fusion.minVector": 0.2 }))).toEqual([["b", 0.3]]);
  });

  it("keeps a row at the least cosine", () => {
    expect(scoresOf(fuse("single", armLists(arms), { "fusion.minVector": 0.1 }))).toHaveLength(2);
  });
});

describe("what a rewritten query found, under a rule for one list an arm", () => {
  const { fusion } = resolveProfile("keyword", { "fusion.minVector": 0.5 });
  const fuse = (lists: readonly ArmList[], kind: typeof fusion.kind = "single") =>
    fuseArms(lists, { ...fusion, kind }, { embedder: { kind: "neural" }, traits: () => undefined });
  const rewrite = (arm: string, at: number, entries: Scored[]): ArmList => ({
    ...{ name: `${arm} rewrite ${at}`, arm, isExpansion: true, entries },
  });

  it("counts by its best list, and never less than what the query found itself", () => {
    const lists = armLists(
      { keyword: list({ a: 4, b: 1 }) },
      rewrite("keyword", 1, list({ a: 6, b: 4, c: 8 })),
      rewrite("keyword", 2, list({ c: 18 })),
    );
    // a: max(4, 3); b: max(1, 2); c: max(4, 9).
    expect(scoresOf(fuse(lists))).toEqual([
      ["c", 0.9],
      ["a", 0.8],
      ["b", 0.6667],
    ]);
  });

  it("makes a list of an arm that has none, and leaves another arm's alone", () => {
    const lists = armLists({ vector: list({ a: 0.6 }) }, rewrite("keyword", 1, list({ c: 8 })));
    expect(scoresOf(fuse(lists, "boost"))).toEqual([
      ["c", 0.8],
      ["a", 0.6],
    ]);
  });
});

it("lists the newest alone where nothing else was found, by rank", () => {
  const lists = armLists({ keyword: [], recent: list({ a: 1, b: 0.5 }) });
  const fused = fuseArms(lists, resolveProfile("code-memory").fusion, {
    embedder: { kind: "neural" },
    traits: () => undefined,
  });
  expect(told(fused)).toEqual([
    ["a", 1, "recent 1 1"],
    ["b", 0.5, "recent 2 0.5"],
  ]);
});

it.each(["edge", "openclaw", "lancedb", "code-memory", "dual"] as const)(
  "reads age and priority of candidates for a distance only: %s",
  (name) => {
    const { fusion } = resolveProfile(name);
    expect(readsTraits(fusion, { embedder: { kind: "neural" } })).toBe(name === "code-memory");
  },
);
