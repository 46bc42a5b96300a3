import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyseQuery, inverseFrequency, unknownShare } from "../../../src/search/query/analyse.ts";
import { withRepairs } from "../../../src/search/query/repair.ts";

const statistics = (frequencies: Readonly<Record<string, number>>, chunkCount = 42) => ({
  chunkCount,
  chunkFrequency: new Map(Object.entries(frequencies)),
});

describe("the share of a query that no chunk holds", () => {
  it("is that of its idf, not of its words", () => {
    // idf = ln(1 + (42 − df + .5) / (df + .5)): in no chunk ln 86 = 4.454, in two ln 17.2 = 2.845.
    const query = analyseQuery("walkers cable");
    const half = unknownShare({ query, statistics: statistics({ cabl: 2 }) });
    expect(half).toBeCloseTo(4.454 / (4.454 + 2.845), 3);
    expect(inverseFrequency(42, 0)).toBeCloseTo(4.454, 3);
    expect(unknownShare({ query, statistics: statistics({ cabl: 2, walker: 1 }) })).toBe(0);
    expect(unknownShare({ query, statistics: statistics({}) })).toBe(1);
    expect(unknownShare({ query, statistics: statistics({ cabl: 0, walker: 0 }) })).toBe(1);
  });

  it("counts a repaired word as what it was repaired to", () => {
    const typed = analyseQuery("hexagom resolution");
    const known = statistics({ hexagon: 2, resolut: 2 });
    expect(unknownShare({ query: typed, statistics: known })).toBeGreaterThan(0.5);
    const query = withRepairs(typed, [{ from: "hexagom", to: "hexagon", stem: "hexagon" }]);
    expect(unknownShare({ query, statistics: known })).toBe(0);
  });

  it("is 0 without words and in an empty workspace of no statistics", () => {
    expect(unknownShare({ query: analyseQuery("?!"), statistics: statistics({}) })).toBe(0);
    expect(unknownShare({ query: analyseQuery("?!"), statistics: statistics({}, 0) })).toBe(0);
  });

  it("lies within 0 and 1 for any query and any frequencies", () => {
    const word = fc.constantFrom("heron", "weir", "鮭の遡上", "log4cxx", "🐟", "the", "eel");
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.nat(50), fc.nat(1_000), (words, count, chunks) => {
        const query = analyseQuery(words.join(" "));
        const some = Object.fromEntries(
          query.terms.filter((_, at) => at % 2).map(({ stem }) => [stem, count]),
        );
        const share = unknownShare({ query, statistics: statistics(some, Math.max(chunks, count)) });
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }),
    );
  });
});
