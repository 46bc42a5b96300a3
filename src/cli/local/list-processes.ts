import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { isErrno } from "../failures.ts";

/** One running process. */
export interface RunningProcess {
  readonly pid: number;
  readonly parent: number;
  /** Program name without its folder. */
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
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch (error) {
    // It ended between being listed and being read, or is not ours to see.
    if (isErrno(error, "ENOENT", "ESRCH", "EACCES")) return undefined;
    throw error;
  }
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
