import { DAY_MS, HOUR_MS, MINUTE_MS } from "../config.ts";

/** When the background runs; wrangler.toml says the same, and a test compares the two. One line: a free account has five. */
export const CRON = "*/5 * * * *";

/** Between two runs. */
export const CRON_MS = 5 * MINUTE_MS;

/** Off the full hour, when everybody's jobs start; the daily round at night in Europe, UTC. */
const HOURLY_AT_MS = 15 * MINUTE_MS;
const DAILY_AT_MS = 3 * HOUR_MS + 40 * MINUTE_MS;

/** What a run does beside what is due: hourly documents that an older chunker cut; daily upkeep, and a sample of the audit. */
export interface Round {
  readonly isHourly: boolean;
  readonly isDaily: boolean;
}

/** The latest time at which a kind of round was to begin, milliseconds since 1970. */
const latest = (atMs: number, everyMs: number, offsetMs: number): number =>
  Math.floor((atMs - offsetMs) / everyMs) * everyMs + offsetMs;

const begins = (atMs: number, everyMs: number, offsetMs: number): boolean =>
  atMs - latest(atMs, everyMs, offsetMs) < CRON_MS;

/** The round of the run that is scheduled at a time, milliseconds since 1970: one a day is daily, one an hour hourly. */
export const roundAt = (scheduledMs: number): Round => ({
  isHourly: begins(scheduledMs, HOUR_MS, HOURLY_AT_MS),
  isDaily: begins(scheduledMs, DAY_MS, DAILY_AT_MS),
});

/** The time of a run that brings no round. */
export const NO_ROUND_MS = 0;

/**
 * The times of the runs that a scheduler which may have slept owes since an earlier moment: the latest of each kind of round
 * that was to begin since, else one run without a round.
 */
export function runsOwed(sinceMs: number, nowMs: number): readonly number[] {
  const rounds = [latest(nowMs, DAY_MS, DAILY_AT_MS), latest(nowMs, HOUR_MS, HOURLY_AT_MS)];
  const owed = rounds.filter((atMs) => atMs > sinceMs);
  return owed.length > 0 ? owed : [NO_ROUND_MS];
}
