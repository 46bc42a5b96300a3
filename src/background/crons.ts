import { DAY_MS, HOUR_MS } from "../config.ts";

/** When the background runs; wrangler.toml says the same, and a test compares the two. One line: a free account has five. */
export const CRON = "*/5 * * * *";

const MINUTE_MS = 60_000;
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

const begins = (atMs: number, everyMs: number, offsetMs: number): boolean =>
  (atMs + everyMs - offsetMs) % everyMs < CRON_MS;

/** The round of the run that is scheduled at a time, milliseconds since 1970: one a day is daily, one an hour hourly. */
export const roundAt = (scheduledMs: number): Round => ({
  isHourly: begins(scheduledMs, HOUR_MS, HOURLY_AT_MS),
  isDaily: begins(scheduledMs, DAY_MS, DAILY_AT_MS),
});
