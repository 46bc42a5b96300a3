import { firstRow, rowsOf, type Session } from "../../database/session.ts";
import type { Generation, GenerationStore, UnseenVector } from "./generation-types.ts";

// What a generation's vectors go through once they are sent: shown, made live, emptied again when another one is live.
// `?1` workspace and `?2` generation throughout; `?3` the lease where a write counts only while it is held.

/** Clocks of different isolates may differ by so much, milliseconds. */
const CLOCK_MARGIN_MS = 5_000;

const SENT = "FROM generation_chunks WHERE workspace = ?1 AND generation = ?2 AND state = 'sent'";

/** A run of a generation's calls has the name of its namespace: they follow one another. */
const runOf = ({ workspace, num }: Generation): string => `w${workspace}g${num}`;

/** Calls up to the processed one, and any that had ended before the processed one began. */
export async function confirm(
  session: Session,
  { generation, mutation, beforeMs, limit }: Parameters<GenerationStore["confirm"]>[0],
): Promise<number> {
  const sql = `DELETE FROM generation_chunks WHERE workspace = ?1 AND generation = ?2 AND chunk IN (
    SELECT chunk ${SENT} AND (sent_at < ?4 OR EXISTS (SELECT 1 FROM mutations m WHERE m.id = ?3
      AND ((m.run = ?5 AND call <= m.seq) OR sent_at < m.started_at - ${CLOCK_MARGIN_MS}))) LIMIT ?6) RETURNING chunk`;
  const { workspace, num } = generation;
  const [rows] = await session.batch([
    session.prepare(sql).bind(workspace, num, mutation ?? "", beforeMs ?? 0, runOf(generation), limit),
  ]);
  return rowsOf(rows).length;
}

/** Vectors not known to be shown whose call had ended before a time. */
export async function unseen(
  session: Session,
  { generation: { workspace, num }, beforeMs, limit }: Parameters<GenerationStore["unseen"]>[0],
): Promise<readonly UnseenVector[]> {
  const [rows] = await session.batch([
    session
      .prepare(`SELECT chunk, call ${SENT} AND sent_at < ?3 LIMIT ?4`)
      .bind(workspace, num, beforeMs, limit),
  ]);
  return rowsOf<UnseenVector>(rows);
}

/** Drops these rows, unless they were sent again meanwhile. */
export async function seen(
  session: Session,
  { workspace, num }: Generation,
  vectors: readonly UnseenVector[],
): Promise<void> {
  const sql = `DELETE FROM generation_chunks WHERE workspace = ?1 AND generation = ?2 AND state = 'sent'
    AND (chunk, call) IN (SELECT value->>'chunk', value->>'call' FROM json_each(?3))`;
  await session.batch([session.prepare(sql).bind(workspace, num, JSON.stringify(vectors))]);
}

/** The one UPDATE that makes a generation the live one: only while nothing is left to do in it. */
const SWITCH = `UPDATE workspaces SET identity = ?3, generation = ?2, version = version + 1
  WHERE num = ?1 AND generation = ?4 AND identity = ?5 AND gone_at IS NULL
    AND EXISTS (SELECT 1 FROM generations WHERE workspace = ?1 AND num = ?2 AND lease = ?6 AND state = 'building')
    AND NOT EXISTS (SELECT 1 FROM generation_chunks WHERE workspace = ?1 AND generation = ?2 AND state IN ('due', 'gone'))
    -- Deletes in the outbox mean the live generation: they reach the one before first.
    AND NOT EXISTS (SELECT 1 FROM outbox WHERE workspace = ?1 AND op = 'delete')
  RETURNING num`;

const IS_LIVE = "EXISTS (SELECT 1 FROM workspaces WHERE num = ?1 AND generation = ?2)";

/** What the index does not show yet is compared exactly, and waited for like any vector that was just sent. */
const UNSEEN_CHUNKS = `UPDATE chunks SET vector_state = 'embedded'
  WHERE ${IS_LIVE} AND vector_state <> 'none' AND id IN (SELECT chunk ${SENT})`;
