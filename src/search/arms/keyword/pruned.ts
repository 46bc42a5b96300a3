import { ftsTable, vocabularyTable } from "../../../database/keyword-tables.ts";
import type { Values } from "../../../database/statement.ts";
import { stem } from "../../../text/words/stem.ts";
import type { SearchPlan } from "../../plan.ts";
import { IS_PLAIN } from "../../query/analyse.ts";
import { splitsMatchSql } from "../../query/language-forms.ts";
import { matchText, quoted, soughtWords } from "../../query/match-text.ts";

// Most of what FTS5 takes in a large workspace is ranking: 1.2 us a match, where finding it takes .1, and most matches have
// nothing of the query but a word or two that are common there. So three kinds of words are told apart, by what they are worth:
// rare ones; common ones, by which matches of rare ones are ranked too, while matches of them alone come behind all others
// (MaxScore, with a guessed last score: Turtle and Flood 1995, https://doi.org/10.1016/0306-4573(95)00020-H); and the most
// common, which do not rank at all. What comes behind is read where the matches before it do not fill a list.
// What that takes and what it changes: docs/benchmarks.md, "Ranking by rarer words".

/** Smaller workspaces are ranked whole: there is little to gain. */
export const LARGE_PASSAGES = 20_000;
/** An isolate plans by the size it saw last, and a list's pages come from several: in between the database itself decides. */
const SURELY_SMALL = LARGE_PASSAGES / 2;

/** FTS5's least inverse frequency, of words that most passages have. */
const LEAST_IDF = 1e-6;

/**
 * Words are measured against one that, with all rarer ones, has so many matches: a list is full of such. Those that are together
 * worth less than a share of it are common, or do not rank. Shares and matches were chosen on 100,000 passages of four judged
 * sets: of 200 queries' first ten matches three in 2,000 are others.
 */
export const FULL_LIST = 300;
export const COMMON_SHARE = 1.6;
export const UNRANKED_SHARE = 0.2;
/** Matches that have to be spared by it. */
export const MIN_SPARED = 1_000;

/** Of other words. The vocabulary has no such term; asked for NULL it would read and count all of its terms. */
const UNKNOWN = "";

/** Forms in other languages stand behind the words as they were typed. */
const BEHIND_WORDS = 1_000_000;

/** Whether it may be worth it. */
export const mayBeLarge = ({ ranking }: Pick<SearchPlan, "ranking">): boolean =>
  (ranking.passages ?? LARGE_PASSAGES) >= SURELY_SMALL;

interface Pruned {
  /** Makes `ranked (rid, rank, part)`, whose rows are in the order of part and rank. */
  readonly with: string;
  readonly values: Values;
}

interface Whole {
  readonly plan: SearchPlan;
  /** Everything that is looked for, surface forms. */
  readonly words: readonly string[];
  /** Tables and conditions of the whole question, whose MATCH is `expression`. */
  readonly whole: (expression: string) => { readonly from: string; readonly where: string };
  /** Rows at most. */
  readonly rows: number;
}

/**
 * The first rows of a question without filters, as a table for others to join. Rows of the ranking are read by FTS5 alone;
 * where reading rows costs nothing it leaves the sorting to SQLite, which needs .6 of the time since it keeps the first only.
 */
export function prunedSql({ plan, words, whole, rows }: Whole): Pruned {
  const { workspace, ranking } = plan;
  const fts = ftsTable(workspace);
  const sought = soughtWords(words).map((word) => ({
    term: IS_PLAIN.test(word) ? stem(word) : UNKNOWN,
    match: quoted(word),
  }));
  const typed = matchText([], plan.query.typed);
  const others = whole("(SELECT others FROM behind)");
  return {
    with: `WITH ${questionSql(workspace)},
      best (rid, rank) AS MATERIALIZED (SELECT rowid, rank FROM ${fts} WHERE ${fts} MATCH (SELECT first FROM question)
        ORDER BY ${ranking.areRowsFree ? "+" : ""}rank LIMIT ${rows}),
      behind AS MATERIALIZED (SELECT iif(count(*) < ${rows}, (SELECT others FROM question), '""') AS others FROM best),
      ranked (rid, rank, part) AS (SELECT rid, rank, 0 FROM best UNION ALL
        SELECT * FROM (SELECT k.rowid, k.rank, 1 FROM ${others.from} WHERE ${others.where} ORDER BY k.rank LIMIT ${rows}))`,
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
 * `first`, what is ranked, and `others`, all other matches of the question. Words stand in the order in which the whole question
 * names them, by which scores are added up, without what no passage has: it changes nothing, and each word costs FTS5 something
 * at every match. A chain of tables that each name one other, once: SQLite prepares a table as often as it is named; and a plus
 * before a parameter, by whose value it would plan, and so prepare all of it at each search.
 */
const questionSql = (workspace: number): string => `
  sought AS (SELECT key AS place, value ->> 'term' AS term, value ->> 'match' AS match FROM json_each(:words)
    UNION ALL SELECT ${BEHIND_WORDS} + id, key, value FROM json_each(:forms)),
  words AS (SELECT w.place, w.match, v.doc AS passages, t.chunks,
      max(${LEAST_IDF}, ln(max(0.5, t.chunks - v.doc + 0.5) / (v.doc + 0.5))) AS worth
    FROM workspaces t CROSS JOIN sought w LEFT JOIN ${vocabularyTable(workspace)} v ON v.term = w.term
    WHERE t.num = +:workspace AND (w.term = '${UNKNOWN}' OR v.doc > 0)),
  sums AS (SELECT *, sum(passages) OVER (ORDER BY passages, match) AS upTo,
      sum(worth) OVER (ORDER BY passages DESC, match DESC) AS together FROM words),
  measured AS (SELECT *, max(iif(upTo >= ${FULL_LIST} AND chunks >= ${LARGE_PASSAGES}, worth, NULL)) OVER () AS measure FROM sums),
  shares AS (SELECT *, iif(worth < measure, together / measure, ${COMMON_SHARE}) AS share FROM measured),
  texts AS (SELECT ${joined()} AS everything, ${joined(`FILTER (WHERE share >= ${UNRANKED_SHARE})`)} AS ranking,
      ${joined(`FILTER (WHERE share >= ${COMMON_SHARE})`)} AS rare,
      group_concat(match, ' OR ') FILTER (WHERE share >= ${UNRANKED_SHARE} AND share < ${COMMON_SHARE}) AS common,
      sum(passages) FILTER (WHERE share < ${COMMON_SHARE}) AS spared
    FROM (SELECT :typed || ${splitsMatchSql(vocabularyTable(workspace))} AS rest) LEFT JOIN (SELECT * FROM shares ORDER BY place)),
  parts AS (SELECT everything, CASE WHEN coalesce(spared, 0) < ${MIN_SPARED} OR rare = '' THEN everything
      WHEN common IS NULL THEN ranking
      ELSE '(' || ranking || ') NOT ((' || common || ') NOT (' || rare || '))' END AS first FROM texts),
  question AS MATERIALIZED (SELECT CASE WHEN isDeleting OR first = '' THEN '""' ELSE first END AS first,
      CASE WHEN first = everything AND NOT isDeleting OR first = '' THEN '""' WHEN isDeleting THEN everything
        ELSE '(' || everything || ') NOT (' || first || ')' END AS others
    FROM parts CROSS JOIN (SELECT EXISTS (SELECT 1 FROM deletions WHERE workspace = +:workspace) AS isDeleting))`;
