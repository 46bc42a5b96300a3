import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../errors.ts";
import { isErrno, writePrivateFile } from "../private-file.ts";
import { listProcesses, type RunningProcess } from "./list-processes.ts";

/** What `run.json` in a home says: who serves it, and the runtime that a killed server would leave behind. */
export interface RunFile {
  readonly pid: number;
  readonly started: string;
  readonly url?: string;
  readonly runtime?: Pick<RunningProcess, "pid" | "started">;
}

export interface HomeClaim {
  /** Notes the address and the runtime process once both are known. */
  readonly note: (url: string) => Promise<void>;
  readonly release: () => void;
}

/** The program that Miniflare starts. */
const RUNTIME = "workerd";
/** A runtime that was told to end gets this long before it is killed, milliseconds. */
const RUNTIME_GRACE_MS = 3_000;
const POLL_MS = 50;

const startOf = (pid: number): string =>
  listProcesses().find((running) => running.pid === pid)?.started ?? "";

function isSame({ pid, started }: Pick<RunningProcess, "pid" | "started">): boolean {
  if (started !== "") return startOf(pid) === started;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return isErrno(error, "EPERM");
  }
}

function readRun(file: string): RunFile | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as RunFile;
  } catch (error) {
    if (error instanceof SyntaxError || isErrno(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** Ends the runtime of a server that was killed: it would go on serving old code and hold the port and the database. */
async function endRuntime(runtime: RunFile["runtime"]): Promise<void> {
  const isRuntime = ({ pid, name, started }: RunningProcess): boolean =>
    pid === runtime?.pid && started === runtime.started && name === RUNTIME;
  if (!runtime || !listProcesses().some(isRuntime)) return;
  process.kill(runtime.pid, "SIGTERM");
  const deadline = Date.now() + RUNTIME_GRACE_MS;
  while (listProcesses().some(isRuntime)) {
    if (Date.now() > deadline) process.kill(runtime.pid, "SIGKILL");
    await sleep(POLL_MS);
  }
}

/** A link appears whole or not at all, and only where nothing was: of two servers, one gets the home. */
function tryClaim(file: string, run: RunFile): boolean {
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, JSON.stringify(run));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (isErrno(error, "EEXIST")) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Moves a dead server's file away; of two that try, the one that finds another's file in its hands puts it back. */
function removeDead(file: string, dead: RunFile | undefined): void {
  const taken = `${file}.dead.${process.pid}`;
  try {
    renameSync(file, taken);
    if (readRun(taken)?.pid !== dead?.pid && !existsSync(file)) linkSync(taken, file);
  } catch (error) {
    if (!isErrno(error, "ENOENT")) throw error;
  } finally {
    rmSync(taken, { force: true });
  }
}

/**
 * Makes this process the one server of a home, ending what a killed one left behind.
 * @throws AppError when a living server has it.
 */
export async function claimHome(home: string): Promise<HomeClaim> {
  const file = join(home, "run.json");
  const self = { pid: process.pid, started: startOf(process.pid) };
  mkdirSync(home, { recursive: true, mode: 0o700 });
  while (!tryClaim(file, self)) {
    const other = readRun(file);
    if (other && isSame(other)) {
      const where = other.url === undefined ? "is starting" : `runs at ${other.url}`;
      throw new AppError(
        "unavailable",
        `A server of ${home} ${where} (process ${other.pid}). Use it, end it with Ctrl-C or \`kill ${other.pid}\`, ` +
          "or give this one its own place: RECALL_HOME=/another/folder PORT=8788",
      );
    }
    await endRuntime(other?.runtime);
    removeDead(file, other);
  }
  return {
    note: async (url) => {
      const runtime = listProcesses().find(({ parent, name }) => parent === process.pid && name === RUNTIME);
      await writePrivateFile(file, JSON.stringify({ ...self, url, ...(runtime && { runtime }) }));
    },
    release: () => rmSync(file, { force: true }),
  };
}
