import { appendFileSync, existsSync, renameSync, statfsSync, statSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { RequestListener } from "node:http";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import { ifErrno, isErrno, tryOr } from "../failures.ts";
import { PRIVATE_FILE_MODE } from "../settings/private-file.ts";

/** What a disk says that takes no more; EFBIG is a process's own limit of a file. */
const FULL = ["ENOSPC", "EDQUOT", "EFBIG", "EROFS"] as const;
/** Kept free for deletions, for the search log and for the database to be opened again, bytes. */
const RESERVE_BYTES = 16_000_000;
/** A log longer than this is set aside at the next start, bytes. */
const MAX_LOG_BYTES = 5_000_000;

/** A start that the disk ended, in one sentence that says what to do; undefined for other failures. */
export function storageProblem(home: string, error: unknown): AppError | undefined {
  if (!isErrno(error, ...FULL)) return undefined;
  const why = isErrno(error, "EROFS") ? "can only be read" : "is full";
  return new AppError(
    "storage_full",
    `The disk that holds ${home} ${why}: make room on it, or give the server another place: RECALL_HOME=/another/folder`,
    { cause: error },
  );
}

/** Whether what is left of a home's disk is kept for reading. A system that does not tell has room. */
function isNearlyFull(home: string): boolean {
  const look = (): boolean => {
    const { bavail, bsize } = statfsSync(home);
    return bavail * bsize < RESERVE_BYTES;
  };
  return tryOr(look, () => false);
}

/** What the Worker asks, which sees no disk, before it writes and after a failure of its database. */
export const diskDesk =
  (home: string): RequestListener =>
  (_, response) =>
    void response.end(JSON.stringify({ isFull: isNearlyFull(home) }));

/**
 * The server's log in its home. A disk that takes no more lines ends neither the server nor the log: that is told once, and
 * lines are lost until there is room, which a shorter line that still fits does not say.
 */
export function openLog(home: string, tell: (problem: string) => void): (line: string) => void {
  const file = join(home, "server.log");
  if (existsSync(file) && statSync(file).size > MAX_LOG_BYTES)
    tryOr(() => renameSync(file, `${file}.1`), ifErrno(undefined, ...FULL));
  /** Characters of the longest line that found no room; 0: every line has. */
  let lostChars = 0;
  return (line) => {
    try {
      appendFileSync(file, `${line}\n`, { mode: PRIVATE_FILE_MODE });
      if (line.length >= lostChars) lostChars = 0;
    } catch (error) {
      if (!isErrno(error, ...FULL)) throw error;
      if (lostChars === 0)
        tell(`The log cannot be written: ${storageProblem(home, error)?.message}. Serving goes on`);
      lostChars = Math.max(lostChars, line.length);
    }
  };
}

/** Why a home cannot be served whose database's file is damaged, and what to do. */
export const damagedDatabase = (cause: AppError): AppError =>
  new AppError(
    "misconfigured",
    `The database in this folder cannot be opened or migrated (${cause.message}). Move the folder \`state\` out of it and ` +
      "start again; then run `recall restore`, which brings the last backup back, and push the folders again.",
    { details: { reason: "damaged" }, cause },
  );

/** Of tries, the first at once. */
const WAITS_MS = [0, 100, 200, 400, 800];

/**
 * Work that a server takes up when it starts may meet a damaged page, and what is written at that moment fails with it
 * (database/failures/file-damage.ts): only what fails each time is its own.
 */
export async function orAgain<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (const [at, waitMs] of WAITS_MS.entries()) {
    await delay(waitMs);
    try {
      return await call();
    } catch (error) {
      const isDamage = error instanceof AppError && error.code === "database_damaged";
      if (!isDamage || at === WAITS_MS.length - 1) throw error;
    }
  }
  throw new Error("the last try answers or throws");
}
