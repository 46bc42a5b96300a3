import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync, realpathSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ifErrno, tryOr } from "../failures.ts";

interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  /** When it started, in the system's own form: a pid is used again, a pid with its start is not. */
  readonly started: string;
}

/** Fields of /proc/<pid>/stat after the closing bracket of the name (man 5 proc): state, parent, and start time. */
const STATE = 0;
const PARENT = 1;
const START_TIME = 19;
/** A process that ended and waits to be collected by its parent. */
const ENDED = new Set(["Z", "X"]);

function readStat(pid: string): RunningProcess | undefined {
  // It may end between being listed and being read, or is not ours to see.
  const read = () => readFileSync(`/proc/${pid}/stat`, "utf8");
  const stat = tryOr(read, ifErrno(undefined, "ENOENT", "ESRCH", "EACCES"));
  if (stat === undefined) return undefined;
  const nameEnd = stat.lastIndexOf(")");
  const fields = stat.slice(nameEnd + 2).split(" ");
  if (ENDED.has(fields[STATE] ?? "")) return undefined;
  const name = stat.slice(stat.indexOf("(") + 1, nameEnd);
  return { pid: Number(pid), parent: Number(fields[PARENT]), name, started: fields[START_TIME] ?? "" };
}

/** `ps` where there is no /proc. `lstart` is five words: Fri Nov 20 07:29:01 2026. */
const PS_LINE = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\S+\s+\S+\s+\S+\s+\S+\s+\S+)\s+(.*)$/;

function fromPs(output: string): readonly RunningProcess[] {
  return output.split("\n").flatMap((line) => {
    const [, pid, parent, state, started, command] = PS_LINE.exec(line) ?? [];
    if (command === undefined || state?.startsWith("Z")) return [];
    const name = command.trim().split("/").at(-1) ?? "";
    return [{ pid: Number(pid), parent: Number(parent), name, started: started ?? "" }];
  });
}

/** Every process of this system that has not ended. Empty on Windows, where neither source exists. */
export function listProcesses(): readonly RunningProcess[] {
  if (process.platform === "win32") return [];
  if (process.platform === "linux") {
    const pids = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry));
    return pids.flatMap((pid) => readStat(pid) ?? []);
  }
  return fromPs(execFileSync("ps", ["-A", "-o", "pid=,ppid=,stat=,lstart=,comm="], { encoding: "utf8" }));
}

/** How often it is looked whether the runtime is still the same, milliseconds. One signal that does nothing. */
const LOOK_MS = 500;

/** False: it ended, or its number is by now that of somebody else's process. */
const isAlive = (pid: number): boolean => tryOr(() => process.kill(pid, 0), ifErrno(false, "ESRCH", "EPERM"));

/** Reports each runtime that replaces one that ended: Miniflare starts a new one by itself. Does not keep the process alive. */
export function watchRuntime(onChange: (runtime: ProcessMark) => void): {
  readonly runtime: ProcessMark | undefined;
  readonly stop: () => void;
} {
  const first = runtimeOf(process.pid);
  let present = first;
  const timer = setInterval(() => {
    // Without a list of processes there is nothing to tell.
    if ((present !== undefined && isAlive(present.pid)) || process.platform === "win32") return;
    const next = runtimeOf(process.pid);
    if (next === undefined || next.pid === present?.pid) return;
    present = next;
    onChange(next);
  }, LOOK_MS);
  timer.unref();
  return { runtime: first, stop: () => clearInterval(timer) };
}

/** A process, with what distinguishes it from a later one of the same number. */
export type ProcessMark = Pick<RunningProcess, "pid" | "started">;

const RUNTIME = "workerd";
/** A runtime that was asked to end gets this long before it is killed, milliseconds. */
const RUNTIME_GRACE_MS = 3_000;
const POLL_MS = 50;
/** Whoever adopts orphans is no server, even where it is a Node program, as in a container. */
const FIRST_PID = 1;
/** Database and queues of a home. */
const STATE_FOLDER = "state";

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
const linkOf = (path: string): string | undefined =>
  tryOr(() => readlinkSync(path), ifErrno(undefined, "ENOENT", "ESRCH", "EACCES", "EPERM"));

function openPaths(pid: number): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  return tryOr(
    () => readdirSync(folder).flatMap((number) => linkOf(join(folder, number)) ?? []),
    ifErrno([], "ENOENT", "ESRCH", "EACCES", "EPERM"),
  );
}

/** Set for a server's runtime, which inherits it: the home that it is started for. */
const HOME_MARK = "RECALL_SERVED_HOME";

/** Marks every runtime that this process starts from now on as one of this home. */
export function markRuntimes(home: string): void {
  process.env[HOME_MARK] = realpathSync(home);
}

/** Whether a process was started with this mark. */
const hasMark = (pid: number, home: string): boolean =>
  tryOr(
    () => readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`${HOME_MARK}=${home}`),
    ifErrno(false, "ENOENT", "ESRCH", "EACCES", "EPERM"),
  );

/** A runtime of a home, and the server it belongs to while that one lives. */
interface HomeRuntime extends ProcessMark {
  readonly server?: number;
}

/**
 * Runtimes that were started for a home or have something of its state open, whatever its `run.json` says: one that was
 * started last before its server was killed is in no file, and for a second it has nothing open either, until it
 * takes the address and the socket of the next server. Seen on Linux only, which shows what a process has open.
 */
export function runtimesOf(home: string): readonly HomeRuntime[] {
  if (process.platform !== "linux") return [];
  const real = realpathSync(home);
  const state = join(real, STATE_FOLDER);
  const isOfState = (path: string): boolean => path === state || path.startsWith(state + sep);
  const isOfHome = ({ pid, name }: RunningProcess): boolean =>
    name === RUNTIME && (hasMark(pid, real) || openPaths(pid).some(isOfState));
  const found = listProcesses().filter(isOfHome);
  return found.map(({ pid, started, parent }) => {
    const program = parent > FIRST_PID ? basename(linkOf(`/proc/${parent}/exe`) ?? "") : "";
    return { pid, started, ...(program.startsWith("node") && { server: parent }) };
  });
}
