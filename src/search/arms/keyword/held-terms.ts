import { type Statement, statement, type Values } from "../../../database/statement.ts";
import { answerName, type DatabaseRead, databaseRead } from "../../hops/reads.ts";
import type { SearchPlan } from "../../plan.ts";
import { quoted } from "../../query/match-text.ts";
import type { UnknownWord } from "../../query/repair.ts";
import { type KeywordMatch, matchesRead, matchSql } from "./matches.ts";

/** The first of a word's near terms that a searched passage holds, and such a passage. */
export interface HeldTerm {
  /** The query's word. */
  readonly word: string;
  readonly term: string;
  readonly path: string;
  /** JSON. */
  readonly headings: string;
  readonly text: string;
}

export const HELD_TERMS = answerName<readonly HeldTerm[]>("held terms");

/**
 * Near terms with a passage that has each of them and passes the search's filters; without one, a word would be read as
 * another that the search cannot find. The context of a passage is another one's text.
 */
function heldSql(plan: SearchPlan): { readonly with: string; readonly values: Values } {
  const { from, where, values } = matchSql(plan.workspace, plan, "'- context : ' || (n.value ->> 'match')");
  return {
    with: `WITH held AS MATERIALIZED (SELECT n.value ->> 'word' AS word, n.value ->> 'term' AS term,
      n.value ->> 'match' AS match, n.value ->> 'searched' AS searched, n.key AS place,
      (SELECT c.rid FROM ${from} WHERE ${where} LIMIT 1) AS rid FROM json_each(:near) n)`,
    values,
  };
}

const nearOf = (words: readonly UnknownWord[]): string =>
  JSON.stringify(
    words.flatMap(({ word, near, isSearched }) =>
      near.map((one) => ({
        word,
        term: one.term,
        match: quoted(one.word),
        searched: isSearched ? 1 : 0,
      })),
    ),
  );

/** Reads which near terms the searched texts hold; of several for one word the nearest. No read where no word is unknown. */
export function heldTermsRead(plan: SearchPlan, words: readonly UnknownWord[]): readonly DatabaseRead[] {
  if (words.length === 0) return [];
  const held = heldSql(plan);
  // Beside a minimum SQLite gives the columns of its row.
  const sql: Statement<HeldTerm & { readonly place: number }> = statement(
    `${held.with} SELECT h.word, h.term, min(h.place) AS place, d.path, c.headings, c.text FROM held h
      CROSS JOIN chunks c ON c.rid = h.rid CROSS JOIN documents d ON d.num = c.document GROUP BY h.word`,
  );
  return [
    databaseRead(HELD_TERMS, {
      statement: sql,
      values: { ...held.values, near: nearOf(words) },
      answer: (rows) => rows,
    }),
  ];
}

/** What the keyword index answers to the repaired query, which takes the place of its answer to the typed one. */
export const REPAIRED_MATCHES = answerName<readonly KeywordMatch[]>("repaired keyword");

/** Asks for the query's words and for what is held of the near terms in one question: which, the database finds out itself. */
export function repairedMatchesRead(
  plan: SearchPlan,
  words: readonly UnknownWord[],
): readonly DatabaseRead[] {
  const held = heldSql(plan);
  const added = `coalesce((SELECT group_concat(' OR ' || match, '') FROM
    (SELECT match, min(place) FROM held WHERE rid IS NOT NULL AND searched = 1 GROUP BY word)), '')`;
  return matchesRead(REPAIRED_MATCHES, plan, plan.query, {
    with: held.with,
    added,
    values: { ...held.values, near: nearOf(words) },
  });
}
