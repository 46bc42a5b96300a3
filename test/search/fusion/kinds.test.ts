import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fuseBoost, fuseDistance, fuseUnion, fuseWeighted } from "../../../src/search/fusion/fuse.ts";
import { fuseArms } from "../../../src/search/fusion/fuse-arms.ts";
import type { ListsByArm, Scored, TraitsOf } from "../../../src/search/fusion/lists.ts";
import type { FusionSettings } from "../../../src/search/profiles/profile.ts";
import { resolveProfile } from "../../../src/search/profiles/resolve-profile.ts";
import { armLists } from "./lists.ts";

const list = (scores: Readonly<Record<string, number>>): Scored[] =>
  Object.entries(scores).map(([id, score]) => ({ id, score }));

const scoresOf = (fused: readonly Scored[]) =>
  Object.fromEntries(fused.map(({ id, score }) => [id, Number(score.toFixed(4))]));

const noTraits: TraitsOf = () => undefined;

describe("weighted", () => {
  const weights = { keywordWeight: 0.3, vectorWeight: 0.7 };

  it("is 0.7 · cosine + 0.3 · r / (1 + r), a missing side counting 0", () => {
    const fused = fuseWeighted(
      { keyword: list({ a: 4, b: 9 }), vector: list({ a: 0.8, c: 0.5, d: -0.2 }) },
      weights,
    );
    expect(scoresOf(fused)).toEqual({ a: 0.8, c: 0.35, b: 0.27, d: 0 });
  });

  it("leaves an arm that did not run out of the denominator", () => {
    expect(scoresOf(fuseWeighted({ keyword: list({ a: 4 }), vector: undefined }, weights))).toEqual({
      a: 0.8,
    });
  });
});

describe("boost", () => {
  const settings = { keywordBoost: 0.15, keywordFloor: 0.5 };

  it("raises a cosine that keywords confirm, and gives keywords alone a half at least", () => {
    const lists = { keyword: list({ a: 4, b: 0.25, c: 9 }), vector: list({ a: 0.6, d: 0.4, e: 0.95 }) };
    expect(scoresOf(fuseBoost(lists, settings))).toEqual({ e: 0.95, c: 0.9, a: 0.69, b: 0.5, d: 0.4 });
  });

  it("is cut at 1", () => {
    expect(fuseBoost({ keyword: list({ a: 1 }), vector: list({ a: 0.95 }) }, settings)[0]?.score).toBe(1);
  });
});

describe("distance", () => {
  const settings = { ftsBonus: 0.1, priorityWeight: 0.15, recencyWeight: 0.2 };

  it("is 1 / (1 + d), keyword hits being nearer by 0.1", () => {
    const lists = { keyword: list({ a: 4, b: 2 }), vector: list({ a: 0.7, c: 0.5 }) };
    // a: 1 − .7 − .1 = .2; b: the greatest distance .5 − .1 = .4; c: .5
    expect(scoresOf(fuseDistance(lists, settings, noTraits))).toEqual({ a: 0.8333, b: 0.7143, c: 0.6667 });
  });

  it("pushes off by priority and by age over the pool's greatest age", () => {
    const traits: TraitsOf = (id) => ({ ageDays: id === "old" ? 100 : 25, priority: id === "old" ? 1 : 2 });
    const lists = { keyword: undefined, vector: list({ old: 0.8, new: 0.8 }) };
    // old: .2 + 0 + .2 = .4; new: .2 + .15 + .05 = .4
    expect(scoresOf(fuseDistance(lists, settings, traits))).toEqual({ new: 0.7143, old: 0.7143 });
  });

  it("takes the greatest age of both arms", () => {
    const traits: TraitsOf = (id) => ({ ageDays: id === "old" ? 300 : 30, priority: 1 });
    const lists = { keyword: list({ old: 2 }), vector: list({ new: 0.8 }) };
    // new: .2 + .2 × 30 / 300 = .22; old: the greatest distance .2 - .1 + .2 × 1 = .3
    expect(scoresOf(fuseDistance(lists, settings, traits))).toEqual({ new: 0.8197, old: 0.7692 });
  });

  it.each([[undefined], [[]]])(
    "ranks keyword hits by their share of the best where vectors are %j",
    (vector) => {
      // a: 1 − .85; b: 1 − .85 / 4
      const lists = { keyword: list({ a: 4, b: 1 }), vector };
      expect(scoresOf(fuseDistance(lists, settings, noTraits))).toEqual({ a: 0.8696, b: 0.5594 });
    },
  );
});

