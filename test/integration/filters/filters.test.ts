import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { lets, someFilters, THINGS } from "./corpus.ts";
import { type FilteredWorld, filteredWorld } from "./filtered-world.ts";

describe("filters of a search on Cloudflare", () => {
  let world: FilteredWorld;
  beforeAll(async () => {
    world = await filteredWorld("cloudflare");
  });
  afterAll(() => world.dispose());

  it("leave nothing out where there are none", async () => {
    expect((await world.found(undefined)).names).toEqual(THINGS.map(({ name }) => name));
  });

  it("let through what a plain filter lets through, whatever they are", async () => {
    await fc.assert(
      fc.asyncProperty(someFilters, async (filters) => {
        const { names } = await world.found(filters);
        expect(names).toEqual(THINGS.filter((thing) => lets(thing, filters)).map(({ name }) => name));
      }),
      { numRuns: 25, endOnFailure: true },
    );
  });
});
