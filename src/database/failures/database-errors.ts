import { AppError } from "../../errors.ts";
import { MIGRATION_NAMES } from "../migrations/bundle.ts";

/** Fragments of messages that blame the database: https://developers.cloudflare.com/d1/observability/debug-d1/ */
const OUTAGES = [
  "Network connection lost",
  "storage caused object to be reset",
  "reset because its code was updated",
  "Cannot resolve D1 DB",
  "D1 DB is overloaded",
  "Too many requests queued",
  "long-running export",
];

/** What a batch took too much of: by the same page it is not to be sent again as it is, but made smaller. */
const OVERRUN = /exceeded timeout|exceeded its (?:memory|CPU time) limit/;

/** 50 queries an invocation on the free plan, 1,000 on the paid: https://developers.cloudflare.com/d1/platform/limits/ */
const TOO_MANY_QUERIES = "Too many API requests by single worker invocation";

/** What triggers of a moving workspace refuse (moves/sql/write-log.ts). */
const MOVING = "workspace_moving";
/** Handing over takes some round trips. */
const MOVING_SECONDS = 2;

/** A workspace's own tables go with it: a token that outlives them belongs to nothing. */
const GONE = /no such table: (?:chunks_fts|vocab)_\d+/;

/** What a statement says of tables that are not those it was written for. */
const OTHER_TABLES = /no such (?:table|column)|has no column named/;

/** Enforced since 2026-09-01, per account: https://developers.cloudflare.com/d1/platform/limits/ */
const DAILY_ROWS = /exceeded D1's free tier daily row (?:read|write)/;

/**
 * What SQLite says of a file that is damaged, or is none of its own: https://www.sqlite.org/rescode.html#corrupt. Every JSON
 * text that the Worker sends was made as such, so that one which is malformed is no longer what was stored.
 */
const DAMAGED = /SQLITE_CORRUPT|SQLITE_NOTADB|disk image is malformed|file is not a database|malformed JSON/;

/** https://developers.cloudflare.com/d1/observability/debug-d1/ */
const FULL = /Exceeded maximum (?:DB size|account storage)/;

/**
 * Outages become `unavailable`, what a moving workspace refuses `workspace_moving`, a request of too many queries `too_large`, a batch that took too long `database_timeout`,
 * the day's limit of rows `database_quota`, a full database `limit_reached`, a damaged file `database_damaged`; anything else is a bug and stays what it is.
 */
export function translateDatabaseError(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  // Drizzle wraps what the session threw.
  if (cause.cause instanceof AppError && !(cause instanceof AppError)) return cause.cause;
  const message = `${cause.message} ${cause.cause instanceof Error ? cause.cause.message : ""}`;
  if (GONE.test(message))
    return new AppError("unauthorized", "This token's workspace was deleted", { cause });
  if (message.includes(MOVING))
    return new AppError(
      "workspace_moving",
      "The workspace is being handed over to another database: write again in a moment. Reading goes on",
      { cause, details: { retryAfterSeconds: MOVING_SECONDS } },
    );
  if (/string or blob too big|SQLITE_TOOBIG/.test(message))
    return new AppError("too_large", "This is more than the database takes at once: send less", { cause });
  if (message.includes(TOO_MANY_QUERIES))
    return new AppError(
      "too_large",
      "This is more than one request can do on the server's plan: send less at once. What was done by then stays",
      { cause },
    );
  if (DAMAGED.test(message)) return databaseDamaged(cause);
  if (FULL.test(message))
    return new AppError(
      "limit_reached",
      "The database is full: delete what is no longer needed, or start another deployment. Reading goes on",
      { cause, details: { limit: "database" } },
    );
  if (DAILY_ROWS.test(message))
    return new AppError(
      "database_quota",
      "The free plan's database rows of today are used up; they return at 00:00 UTC, or with Workers Paid",
      { cause },
    );
  if (OVERRUN.test(message))
    return new AppError(
      "database_timeout",
      "The database ended this: it took more time or memory than it may",
      { cause },
    );
  const isOutage = OUTAGES.some((fragment) => message.includes(fragment));
  return isOutage ? new AppError("unavailable", "The database did not answer; try again", { cause }) : cause;
}

/** Says where the damage is told, and what helps. */
export const databaseDamaged = (cause: unknown): AppError =>
  new AppError(
    "database_damaged",
    "The file of the database is damaged where this is stored; what lies elsewhere in it can still be read. " +
      "`recall doctor` names what is lost, `recall restore` brings the last backup back",
    { cause },
  );

/** `schema_mismatch` where a statement failed because the database was migrated by another version; else nothing. */
export async function otherSchema(session: D1DatabaseSession, error: unknown): Promise<AppError | undefined> {
  if (error instanceof AppError || !(error instanceof Error) || !OTHER_TABLES.test(error.message)) return;
  const applied = await session
    .prepare("SELECT name FROM d1_migrations")
    .all<{ name: string }>()
    .then(
      ({ results }) => results.map(({ name }) => name),
      (): string[] => [],
    );
  const unknown = applied.filter((name) => !MIGRATION_NAMES.includes(name));
  const missing = MIGRATION_NAMES.filter((name) => !applied.includes(name));
  if (unknown.length + missing.length === 0) return;
  const message =
    unknown.length > 0
      ? `The database belongs to another version: it has ${unknown.join(", ")}. Deploy that version again`
      : `The database lacks ${missing.join(", ")}. A deployment under way adds it in a moment; else its owner runs \`npm run deploy\``;
  const reason = unknown.length > 0 ? "other_version" : "behind";
  return new AppError("schema_mismatch", message, { cause: error, details: { reason } });
}
