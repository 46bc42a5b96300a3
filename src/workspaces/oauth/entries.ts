import { SECOND_MS } from "../../config.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";

const GET = statement<{ readonly value: string }>(
  "SELECT value FROM oauth_entries WHERE key = :key AND (expires_at IS NULL OR expires_at > :now)",
);
const PUT = statement(`INSERT INTO oauth_entries (key, value, metadata, expires_at)
    VALUES (:key, :value, :metadata, :expiresAt)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, metadata = excluded.metadata, expires_at = excluded.expires_at`);
const DELETE = statement("DELETE FROM oauth_entries WHERE key = :key");
/** More than a write adds, so that what has ended never piles up and nobody has to sweep it. */
const DROP_ENDED = statement(
  "DELETE FROM oauth_entries WHERE key IN (SELECT key FROM oauth_entries WHERE expires_at <= :now LIMIT 10)",
);
const LIST = statement<{ readonly key: string; readonly metadata: string | null }>(`SELECT key, metadata
  FROM oauth_entries WHERE key >= :prefix AND key < :end AND key > :after
    AND (expires_at IS NULL OR expires_at > :now)
  ORDER BY key LIMIT :limit`);

/** Behind every character that a key has. */
const LAST = "\u{10ffff}";
/** Keys of one page, as Workers KV has it. */
const MAX_LISTED = 1_000;

interface PutOptions {
  /** Seconds from now. */
  readonly expirationTtl?: number;
  /** Seconds since 1970. */
  readonly expiration?: number;
  readonly metadata?: unknown;
}

/** Milliseconds since 1970; null: none. */
function endOf({ expirationTtl, expiration }: PutOptions, nowMs: number): number | null {
  if (expirationTtl !== undefined) return nowMs + expirationTtl * SECOND_MS;
  return expiration === undefined ? null : expiration * SECOND_MS;
}

interface ListOptions {
  readonly prefix?: string | null;
  readonly limit?: number | null;
  readonly cursor?: string | null;
}

/**
 * The part of Workers KV's interface that the OAuth provider uses, kept in the database: a code that was used, or a grant
 * that was revoked, is so at once everywhere, where KV shows a write elsewhere up to a minute later
 * (https://developers.cloudflare.com/kv/concepts/how-kv-works/#consistency).
 */
export function entriesIn(open: () => Session, now: () => number) {
  return {
    async get(key: string, options?: { readonly type?: string }): Promise<unknown> {
      const row = await open().first(GET, { key, now: now() });
      if (row === undefined) return null;
      return options?.type === "json" ? JSON.parse(row.value) : row.value;
    },
    async put(key: string, value: string, options: PutOptions = {}): Promise<void> {
      const nowMs = now();
      const metadata = options.metadata === undefined ? null : JSON.stringify(options.metadata);
      const session = open();
      await session.batch({
        ended: session.bind(DROP_ENDED, { now: nowMs }),
        put: session.bind(PUT, { key, value, metadata, expiresAt: endOf(options, nowMs) }),
      });
    },
    async delete(key: string): Promise<void> {
      await open().all(DELETE, { key });
    },
    async list({ prefix, limit, cursor }: ListOptions = {}) {
      const most = Math.min(limit ?? MAX_LISTED, MAX_LISTED);
      const rows = await open().all(LIST, {
        ...{ prefix: prefix ?? "", end: `${prefix ?? ""}${LAST}`, after: cursor ?? "", now: now() },
        limit: most + 1,
      });
      const page = rows.slice(0, most);
      const keys = page.map(({ key, metadata }) => ({
        name: key,
        ...(metadata !== null && { metadata: JSON.parse(metadata) as unknown }),
      }));
      const last = page.at(-1);
      return rows.length > most && last !== undefined
        ? { keys, list_complete: false as const, cursor: last.key }
        : { keys, list_complete: true as const };
    },
  };
}
