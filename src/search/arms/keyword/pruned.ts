import { ftsTable, vocabularyTable } from "../../../database/keyword-tables.ts";
import type { Values } from "../../../database/statement.ts";
import { stem } from "../../../text/words/stem.ts";
import type { SearchPlan } from "../../plan.ts";
import { matchText, quoted, soughtWords } from "../../query/match-text.ts";

// Most of what FTS5 takes in a large workspace is ranking: 1.2 us a match, where finding it takes .2, and most matches have
// nothing of the query but a word or two that are common there. What such a word adds has a bound: bm25's share of one word
// stays below (k1 + 1) times its inverse frequency, however often it occurs (MaxScore: Turtle and Flood 1995,
// https://doi.org/10.1016/0306-4573(95)00020-H). Matches of such words alone are left out where all those words together stay
// below the last score that is read; where they do not, which shows afterwards, the whole question is asked. The order is that
// of the whole question, always.

/** Smaller workspaces are ranked whole: there is nothing to gain. */
export const LARGE_PASSAGES = 20_000;

/** k1 + 1 of FTS5's bm25 (https://sqlite.org/fts5.html#the_bm25_function). */
const MOST_OF_A_WORD = 2.2;
/** The workspace's own count of its passages may lag behind the index's. */
const COUNT_SLACK = 1.1;
/** FTS5's least inverse frequency, of words that most passages have. */
const LEAST_IDF = 1e-6;

/**
 * How high the last score will be is guessed: a share of what the word can reach at most with which the rarest ones have
 * so many matches. On 100,000 passages of four judged sets the guess held for 37 of 40 queries; .5 and .8 took longer.
 */
const GUESSED_SHARE = 0.7;
const GUESSED_MATCHES = 150;
/** Matches that have to be spared by it: a question that is asked again costs as much. */
const MIN_SPARED = 1_000;

/** A word as the vocabulary has it, of which FTS5 makes one term and no beginning of terms. */
const IS_PLAIN = /^[a-z0-9]+$/;

/** Whether it is worth it. */
export const isLarge = ({ ranking }: Pick<SearchPlan, "ranking">): boolean =>
  ranking.passages >= LARGE_PASSAGES;

interface Pruned {
  /** Whole rows of `ranked (rid, rank)`, best first. */
  readonly with: string;
  readonly values: Values;
}

interface Whole {
  readonly plan: SearchPlan;
  /** Everything that is looked for, surface forms. */
  readonly words: readonly string[];
  /** SQL: forms in other languages, each with ` OR ` before it. */
  readonly forms: string;
  /** Tables and conditions of the whole question, whose MATCH is `expression`. */
  readonly whole: (expression: string) => { readonly from: string; readonly where: string };
  /** Rows at most. */
  readonly rows: number;
}

/**
 * The first rows of a question without filters, as a table for others to join. Rows of the ranking are read by FTS5 alone;
 * where reading rows costs nothing it leaves the sorting to SQLite, which needs .6 of the time since it keeps the first only.
 */
export function prunedSql({ plan, words, forms, whole, rows }: Whole): Pruned {
  const { workspace, ranking } = plan;
  const fts = ftsTable(workspace);
  const sought = soughtWords(words).map((word) => ({
    term: IS_PLAIN.test(word) ? stem(word) : null,
    match: quoted(word),
  }));
  const typed = matchText([], plan.query.typed);
  const again = whole("(SELECT again FROM judged)");
  return {
    with: `WITH ${questionSql(workspace, forms)},
      best (rid, rank) AS MATERIALIZED (SELECT rowid, rank FROM ${fts} WHERE ${fts} MATCH (SELECT pruned FROM question)
        ORDER BY ${ranking.areRowsFree ? "+" : ""}rank LIMIT ${rows}),
      judged AS MATERIALIZED (SELECT iif(isExact, '""', everything) AS again, isExact FROM (
        SELECT everything, NOT isDeleting AND (bound IS NULL OR (found = ${rows} AND least > bound)) AS isExact
        FROM (SELECT count(*) AS found, -max(rank) AS least FROM best) CROSS JOIN question)),
      ranked (rid, rank) AS (SELECT rid, rank FROM best WHERE (SELECT isExact FROM judged) UNION ALL
        SELECT * FROM (SELECT k.rowid, k.rank FROM ${again.from} WHERE ${again.where} ORDER BY k.rank LIMIT ${rows}))`,
    values: {
      workspace,
      words: JSON.stringify(sought),
      typed: typed === undefined ? "" : ` OR ${typed}`,
    },
  };
}

const joined = (filter = ""): string =>
  `substr(coalesce(group_concat(' OR ' || match, '') ${filter}, '') || rest, 5)`;

/**
 * In the order in which the whole question names them, by which scores are added up. Without what no passage has: it changes
 * nothing, and each word costs FTS5 something at every match. A chain of tables that each name one other, once: SQLite
 * prepares a table as often as it is named; and a plus before a parameter, by whose value it would plan, and so prepare all of it
 * at each search. The rarest word with enough matches is the one of them that can reach most.
 */
const questionSql = (workspace: number, forms: string): string => `
  words AS (SELECT w.key AS place, w.value ->> 'match' AS match, v.doc AS passages,
      ${MOST_OF_A_WORD} * max(${LEAST_IDF}, ln(max(0.5, ${COUNT_SLACK} * t.chunks - v.doc + 0.5) / (v.doc + 0.5))) AS most
    FROM workspaces t CROSS JOIN json_each(:words) w LEFT JOIN ${vocabularyTable(workspace)} v ON v.term = w.value ->> 'term'
    WHERE t.num = +:workspace AND (w.value ->> 'term' IS NULL OR v.doc > 0)),
  sums AS (SELECT *, sum(passages) OVER (ORDER BY passages, match) AS upTo,
      sum(most) OVER (ORDER BY passages DESC, match DESC) AS bound FROM words),
  marked AS (SELECT *, passages > 0 AND coalesce(bound < ${GUESSED_SHARE} *
      max(iif(upTo >= ${GUESSED_MATCHES}, most, NULL)) OVER (), 0) AS isCommon FROM sums),
  texts AS (SELECT ${joined()} AS everything, ${joined("FILTER (WHERE isCommon IS NOT 1)")} AS rare,
      group_concat(match, ' OR ') FILTER (WHERE isCommon) AS common,
      iif(sum(passages) FILTER (WHERE isCommon) >= ${MIN_SPARED}, max(bound) FILTER (WHERE isCommon), NULL) AS bound
    FROM (SELECT :typed || ${forms} AS rest) LEFT JOIN (SELECT * FROM marked ORDER BY place)),
  question AS MATERIALIZED (SELECT bound, isDeleting, iif(everything = '', '""', everything) AS everything,
      CASE WHEN isDeleting OR everything = '' THEN '""' WHEN bound IS NULL THEN everything
        ELSE '(' || everything || ') NOT ((' || common || ') NOT (' || rare || '))' END AS pruned
    FROM texts CROSS JOIN (SELECT EXISTS (SELECT 1 FROM deletions WHERE workspace = +:workspace) AS isDeleting))`;
