import { and, asc, desc, eq, gte, isNull } from "drizzle-orm";
import { DAY_MS } from "../../config.ts";
import { overDatabases } from "../../database/several/over-databases.ts";
import { searchDays, workspaces } from "../../database/schema/workspaces.ts";
import type { Session } from "../../database/session.ts";
import { type Bound, statement } from "../../database/statement.ts";
import { raiseVersion } from "../../database/versions.ts";
import { utcDay } from "../../text/dates/utc-day.ts";
import type { WorkspaceMove } from "../contract.ts";
import type { SearchDay } from "../search-days.ts";

export type WorkspaceRow = typeof workspaces.$inferSelect;

const MARK = statement<{ readonly num: number }>(
  raiseVersion({ set: "gone_at = :now, slug = '~' || num", where: "slug = :slug" }),
);
const DROP_TOKENS = statement("DELETE FROM tokens WHERE workspace = :num");

/** Puts a workspace of a database out of reach: its name is free, its tokens are dead. False: there is none. */
export async function markWorkspace(
  db: Session,
  { slug, nowMs, ...batch }: { readonly slug: string; readonly nowMs: number; readonly released?: Bound },
): Promise<boolean> {
  // No slug begins with "~": the name is free at once.
  const { marked } = await db.batch({ marked: db.bind(MARK, { slug, now: nowMs }), ...batch });
  const [gone] = marked;
  if (gone === undefined) return false;
  // The workspace is gone already: what follows is done again by whoever empties it.
  await db.all(DROP_TOKENS, { num: gone.num });
  return true;
}

/** The workspace of that slug; undefined: none. One that is being deleted has given its slug up. */
export async function findWorkspace(session: Session, slug: string): Promise<WorkspaceRow | undefined> {
  const [row] = await session.orm.select().from(workspaces).where(eq(workspaces.slug, slug));
  return row;
}

/** The workspace of that number in a database, also one that is being deleted; undefined: none. */
export async function findNumbered(session: Session, num: number): Promise<WorkspaceRow | undefined> {
  const [row] = await session.orm.select().from(workspaces).where(eq(workspaces.num, num));
  return row;
}

const listed = (session: Session): Promise<WorkspaceRow[]> =>
  session.orm.select().from(workspaces).where(isNull(workspaces.goneAt)).orderBy(asc(workspaces.slug));

interface LeavingRow {
  readonly workspace: number;
  readonly to: number;
  readonly phase: WorkspaceMove["phase"];
}

const LEAVING = statement<LeavingRow>(
  `SELECT workspace, other AS "to", phase FROM moves WHERE side = 'from' ORDER BY started_at`,
);

/** A workspace, and where it is. */
export interface PlacedWorkspace extends WorkspaceRow {
  readonly database: number;
  /** Undefined: it is not moving. */
  readonly move: WorkspaceMove | undefined;
}

/** Every workspace of the deployment but those being deleted, by slug. */
export async function listWorkspaces(session: Session): Promise<readonly PlacedWorkspace[]> {
  const lists = await overDatabases(session, async (db) => {
    const [rows, leaving] = await Promise.all([listed(db), db.databases === 1 ? [] : db.all(LEAVING)]);
    const moves = leaving.map(
      ({ workspace, ...move }) => [workspace, { from: db.database, ...move }] as const,
    );
    return { moves, rows: rows.map((row) => ({ ...row, database: db.database })) };
  });
  const moves = new Map(lists.flatMap((list) => list.moves));
  const placed = lists.flatMap(({ rows }) => rows.map((row) => ({ ...row, move: moves.get(row.num) })));
  return lists.length === 1 ? placed : placed.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
}

const TOTALS = statement<{ readonly workspaces: number; readonly chunks: number }>(
  "SELECT count(*) AS workspaces, coalesce(sum(chunks), 0) AS chunks FROM workspaces WHERE gone_at IS NULL",
);

/** How many workspaces there are, without those being deleted, and how many chunks they hold, deleted ones until they are emptied. */
export const readTotals = async (db: Session) => (await db.first(TOTALS)) ?? { workspaces: 0, chunks: 0 };

const SOME = statement<Pick<WorkspaceRow, "num" | "slug" | "identity" | "auditNext">>(
  `SELECT num, slug, identity, audit_next AS auditNext FROM workspaces WHERE gone_at IS NULL ORDER BY random() LIMIT 1`,
);

/** Some workspace, each as likely; undefined: there is none. */
export const someWorkspace = (db: Session) => db.first(SOME);

const KEEP_AUDITED = statement("UPDATE workspaces SET audit_next = :next WHERE num = :workspace");

/** Notes where the workspace's daily audit goes on; undefined: at its beginning. */
export const keepAudited = (db: Session, workspace: number, next: string | undefined): Promise<unknown> =>
  db.all(KEEP_AUDITED, { workspace, next: next ?? null });

/** Days whose searches `status` tells of. */
const SHOWN_DAYS = 7;

/** A workspace's searches of the last days that had any, newest first. */
export async function readSearchDays(
  session: Session,
  workspace: number,
  nowMs: number,
): Promise<readonly SearchDay[]> {
  const since = utcDay(nowMs - (SHOWN_DAYS - 1) * DAY_MS);
  const rows = await session.orm
    .select()
    .from(searchDays)
    .where(and(eq(searchDays.workspace, workspace), gte(searchDays.day, since)))
    .orderBy(desc(searchDays.day));
  return rows.map((row) => ({ ...row, latencies: JSON.parse(row.latencies) as number[] }));
}
