import { describe, expect, it } from "vitest";
import { fuseConvex, fuseRrf, fuseUnion, fuseWeighted } from "../../../src/search/fusion/fuse.ts";
import { fuseArms, vectorShare } from "../../../src/search/fusion/fuse-arms.ts";
import type { ArmList, Scored } from "../../../src/search/fusion/lists.ts";
import { resolveProfile } from "../../../src/search/profiles/resolve-profile.ts";
import { armLists } from "./lists.ts";

const list = (scores: Readonly<Record<string, number>>): Scored[] =>
  Object.entries(scores).map(([id, score]) => ({ id, score }));

const fuse = (kind: string, lists: readonly ArmList[], embedder: "neural" | "embedded", more = {}) => {
  const { fusion } = resolveProfile("edge", { "fusion.kind": kind, ...more });
  return fuseArms(lists, fusion, { embedder: { kind: embedder }, traits: () => undefined });
};

const rounded = (fused: readonly Scored[]) => fused.map(({ id, score }) => [id, Number(score.toFixed(4))]);

describe("a sum of lists", () => {
  it("is the same to the last bit, whatever the order of the lists", () => {
    const arms = [1, 2, 4, 9, 13].map((weight, at) => ({ arm: `arm${at}`, weight, entries: list({ a: 1 }) }));
    const orders = [arms, [...arms].reverse(), [...arms.slice(2), ...arms.slice(0, 2)]];
    const scored = arms.map((arm, at) => ({ ...arm, entries: list({ a: 1 / (at + 3), z: 9, y: 0 }) }));
    const mixed = [scored, [...scored].reverse(), [...scored.slice(3), ...scored.slice(0, 3)]];
    for (const all of [orders, mixed]) {
      expect(new Set(all.map((one) => fuseConvex(one).find(({ id }) => id === "a")?.score)).size).toBe(1);
      expect(new Set(all.map((one) => fuseRrf(one, { k: 60 })[0]?.score)).size).toBe(1);
    }
  });

  it("counts only the best of an id that a list has twice, and ranks the others after it", () => {
    const arms = [{ arm: "keyword", weight: 1, entries: [...list({ a: 1, b: 3 }), ...list({ a: 5 })] }];
    expect(fuseRrf(arms, { k: 1 }).map(({ id, shares }) => [id, shares.map(({ rank }) => rank)])).toEqual([
      ["a", [1]],
      ["b", [2]],
    ]);
  });

  it("takes the least of an arm's best hundred for 0, and what lies beyond for nothing", () => {
    const entries = Array.from({ length: 101 }, (_, at) => ({ id: `${at}`, score: 200 - at }));
    const fused = fuseConvex([{ arm: "keyword", weight: 1, entries }]);
    expect(fused).toHaveLength(100);
    expect(fused.at(-1)).toMatchObject({ id: "99", score: 0 });
  });

  it("leaves lists of no weight and arms that did not run out of the denominator", () => {
    const ran = { arm: "keyword", weight: 2, entries: list({ a: 1 }) };
    const empty = { arm: "vector", weight: 2, entries: [] };
    const score = (...arms: Parameters<typeof fuseConvex>[0]) => fuseConvex(arms)[0]?.score;
    expect(score(ran, { arm: "none", weight: 2, entries: undefined })).toBe(1);
    expect(score(ran, { arm: "none", weight: 0, entries: list({ b: 1 }) })).toBe(1);
    // An arm that ran and found nothing counts.
    expect(score(ran, empty)).toBe(0.5);
  });
});

describe("a stand-in's cosines", () => {
  const arms = { keyword: list({ a: 8, b: 1 }), vector: list({ b: 0.3, c: 0.1 }) };

  it("take the vector arm's place alone: the keyword arm keeps its scores", () => {
    // Convex at .15: a .85, b .15, c 0; times .85. Keywords: 8 / 9 and 1 / 2.
    const settings = { "fusion.keywordWeight": 1, "fusion.vectorWeight": 1 };
    expect(rounded(fuse("weighted", armLists(arms), "embedded", settings))).toEqual([
      ["a", Number(((8 / 9 + 0.7225) / 2).toFixed(4))],
      ["b", Number(((1 / 2 + 0.1275) / 2).toFixed(4))],
      ["c", 0],
    ]);
  });

  it("are held to the least cosine in a union and not in a boost", () => {
    const least = { "fusion.minVector": 0.5 };
    const ids = (kind: string) => fuse(kind, armLists(arms), "embedded", least).map(({ id }) => id);
    expect(ids("union")).toEqual(["a"]);
    expect(ids("boost")).toEqual(["a", "b", "c"]);
  });

  it("are not taken for a model's own, which are held to the least one in every kind", () => {
    const near = { keyword: list({ a: 8 }), vector: list({ b: 0.5, c: 0.499 }) };
    for (const kind of ["boost", "weighted", "distance", "union", "rrf", "convex"])
      expect(
        fuse(kind, armLists(near), "neural", { "fusion.minVector": 0.5 }).some(({ id }) => id === "c"),
      ).toBe(false);
  });

  it("leave out what an entity is named by, in the least score that it needs", () => {
    const named = armLists({ entity: list({ a: 0.6, b: 0.59 }), vector: list({ c: 0.9 }) });
    const fused = fuse("union", named, "neural", { "fusion.minEntity": 0.6, "fusion.minVector": 0 });
    expect(fused.map(({ id }) => id).toSorted()).toEqual(["a", "c"]);
  });
});

