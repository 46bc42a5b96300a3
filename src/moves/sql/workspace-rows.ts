import { getTableColumns } from "drizzle-orm";
import { workspaces } from "../../database/schema/workspaces.ts";
import type { Session } from "../../database/session.ts";
import { type Bound, statement } from "../../database/statement.ts";
import type { Row } from "./row-copies.ts";

// A workspace's own row, and what the directories say of it.

const COLUMNS = Object.values(getTableColumns(workspaces)).map(({ name }) => name);

const READ = statement<Row>(`SELECT ${COLUMNS.join(", ")} FROM workspaces WHERE num = :workspace`);

/** A workspace's row. Throws where there is none. */
export async function readWorkspaceRow(db: Session, workspace: number): Promise<Row> {
  const row = await db.first(READ, { workspace });
  if (row === undefined) throw new Error(`there is no workspace ${workspace}`);
  return row;
}

const ARRIVE = statement(`INSERT INTO workspaces (${COLUMNS.join(", ")})
  SELECT ${COLUMNS.map((name) => `value->>'${name}'`).join(", ")} FROM json_each(:rows)`);

/** In every database but the first a row of the directory stands for what lives elsewhere. */
const LIVES = statement(`INSERT INTO directory (num, slug, database, created_at)
  SELECT :workspace, '~' || :num, :database, :createdAt
  WHERE true ON CONFLICT (num) DO UPDATE SET database = excluded.database`);
const LISTED = statement("UPDATE directory SET database = :database WHERE num = :workspace");
const UNLISTED = statement("DELETE FROM directory WHERE num = :workspace");

interface Lives {
  readonly workspace: number;
  /** Where. */
  readonly database: number;
  readonly createdAt: number;
}

/** The statement by which a database that is not the first says where a workspace lives instead. */
export const livesElsewhere = (db: Session, lives: Lives): Bound =>
  db.bind(LIVES, { ...lives, num: String(lives.workspace) });

/** The statement by which the first database lists where a workspace lives. */
export const listAs = (db: Session, workspace: number, database: number): Bound =>
  db.bind(LISTED, { workspace, database });

/** The statement by which a database that is not the first no longer says that a workspace lives elsewhere. */
export const livesHere = (db: Session, workspace: number): Bound => db.bind(UNLISTED, { workspace });

/** The statements that put a workspace's row into the other database, where nobody sees it yet. */
export function arrive(
  db: Session,
  { row, from, isListed }: { readonly row: Row; readonly from: number; readonly isListed: boolean },
): readonly Bound[] {
  const workspace = Number(row.num);
  const createdAt = Number(row.created_at);
  // As of one that is being deleted: whatever looks for workspaces to work on passes it by.
  const hidden = { ...row, slug: `~${workspace}`, gone_at: createdAt };
  return [
    db.bind(ARRIVE, { rows: JSON.stringify([hidden]) }),
    ...(isListed ? [] : [livesElsewhere(db, { workspace, database: from, createdAt })]),
  ];
}

const APPEAR = statement(
  `UPDATE workspaces SET ${COLUMNS.filter((name) => name !== "num")
    .map((name) => `${name} = :rows->>'$.${name}'`)
    .join(", ")} WHERE num = :workspace`,
);

/** The statement that makes the row in the other database what it is in this one: there, from now on. */
export const appear = (db: Session, row: Row): Bound =>
  db.bind(APPEAR, { workspace: Number(row.num), rows: JSON.stringify(row) });

const LEAVE = statement("UPDATE workspaces SET gone_at = :now, slug = '~' || num WHERE num = :workspace");

/** The statement that puts the row here out of reach. */
export const leave = (db: Session, workspace: number, nowMs: number): Bound =>
  db.bind(LEAVE, { workspace, now: nowMs });
