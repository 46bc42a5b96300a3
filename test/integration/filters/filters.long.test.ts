import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROFILES } from "../../../src/search/contract/constants.ts";
import { lets, someFilters, THINGS } from "./corpus.ts";
import { type FilteredWorld, filteredWorld, UNKNOWN_NAME, UNKNOWN_WORD } from "./filtered-world.ts";

const NO_OTHER = { "arms.keyword": false, "arms.vector": false, "arms.entity": false } as const;

/** One arm alone, by the settings that turn the others off; what finds nothing may not be stood in for by the newest. */
const ARMS = {
  keyword: { settings: { ...NO_OTHER, "arms.keyword": true } },
  vector: { settings: { ...NO_OTHER, "arms.vector": true } },
  recent: { settings: NO_OTHER },
  entity: {
    query: UNKNOWN_NAME,
    profile: "dual",
    // It ranks by what another arm says, which finds nothing here.
    settings: { ...NO_OTHER, "arms.keyword": true, "arms.entity": true, "arms.recent": "off" },
  },
} as const;

/** It rewrites for the keyword arm, which finds nothing for the query itself. */
const EXPANSION = {
  query: UNKNOWN_WORD,
  settings: { ...NO_OTHER, "arms.keyword": true, "arms.expand": true, "arms.recent": "off" },
};

describe.each(["cloudflare", "local"] as const)("random filters on %s", (platform) => {
  let world: FilteredWorld;
  beforeAll(async () => {
    world = await filteredWorld(platform);
  });
  afterAll(() => world.dispose());

  const holds = async (more: Record<string, unknown>, numRuns: number): Promise<void> => {
    // What a profile does not show at all no filter brings.
    const shown = new Set((await world.found(undefined, more)).names);
    expect(shown.size).toBeGreaterThan(THINGS.length / 4);
    await fc.assert(
      fc.asyncProperty(someFilters, async (filters) => {
        const passing = THINGS.filter((thing) => lets(thing, filters)).map(({ name }) => name);
        const { names } = await world.found(filters, more);
        expect(names.filter((name) => !passing.includes(name))).toEqual([]);
        // Filters apply before ranking: what passes is not crowded out by what does not.
        expect(passing.filter((name) => shown.has(name) && !names.includes(name))).toEqual([]);
      }),
      { numRuns, endOnFailure: true },
    );
  };

  it.each(PROFILES)("let through the same in the profile %s", (profile) => holds({ profile }, 40));

  it.each(Object.entries(ARMS))("let through the same in the arm %s alone", async (arm, more) => {
    const { body } = await world.found(undefined, more);
    // The newest stand in where no arm finds anything: then it would be they that are tested.
    expect(body.fallback).toBe(arm === "recent" ? "recent" : undefined);
    await holds(more, 60);
  });

  // The embedded parts have no text model.
  it.runIf(platform === "cloudflare")("let through the same in the arm expansion alone", async () => {
    const { settings } = EXPANSION;
    const plain = { ...EXPANSION, settings: { ...settings, "arms.expand": false } };
    expect((await world.found(undefined, plain)).names).toEqual([]);
    await holds(EXPANSION, 60);
  });
});
