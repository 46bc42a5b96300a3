import { rowsOf, type Session } from "./session.ts";

export interface RunRow {
  readonly id: number;
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
  /** Ids below. */
  readonly before: number;
  readonly limit: number;
}

/** Background runs, newest first. */
export async function readRuns(
  session: Session,
  { workspace, before, limit }: RunQuery,
): Promise<readonly RunRow[]> {
  const own = workspace === undefined ? "" : "workspace = ?3 AND ";
  const sql = `SELECT num AS id, kind, started_at AS startedAt, ended_at AS endedAt, work, error FROM runs
    WHERE ${own}num < ?1 ORDER BY num DESC LIMIT ?2`;
  const mine = workspace === undefined ? [] : [workspace];
  const [rows] = await session.batch([session.prepare(sql).bind(before, limit, ...mine)]);
  return rowsOf<RunRow>(rows);
}
