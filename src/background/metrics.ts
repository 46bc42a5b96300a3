import { readDayUse } from "../database/day-use.ts";
import { overDatabases } from "../database/several/over-databases.ts";
import type { Session } from "../database/session.ts";
import { statement } from "../database/statement.ts";
import { utcDay } from "../text/dates/utc-day.ts";
import { LATENCY_BUCKETS_MS } from "../workspaces/search-days.ts";

/** Rows that are counted of what may be a million: that many stands for more, too. */
export const MOST_COUNTED = 10_000;

const upTo = (rows: string): string => `(SELECT count(*) FROM (SELECT 1 FROM ${rows} LIMIT ${MOST_COUNTED}))`;

interface Totals {
  readonly workspaces: number;
  readonly documents: number;
  readonly passages: number;
  readonly pendingPassages: number;
  readonly failedPassages: number;
  readonly dueWork: number;
  readonly failedWork: number;
  readonly webhooks: number;
  readonly failingWebhooks: number;
  readonly sources: number;
  readonly failingSources: number;
}

const TOTALS = statement<Totals>(`SELECT count(*) AS workspaces, coalesce(sum(documents), 0) AS documents,
    coalesce(sum(chunks), 0) AS passages,
    ${upTo("chunks WHERE vector_state = 'pending'")} AS pendingPassages,
    ${upTo("chunks WHERE vector_state = 'failed'")} AS failedPassages,
    ${upTo("outbox WHERE state = 'due'")} AS dueWork, ${upTo("outbox WHERE state = 'parked'")} AS failedWork,
    (SELECT count(*) FROM webhooks) AS webhooks,
    (SELECT count(*) FROM webhooks WHERE attempts > 0 OR disabled_at IS NOT NULL) AS failingWebhooks,
    (SELECT count(*) FROM sources) AS sources, (SELECT count(*) FROM sources WHERE failures > 0) AS failingSources
  FROM workspaces WHERE gone_at IS NULL`);

/** Each workspace's by its key: the table has no index by day. */
const SEARCHES = statement<
  Searches & { readonly latencies: string }
>(`SELECT s.searches, s.nothing_found AS nothingFound,
    s.degraded, s.cached_answer AS cachedAnswer, s.latencies
  FROM workspaces w CROSS JOIN search_days s ON s.workspace = w.num AND s.day = :day`);

interface Searches {
  readonly searches: number;
  readonly nothingFound: number;
  readonly degraded: number;
  readonly cachedAnswer: number;
}

/** Runs are kept for 30 days; the newest say whether the background works. */
const NEWEST_RUNS = 100;

const RUNS = statement<{ readonly lastMs: number | null; readonly lastFailedMs: number | null }>(
  `SELECT max(ended_at) AS lastMs, max(CASE WHEN error IS NOT NULL THEN ended_at END) AS lastFailedMs
    FROM (SELECT ended_at, error FROM runs ORDER BY started_at DESC LIMIT ${NEWEST_RUNS})`,
);

/** What an owner watches of a deployment. Amounts of a day begin anew at midnight UTC. */
export interface Metrics {
  readonly totals: Totals;
  readonly databaseBytes: number;
  readonly searches: Searches;
  /** Today's searches by bucket of `LATENCY_BUCKETS_MS`; the last bucket is open. */
  readonly latencies: readonly number[];
  readonly use: Awaited<ReturnType<typeof readDayUse>>;
  /** When the newest run that did anything ended, and the newest that failed, milliseconds; null: none is known. */
  readonly runs: { readonly lastMs: number | null; readonly lastFailedMs: number | null };
}

const NONE: Searches = { searches: 0, nothingFound: 0, degraded: 0, cachedAnswer: 0 };

/**
 * Reads it of all databases, in two round trips each: a row or two for each workspace, and at most `MOST_COUNTED` of each
 * kind of work.
 */
export async function readMetrics(session: Session, nowMs: number): Promise<Metrics> {
  const found = await overDatabases(session, (db) => readOne(db, nowMs));
  return found.reduce(together);
}

async function readOne(db: Session, nowMs: number): Promise<Metrics> {
  const { totals, days, runs } = await db.batch({
    totals: db.bind(TOTALS),
    days: db.bind(SEARCHES, { day: utcDay(nowMs) }),
    runs: db.bind(RUNS),
  });
  const [total] = totals;
  if (total === undefined) throw new Error("totals are one row");
  const latencies = days.map((day) => JSON.parse(day.latencies) as readonly number[]);
  return {
    ...{ totals: total, databaseBytes: db.databaseBytes(), use: await readDayUse(db, nowMs) },
    searches: days.reduce(sumOf<Searches>, NONE),
    latencies: LATENCY_BUCKETS_MS.map((_, at) => latencies.reduce((sum, own) => sum + (own[at] ?? 0), 0)),
    runs: runs[0] ?? { lastMs: null, lastFailedMs: null },
  };
}

/** Amounts by their names, added up; what is no amount is the second one's. */
const sumOf = <Amounts extends object>(sum: Amounts, more: Amounts): Amounts => {
  const added = Object.entries(sum).map(([name, amount]) => {
    const other: unknown = Reflect.get(more, name);
    return [name, typeof amount === "number" && typeof other === "number" ? amount + other : other];
  });
  return Object.fromEntries(added) as Amounts;
};

const later = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

const together = (a: Metrics, b: Metrics): Metrics => ({
  totals: sumOf(a.totals, b.totals),
  databaseBytes: a.databaseBytes + b.databaseBytes,
  searches: sumOf(a.searches, b.searches),
  latencies: a.latencies.map((amount, at) => amount + (b.latencies[at] ?? 0)),
  use: { ...sumOf(a.use, b.use), pausedUntil: later(a.use.pausedUntil, b.use.pausedUntil) },
  runs: {
    lastMs: later(a.runs.lastMs, b.runs.lastMs),
    lastFailedMs: later(a.runs.lastFailedMs, b.runs.lastFailedMs),
  },
});
