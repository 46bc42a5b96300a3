import { DAY_MS } from "../config.ts";
import { deleteSome, MAX_DELETED } from "../database/delete-some.ts";
import { rowsOf, type Session } from "../database/session.ts";

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

export async function recordRun(session: Session, run: RunRecord): Promise<void> {
  const { workspace, kind, startedAt, endedAt, work, error } = run;
  const sql =
    "INSERT INTO runs (workspace, kind, started_at, ended_at, work, error) VALUES (?, ?, ?, ?, ?, ?)";
  const params = [workspace ?? null, kind, startedAt, endedAt, JSON.stringify(work), error ?? null];
  await session.batch([session.prepare(sql).bind(...params)]);
}

/** Deletes records past their time, a bounded number; answers how many went. */
export async function pruneRuns(session: Session, nowMs: number): Promise<number> {
  const sql = deleteSome("runs", "num", "started_at < ?2");
  const before = nowMs - KEPT_DAYS * DAY_MS;
  const [rows] = await session.batch([session.prepare(sql).bind(MAX_DELETED, before)]);
  return rowsOf(rows).length;
}

export interface RunRow {
  readonly kind: string;
  /** Milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** JSON: counts. */
  readonly work: string;
  readonly error: string | null;
}

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
export async function readRuns(
  session: Session,
  { workspace, upTo, skip, limit }: RunQuery,
): Promise<readonly RunRow[]> {
  const own = workspace === undefined ? "" : "workspace = ?4 AND ";
  const sql = `SELECT kind, started_at AS startedAt, ended_at AS endedAt, work, error FROM runs
    WHERE ${own}started_at <= ?1 ORDER BY started_at DESC, num DESC LIMIT ?2 OFFSET ?3`;
  const mine = workspace === undefined ? [] : [workspace];
  const [rows] = await session.batch([session.prepare(sql).bind(upTo, limit, skip, ...mine)]);
  return rowsOf<RunRow>(rows);
}
