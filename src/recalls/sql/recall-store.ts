import { MAX_DELETED } from "../../database/delete-some.ts";
import { isThere } from "../../database/gone-documents.ts";
import { firstRow, rowsOf, type Session } from "../../database/session.ts";
import type { RecallRow } from "../../search/sql/recall-types.ts";

const IS_THERE = `EXISTS (SELECT 1 FROM documents d WHERE d.workspace = r.workspace AND d.root = h.value->>'root'
  AND d.path = h.value->>'path' AND ${isThere("d")})`;

const COLUMNS = `r.id, r.at, r.token, r.session, r.query, r.query_hash AS queryHash, r.profile,
  r.settings_hash AS settingsHash, r.filters, r.hits, r.outcome, r.degraded, r.cached, r.total_ms AS totalMs, r.tokens,
  (SELECT json_group_array(h.key) FROM json_each(r.hits) h WHERE NOT ${IS_THERE}) AS gone,
  (SELECT json_group_array(json_array(hit, value, n, root, path))
    FROM (SELECT f.hit, f.value, count(*) AS n, d.root, d.path FROM feedback f
      LEFT JOIN documents d ON d.workspace = f.workspace AND d.root = f.root AND d.path = f.path AND ${isThere("d")}
      WHERE f.workspace = r.workspace AND f.recall = r.id GROUP BY f.hit, f.value, d.root, d.path)) AS votes`;

export interface RecallQuery {
  readonly workspace: number;
  /** Ids at or above and below these starts. */
  readonly from: string;
  readonly below: string;
  readonly session?: string | undefined;
  readonly outcome?: string | undefined;
  readonly profile?: string | undefined;
  readonly voted?: boolean | undefined;
  readonly limit: number;
}

/** Logged searches of a workspace, newest first. */
export async function listRecalls(session: Session, query: RecallQuery): Promise<readonly RecallRow[]> {
  const { workspace, from, below, limit, session: ofSession, outcome, profile, voted } = query;
  const sql = `SELECT ${COLUMNS} FROM recalls r WHERE r.workspace = ?1 AND r.id >= ?2 AND r.id < ?3
      AND (?4 IS NULL OR r.session = ?4) AND (?5 IS NULL OR r.outcome = ?5) AND (?6 IS NULL OR r.profile = ?6)
      AND (?7 IS NULL OR ?7 = EXISTS (SELECT 1 FROM feedback f WHERE f.workspace = r.workspace AND f.recall = r.id))
    ORDER BY r.id DESC LIMIT ?8`;
  const isVoted = voted === undefined ? null : Number(voted);
  const filters = [ofSession ?? null, outcome ?? null, profile ?? null, isVoted];
  const [rows] = await session.batch([session.prepare(sql).bind(workspace, from, below, ...filters, limit)]);
  return rowsOf<RecallRow>(rows);
}

export interface RecallName {
  readonly workspace: number;
  /** A whole id, or its start. */
  readonly idStart: string;
  /** By the start of its id a search is only found by the token that asked it; undefined: by anybody. */
  readonly token: string | undefined;
}

/** Searches whose id begins so, at most two: one of them is the one meant, two are ambiguous. */
export async function findRecalls(
  session: Session,
  { workspace, idStart, token }: RecallName,
): Promise<readonly RecallRow[]> {
  const sql = `SELECT ${COLUMNS} FROM recalls r WHERE r.workspace = ?1 AND r.id >= ?2 AND r.id < ?2 || 'g'
      AND (?3 IS NULL OR r.token = ?3 OR r.id = ?2) LIMIT 2`;
  const [rows] = await session.batch([session.prepare(sql).bind(workspace, idStart, token ?? null)]);
  return rowsOf<RecallRow>(rows);
}

/** Deletes the oldest searches below an id, a bounded number; answers how many went. */
export async function clearRecalls(
  session: Session,
  { workspace, below }: { readonly workspace: number; readonly below: string },
): Promise<{ readonly deleted: number; readonly isDone: boolean }> {
  const sql = `DELETE FROM recalls WHERE workspace = ?1 AND id IN
    (SELECT id FROM recalls WHERE workspace = ?1 AND id < ?2 ORDER BY id LIMIT ?3) RETURNING 1`;
  const [rows] = await session.batch([session.prepare(sql).bind(workspace, below, MAX_DELETED)]);
  const deleted = rowsOf(rows).length;
  return { deleted, isDone: deleted < MAX_DELETED };
}

/** Turns a workspace's log on or off. Its version rises, so that no isolate goes on by what it remembers. */
export async function writeRecallLog(session: Session, workspace: number, on: boolean): Promise<boolean> {
  const changed = on ? "json_remove(settings, '$.recallLog')" : "json_set(settings, '$.recallLog', 'off')";
  const sql = `UPDATE workspaces SET version = version + 1, settings = ${changed} WHERE num = ? RETURNING num`;
  const [rows] = await session.batch([session.prepare(sql).bind(workspace)]);
  return firstRow(rows) !== undefined;
}