const UNSEEN_ROWS = `INSERT INTO outbox (workspace, chunk, op, state, next_at, run, run_seq, sent_at)
  SELECT workspace, chunk, 'upsert', 'sent', sent_at, ?3, call, sent_at ${SENT} AND ${IS_LIVE}
  ON CONFLICT (chunk) DO UPDATE SET run = excluded.run, run_seq = excluded.run_seq, sent_at = excluded.sent_at
    WHERE outbox.op = 'upsert' AND outbox.state = 'sent'`;

/** Makes it the live one; the one before is emptied from `retireAtMs` on. */
export async function switchGeneration(
  session: Session,
  { generation, nowMs, retireAtMs }: Parameters<GenerationStore["switch"]>[0],
): Promise<boolean> {
  const { workspace, num, identity, lease, live } = generation;
  const on = (sql: string, ...params: unknown[]) => session.prepare(sql).bind(workspace, num, ...params);
  const [switched] = await session.batch([
    on(SWITCH, identity, live.num, live.identity, lease),
    on(UNSEEN_CHUNKS),
    on(UNSEEN_ROWS, runOf(generation)),
    on(`DELETE ${SENT} AND ${IS_LIVE}`),
    on(
      `INSERT INTO generations (workspace, num, identity, state, started_at, next_at)
       SELECT ?1, ?3, ?4, 'retiring', ?5, ?6 WHERE ${IS_LIVE}
         AND EXISTS (SELECT 1 FROM generations WHERE workspace = ?1 AND num = ?2 AND state = 'building')`,
      live.num,
      live.identity,
      nowMs,
      retireAtMs,
    ),
    on(
      `UPDATE generations SET state = CASE WHEN ${IS_LIVE} THEN 'settling' ELSE state END, next_at = ?4, attempts = 0,
         last_error = NULL, lease = NULL, lease_until = NULL WHERE workspace = ?1 AND num = ?2 AND lease = ?3`,
      lease,
      nowMs,
    ),
  ]);
  return firstRow(switched) !== undefined;
}

/** The next rows to settle, `?3` at most; the same in every statement of the batch until the last one deletes them. */
const ROWS = `(SELECT chunk, state FROM generation_chunks WHERE workspace = ?1 AND generation = ?2 ORDER BY chunk LIMIT ?3)`;

/** Chunks without a vector in this identity have none; those that only have one here, or were refused, are due. */
export async function settle(
  session: Session,
  { generation, nowMs, rows }: Parameters<GenerationStore["settle"]>[0],
): Promise<boolean> {
  const { workspace, num, lease } = generation;
  const on = (sql: string, ...params: unknown[]) => session.prepare(sql).bind(workspace, num, ...params);
  const left = "EXISTS (SELECT 1 FROM generation_chunks WHERE workspace = ?1 AND generation = ?2)";
  const answers = await session.batch([
    on(`UPDATE workspaces SET version = version + 1 WHERE num = ?1 AND EXISTS (SELECT 1 FROM ${ROWS})`, rows),
    on(
      `UPDATE chunks SET vector_state = 'none' WHERE vector_state IN ('embedded', 'visible')
         AND id IN (SELECT chunk FROM ${ROWS} WHERE state = 'none')`,
      rows,
    ),
    on(
      `UPDATE chunks SET vector_state = 'pending' WHERE id IN (SELECT chunk FROM ${ROWS} WHERE state IN ('late', 'refused'))`,
      rows,
    ),
    on(
      `INSERT INTO outbox (workspace, chunk, op, next_at) SELECT c.workspace, c.id, 'upsert', ?4
       FROM ${ROWS} r CROSS JOIN chunks c ON c.id = r.chunk WHERE r.state IN ('late', 'refused')
       ON CONFLICT (chunk) DO NOTHING`,
      rows,
      nowMs,
    ),
    on(
      `DELETE FROM generation_chunks WHERE workspace = ?1 AND generation = ?2 AND chunk IN (SELECT chunk FROM ${ROWS})`,
      rows,
    ),
    on(`DELETE FROM generations WHERE workspace = ?1 AND num = ?2 AND lease = ?3 AND NOT ${left}`, lease),
    on(
      `UPDATE generations SET next_at = ?4, lease = NULL, lease_until = NULL
       WHERE workspace = ?1 AND num = ?2 AND lease = ?3 RETURNING num`,
      lease,
      nowMs,
    ),
  ]);
  return rowsOf(answers.at(-1)).length > 0;
}
