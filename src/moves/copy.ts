import { createKeywordIndex } from "../database/keyword-tables.ts";
import type { Session } from "../database/session.ts";
import { FIRST } from "../database/several/databases.ts";
import type { MoveLimits, MovePlaces } from "./places.ts";
import { COPIED, copiedTable, DOCUMENTS } from "./sql/copied-tables.ts";
import { documentWrites, nextDocuments, readDocuments } from "./sql/document-copies.ts";
import { beginMove, findMove, heldBy, type MoveRow, type MoveStep } from "./sql/move-rows.ts";
import { type Key, keyOf, pageOf, writesOf } from "./sql/row-copies.ts";
import { arrive, readWorkspaceRow } from "./sql/workspace-rows.ts";
import { startNoting } from "./sql/write-log.ts";

/** Where copying goes on: a table, and the key after which. */
interface CopyCursor {
  readonly table?: string;
  readonly after?: Key;
}

type Done = Omit<MoveStep, "nextAt">;

/** Tables in the order in which they are walked. */
const WALKED: readonly string[] = [DOCUMENTS, ...COPIED.map(({ name }) => name)];

/** One slice of copying: what is written meanwhile is noted, and caught up afterwards. Empty tables take no slice. */
export async function copySlice(places: MovePlaces, move: MoveRow, limits: MoveLimits): Promise<Done> {
  let cursor = JSON.parse(move.cursor) as CopyCursor;
  for (;;) {
    const { table, after } = cursor;
    if (table === undefined) return prepare(places, move);
    const page = { table, after, limits };
    const done = await (table === DOCUMENTS ? copyDocuments : copyRows)(places, move, page);
    if (done.phase !== "copy" || (done.rows ?? 0) > 0) return done;
    cursor = done.cursor ?? {};
  }
}

/** Triggers note what is written from now on; then the other database gets the workspace's row, not to be seen, and its empty keyword index. */
async function prepare({ source, target, from, to }: MovePlaces, move: MoveRow): Promise<Done> {
  const { workspace, claim } = move;
  if (!(await startNoting(source, workspace))) return { phase: "copy" };
  const begun = { phase: "copy", cursor: { table: DOCUMENTS } } as const;
  if ((await findMove(target, workspace)) !== undefined) return begun;
  const row = await readWorkspaceRow(source, workspace);
  await target.batch({
    move: beginMove(target, { workspace, claim, side: "to", other: from, now: Number(row.created_at) }),
    row: arrive(target, { row, from, isListed: to === FIRST }),
    keywords: createKeywordIndex(target, workspace),
  });
  return begun;
}

interface Page {
  readonly table: string;
  readonly after: Key | undefined;
  readonly limits: MoveLimits;
}

async function copyDocuments(
  { source, target }: MovePlaces,
  move: MoveRow,
  { after: [root, path] = ["", ""], limits: { bytes } }: Page,
): Promise<Done> {
  const { workspace } = move;
  const found = await nextDocuments(source, workspace, { after: [String(root), String(path)], bytes });
  const last = found.at(-1);
  if (last === undefined) return following(DOCUMENTS);
  const read = await readDocuments(
    source,
    workspace,
    found.map(({ num }) => num),
  );
  await write(target, move, documentWrites(target, workspace, { read, gone: [] }));
  const rows = read.documents.length + read.chunks.length;
  return { phase: "copy", cursor: { table: DOCUMENTS, after: [last.root, last.path] }, rows };
}

async function copyRows(
  { source, target }: MovePlaces,
  move: MoveRow,
  { table: name, after, limits }: Page,
): Promise<Done> {
  const { workspace } = move;
  const table = copiedTable(name);
  const limit = Math.min(table.rows, limits.rows);
  const { rows } = await source.batch({ rows: pageOf(source, table, workspace, { after, limit }) });
  const last = rows.at(-1);
  if (last === undefined) return following(name);
  await write(target, move, writesOf(target, table, { workspace, rows }));
  if (rows.length < limit) return { ...following(name), rows: rows.length };
  return { phase: "copy", cursor: { table: name, after: keyOf(table, last) }, rows: rows.length };
}

const write = (target: Session, move: MoveRow, rows: ReturnType<typeof writesOf>) =>
  target.batch({ held: heldBy(target, move), rows });

/** The next table, or what comes after all of them. */
function following(table: string): Done {
  const next = WALKED[WALKED.indexOf(table) + 1];
  return next === undefined ? { phase: "catch_up" } : { phase: "copy", cursor: { table: next } };
}
