import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../errors.ts";

const LOCK = ".install.lock";
/** A lock under its taker's own name, before it is linked. */
const DRAFT = /^\.install\.lock\.(\d+)$/;
const FULL: ReadonlySet<string | undefined> = new Set(["ENOSPC", "EDQUOT"]);

/** Whether a process lives. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Removes what takers that were killed have left. */
function removeDrafts(models: string): void {
  for (const name of readdirSync(models)) {
    const pid = DRAFT.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(models, name), { force: true });
  }
}

/** Takes a lock; one of a process that is gone is taken over. Throws AppError `conflict` where its process lives. */
function take(lock: string): void {
  // Linked when it has its number: an empty lock would be one of nobody.
  const own = `${lock}.${process.pid}`;
  try {
    writeFileSync(own, String(process.pid));
    for (;;)
      try {
        linkSync(own, lock);
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
        const pid = Number(existsSync(lock) ? readFileSync(lock, "utf8") : 0);
        if (pid > 0 && isAlive(pid))
          throw new AppError("conflict", `Another installation is running (process ${pid}, ${lock})`);
        rmSync(lock, { force: true });
      }
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * Does the work of one installation at a time: two would write one file. Throws AppError `conflict` where another is
 * running, `storage_full` where the disk is.
 */
export async function locked<Result>(models: string, work: () => Promise<Result>): Promise<Result> {
  try {
    mkdirSync(models, { recursive: true });
    removeDrafts(models);
    const lock = join(models, LOCK);
    take(lock);
    try {
      return await work();
    } finally {
      rmSync(lock, { force: true });
    }
  } catch (error) {
    if (!FULL.has((error as NodeJS.ErrnoException).code)) throw error;
    throw new AppError(
      "storage_full",
      `The disk that holds ${models} is full: make room on it and begin again`,
      { cause: error },
    );
  }
}
