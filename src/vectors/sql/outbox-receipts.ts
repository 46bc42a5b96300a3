import { rowsOf, type Session } from "../../database/session.ts";
import type { OutboxStore, SentCall, WaitingRow } from "./outbox-types.ts";

// What becomes of outbox rows once the vector index has answered: they wait until it shows what it was sent, then go.

/** Rows `?1` (JSON list of seq) that lease `?2` still holds. */
export const MINE = "seq IN (SELECT value FROM json_each(?1)) AND lease = ?2";

/** Rows of workspaces whose live generation is of an identity; a workspace that is no more lives by any. */
export const LIVES_BY = (identity: string): string =>
  `coalesce((SELECT w.identity FROM workspaces w WHERE w.num = outbox.workspace), ${identity}) = ${identity}`;

/** What is embedded of chunk `c` under its headings: a written context goes before the text. */
export const EMBEDDED_TEXT = "coalesce(c.prefix || char(10), '') || c.text";

export const GENERATION =
  "coalesce((SELECT w.generation FROM workspaces w WHERE w.num = outbox.workspace), 1) AS generation";

/** Clocks of different isolates may differ by so much, milliseconds. */
const CLOCK_MARGIN_MS = 5_000;

/** Rows whose chunk still has the text that was sent; the others stay due. */
const SENT = `UPDATE outbox SET state = 'sent', mutation = ?3, run = ?6, run_seq = ?4, sent_at = ?5, lease = NULL,
    lease_until = NULL, last_error = NULL, failures = 0
  FROM (SELECT value->>'seq' AS seq, value->>'hash' AS hash FROM json_each(?1)) s
  WHERE outbox.seq = s.seq AND outbox.lease = ?2 AND NOT EXISTS (
    SELECT 1 FROM chunks c WHERE c.id = outbox.chunk AND (c.vector_state = 'pending' OR c.embed_hash <> s.hash))`;

const RELEASE = `UPDATE outbox SET lease = NULL, lease_until = NULL WHERE ${MINE}`;

/** Notes a call's receipt; its rows wait to become visible. */
export async function keepReceipt(session: Session, call: SentCall): Promise<void> {
  const { lease, mutation, run, order, startedAt, endedAt, upserts } = call;
  const seqs = JSON.stringify(upserts.map(({ seq }) => seq));
  const sent = JSON.stringify(upserts);
  await session.batch([
    session
      .prepare("INSERT INTO mutations (id, run, seq, started_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
      .bind(mutation, run, order, startedAt),
    session.prepare(SENT).bind(sent, lease, mutation, order, endedAt, run),
    session.prepare(RELEASE).bind(seqs, lease),
    // Deleted while its vector was on the way: due again, and at once.
    session
      .prepare(
        `INSERT INTO outbox (workspace, chunk, op, next_at)
         SELECT value->>'workspace', value->>'id', 'delete', 0 FROM json_each(?)
         WHERE NOT EXISTS (SELECT 1 FROM chunks c WHERE c.id = value->>'id')
         ON CONFLICT (chunk) DO UPDATE SET next_at = 0 WHERE outbox.op = 'delete'`,
      )
      .bind(sent),
  ]);
}

/** Gives rows back as they were. */
export async function release(session: Session, seqs: readonly number[], lease: string): Promise<void> {
  await session.batch([session.prepare(RELEASE).bind(JSON.stringify(seqs), lease)]);
}

/** Rows whose chunk has no vector go; a chunk whose text changed meanwhile has work left. */
export async function doneWithoutVector(
  session: Session,
  seqs: readonly number[],
  lease: string,
): Promise<void> {
  const mine = [JSON.stringify(seqs), lease];
  const isLeft = "EXISTS (SELECT 1 FROM chunks c WHERE c.id = outbox.chunk AND c.vector_state <> 'none')";
  await session.batch([
    session.prepare(`DELETE FROM outbox WHERE ${MINE} AND NOT ${isLeft}`).bind(...mine),
    session.prepare(RELEASE).bind(...mine),
  ]);
}

type ProcessedQuery = Parameters<OutboxStore["confirmProcessed"]>[0];

/** Calls of the same run up to the processed one, and any that had ended before the processed one began. */
const PROCESSED = `state = 'sent' AND ${LIVES_BY("?3")} AND (sent_at < ?2 OR EXISTS (SELECT 1 FROM mutations m WHERE m.id = ?1
  AND ((m.run = outbox.run AND outbox.run_seq <= m.seq) OR outbox.sent_at < m.started_at - ${CLOCK_MARGIN_MS})))`;

/** Confirms what a processed mutation and a processed time prove visible; answers how many rows. */
export const confirmProcessed = (session: Session, query: ProcessedQuery): Promise<number> =>
  finish(session, PROCESSED, [query.mutation ?? "", query.beforeMs ?? 0, query.identity]);

/** Waiting rows whose call had ended before a time, oldest first. */
export async function waiting(
  session: Session,
  { identity, beforeMs, limit }: Parameters<OutboxStore["waiting"]>[0],
): Promise<readonly WaitingRow[]> {
  const sql = `SELECT seq, chunk, run, run_seq AS "order", ${GENERATION} FROM outbox
    WHERE state = 'sent' AND sent_at < ?1 AND ${LIVES_BY("?3")} ORDER BY seq LIMIT ?2`;
  const [rows] = await session.batch([session.prepare(sql).bind(beforeMs, limit, identity)]);
  return rowsOf<WaitingRow>(rows);
}

/** Confirms rows one by one, unless they were sent again since they were read. */
export async function confirmRows(session: Session, rows: readonly WaitingRow[]): Promise<void> {
  const where = `state = 'sent' AND (seq, run, run_seq) IN
    (SELECT value->>'seq', value->>'run', value->>'order' FROM json_each(?1))`;
  await finish(session, where, [JSON.stringify(rows)]);
}

/** Removes rows; the chunks of upserts among them are visible. Answers how many rows. */
export async function finish(session: Session, where: string, params: readonly unknown[]): Promise<number> {
  const answers = await session.batch([
    session
      .prepare(
        `UPDATE chunks SET vector_state = 'visible' WHERE vector_state = 'embedded'
           AND id IN (SELECT chunk FROM outbox WHERE ${where} AND op = 'upsert')`,
      )
      .bind(...params),
    session.prepare(`DELETE FROM outbox WHERE ${where} RETURNING seq`).bind(...params),
  ]);
  return rowsOf(answers[1]).length;
}
