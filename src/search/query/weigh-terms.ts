import type { WeighedTerm } from "../arms/keyword/proximity.ts";
import type { RepairedQuery } from "./repair/repair-step.ts";
import { inverseFrequency } from "./term-statistics.ts";

/** The terms of a query as it was repaired, each with its rarity in the workspace. */
export function weighTerms({
  query,
  statistics,
}: Pick<RepairedQuery, "query" | "statistics">): readonly WeighedTerm[] {
  const { chunkCount, chunkFrequency } = statistics;
  return query.terms.map(({ stem }) => ({
    stem,
    idf: inverseFrequency(chunkCount, chunkFrequency.get(stem) ?? 0),
  }));
}
