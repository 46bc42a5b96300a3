import { DEFAULTS } from "../config.ts";

/**
 * Milliseconds until the next try after `attempts` failures: doubling from `retryBaseMs`, capped, with full jitter in
 * its upper half so that rows which failed together do not return together. `random` is 0 to 1.
 */
export function backoffMs(attempts: number, random: number): number {
  const whole = Math.min(DEFAULTS.retryCapMs, DEFAULTS.retryBaseMs * 2 ** Math.max(0, attempts - 1));
  return Math.round(whole * (0.5 + 0.5 * random));
}
