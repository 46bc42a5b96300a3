import { and, desc, eq, lte } from "drizzle-orm";
import { DAY_MS } from "../config.ts";
import { withDayUse } from "../database/day-use.ts";
import { deleteSome, MAX_DELETED } from "../database/delete-some.ts";
import { nextNumber } from "../database/fragments/row-numbers.ts";
import { overDatabases } from "../database/several/over-databases.ts";
import { runs } from "../database/schema/workspaces.ts";
import type { Session } from "../database/session.ts";
import { statement } from "../database/statement.ts";
import type { RequestContext } from "../workspaces/context.ts";
import type { RunList, RunParameters } from "./contract.ts";

/** Days that a run's record is kept. */
const KEPT_DAYS = 30;

/** What one background run did. */
interface RunRecord extends Readonly<Omit<RunRow, "num" | "workspace" | "work" | "error">> {
  /** Undefined: not the work of one. */
  readonly workspace: number | undefined;
  readonly work: Readonly<Record<string, number>>;
  /** What ended it early. */
  readonly error: string | undefined;
}

const INSERT = statement(`INSERT INTO runs (num, kind, started_at, ended_at, work, error, workspace)
  VALUES (${nextNumber("runs", "num", "coalesce(:workspace, 0)")}, :kind, :startedAt, :endedAt, :work, :error, :workspace)`);

/** Logs the run, and notes with it what the isolate has used. */
export async function recordRun(db: Session, { work, error, workspace, ...run }: RunRecord): Promise<void> {
  const nullable = { error: error ?? null, workspace: workspace ?? null };
  const values = { ...run, ...nullable, work: JSON.stringify(work) };
  await withDayUse(db, { nowMs: run.endedAt }, (note) => db.batch({ run: db.bind(INSERT, values), note }));
}

const OLD_RUNS = deleteSome("runs", "num", "started_at < :before");

/** Deletes records past their time, a bounded number; answers how many went. */
export const pruneRuns = async (db: Session, nowMs: number): Promise<number> =>
  (await db.all(OLD_RUNS, { max: MAX_DELETED, before: nowMs - KEPT_DAYS * DAY_MS })).length;

type RunRow = typeof runs.$inferSelect;

/**
 * What the background did: an owner sees all of it, others what was done for their workspace alone. A page's
 * cursor is a time and how many runs of that moment were shown: a run's number would count those of others.
 */
export async function pageOfRuns(
  { session, claims }: RequestContext,
  { limit, cursor = `${Number.MAX_SAFE_INTEGER}.0` }: RunParameters,
): Promise<RunList> {
  const [upTo = 0, skip = 0] = cursor.split(".").map(Number);
  const { workspace } = claims;
  const most = skip + limit + 1;
  const read = (db: Session) => readRuns(db, { workspace, upTo, most });
  const found = workspace === null ? await overDatabases(session, read) : [await read(session)];
  // Runs of one moment stay in the order of their databases.
  const rows = found.flat().toSorted((a, b) => b.startedAt - a.startedAt);
  const page = rows.slice(skip, skip + limit);
  return {
    runs: page.map(runAnswer),
    nextCursor: rows.length > skip + limit ? cursorAfter(page, { upTo, skip }) : null,
  };
}

interface RunQuery {
  /** Null: of all, and of none. */
  readonly workspace: number | null;
  readonly upTo: number;
  readonly most: number;
}

const readRuns = (db: Session, { workspace, upTo, most }: RunQuery): Promise<RunRow[]> =>
  db.orm
    .select()
    .from(runs)
    .where(and(lte(runs.startedAt, upTo), workspace === null ? undefined : eq(runs.workspace, workspace)))
    .orderBy(desc(runs.startedAt), desc(runs.num))
    .limit(most);

function cursorAfter(page: readonly RunRow[], before: { upTo: number; skip: number }): string {
  const last = page.at(-1)?.startedAt ?? before.upTo;
  const shown = page.filter(({ startedAt }) => startedAt === last).length;
  return `${last}.${last === before.upTo ? before.skip + shown : shown}`;
}

const runAnswer = ({ kind, startedAt, endedAt, work, error }: RunRow): RunList["runs"][number] => ({
  kind,
  startedAt: new Date(startedAt).toISOString(),
  ms: Math.max(0, endedAt - startedAt),
  work: JSON.parse(work) as Record<string, number>,
  error,
});
