import { isGone, isThere } from "../../database/fragments/gone-documents.ts";
import { nextNumber } from "../../database/fragments/row-numbers.ts";
import { ftsTable } from "../../database/keyword-tables.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { raiseVersion } from "../../database/versions.ts";
import type { EmptiedSlice } from "../../workspaces/sql/empty-workspace.ts";

const BELOW = `workspace = :workspace AND root = :root AND substr(path, 1, length(:prefix)) = :prefix AND ${isThere("documents")}`;

/** There is something to delete: where there is nothing, nothing is written. */
const ANY = `EXISTS (SELECT 1 FROM documents WHERE ${BELOW})`;

const COUNT = statement<{ readonly n: number }>(`SELECT count(*) AS n FROM documents WHERE ${BELOW}`);
const RAISE = statement<{ readonly version: number }>(raiseVersion({ where: `num = :workspace AND ${ANY}` }));
// A push that compared its folder before this would leave out what is deleted now.
const SUPERSEDE = statement(
  `UPDATE root_pushes SET number = number + (SELECT max(p.number) FROM root_pushes p
      WHERE p.workspace = :workspace AND p.root = :root)
    WHERE workspace = :workspace AND root = :root AND ${ANY}`,
);
/** What is written from now on has a later version than the mark. */
const MARK = statement(`INSERT INTO deletions (num, workspace, root, prefix, at)
  SELECT ${nextNumber("deletions", "num")}, :workspace, :root, :prefix, version FROM workspaces WHERE num = :workspace AND ${ANY}`);
const FORGET_ORIGINS = statement("DELETE FROM root_origins WHERE workspace = :workspace AND root = :root");

interface RootPart {
  readonly workspace: number;
  readonly root: string;
  /** Of the path; "" means the whole root. */
  readonly prefix: string;
}

/**
 * Puts a root, or what lies below a prefix of it, out of reach in one small write. Answers how many documents that were
 * and the workspace's version; pushes that began before it are superseded.
 */
export async function markRoot(
  db: Session,
  part: RootPart,
): Promise<{ readonly deleted: number; readonly version: number }> {
  const values = { ...part };
  const { counted, raised } = await db.batch({
    counted: db.bind(COUNT, values),
    raised: db.bind(RAISE, values),
    superseded: db.bind(SUPERSEDE, values),
    // The last that looks whether anything is there: from here on it is not.
    marked: db.bind(MARK, values),
    origins: part.prefix === "" ? db.bind(FORGET_ORIGINS, values) : undefined,
  });
  return { deleted: counted[0]?.n ?? 0, version: raised[0]?.version ?? 0 };
}

interface Mark {
  readonly num: number;
  readonly workspace: number;
}

const NEXT_MARK = statement<Mark>(
  "SELECT num, workspace FROM deletions WHERE :workspace IS NULL OR workspace = :workspace ORDER BY num LIMIT 1",
);

const MARKED = `d.workspace = x.workspace AND d.root = x.root AND d.version <= x.at
  AND substr(d.path, 1, length(x.prefix)) = x.prefix`;

/** Documents of one mark looked at in a slice. */
const MAX_DOCUMENTS = 500;

const MARKED_DOCUMENTS = statement<{ readonly num: number }>(
  `SELECT d.num FROM deletions x CROSS JOIN documents d ON ${MARKED} WHERE x.num = :mark LIMIT min(:rows, ${MAX_DOCUMENTS})`,
);
const MARKED_CHUNKS = statement<{
  readonly rid: number;
}>(`SELECT c.rid FROM deletions x CROSS JOIN documents d ON ${MARKED}
  CROSS JOIN chunks c ON c.document = d.num WHERE x.num = :mark LIMIT :rows`);

/** Empties a slice of what is marked; undefined: nothing is. */
export async function emptyRoot(
  db: Session,
  { workspace, rows }: { workspace: number | undefined; rows: number },
): Promise<EmptiedSlice | undefined> {
  const mark = await db.first(NEXT_MARK, { workspace: workspace ?? null });
  if (mark === undefined) return undefined;
  const values = { mark: mark.num, rows };
  const { documents, chunks } = await db.batch({
    documents: db.bind(MARKED_DOCUMENTS, values),
    chunks: db.bind(MARKED_CHUNKS, values),
  });
  return emptySlice(db, mark, {
    documents: JSON.stringify(documents.map(({ num }) => num)),
    chunks: JSON.stringify(chunks.map(({ rid }) => rid)),
  });
}

/** Still deleted: what was pushed again since the slice was read stays. */
const RIDS = `SELECT c.rid FROM json_each(:chunks) CROSS JOIN chunks c ON c.rid = value
  CROSS JOIN documents d ON d.num = c.document WHERE ${isGone("d")}`;

const EMPTY_DOCUMENTS = `SELECT d.num FROM json_each(:documents) CROSS JOIN documents d ON d.num = value
  WHERE ${isGone("d")} AND NOT EXISTS (SELECT 1 FROM chunks c WHERE c.document = d.num)`;

const deleteRows = (fts: string) => statement(`DELETE FROM ${fts} WHERE rowid IN (${RIDS})`);
const DELETE_CHUNKS = statement(`DELETE FROM chunks WHERE rid IN (${RIDS}) RETURNING 1`);
const SUBTRACT = statement(
  raiseVersion({
    set: `documents = workspaces.documents - t.documents, chunks = workspaces.chunks - t.chunks,
      bytes = workspaces.bytes - t.bytes, memories = workspaces.memories - t.memories`,
    from: `(SELECT count(*) AS documents, coalesce(sum(chunk_count), 0) AS chunks, coalesce(sum(bytes), 0) AS bytes,
      count(*) FILTER (WHERE kind = 'memory') AS memories FROM documents WHERE num IN (${EMPTY_DOCUMENTS})) t`,
  }),
);
const DELETE_DOCUMENTS = statement(`DELETE FROM documents WHERE num IN (${EMPTY_DOCUMENTS}) RETURNING 1`);
const FINISH = statement(`DELETE FROM deletions WHERE num = :mark AND NOT EXISTS (
  SELECT 1 FROM deletions x CROSS JOIN documents d ON ${MARKED} WHERE x.num = :mark)`);

async function emptySlice(
  db: Session,
  { num, workspace }: Mark,
  rows: { readonly documents: string; readonly chunks: string },
): Promise<EmptiedSlice> {
  const values = { ...rows, workspace, mark: num };
  const { chunks, documents } = await db.batch({
    keywordRows: db.bind(deleteRows(ftsTable(workspace)), values),
    chunks: db.bind(DELETE_CHUNKS, values),
    totals: db.bind(SUBTRACT, values),
    documents: db.bind(DELETE_DOCUMENTS, values),
    finished: db.bind(FINISH, values),
  });
  return { chunks: chunks.length, documents: documents.length, others: 0 };
}
