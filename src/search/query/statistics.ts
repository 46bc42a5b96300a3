import type { AnalysedQuery } from "./analyse.ts";

/** How many chunks contain a term, and how many there are: statistics of one workspace. */
export interface TermStatistics {
  readonly chunkCount: number;
  /** Chunks that contain the term, by stem; a term that is missing occurs nowhere. */
  readonly chunkFrequency: ReadonlyMap<string, number>;
}

/** A query with statistics that know its terms. */
export interface KnownQuery {
  readonly query: AnalysedQuery;
  readonly statistics: TermStatistics;
}

/** A query term with its rarity in the workspace. */
export interface WeighedTerm {
  readonly stem: string;
  readonly idf: number;
}

/** BM25's weight of a term: ln(1 + (N − n + 0.5) / (n + 0.5)). Never negative. */
export const inverseFrequency = (chunkCount: number, frequency: number): number =>
  Math.log(1 + (Math.max(0, chunkCount - frequency) + 0.5) / (frequency + 0.5));

/** The terms of a query, each with its rarity in the workspace. */
export function weighTerms({ query, statistics }: KnownQuery): readonly WeighedTerm[] {
  const { chunkCount, chunkFrequency } = statistics;
  return query.terms.map(({ stem }) => ({
    stem,
    idf: inverseFrequency(chunkCount, chunkFrequency.get(stem) ?? 0),
  }));
}

/**
 * The share of a query's idf, 0 to 1, that is in words of no chunk of the workspace; a repaired word counts as what it
 * was repaired to. One such word of idf 6 beside known ones of 2 and 4 → 0.5. 0 where there are no words.
 */
export function unknownShare(known: KnownQuery): number {
  const { chunkFrequency } = known.statistics;
  const terms = weighTerms(known);
  const idfOf = (some: typeof terms): number => some.reduce((sum, { idf }) => sum + idf, 0);
  const all = idfOf(terms);
  return all > 0 ? idfOf(terms.filter(({ stem }) => !chunkFrequency.get(stem))) / all : 0;
}