describe("the vectors' share of a sum is told", () => {
  const lists = (...arms: readonly string[]) => armLists(Object.fromEntries(arms.map((arm) => [arm, []])));

  it.each([
    ["of both arms", ["keyword", "vector"], "convex", "neural", true],
    ["by the kind that a stand-in takes", ["keyword", "vector"], "auto", "embedded", true],
    ["of a stand-in's cosines", ["keyword", "vector"], "boost", "embedded", true],
    ["not of ranks", ["keyword", "vector"], "auto", "neural", false],
    ["not of a model's cosines", ["keyword", "vector"], "boost", "neural", false],
    ["not of one arm alone", ["keyword", "vector"], "single", "embedded", false],
    ["not without keywords", ["vector"], "convex", "neural", false],
    ["not without vectors", ["keyword"], "convex", "neural", false],
    ["not where the newest stand in", ["keyword", "vector", "recent"], "convex", "neural", false],
  ] as const)("%s", (_, arms, kind, embedder, isTold) => {
    const { fusion } = resolveProfile("edge", { "fusion.kind": kind, "fusion.convexWeight": 0.25 });
    expect(vectorShare(lists(...arms), fusion, { embedder: { kind: embedder } })).toBe(
      isTold ? 0.25 : undefined,
    );
  });
});

describe("a rewritten query's finds", () => {
  const rewrite = (entries: Scored[]): ArmList => ({
    name: "keyword rewrite 1",
    arm: "keyword",
    isExpansion: true,
    entries,
  });

  it("are ranked among the arm's own, best first", () => {
    const lists = armLists({ keyword: list({ a: 4, b: 1 }) }, rewrite(list({ c: 6 })));
    const fused = fuse("single", lists, "neural", { "fusion.expansionWeight": 0.5 });
    expect(fused.map(({ id, shares }) => [id, shares[0]?.rank])).toEqual([
      ["a", 1],
      ["c", 2],
      ["b", 3],
    ]);
    const boosted = fuse("boost", lists, "neural", { "fusion.expansionWeight": 0.5 });
    expect(Object.fromEntries(boosted.map(({ id, shares }) => [id, shares[0]?.rank]))).toEqual({
      a: 1,
      c: 2,
      b: 3,
    });
  });

  it("have the share of their arm's weight in a sum", () => {
    const lists = armLists({ keyword: list({ a: 4, b: 1 }) }, rewrite(list({ c: 6 })));
    const { shares } =
      fuse("rrf", lists, "neural", { "fusion.expansionWeight": 0.25 }).find(({ id }) => id === "c") ?? {};
    expect(shares?.map(({ arm, share }) => [arm, Number(share.toFixed(4))])).toEqual([
      ["keyword rewrite 1", 0.2],
    ]);
  });
});

describe("the better of two", () => {
  it("is told as the entity arm's where both are equal, and as the vector arm's where that alone is there", () => {
    const shares = (entity: number | undefined, vector: number | undefined) =>
      fuseUnion(
        {
          entity: entity === undefined ? [] : list({ a: entity }),
          vector: vector === undefined ? [] : list({ a: vector }),
        },
        { similarityWeight: 0.5 },
      )[0]?.shares.map(({ arm, share }) => [arm, share]);
    expect(shares(0.8, 0.8)).toEqual([
      ["entity", 0.4],
      ["vector", 0],
    ]);
    expect(shares(0.7, 0.8)).toEqual([
      ["entity", 0],
      ["vector", 0.4],
    ]);
    expect(shares(0.7, undefined)).toEqual([["entity", 0.35]]);
    expect(shares(undefined, 0.8)).toEqual([["vector", 0.4]]);
    expect(shares(undefined, -0.5)).toEqual([["vector", 0]]);
    expect(shares(2, undefined)).toEqual([["entity", 0.5]]);
  });

  it("of weights counts a cosine below 0 as 0", () => {
    const fused = fuseWeighted(
      { keyword: list({ a: 1 }), vector: list({ a: -1 }) },
      { keywordWeight: 1, vectorWeight: 1 },
    );
    expect(fused[0]?.score).toBe(0.25);
  });
});
