import { DAY_MS } from "../../config.ts";
import { chargeCalls, withDayUse } from "../../database/day-use.ts";
import { deleteSome, MAX_DELETED } from "../../database/delete-some.ts";
import { jsonParts } from "../../database/json-rows.ts";
import type { Session } from "../../database/session.ts";
import { type Bound, type Statement, statement, type Values } from "../../database/statement.ts";
import { utcDay } from "../../text/dates/utc-day.ts";
import { LATENCY_BUCKETS_MS, latencyBucket, type SearchTally } from "../../workspaces/search-days.ts";
import { TOKEN_USE, type TokenUse } from "../../workspaces/sql/token-store.ts";
import type { AnyHit } from "../contract/hits.ts";
import type { SearchAnswer, SearchRequest } from "../contract/search.ts";

/** A hit as the log keeps it: where it was, never what it said. */
export interface LoggedHit {
  /** Whole id. */
  readonly chunk: string;
  readonly root: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly score: number;
  /** Arms that found it, with its rank there. */
  readonly arms: Readonly<Record<string, number>>;
}

/** A search as it is handed to the log, before anything of it is computed: that waits until the answer is out. */
export interface RecallDraft {
  readonly token: string;
  readonly request: SearchRequest;
  readonly answer: SearchAnswer<AnyHit>;
  /** All settings of the profile as resolved; undefined: nothing was ranked. */
  readonly settings: object | undefined;
  readonly logged: readonly LoggedHit[];
}

/** A search that is not noted in the database yet. */
export interface WaitingSearch {
  /** Undefined: it was none. */
  readonly tally?: SearchTally | undefined;
  /** Undefined: it is not logged. */
  readonly recall?: RecallDraft | undefined;
}

/** One search of the log, as its row is written. Hits, filters and degraded are JSON. */
export interface RecallWrite {
  readonly id: string;
  /** Milliseconds: the time in its id. */
  readonly at: number;
  readonly token: string;
  readonly session: string | null;
  readonly query: string | null;
  readonly queryHash: string | null;
  readonly profile: string;
  readonly settingsHash: string | null;
  readonly filters: string | null;
  readonly hits: string;
  readonly outcome: string;
  readonly degraded: string;
  readonly cached: 0 | 1;
  readonly totalMs: number;
  readonly tokens: number;
}

/** What the log keeps of queries: their text, only a hash of it, or no searches at all. */
export type LogQueries = "text" | "hash" | "off";

/** What a search leaves behind, and those that waited for it. */
export interface SearchWrites {
  readonly workspace: number;
  readonly nowMs: number;
  readonly answer?:
    | { readonly requestKey: string; readonly version: number; readonly body: string }
    | undefined;
  /** What models have just said of the query. */
  readonly results?:
    | {
        readonly queryHash: string;
        /** As it is stored (text/quantise.ts). */
        readonly vector?: { readonly identity: string; readonly levels: string } | undefined;
        readonly scores?:
          | {
              readonly model: string;
              readonly scores: readonly { readonly sentHash: string; readonly score: number }[];
            }
          | undefined;
      }
    | undefined;
  /** An expansion that a generator has just written. */
  readonly expansion?: { readonly key: string; readonly text: string } | undefined;
  readonly usedToken?: (TokenUse & { readonly token: string }) | undefined;
  readonly models?: { readonly calls: number; readonly texts: number; readonly passages: number } | undefined;
  /** Whether the workspace's quota counts these calls. @default true */
  readonly isCharged?: boolean;
  readonly pausedUntil?: number | undefined;
  /** Searches that were answered, this one and others that have waited for it. */
  readonly tallies?: readonly SearchTally[] | undefined;
  /** The same ones as the log keeps them, as far as it does. */
  readonly recalls?: readonly RecallWrite[] | undefined;
}

/** Caches and marks of searches, written after their answers; nothing here can change what an answer says. */
export async function keepSearch(db: Session, writes: SearchWrites): Promise<void> {
  const { workspace, nowMs, answer, results, expansion, usedToken, models, pausedUntil } = writes;
  const { tallies = [], recalls = [], isCharged = true } = writes;
  const calls = isCharged ? (models?.calls ?? 0) : 0;
  const bind = (sql: Statement, values: Values) => db.bind(sql, { ...values, workspace, now: nowMs });
  const usesModels = models !== undefined || pausedUntil !== undefined;
  const write = (note?: Bound) =>
    db.batch({
      answer: answer && bind(ANSWER, answer),
      results: results && bind(RESULTS, resultValues(results)),
      expansion: expansion && bind(EXPANSION, expansion),
      token: usedToken && bind(TOKEN_USE, { ...usedToken }),
      note,
      // One row for both, where there is a search to count.
      tally: tallies.length > 0 ? bind(TALLY, { ...tallyValues(tallies, nowMs), calls }) : undefined,
      charged: tallies.length === 0 && calls > 0 ? chargeCalls(db, [{ workspace, calls }], nowMs) : undefined,
      recalls: jsonParts(recalls).map((rows) => bind(RECALLS, { rows })),
    });
  // A row only where there is one anyway, or for many searches together.
  if (usesModels || db.day.isDue()) await withDayUse(db, { ...models, pausedUntil, nowMs }, write);
  else await write();
}

