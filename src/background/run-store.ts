import { and, desc, eq, lte } from "drizzle-orm";
import { DAY_MS } from "../config.ts";
import { deleteSome, MAX_DELETED } from "../database/delete-some.ts";
import { runs } from "../database/schema/workspaces.ts";
import type { Session } from "../database/session.ts";

/** Days that a run's record is kept. */
const KEPT_DAYS = 30;

/** What one background run did. */
export interface RunRecord {
  /** Undefined: not the work of one. */
  readonly workspace: number | undefined;
  readonly kind: string;
  /** Milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly work: Readonly<Record<string, number>>;
  /** What ended it early. */
  readonly error: string | undefined;
}

export async function recordRun(db: Session, { work, ...run }: RunRecord): Promise<void> {
  await db.orm.insert(runs).values({ ...run, work: JSON.stringify(work) });
}

const OLD_RUNS = deleteSome("runs", "num", "started_at < :before");

/** Deletes records past their time, a bounded number; answers how many went. */
export const pruneRuns = async (db: Session, nowMs: number): Promise<number> =>
  (await db.all(OLD_RUNS, { max: MAX_DELETED, before: nowMs - KEPT_DAYS * DAY_MS })).length;

export type RunRow = typeof runs.$inferSelect;

export interface RunQuery {
  /** Undefined: all, those of several workspaces too. */
  readonly workspace: number | undefined;
  /** Begun at or before, milliseconds. */
  readonly upTo: number;
  /** Of these the newest, which a page before had. */
  readonly skip: number;
  readonly limit: number;
}

/** Background runs, newest first. */
export const readRuns = (
  db: Session,
  { workspace, upTo, skip, limit }: RunQuery,
): Promise<readonly RunRow[]> =>
  db.orm
    .select()
    .from(runs)
    .where(
      and(lte(runs.startedAt, upTo), workspace === undefined ? undefined : eq(runs.workspace, workspace)),
    )
    .orderBy(desc(runs.startedAt), desc(runs.num))
    .limit(limit)
    .offset(skip);
