import fc from "fast-check";
import { expect, it } from "vitest";
import { judged, QUERY, type Ranked } from "./judged.ts";

const word = fc.constantFrom(...QUERY.split(" "), "soup", "noon", "heron", "vaulted");
const ranked: fc.Arbitrary<Ranked> = fc.record({
  text: fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(" ")),
  headings: fc.array(word, { maxLength: 2 }),
  keyword: fc.double({ min: 0, max: 20, noNaN: true }),
});
const share = fc.constantFrom(0, 0.05, 0.18, 0.3, 0.6, 0.95);

it("changes with the limit in nothing but its length: every answer is the start of a longer one", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(ranked, { maxLength: 15 }),
      fc.record({ floor: share, min: share, fallback: fc.constantFrom(undefined, "recent" as const) }),
      async (passages, { floor, min, fallback }) => {
        const settings = { "relevance.floor": floor, "relevance.min": min };
        const ask = (limit: number) => judged(passages, { settings, limit, fallback });
        const all = await ask(100);
        for (const limit of [1, 2, 4, 5, 6, 14]) {
          const some = await ask(limit);
          expect(some.hits).toEqual(all.hits.slice(0, limit));
          for (const same of ["closest", "relevance", "confidence", "calibration"] as const)
            expect(some[same], same).toEqual(all[same]);
          for (const id of [...some.hits, ...some.closest])
            expect([id, some.relevanceOf(id)]).toEqual([id, all.relevanceOf(id)]);
        }
        for (const id of [...all.hits, ...all.closest]) expect(all.relevanceOf(id)).toBeTypeOf("number");
        expect(all.hits.length === 0 || all.closest.length === 0).toBe(true);
        expect(all.closest.length).toBeLessThanOrEqual(3);
      },
    ),
    { numRuns: 40 },
  );
});
