import type { Session } from "../../database/session.ts";

// One FTS5 table a workspace: statistics, vocabulary and cost are its own, and nothing leaks between tenants.
// Table names hold the workspace's number, which the service assigns: no caller's text gets into SQL text.

/** Name of the workspace's FTS5 table. */
export const ftsTable = (workspace: number): string => `chunks_fts_${Math.trunc(workspace)}`;
/** Its vocabulary: terms and the number of chunks that have each. */
export const vocabularyTable = (workspace: number): string => `vocab_${Math.trunc(workspace)}`;

/** Weights of title and headings, text, context, identifier parts: `test/quality/README.md` has what each is worth. */
const WEIGHTS = "bm25(3.0, 1.0, 0.4, 0.5)";

/** Statements that make a workspace's keyword index. */
export function createKeywordIndex(session: Session, workspace: number): D1PreparedStatement[] {
  const fts = ftsTable(workspace);
  return [
    session.prepare(
      `CREATE VIRTUAL TABLE ${fts} USING fts5(title, text, context, ident,
         content='', contentless_delete=1, tokenize='porter unicode61')`,
    ),
    // Stored, so that ORDER BY rank uses it: reads 99 rows where ORDER BY bm25() reads every match.
    session.prepare(`INSERT INTO ${fts}(${fts}, rank) VALUES ('rank', '${WEIGHTS}')`),
    session.prepare(`CREATE VIRTUAL TABLE ${vocabularyTable(workspace)} USING fts5vocab(${fts}, 'row')`),
  ];
}

/** Statements that take it away; without it they do nothing. */
export const dropKeywordIndex = (session: Session, workspace: number): D1PreparedStatement[] => [
  session.prepare(`DROP TABLE IF EXISTS ${vocabularyTable(workspace)}`),
  session.prepare(`DROP TABLE IF EXISTS ${ftsTable(workspace)}`),
];
