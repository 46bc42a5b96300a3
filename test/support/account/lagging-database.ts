/**
 * A D1 with a read replica that is behind by as much as a test says. Facts and sources:
 * - A session that begins unconstrained may be answered by any replica, however far behind; one that begins at the primary,
 *   or with a bookmark, sees at least that state; a session never goes back; writes always go to the primary.
 *   https://developers.cloudflare.com/d1/best-practices/read-replication/ (2026-09-18)
 */
import type { TestDatabase } from "../worlds/database.ts";

interface Written {
  readonly statements: readonly Sent[];
  readonly atMs: number;
}

interface Sent {
  readonly sql: string;
  readonly params: readonly unknown[];
}

const READS = /^\s*(?:--[^\n]*\s+)*(?:SELECT|EXPLAIN|WITH)\b/i;

const bookmarkOf = (state: number): string =>
  `00000000-${state.toString(16).padStart(8, "0")}-00000000-${"0".repeat(32)}`;
const stateOf = (bookmark: string): number => Number.parseInt(bookmark.split("-")[1] ?? "0", 16);

export interface LaggingDatabase {
  readonly database: D1Database;
  /** Brings the replica to the primary's state of now. */
  catchUp(): Promise<void>;
  /** Who answered each batch that only read, since this was last asked. */
  answered(): readonly ("primary" | "replica")[];
}

interface Lag {
  readonly now: () => number;
  /** Milliseconds until the replica shows what was written. */
  readonly lagMs: number;
}

const ALWAYS: Lag = { now: () => 0, lagMs: Number.POSITIVE_INFINITY };

/**
 * Both databases are empty, or hold the same. The replica shows what is older than its lag, or stands still until it is told
 * to catch up; a bookmark makes it wait for as much as the bookmark saw, and no more.
 */
export function laggingDatabase(
  primary: TestDatabase,
  replica: TestDatabase,
  { now, lagMs }: Lag = ALWAYS,
): LaggingDatabase {
  const written: Written[] = [];
  let shown = 0;
  let readers: ("primary" | "replica")[] = [];
  const apply = async (state: number): Promise<void> => {
    for (; shown < state; shown++) {
      const { database } = replica;
      const writes = (written[shown]?.statements ?? []).map(({ sql, params }) =>
        database.prepare(sql).bind(...params),
      );
      await database.batch(writes);
    }
  };
  /** Writes that are older than the lag. */
  const due = (): number => written.filter(({ atMs }) => atMs + lagMs <= now()).length;
  const withSession = (start = "first-unconstrained") => {
    const least = start.startsWith("first-") ? 0 : stateOf(start);
    let isOnPrimary = start === "first-primary";
    let seen = 0;
    const batch = async (statements: readonly Sent[]) => {
      const isRead = statements.every(({ sql }) => READS.test(sql));
      isOnPrimary ||= !isRead;
      if (isRead) readers.push(isOnPrimary ? "primary" : "replica");
      if (!isOnPrimary) await apply(Math.max(least, due()));
      const { database } = isOnPrimary ? primary : replica;
      const answer = await database.batch(
        statements.map(({ sql, params }) => database.prepare(sql).bind(...params)),
      );
      if (!isRead) written.push({ statements, atMs: now() });
      seen = isOnPrimary ? written.length : shown;
      return answer;
    };
    const prepare = (sql: string, params: readonly unknown[] = []): object => ({
      ...{ sql, params },
      bind: (...values: unknown[]) => prepare(sql, values),
      all: async () => (await batch([{ sql, params }]))[0],
    });
    return { prepare, batch, getBookmark: () => bookmarkOf(seen) };
  };
  return {
    database: { ...withSession("first-primary"), withSession } as unknown as D1Database,
    catchUp: () => apply(written.length),
    answered() {
      const before = readers;
      readers = [];
      return before;
    },
  };
}
