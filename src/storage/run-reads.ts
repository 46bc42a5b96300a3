import { rowsOf, type Session } from "./session.ts";

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
