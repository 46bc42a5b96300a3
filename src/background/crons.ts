/** When the background runs, UTC; wrangler.toml says the same, and a test compares the two. */

/** What is due. */
export const SWEEP_CRON = "*/5 * * * *";
/** Beside what is due: documents that an older chunker cut. */
export const HOURLY_CRON = "17 * * * *";
/** Beside what is due: upkeep, and a sample of the audit. */
export const DAILY_CRON = "43 3 * * *";

/** All of them, in wrangler.toml's order. */
export const CRONS: readonly string[] = [SWEEP_CRON, HOURLY_CRON, DAILY_CRON];