/** Only while the version still stands: a write in between has dropped what this answer was made from. */
const ANSWER = statement(`INSERT INTO answers (workspace, request, version, body, created_at)
    SELECT num, :requestKey, version, :body, :now FROM workspaces WHERE num = :workspace AND version = :version
    ON CONFLICT (workspace, request) DO UPDATE SET version = excluded.version, body = excluded.body,
      created_at = excluded.created_at`);

/** Of another model than before: its scores take the place of the other's. */
const RESULTS =
  statement(`INSERT INTO query_results (workspace, query_hash, identity, vector, model, scores, used_at)
    VALUES (:workspace, :queryHash, :identity, unhex(:vector), :model, :scores, :now)
    ON CONFLICT (workspace, query_hash) DO UPDATE SET
      identity = coalesce(excluded.identity, identity), vector = coalesce(excluded.vector, vector),
      scores = CASE WHEN excluded.model IS NULL THEN scores
        WHEN excluded.model IS model THEN json_patch(scores, excluded.scores) ELSE excluded.scores END,
      model = coalesce(excluded.model, model), used_at = excluded.used_at`);

/** Scores as text: SQL takes entries out again and would round numbers. */
function resultValues({ queryHash, vector, scores }: NonNullable<SearchWrites["results"]>): Values {
  const entries = scores?.scores.map(({ sentHash, score }) => [sentHash, String(score)]) ?? [];
  return {
    ...{ queryHash, identity: vector?.identity ?? null, vector: vector?.levels ?? null },
    ...{ model: scores?.model ?? null, scores: JSON.stringify(Object.fromEntries(entries)) },
  };
}

/** The first text of a key stays, so that all who search for it search alike. */
const EXPANSION = statement(`INSERT INTO generated (workspace, kind, key, text, used_at)
    VALUES (:workspace, 'expansion', :key, :text, :now)
    ON CONFLICT DO UPDATE SET used_at = excluded.used_at`);

const TALLY =
  statement(`INSERT INTO search_days (workspace, day, searches, nothing_found, degraded, cached_answer,
      cached_embedding, cached_rerank, latencies, model_calls)
    VALUES (:workspace, :day, :searches, :empty, :degraded, :answer, :embedding, :rerank, :latencies, :calls)
    ON CONFLICT (workspace, day) DO UPDATE SET searches = searches + :searches,
      nothing_found = nothing_found + :empty, degraded = degraded + :degraded,
      cached_answer = cached_answer + :answer, cached_embedding = cached_embedding + :embedding,
      cached_rerank = cached_rerank + :rerank, model_calls = model_calls + :calls,
      latencies = (SELECT json_group_array(j.value + coalesce(json_extract(search_days.latencies, '$[' || j.key || ']'), 0))
        FROM json_each(:latencies) j)`);

function tallyValues(tallies: readonly SearchTally[], nowMs: number): Values {
  const count = (holds: (tally: SearchTally) => boolean) => tallies.filter(holds).length;
  const latencies = LATENCY_BUCKETS_MS.map((_, at) => count(({ totalMs }) => latencyBucket(totalMs) === at));
  return {
    day: utcDay(nowMs),
    searches: tallies.length,
    empty: count(({ isEmpty }) => isEmpty),
    degraded: count(({ isDegraded }) => isDegraded),
    answer: count(({ cached }) => cached.includes("answer")),
    embedding: count(({ cached }) => cached.includes("embedding")),
    rerank: count(({ cached }) => cached.includes("rerank")),
    latencies: JSON.stringify(latencies),
  };
}

/** Logs searches of a workspace that is there: one may end after its workspace was emptied. A logged one stays as it is. */
const RECALLS =
  statement(`INSERT INTO recalls (workspace, id, at, token, session, query, query_hash, profile, settings_hash,
    filters, hits, outcome, degraded, cached, total_ms, tokens)
  SELECT w.num, value->>'id', value->>'at', value->>'token', value->>'session', value->>'query', value->>'queryHash',
    value->>'profile', value->>'settingsHash', value->>'filters', value->>'hits', value->>'outcome', value->>'degraded',
    value->>'cached', value->>'totalMs', value->>'tokens'
  FROM json_each(:rows) CROSS JOIN workspaces w ON w.num = :workspace AND w.gone_at IS NULL WHERE true ON CONFLICT DO NOTHING`);

/** Days of search statistics. */
const STATISTICS_DAYS = 90;

const OLD_DAYS = deleteSome("search_days", "workspace, day", "day < :before");

/** Deletes statistics past their time, a bounded number; answers how many days went. */
export async function pruneSearchDays(session: Session, nowMs: number): Promise<number> {
  const before = utcDay(nowMs - STATISTICS_DAYS * DAY_MS);
  return (await session.all(OLD_DAYS, { max: MAX_DELETED, before })).length;
}
