import { DAY_MS, HOUR_MS, MINUTE_MS } from "../config.ts";

/**
 * Milliseconds before each next try: a little over three days in all, as Standard Webhooks proposes
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#deliverability-and-reliability).
 */
const WAITS_MS: readonly number[] = [
  ...[5_000, 5 * MINUTE_MS, 30 * MINUTE_MS],
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
];

/** Part of a wait that is added at most, by chance: receivers of one outage are not asked all at once. */
const JITTER = 0.2;

/** No wait is longer, whatever a receiver asks for. */
const MAX_WAIT_MS = DAY_MS;

/**
 * Milliseconds until the next try after so many failures in a row; undefined: it was the last one. `random` is 0 to 1.
 * A receiver that asks for more time gets it, up to a day.
 */
export function waitMs(
  failures: number,
  { random, askedMs = 0 }: { readonly random: number; readonly askedMs?: number | undefined },
): number | undefined {
  const planned = WAITS_MS[failures - 1];
  if (planned === undefined) return undefined;
  return Math.round(Math.min(MAX_WAIT_MS, Math.max(planned * (1 + JITTER * random), askedMs)));
}
