import { DEFAULTS, HOUR_MS } from "../config.ts";
import type { AppError } from "../errors.ts";
import { nextUtcMidnight } from "../text/dates/utc-day.ts";

// Work is taken under a lease, so that two runs never do it twice; one that has run out is taken over.

/** A clock that differs by less does no harm, milliseconds. */
export const SLACK_MS = 60_000;
/** Nothing waits longer for its next attempt: quotas return at midnight UTC, everything else is tried again sooner. */
export const LONGEST_WAIT_MS = 25 * HOUR_MS;
/** No lease ends later than so long from now. */
export const LONGEST_LEASE_MS = DEFAULTS.leaseMs + SLACK_MS;

/** SQL: a row of due work that nobody holds at `:now`. */
export const isFree = (table: string): string =>
  `${table}.next_at <= :now AND (${table}.lease_until IS NULL OR ${table}.lease_until <= :now)`;

/** SQL: takes a row for `:lease`. */
export const LEASE = "lease = :lease, lease_until = :leaseUntil";

/** SQL: gives a row back. */
export const RELEASE = "lease = NULL, lease_until = NULL";

/**
 * Milliseconds until the next try after `failures` in a row: doubling from `retryBaseMs`, capped, with full jitter in its
 * upper half so that rows which failed together do not return together. `random` is 0 to 1.
 */
export function backoffMs(failures: number, random: number): number {
  const whole = Math.min(DEFAULTS.retryCapMs, DEFAULTS.retryBaseMs * 2 ** Math.max(0, failures - 1));
  return Math.round(whole * (0.5 + 0.5 * random));
}

/** A quota or a budget that is used up: nobody's failure, and over at midnight UTC. */
export const isStop = ({ code }: AppError): boolean =>
  code === "quota" || code === "model_budget" || code === "workspace_quota";

interface Failure {
  readonly error: AppError;
  /** In a row, with this one. */
  readonly failures: number;
  readonly nowMs: number;
  /** 0 to 1. */
  readonly random: number;
}

/** When work that failed is tried again, milliseconds. */
export const retryAt = ({ error, failures, nowMs, random }: Failure): number =>
  isStop(error) ? nextUtcMidnight(nowMs) : nowMs + backoffMs(failures, random);

/** A failure as a row keeps it. */
export const errorText = ({ code, message }: AppError): string => `${code}: ${message}`;
