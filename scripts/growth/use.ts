import { DatabaseSync } from "node:sqlite";
import { cpuOf, runtimePid } from "../bench/measure.ts";
import { databaseFile } from "../judge/floor.ts";

/** What the server has used so far. */
export interface Used {
  readonly atMs: number;
  /** CPU of the runtime, milliseconds; undefined but on Linux. */
  readonly cpuMs: number | undefined;
  readonly rowsRead: number;
  readonly rowsWritten: number;
}

const ROWS = `SELECT coalesce(sum(rows_read), 0) AS rowsRead, coalesce(sum(rows_written), 0) AS rowsWritten FROM day_use`;

/** Rows as the server itself adds them up, requests and background together; the last few may not be noted yet. */
export function usedSoFar(home: string): Used {
  const database = new DatabaseSync(databaseFile(home), { readOnly: true });
  const rows = database.prepare(ROWS).get() as unknown as Pick<Used, "rowsRead" | "rowsWritten">;
  database.close();
  return { atMs: Date.now(), cpuMs: cpuOf(runtimePid()), ...rows };
}

/** From one moment to a later one. */
export interface Spent extends Omit<Used, "atMs"> {
  readonly ms: number;
}

export const spentBetween = (before: Used, after: Used): Spent => ({
  ms: after.atMs - before.atMs,
  cpuMs: before.cpuMs === undefined || after.cpuMs === undefined ? undefined : after.cpuMs - before.cpuMs,
  rowsRead: after.rowsRead - before.rowsRead,
  rowsWritten: after.rowsWritten - before.rowsWritten,
});
