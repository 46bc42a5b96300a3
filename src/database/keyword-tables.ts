import type { Session } from "./session.ts";
import { type Bound, statement } from "./statement.ts";

// One FTS5 table a workspace: statistics, vocabulary and cost are its own, and nothing leaks between tenants. The number in
// a name is the workspace's, never text of a caller.

/** Name of the workspace's FTS5 table. */
export const ftsTable = (workspace: number): string => `chunks_fts_${Math.trunc(workspace)}`;

/** Name of the table of its words. */
export const vocabularyTable = (workspace: number): string => `vocab_${Math.trunc(workspace)}`;

/**
 * Weights of title and headings, text, context, identifier parts: `test/quality/README.md` has what each is worth. They are
 * stored in a workspace's table when it is made: a changed constant takes effect in new workspaces only.
 */
const WEIGHTS = "bm25(3.0, 1.0, 0.4, 0.5)";

/** Statements that make a workspace's keyword index. */
export function createKeywordIndex(db: Session, workspace: number): readonly Bound[] {
  const fts = ftsTable(workspace);
  return [
    `CREATE VIRTUAL TABLE ${fts} USING fts5(title, text, context, ident,
       content='', contentless_delete=1, tokenize='porter unicode61')`,
    // Stored, so that ORDER BY rank uses it: reads 99 rows where ORDER BY bm25() reads every match.
    `INSERT INTO ${fts}(${fts}, rank) VALUES ('rank', '${WEIGHTS}')`,
    `CREATE VIRTUAL TABLE ${vocabularyTable(workspace)} USING fts5vocab(${fts}, 'row')`,
  ].map((sql) => db.bind(statement(sql)));
}

/** Statements that take it away; without it they do nothing. */
export const dropKeywordIndex = (db: Session, workspace: number): readonly Bound[] =>
  [vocabularyTable(workspace), ftsTable(workspace)].map((table) =>
    db.bind(statement(`DROP TABLE IF EXISTS ${table}`)),
  );
