import { expect, it } from "vitest";
import { withOwnBm25 } from "../../../src/search/arms/keyword/own-bm25.ts";
import type { KeywordCandidate } from "../../../src/search/arms/keyword/rescore.ts";
import { analyseQuery } from "../../../src/search/query/analyse.ts";

const candidate = (id: string, text: string, more: Partial<KeywordCandidate> = {}): KeywordCandidate => ({
  ...{ id, text, documentNum: 1, documentChunks: 1, title: "", language: "markdown", bm25: 7, ...more },
});

/** By two words of which the second is rarer. */
const scored = (...candidates: readonly KeywordCandidate[]): readonly number[] => {
  const chunkFrequency = new Map([
    ["harbour", 50],
    ["pilot", 5],
  ]);
  const known = { query: analyseQuery("harbour pilot"), statistics: { chunkCount: 100, chunkFrequency } };
  return withOwnBm25(known, candidates).map(({ bm25 }) => bm25);
};

it("is what FTS5's formula gives, by the counts that it is told", () => {
  const text = "the pilot boards";
  const idf = Math.log(1 + 95.5 / 5.5);
  // The only one is as long as the mean.
  expect(scored(candidate("a", text))).toEqual([expect.closeTo((idf * 2.2) / 2.2, 5)]);
  expect(scored(candidate("a", "", { title: "pilot" }))).toEqual([
    expect.closeTo((idf * 3 * 2.2) / (3 + 1.2), 5),
  ]);
});

it("rises with rarer words and more of them, and falls with the length", () => {
  const [common = 0, rare = 0, both = 0, long = 0, none = 0, dated] = scored(
    candidate("common", "the harbour is here"),
    candidate("rare", "the pilot is here now"),
    candidate("both", "harbour pilot is here"),
    candidate("long", `the pilot ${"is here ".repeat(20)}`),
    candidate("none", "a harbourmaster, inside"),
    candidate("dated", "said on that day", { bm25: 0 }),
  );
  expect(rare).toBeGreaterThan(common);
  expect(both).toBeGreaterThan(rare);
  expect(long).toBeLessThan(rare);
  expect([none > 0, none < common, dated]).toEqual([true, true, 0]);
});
