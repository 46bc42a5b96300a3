import { describe, expect, it } from "vitest";
import { PROFILES } from "../../../src/search/contract/constants.ts";
import { fuseArms } from "../../../src/search/fusion/fuse-arms.ts";
import type { Scored, TraitsOf } from "../../../src/search/fusion/lists.ts";
import { resolveProfile } from "../../../src/search/profiles/resolve-profile.ts";
import { armLists } from "./lists.ts";

/** Neither in the order of their ids nor far apart: the first two in a large index, the others in a tiny one. */
const KEYWORD: readonly Scored[] = [
  { id: "e", score: 9 },
  { id: "d", score: 8.9 },
  { id: "c", score: 0.6 },
  { id: "b", score: 0.3 },
  { id: "a", score: 0.000_01 },
];
const ORDER = KEYWORD.map(({ id }) => id);

const fuse = (
  profile: (typeof PROFILES)[number],
  {
    embedder = "neural" as "neural" | "embedded",
    settings = {},
    traits = (() => undefined) as TraitsOf,
  } = {},
) =>
  fuseArms(armLists({ keyword: KEYWORD }), resolveProfile(profile, settings).fusion, {
    embedder: { kind: embedder },
    traits,
  });
const ids = (fused: readonly Scored[]) => fused.map(({ id }) => id);

describe.each(PROFILES)("without the vector arm, %s", (profile) => {
  it.each(["neural", "embedded"] as const)(
    "ranks what the keyword arm found, in its order (%s)",
    (embedder) => {
      const fused = fuse(profile, { embedder });
      expect(ids(fused)).toEqual(ORDER);
      expect(new Set(fused.map(({ score }) => score)).size).toBe(ORDER.length);
      for (const { shares } of fused) expect(shares.map(({ arm }) => arm)).toEqual(["keyword"]);
    },
  );
});

describe("without the vector arm", () => {
  it("age and priority decide in code-memory between what matches alike, not between good and bad", () => {
    const traits: TraitsOf = (id) => ({ ageDays: "edcba".indexOf(id) < 2 ? 90 : 0, priority: 1 });
    expect(ids(fuse("code-memory", { traits })).slice(0, 2)).toEqual(["e", "d"]);
    const older: TraitsOf = (id) => ({ ageDays: id === "e" ? 90 : 0, priority: 1 });
    expect(ids(fuse("code-memory", { traits: older })).slice(0, 2)).toEqual(["d", "e"]);
  });

  it("no least cosine is asked of what has none", () => {
    expect(ids(fuse("dual", { settings: { "fusion.minVector": 1 } }))).toEqual(ORDER);
  });

  it("a name that the query names still comes first in dual", () => {
    const lists = armLists({ keyword: KEYWORD, entity: [{ id: "z", score: 1 }] });
    const fused = fuseArms(lists, resolveProfile("dual").fusion, {
      embedder: { kind: "neural" },
      traits: () => undefined,
    });
    expect(ids(fused)).toEqual(["z", ...ORDER]);
  });

  it.each([
    ["edge", { "fusion.keywordWeight": 0 }],
    ["edge", { "fusion.kind": "convex", "fusion.convexWeight": 1 }],
    ["openclaw", { "fusion.keywordWeight": 0 }],
  ] as const)(
    "words weigh what it would have weighed where they weigh nothing: %s %j",
    (profile, settings) => {
      expect(ids(fuse(profile, { settings }))).toEqual(ORDER);
    },
  );
});
