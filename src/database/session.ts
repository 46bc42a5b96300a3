import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { AppError } from "../errors.ts";
import type { Meter } from "../models/ports.ts";

/** D1 as the stores see it: one session of one request, so that it reads what it wrote, and counts rows. */
export interface Session {
  prepare(sql: string): D1PreparedStatement;
  /** For single tables where no batch is needed. */
  readonly orm: DrizzleD1Database;
  /** One round trip, one transaction, rolled back whole. */
  batch(statements: readonly D1PreparedStatement[]): Promise<D1Result<Record<string, unknown>>[]>;
  /** Send it with later requests to read at least what this session wrote. */
  bookmark(): string | undefined;
}

export interface SessionOptions {
  /** "primary" for writes and strong reads, "nearest" lets a replica answer, a bookmark asks for at least that state. */
  readonly from: "primary" | "nearest" | { readonly bookmark: string };
  readonly meter: Meter;
}

/** D1 echoes any nonsense bookmark; only its own shape is passed on. */
const BOOKMARK = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/;

/** Whether it has the shape of a bookmark of D1's. */
export const isBookmark = (text: string | undefined): text is string =>
  text !== undefined && BOOKMARK.test(text);

/**
 * Fragments of messages that mean the database, not the statement, is at fault.
 * https://developers.cloudflare.com/d1/observability/debug-d1/
 */
const OUTAGES = [
  "Network connection lost",
  "storage caused object to be reset",
  "reset because its code was updated",
  "Cannot resolve D1 DB",
  "D1 DB is overloaded",
  "Too many requests queued",
  "exceeded timeout",
  "exceeded its memory limit",
  "exceeded its CPU time limit",
  "daily row",
  "long-running export",
];

/** A workspace's own tables go with it: a token that outlives them belongs to nothing. */
const GONE = /no such table: (?:chunks_fts|vocab)_\d+/;

/** Outages become `unavailable`; anything else is a bug and stays what it is. */
export function translateDatabaseError(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  const message = `${cause.message} ${cause.cause instanceof Error ? cause.cause.message : ""}`;
  if (GONE.test(message))
    return new AppError("unauthorized", "This token's workspace was deleted", { cause });
  if (/string or blob too big|SQLITE_TOOBIG/.test(message))
    return new AppError("too_large", "This is more than the database takes at once: send less", { cause });
  const isOutage = OUTAGES.some((fragment) => message.includes(fragment));
  return isOutage ? new AppError("unavailable", "The database did not answer; try again", { cause }) : cause;
}

/** Opens a session on one of the databases. */
export function openSession(database: D1Database, { from, meter }: SessionOptions): Session {
  const start =
    from === "primary" ? "first-primary" : from === "nearest" ? "first-unconstrained" : from.bookmark;
  const session = database.withSession(start);
  let orm: DrizzleD1Database | undefined;
  return {
    // Made when it is asked for: it costs half a millisecond, and a search never uses it. A session answers prepare and
    // batch as a database does, which is all that drizzle calls.
    get orm() {
      orm ??= drizzle(session as unknown as D1Database);
      return orm;
    },
    prepare: (sql) => session.prepare(sql),
    async batch(statements) {
      try {
        const answers = await session.batch<Record<string, unknown>>([...statements]);
        for (const { meta } of answers) {
          meter.rowsRead += meta.rows_read ?? 0;
          meter.rowsWritten += meta.rows_written ?? 0;
        }
        return answers;
      } catch (cause) {
        throw translateDatabaseError(cause);
      }
    },
    bookmark: () => session.getBookmark() ?? undefined,
  };
}

/** The first row of a statement's answer, typed by the caller who wrote the statement. */
export const firstRow = <Row>(answer: D1Result<Record<string, unknown>> | undefined): Row | undefined =>
  answer?.results[0] as Row | undefined;

/** All rows of a statement's answer, typed by the caller who wrote the statement. */
export const rowsOf = <Row>(answer: D1Result<Record<string, unknown>> | undefined): readonly Row[] =>
  (answer?.results ?? []) as unknown as readonly Row[];
