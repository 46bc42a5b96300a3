import type { AnalysedQuery } from "../../query/analyse.ts";
import { containsPhrase } from "../../query/phrases.ts";
import type { TermStatistics } from "../../query/term-statistics.ts";
import type { KeywordMatch } from "../../sql/search-types.ts";
import { type Rescored, rescore } from "./rescore.ts";

/** Rows whose raw text holds every quoted phrase of the query. */
export function withPhrases<Row extends { readonly text: string }>(
  rows: readonly Row[],
  phrases: readonly string[],
): readonly Row[] {
  if (phrases.length === 0) return rows;
  return rows.filter(({ text }) => phrases.every((phrase) => containsPhrase(text, phrase)));
}

export interface KeywordRanking {
  readonly statistics: TermStatistics;
  /** Rows that are ranked. */
  readonly armPool: number;
  /** Rows whose documents are added up; the same whatever the limit. */
  readonly sourceRows: number;
}

/** The keyword arm's pool, scored again from its text; best first. */
export function rankByKeyword(
  query: AnalysedQuery,
  rows: readonly KeywordMatch[],
  { statistics, armPool, sourceRows }: KeywordRanking,
): readonly Rescored[] {
  const candidates = withPhrases(rows, query.phrases)
    .slice(0, armPool)
    .map(({ id, documentNum, documentChunks, headings, text, bm25 }) => ({
      id,
      documentId: String(documentNum),
      documentChunks,
      title: headings.join("\n"),
      text,
      bm25,
    }));
  return rescore(query, candidates, { ...statistics, sourceRows });
}
