import { isGone, isThere } from "../../database/gone-documents.ts";
import { firstRow, rowsOf, type Session } from "../../database/session.ts";
import { ftsTable } from "../../search/sql/keyword-index.ts";
import { emptyWorkspace } from "../../workspaces/sql/empty-workspace.ts";
import type { DeletionStore, EmptiedSlice } from "./deletion-types.ts";

/** Deletions over one D1 session. */
export const createDeletionStore = (session: Session): DeletionStore => ({
  markRoot: (query) => markRoot(session, query),
  markWorkspace: (query) => markWorkspace(session, query),
  empty: async (query) => (await emptyRoot(session, query)) ?? emptyWorkspace(session, query),
});

const BELOW = `workspace = ?1 AND root = ?2 AND substr(path, 1, length(?3)) = ?3 AND ${isThere("documents")}`;

/** There is something to delete: where there is nothing, nothing is written. */
const ANY = `EXISTS (SELECT 1 FROM documents WHERE ${BELOW})`;

/** What is written from now on has a later version than the mark. */
const MARK = `INSERT INTO deletions (workspace, root, prefix, at) SELECT ?1, ?2, ?3, version FROM workspaces
  WHERE num = ?1 AND ${ANY}`;

async function markRoot(
  session: Session,
  { workspace, root, prefix }: Parameters<DeletionStore["markRoot"]>[0],
): Promise<{ deleted: number; version: number }> {
  const on = (sql: string) => session.prepare(sql).bind(workspace, root, prefix);
  const isWhole = prefix === "";
  const [counted, risen] = await session.batch([
    on(`SELECT count(*) AS n FROM documents WHERE ${BELOW}`),
    on(`UPDATE workspaces SET version = version + 1 WHERE num = ?1 AND ${ANY} RETURNING version`),
    // A push that compared its folder before this would leave out what is deleted now.
    on(`UPDATE root_pushes SET number = number + 1 WHERE workspace = ?1 AND root = ?2 AND ${ANY}`),
    // The last that looks whether anything is there: from here on it is not.
    on(MARK),
    ...(isWhole
      ? [session.prepare("DELETE FROM root_origins WHERE workspace = ? AND root = ?").bind(workspace, root)]
      : []),
  ]);
  return {
    deleted: firstRow<{ n: number }>(counted)?.n ?? 0,
    version: firstRow<{ version: number }>(risen)?.version ?? 0,
  };
}

async function markWorkspace(
  session: Session,
  { slug, nowMs }: Parameters<DeletionStore["markWorkspace"]>[0],
): Promise<boolean> {
  // No slug begins with "~": the name is free at once.
  const [marked] = await session.batch([
    session
      .prepare(
        "UPDATE workspaces SET gone_at = ?, slug = '~' || num, version = version + 1 WHERE slug = ? RETURNING num",
      )
      .bind(nowMs, slug),
  ]);
  const num = firstRow<{ num: number }>(marked)?.num;
  if (num === undefined) return false;
  // The workspace is gone already: what follows is done again by whoever empties it.
  await session.batch([session.prepare("DELETE FROM tokens WHERE workspace = ?").bind(num)]);
  return true;
}

interface Mark {
  readonly num: number;
  readonly workspace: number;
}

const NEXT_MARK = `SELECT num, workspace FROM deletions WHERE ?1 IS NULL OR workspace = ?1 ORDER BY num LIMIT 1`;

const MARKED = `d.workspace = x.workspace AND d.root = x.root AND d.version <= x.at
  AND substr(d.path, 1, length(x.prefix)) = x.prefix`;

/** Documents of one mark looked at in a slice. */
const MAX_DOCUMENTS = 500;

async function emptyRoot(
  session: Session,
  { workspace, rows }: Parameters<DeletionStore["empty"]>[0],
): Promise<EmptiedSlice | undefined> {
  const [marks] = await session.batch([session.prepare(NEXT_MARK).bind(workspace ?? null)]);
  const mark = firstRow<Mark>(marks);
  if (mark === undefined) return undefined;
  const [documents, chunks] = await session.batch([
    session
      .prepare(`SELECT d.num FROM deletions x CROSS JOIN documents d ON ${MARKED} WHERE x.num = ? LIMIT ?`)
      .bind(mark.num, Math.min(rows, MAX_DOCUMENTS)),
    session
      .prepare(
        `SELECT c.rid FROM deletions x CROSS JOIN documents d ON ${MARKED} CROSS JOIN chunks c ON c.document = d.num
         WHERE x.num = ? LIMIT ?`,
      )
      .bind(mark.num, rows),
  ]);
  return emptySlice(session, mark, {
    documents: JSON.stringify(rowsOf<{ num: number }>(documents).map(({ num }) => num)),
    chunks: JSON.stringify(rowsOf<{ rid: number }>(chunks).map(({ rid }) => rid)),
  });
}

/** Still deleted: what was pushed again since the slice was read stays. */
const RIDS = `SELECT c.rid FROM json_each(?1) CROSS JOIN chunks c ON c.rid = value
  CROSS JOIN documents d ON d.num = c.document WHERE ${isGone("d")}`;

const EMPTY_DOCUMENTS = `SELECT d.num FROM json_each(?1) CROSS JOIN documents d ON d.num = value
  WHERE ${isGone("d")} AND NOT EXISTS (SELECT 1 FROM chunks c WHERE c.document = d.num)`;

const TOTALS = `UPDATE workspaces SET documents = workspaces.documents - t.documents,
    chunks = workspaces.chunks - t.chunks, bytes = workspaces.bytes - t.bytes, version = workspaces.version + 1
  FROM (SELECT count(*) AS documents, coalesce(sum(chunk_count), 0) AS chunks, coalesce(sum(bytes), 0) AS bytes
    FROM documents WHERE num IN (${EMPTY_DOCUMENTS})) t WHERE workspaces.num = ?2`;

async function emptySlice(
  session: Session,
  { num, workspace }: Mark,
  { documents, chunks }: { readonly documents: string; readonly chunks: string },
): Promise<EmptiedSlice> {
  const answers = await session.batch([
    session.prepare(`DELETE FROM ${ftsTable(workspace)} WHERE rowid IN (${RIDS})`).bind(chunks),
    session.prepare(`DELETE FROM chunks WHERE rid IN (${RIDS}) RETURNING 1`).bind(chunks),
    session.prepare(TOTALS).bind(documents, workspace),
    session.prepare(`DELETE FROM documents WHERE num IN (${EMPTY_DOCUMENTS}) RETURNING 1`).bind(documents),
    session
      .prepare(
        `DELETE FROM deletions WHERE num = ?1 AND NOT EXISTS (
           SELECT 1 FROM deletions x CROSS JOIN documents d ON ${MARKED} WHERE x.num = ?1)`,
      )
      .bind(num),
  ]);
  return { chunks: rowsOf(answers[1]).length, documents: rowsOf(answers[3]).length, others: 0 };
}