describe("union", () => {
  it("keeps the higher of entity and cosine, and says which it was", () => {
    const fused = fuseUnion(
      { keyword: undefined, entity: list({ a: 1, b: 0.6 }), vector: list({ a: 0.8, b: 0.9, c: 0.5 }) },
      { similarityWeight: 0.6 },
    );
    expect(scoresOf(fused)).toEqual({ a: 0.6, b: 0.54, c: 0.3 });
    const winners = fused.map(({ shares }) => shares.find(({ share }) => share > 0)?.arm);
    expect(winners).toEqual(["entity", "vector", "vector"]);
  });
});

const KINDS = ["rrf", "convex", "weighted", "boost", "distance", "union", "single"] as const;

const arm = fc.uniqueArray(
  fc.tuple(fc.integer({ min: 0, max: 40 }), fc.double({ min: -1, max: 1, noNaN: true })),
  {
    selector: ([id]) => id,
    maxLength: 30,
  },
);

const toList = (rows: readonly (readonly [number, number])[], scale: number): Scored[] =>
  rows
    .map(([id, score]) => ({ id: `c${id}`, score: score * scale }))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));

describe.each(KINDS)("%s over any lists", (kind) => {
  const settings: FusionSettings = { ...resolveProfile("edge").fusion, kind };
  const fuse = (lists: ListsByArm, embedder: "neural" | "embedded") =>
    fuseArms(armLists(lists), settings, { embedder: { kind: embedder }, traits: noTraits });

  it.each(["neural", "embedded"] as const)(
    "invents nothing, stays within 0 and 1, best first with ties by id (%s)",
    (embedder) => {
      fc.assert(
        fc.property(arm, arm, (words, meanings) => {
          const lists = { keyword: toList(words, 20), vector: toList(meanings, 1) };
          const known = new Set([...lists.keyword, ...lists.vector].map(({ id }) => id));
          const fused = fuse(lists, embedder);
          const order = fused.map(({ id, score }) => ({ id, score }));
          expect(fused.every(({ id, score }) => known.has(id) && score >= 0 && score <= 1)).toBe(true);
          expect(order).toEqual([...order].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)));
          expect(new Set(order.map(({ id }) => id)).size).toBe(order.length);
        }),
      );
    },
  );

  it("still ranks when the vector arm is lost", () => {
    const fused = fuse({ keyword: list({ a: 4, b: 2 }), vector: undefined }, "neural");
    expect(fused.map(({ id }) => id)).toEqual(["a", "b"]);
  });
});

describe("arm thresholds", () => {
  it("leave weak rows of an arm out before fusion", () => {
    const settings: FusionSettings = { ...resolveProfile("dual").fusion };
    const lists = armLists({ vector: list({ a: 0.5, b: 0.39 }), entity: list({ b: 0.49, c: 0.5 }) });
    const fused = fuseArms(lists, settings, { embedder: { kind: "neural" }, traits: noTraits });
    expect(fused.map(({ id }) => id)).toEqual(["a", "c"]);
  });
});

describe("a rewritten query's list", () => {
  const lists = armLists(
    { keyword: list({ a: 4, b: 3 }) },
    { name: "keyword rewrite 1", arm: "keyword", isExpansion: true, entries: list({ c: 8 }) },
  );

  it.each([
    ["rrf", ["a", "b", "c"]],
    ["convex", ["a", "c", "b"]],
  ] as const)("counts half in %s", (kind, order) => {
    const fused = fuseArms(
      lists,
      { ...resolveProfile("edge").fusion, kind },
      { embedder: { kind: "neural" }, traits: noTraits },
    );
    expect(fused.map(({ id }) => id)).toEqual(order);
    expect(fused.find(({ id }) => id === "c")?.shares[0]?.arm).toBe("keyword rewrite 1");
  });

  it.each(["openclaw", "keyword"] as const)(
    "adds at half its score what the arm of %s did not find",
    (name) => {
      const fused = fuseArms(
        lists,
        { ...resolveProfile(name).fusion },
        { embedder: { kind: "neural" }, traits: noTraits },
      );
      expect(scoresOf(fused)).toEqual({ a: 0.8, c: 0.8, b: 0.75 });
    },
  );
});
