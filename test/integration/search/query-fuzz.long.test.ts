import { expect, it } from "vitest";
import { fuzzSearch } from "../../quality/fuzz-search.ts";

/** `npm run fuzz` asks 250 times as many. */
const QUERIES = 400;
const SEED = 1_105;

it("answers every kind of query string, and refuses exactly the empty and the over-long", async () => {
  const { asked, found, refused, problems } = await fuzzSearch(QUERIES, SEED);
  expect(problems).toEqual([]);
  expect(asked).toBe(QUERIES);
  // Enough of each for the line above to mean something.
  expect(found).toBeGreaterThan(QUERIES / 5);
  expect(refused).toBeGreaterThan(QUERIES / 50);
  expect(refused).toBeLessThan(QUERIES / 5);
});
