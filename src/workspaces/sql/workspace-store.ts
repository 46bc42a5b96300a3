import { and, asc, desc, eq, gte, isNull } from "drizzle-orm";
import { DAY_MS, DEFAULTS } from "../../config.ts";
import { createKeywordIndex } from "../../database/keyword-tables.ts";
import { searchDays, workspaces } from "../../database/schema/workspaces.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { raiseVersion } from "../../database/versions.ts";
import { AppError } from "../../errors.ts";
import { utcDay } from "../../text/dates/utc-day.ts";
import type { SearchDay } from "../search-days.ts";

export type WorkspaceRow = typeof workspaces.$inferSelect;

/** Two requests that create at once may both want the same number; the second tries the next. */
const CREATE_ATTEMPTS = 5;

const NEXT = statement<{ readonly num: number }>(
  "SELECT coalesce(max(seq), 0) + 1 AS num FROM sqlite_sequence WHERE name = 'workspaces'",
);
const TAKEN = statement("SELECT num FROM workspaces WHERE slug = :slug");
const COUNT = statement<{ readonly n: number }>("SELECT count(*) AS n FROM workspaces");
const INSERT = statement(
  "INSERT INTO workspaces (num, slug, name, identity, created_at) VALUES (:num, :slug, :name, :identity, :now)",
);

/** Creates a workspace with its own keyword index. Throws `workspace_exists`, `limit_reached`. */
export async function createWorkspace(
  db: Session,
  { nowMs, ...named }: { slug: string; name: string; identity: string; nowMs: number },
): Promise<void> {
  const { slug } = named;
  for (let attempt = 1; ; attempt++) {
    const { next, taken, total } = await db.batch({
      next: db.bind(NEXT),
      taken: db.bind(TAKEN, { slug }),
      total: db.bind(COUNT),
    });
    if (taken.length > 0) throw new AppError("workspace_exists", `There is a workspace "${slug}" already`);
    if ((total[0]?.n ?? 0) >= DEFAULTS.maxWorkspaces)
      throw new AppError("limit_reached", `A database holds at most ${DEFAULTS.maxWorkspaces} workspaces`);
    const num = next[0]?.num ?? 1;
    try {
      const row = db.bind(INSERT, { num, ...named, now: nowMs });
      await db.batch({ row, keywords: createKeywordIndex(db, num) });
      return;
    } catch (cause) {
      const isTaken = cause instanceof Error && /UNIQUE constraint|already exists/.test(cause.message);
      if (!isTaken || attempt === CREATE_ATTEMPTS) throw cause;
    }
  }
}

const MARK = statement<{ readonly num: number }>(
  raiseVersion({ set: "gone_at = :now, slug = '~' || num", where: "slug = :slug" }),
);
const DROP_TOKENS = statement("DELETE FROM tokens WHERE workspace = :num");

/** Puts a workspace out of reach: its name is free, its tokens are dead. False: there is none. */
export async function markWorkspace(
  db: Session,
  { slug, nowMs }: { readonly slug: string; readonly nowMs: number },
): Promise<boolean> {
  // No slug begins with "~": the name is free at once.
  const marked = await db.first(MARK, { slug, now: nowMs });
  if (marked === undefined) return false;
  // The workspace is gone already: what follows is done again by whoever empties it.
  await db.all(DROP_TOKENS, { num: marked.num });
  return true;
}

/** The workspace of that slug; undefined: none. One that is being deleted has given its slug up. */
export async function findWorkspace(session: Session, slug: string): Promise<WorkspaceRow | undefined> {
  const [row] = await session.orm.select().from(workspaces).where(eq(workspaces.slug, slug));
  return row;
}

/** Throws `not_found` where there was none. */
export function existing(workspace: WorkspaceRow | undefined, slug: string): WorkspaceRow {
  if (workspace === undefined) throw new AppError("not_found", `There is no workspace "${slug}"`);
  return workspace;
}

/** Every workspace but those being deleted, by slug. */
export const listWorkspaces = (session: Session): Promise<WorkspaceRow[]> =>
  session.orm.select().from(workspaces).where(isNull(workspaces.goneAt)).orderBy(asc(workspaces.slug));

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
