import { readdirSync, readlinkSync, realpathSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isErrno } from "../failures.ts";
import { listProcesses, type RunningProcess } from "./list-processes.ts";

/** A process, with what distinguishes it from a later one of the same number. */
export type ProcessMark = Pick<RunningProcess, "pid" | "started">;

/** The program that Miniflare starts. */
const RUNTIME = "workerd";
/** A runtime that was asked to end gets this long before it is killed, milliseconds. */
const RUNTIME_GRACE_MS = 3_000;
const POLL_MS = 50;
/** Whoever adopts orphans is no server, even where it is a Node program, as in a container. */
const FIRST_PID = 1;
/** Database and queues of a home. */
export const STATE_FOLDER = "state";

/** The runtime that a server's process has started, when it runs. */
export const runtimeOf = (server: number): RunningProcess | undefined =>
  listProcesses().find(({ parent, name }) => parent === server && name === RUNTIME);

/** Ends a runtime that its server left behind: it would go on serving old code and hold the port and the database. */
export async function endRuntime(runtime: ProcessMark): Promise<void> {
  const isRuntime = ({ pid, name, started }: RunningProcess): boolean =>
    pid === runtime.pid && started === runtime.started && name === RUNTIME;
  if (!listProcesses().some(isRuntime)) return;
  process.kill(runtime.pid, "SIGTERM");
  const deadline = Date.now() + RUNTIME_GRACE_MS;
  while (listProcesses().some(isRuntime)) {
    if (Date.now() > deadline) process.kill(runtime.pid, "SIGKILL");
    await sleep(POLL_MS);
  }
}

/** Where a link in /proc leads; undefined for a process that ended or is not ours to see. */
function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch (error) {
    if (isErrno(error, "ENOENT", "ESRCH", "EACCES", "EPERM")) return undefined;
    throw error;
  }
}

function openPaths(pid: number): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).flatMap((number) => linkOf(join(folder, number)) ?? []);
  } catch (error) {
    if (isErrno(error, "ENOENT", "ESRCH", "EACCES", "EPERM")) return [];
    throw error;
  }
}

/** A runtime that has a home's database open, and the server it belongs to while that one lives. */
export interface HomeRuntime extends ProcessMark {
  readonly server?: number;
}

/**
 * Runtimes that have something of a home's state open, whatever its `run.json` says: a runtime that was started again,
 * by a server that was killed then, is in no file. Seen on Linux only, which shows what a process has open.
 */
export function runtimesOf(home: string): readonly HomeRuntime[] {
  if (process.platform !== "linux") return [];
  const state = join(realpathSync(home), STATE_FOLDER);
  const isOfState = (path: string): boolean => path === state || path.startsWith(state + sep);
  const found = listProcesses().filter(({ pid, name }) => name === RUNTIME && openPaths(pid).some(isOfState));
  return found.map(({ pid, started, parent }) => {
    const program = parent > FIRST_PID ? basename(linkOf(`/proc/${parent}/exe`) ?? "") : "";
    return { pid, started, ...(program.startsWith("node") && { server: parent }) };
  });
}
