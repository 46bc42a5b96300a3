import { isErrno } from "../failures.ts";
import { type ProcessMark, runtimeOf } from "./runtime-process.ts";

/** How often it is looked whether the runtime is still the same, milliseconds. One signal that does nothing. */
const LOOK_MS = 500;

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Ended, or the number is by now that of somebody else's process.
    if (isErrno(error, "ESRCH", "EPERM")) return false;
    throw error;
  }
}

/**
 * Reports each runtime that replaces one that ended: Miniflare starts a new one by itself. Answers the
 * present one and what ends the watch; the watch does not keep the process alive.
 */
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
