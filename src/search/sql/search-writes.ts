import { DAY_MS } from "../../config.ts";
import { deleteSome, MAX_DELETED } from "../../database/delete-some.ts";
import { jsonParts } from "../../database/json-rows.ts";
import { modelUseStatement } from "../../database/model-use.ts";
import type { Session } from "../../database/session.ts";
import { utcDay } from "../../text/dates/utc-day.ts";
import { LATENCY_BUCKETS_MS, latencyBucket, type SearchTally } from "../../workspaces/search-days.ts";
import type { RecallWrite } from "./recall-types.ts";

/** What a search leaves behind, and those that waited for it. */
export interface SearchWrites {
  readonly workspace: number;
  readonly nowMs: number;
  readonly answer?:
    | { readonly requestKey: string; readonly version: number; readonly body: string }
    | undefined;
  readonly queryVector?:
    | { readonly identity: string; readonly hash: string; readonly vector: string }
    | undefined;
  /** An expansion that a generator has just written. */
  readonly expansion?: { readonly key: string; readonly text: string } | undefined;
  readonly scores?:
    | {
        readonly model: string;
        readonly queryHash: string;
        readonly scores: readonly { readonly sentHash: string; readonly score: number }[];
      }
    | undefined;
  readonly usedToken?: string | undefined;
  readonly models?: { readonly calls: number; readonly texts: number; readonly passages: number } | undefined;
  readonly pausedUntil?: number | undefined;
  /** Searches that were answered, this one and others that have waited for it. */
  readonly tallies?: readonly SearchTally[] | undefined;
  /** The same ones as the log keeps them, as far as it does. */
  readonly recalls?: readonly RecallWrite[] | undefined;
}

/** Caches and marks of searches, written after their answers; nothing here can change what an answer says. */
export async function keepSearch(session: Session, writes: SearchWrites): Promise<void> {
  const statements = [
    ...answerStatements(session, writes),
    ...vectorStatements(session, writes),
    ...expansionStatements(session, writes),
    ...scoreStatements(session, writes),
    ...useStatements(session, writes),
    ...tallyStatements(session, writes),
    ...recallStatements(session, writes),
  ];
  await session.batch({ statements });
}

function answerStatements(
  session: Session,
  { workspace, answer, nowMs }: SearchWrites,
): D1PreparedStatement[] {
  if (answer === undefined) return [];
  // Only while the version still stands: a write in between has dropped what this answer was made from.
  const sql = `INSERT INTO answers (workspace, request, version, body, created_at)
    SELECT num, ?, version, ?, ? FROM workspaces WHERE num = ? AND version = ?
    ON CONFLICT (workspace, request) DO UPDATE SET version = excluded.version, body = excluded.body,
      created_at = excluded.created_at`;
  return [session.prepare(sql).bind(answer.requestKey, answer.body, nowMs, workspace, answer.version)];
}

function vectorStatements(
  session: Session,
  { workspace, queryVector, nowMs }: SearchWrites,
): D1PreparedStatement[] {
  if (queryVector === undefined) return [];
  const sql = `INSERT INTO embeddings (workspace, identity, kind, hash, vector, used_at) VALUES (?, ?, 'query', ?, unhex(?), ?)
    ON CONFLICT DO UPDATE SET used_at = excluded.used_at`;
  const { identity, hash, vector } = queryVector;
  return [session.prepare(sql).bind(workspace, identity, hash, vector, nowMs)];
}

/** The first text of a key stays, so that all who search for it search alike. */
function expansionStatements(
  session: Session,
  { workspace, expansion, nowMs }: SearchWrites,
): D1PreparedStatement[] {
  if (expansion === undefined) return [];
  const sql = `INSERT INTO generated (workspace, kind, key, text, used_at) VALUES (?, 'expansion', ?, ?, ?)
    ON CONFLICT DO UPDATE SET used_at = excluded.used_at`;
  return [session.prepare(sql).bind(workspace, expansion.key, expansion.text, nowMs)];
}

