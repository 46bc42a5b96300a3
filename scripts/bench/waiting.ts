import { readdirSync, readFileSync } from "node:fs";
import { ifErrno, tryOr } from "../../src/cli/failures.ts";

/**
 * Begins to measure; what it answers says which share of the time that the process wanted to compute since then it had to
 * wait for a core. Linux only; elsewhere 0.
 */
export function waitedSince(pid: number | undefined): () => number {
  const before = scheduledOf(pid);
  return () => {
    const now = scheduledOf(pid);
    const [ran, waited] = [now.ran - before.ran, now.waited - before.waited];
    return ran + waited > 0 ? waited / (ran + waited) : 0;
  };
}

/** Nanoseconds that the threads of a process ran, and waited for a core (kernel: Documentation/scheduler/sched-stats). */
function scheduledOf(pid: number | undefined): { readonly ran: number; readonly waited: number } {
  const sum = { ran: 0, waited: 0 };
  if (pid === undefined || process.platform !== "linux") return sum;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const text = readIfThere(`/proc/${pid}/task/${thread}/schedstat`);
    const [ran = 0, waited = 0] = text.split(" ").map(Number);
    sum.ran += ran;
    sum.waited += waited;
  }
  return sum;
}

/** A file of `/proc`; nothing of what has ended meanwhile. */
export const readIfThere = (file: string): string =>
  tryOr(() => readFileSync(file, "utf8"), ifErrno("", "ENOENT", "ESRCH"));
