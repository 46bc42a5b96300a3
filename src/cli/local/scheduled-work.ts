import type { Miniflare } from "miniflare";
import { CRON, CRON_MS, runsOwed } from "../../background/crons.ts";
import { DEFAULTS } from "../../config.ts";

/** Runs something whenever the schedule says; returns what ends it. `run` reports its own failures. */
function startCron(run: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    timer = setTimeout(tick, CRON_MS - (Date.now() % CRON_MS));
  };
  const tick = (): void => {
    run();
    wait();
  };
  wait();
  return () => clearTimeout(timer);
}

/** What of a runtime is used here. */
export type ScheduledRuntime = Pick<Miniflare, "getWorker">;

interface ScheduledWork {
  /** A run at once, and one when the leases of what a killed runtime had begun have ended: local queues forget at a stop. */
  readonly takeUp: () => void;
  readonly stop: () => void;
}

/**
 * Runs the Worker's cron handler on schedule; a failed run goes to the log and the next one takes up its work. A machine that
 * slept at the time of a round has it once it wakes.
 */
export function scheduleWork(runtime: ScheduledRuntime, log: (line: string) => void): ScheduledWork {
  let isRunning = false;
  const run = async (scheduledMs: number): Promise<void> => {
    try {
      // Asked for at each run: a runtime that was started again takes no call by what an earlier one gave.
      const worker = await runtime.getWorker();
      await worker.scheduled({ cron: CRON, scheduledTime: new Date(scheduledMs) });
    } catch (error) {
      log(`cron: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  };
  // Nobody notes when a server that was stopped had its last rounds: each begins with them.
  let lastMs = 0;
  const runOwed = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    const nowMs = Date.now();
    for (const scheduledMs of runsOwed(lastMs, nowMs)) await run(scheduledMs);
    lastMs = nowMs;
    isRunning = false;
  };
  const look = (): void => void runOwed();
  let afterLeases: NodeJS.Timeout | undefined;
  const takeUp = (): void => {
    clearTimeout(afterLeases);
    look();
    afterLeases = setTimeout(look, DEFAULTS.leaseMs);
  };
  takeUp();
  const stopCron = startCron(look);
  return {
    takeUp,
    stop() {
      clearTimeout(afterLeases);
      stopCron();
    },
  };
}