function scoreStatements(
  session: Session,
  { workspace, scores, nowMs }: SearchWrites,
): D1PreparedStatement[] {
  if (scores === undefined || scores.scores.length === 0) return [];
  const sql = `INSERT INTO rerank_scores (workspace, model, query_hash, scores, used_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET scores = json_patch(scores, excluded.scores), used_at = excluded.used_at`;
  const { model, queryHash } = scores;
  // As text: SQL takes entries out again and would round numbers.
  const entries = scores.scores.map(({ sentHash, score }) => [sentHash, String(score)]);
  const json = JSON.stringify(Object.fromEntries(entries));
  return [session.prepare(sql).bind(workspace, model, queryHash, json, nowMs)];
}

/** Counts the searches in their day. */
function tallyStatements(
  session: Session,
  { workspace, tallies = [], nowMs }: SearchWrites,
): D1PreparedStatement[] {
  if (tallies.length === 0) return [];
  const sql = `INSERT INTO search_days (workspace, day, searches, nothing_found, degraded, cached_answer,
      cached_embedding, cached_rerank, latencies) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
    ON CONFLICT (workspace, day) DO UPDATE SET searches = searches + ?3, nothing_found = nothing_found + ?4,
      degraded = degraded + ?5, cached_answer = cached_answer + ?6, cached_embedding = cached_embedding + ?7,
      cached_rerank = cached_rerank + ?8,
      latencies = (SELECT json_group_array(value + json_extract(?9, '$[' || key || ']')) FROM json_each(latencies))`;
  const count = (holds: (tally: SearchTally) => boolean) => tallies.filter(holds).length;
  const sums = [
    tallies.length,
    count(({ isEmpty }) => isEmpty),
    count(({ isDegraded }) => isDegraded),
    ...(["answer", "embedding", "rerank"] as const).map((kind) =>
      count(({ cached }) => cached.includes(kind)),
    ),
  ];
  const latencies = LATENCY_BUCKETS_MS.map((_, at) => count(({ totalMs }) => latencyBucket(totalMs) === at));
  return [session.prepare(sql).bind(workspace, utcDay(nowMs), ...sums, JSON.stringify(latencies))];
}

/** Days of search statistics. */
const STATISTICS_DAYS = 90;

const OLD_DAYS = deleteSome("search_days", "workspace, day", "day < :before");

/** Deletes statistics past their time, a bounded number; answers how many days went. */
export async function pruneSearchDays(session: Session, nowMs: number): Promise<number> {
  const before = utcDay(nowMs - STATISTICS_DAYS * DAY_MS);
  return (await session.all(OLD_DAYS, { max: MAX_DELETED, before })).length;
}

function useStatements(session: Session, writes: SearchWrites): D1PreparedStatement[] {
  const { usedToken, models, pausedUntil, nowMs } = writes;
  const statements: D1PreparedStatement[] = [];
  if (usedToken !== undefined)
    statements.push(
      session.prepare("UPDATE tokens SET last_used_at = ? WHERE id = ?").bind(nowMs, usedToken),
    );
  if (models !== undefined || pausedUntil !== undefined)
    statements.push(modelUseStatement(session, nowMs, { ...models, pausedUntil }));
  return statements;
}

/** Of a workspace that is there: a search may end after its workspace was emptied. */
const INSERT_RECALLS = `INSERT INTO recalls (workspace, id, at, token, session, query, query_hash, profile, settings_hash, filters,
    hits, outcome, degraded, cached, total_ms, tokens)
  SELECT w.num, value->>'id', value->>'at', value->>'token', value->>'session', value->>'query', value->>'queryHash',
    value->>'profile', value->>'settingsHash', value->>'filters', value->>'hits', value->>'outcome', value->>'degraded',
    value->>'cached', value->>'totalMs', value->>'tokens'
  FROM json_each(?2) CROSS JOIN workspaces w ON w.num = ?1 AND w.gone_at IS NULL WHERE true ON CONFLICT DO NOTHING`;

/** Logs searches; a database that has logged one already leaves it as it is. */
const recallStatements = (
  session: Session,
  { workspace, recalls = [] }: SearchWrites,
): D1PreparedStatement[] =>
  jsonParts(recalls).map((rows) => session.prepare(INSERT_RECALLS).bind(workspace, rows));
