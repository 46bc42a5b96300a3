import { setTimeout as delay } from "node:timers/promises";

/** Waits; a signal ends that, and is no failure. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => undefined);
