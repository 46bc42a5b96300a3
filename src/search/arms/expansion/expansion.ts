import type { Expansion as ExpansionList } from "../../fusion/arm-lists.ts";
import type { Scored } from "../../hops/scored.ts";
import { type AnalysedQuery, analyseQuery, stemsToLookUp } from "../../query/analyse.ts";
import type { TermStatistics } from "../../query/term-statistics.ts";
import type { KeywordMatch, KeywordQuery } from "../../sql/search-types.ts";
import { type KeywordRanking, rankByKeyword } from "../keyword/keyword.ts";
import type { Expansion } from "./generated-expansion.ts";

/** A rewritten query as the keyword arm asks it. */
export interface Rewrite {
  readonly arm: string;
  readonly query: AnalysedQuery;
  readonly question: KeywordQuery;
}

/** What a rewritten query found in the keyword index. */
export interface RewriteMatches extends Pick<Rewrite, "arm" | "query"> {
  readonly rows: readonly KeywordMatch[];
}

/** What the other forms of the query have found after hop 2. */
export interface ExpansionMatches {
  readonly rewrites: readonly RewriteMatches[];
  /** Knows the rewrites' terms too. */
  readonly statistics: TermStatistics;
  /** Lists of the vector arm, unknown chunks among them. */
  readonly vectors: readonly { readonly arm: string; readonly entries: readonly Scored[] }[];
}

/** The rewrites as questions to the keyword index. The phrases of the query itself stay: they are filters. */
export function rewritesOf(
  { rewrites }: Pick<Expansion, "rewrites">,
  { phrases }: Pick<AnalysedQuery, "phrases">,
  ask: (query: AnalysedQuery) => KeywordQuery | undefined,
): Rewrite[] {
  return rewrites.flatMap((text, at) => {
    const query = { ...analyseQuery(text), phrases };
    const question = ask(query);
    return question === undefined ? [] : [{ arm: `keyword rewrite ${at + 1}`, query, question }];
  });
}

/** Stems of all rewrites, each once. */
export const stemsOf = (rewrites: readonly Rewrite[]): string[] => [
  ...new Set(rewrites.flatMap(({ query }) => stemsToLookUp(query))),
];

/** Every other form's list for fusion, best first; rewrites are scored again by their own words. */
export function expansionLists(
  { rewrites, statistics, vectors }: ExpansionMatches,
  pool: Pick<KeywordRanking, "armPool" | "sourceRows">,
): ExpansionList[] {
  return [
    ...rewrites.map(({ arm, query, rows }) => ({
      of: "keyword" as const,
      arm,
      entries: rankByKeyword(query, rows, { statistics, ...pool }),
    })),
    ...vectors.map(({ arm, entries }) => ({ of: "vector" as const, arm, entries })),
  ];
}
