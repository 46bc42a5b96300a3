import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROFILES } from "../../../src/search/contract/constants.ts";
import { lets, someFilters, THINGS } from "./corpus.ts";
import { type FilteredWorld, filteredWorld } from "./filtered-world.ts";

/** One arm alone, by the settings that turn the others off. */
const ARMS = {
  keyword: { "arms.vector": false, "arms.entity": false },
  vector: { "arms.keyword": false, "arms.entity": false },
  recent: { "arms.keyword": false, "arms.vector": false, "arms.entity": false },
} as const;

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

  it.each(Object.entries(ARMS))("let through the same in the arm %s alone", (_, settings) =>
    holds({ settings }, 60),
  );
});
