import type { RepairedQuery } from "./repair/repair-step.ts";
import { weighTerms } from "./weigh-terms.ts";

/**
 * The share of a query's idf, 0 to 1, that is in words of no chunk of the workspace; a repaired word counts as what it
 * was repaired to. One such word of idf 6 beside known ones of 2 and 4 → 0.5. 0 where there are no words.
 */
export function unknownShare(repaired: Pick<RepairedQuery, "query" | "statistics">): number {
  const { chunkFrequency } = repaired.statistics;
  const terms = weighTerms(repaired);
  const idfOf = (some: typeof terms): number => some.reduce((sum, { idf }) => sum + idf, 0);
  const all = idfOf(terms);
  return all > 0 ? idfOf(terms.filter(({ stem }) => !chunkFrequency.get(stem))) / all : 0;
}
