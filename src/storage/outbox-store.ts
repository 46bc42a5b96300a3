import { DEFAULTS } from "../config.ts";
import { utcDay } from "../ports.ts";
import type { EmbeddableChunk, OutboxRow, OutboxStore, SentCall, WaitingRow } from "../stores/outbox.ts";
import { cleanUp } from "./clean-up.ts";
import { modelUseStatement } from "./search-writes.ts";
import { firstRow, rowsOf, type Session } from "./session.ts";

const MINE = "seq IN (SELECT value FROM json_each(?1)) AND lease = ?2";

/** Not when the chunk's text changed while its old text was being embedded: such a row stays due. */
const SETTLED =
  "NOT EXISTS (SELECT 1 FROM chunks c WHERE c.id = outbox.chunk AND c.vector_state = 'pending')";

/** Clocks of different isolates may differ by so much, milliseconds. */
const CLOCK_MARGIN_MS = 5_000;

/** The outbox over one D1 session. */
export const createOutboxStore = (session: Session): OutboxStore => ({
  claim: (query) => claim(session, query),
  load: (seqs, lease, identity) => load(session, seqs, lease, identity),
  embedded: (query) => keepEmbeddings(session, query),
  sent: (call) => keepReceipt(session, call),
  async done(seqs, lease) {
    await finish(session, `${MINE} AND ${SETTLED}`, [JSON.stringify(seqs), lease]);
  },
  failed: (query) => fail(session, query),
  confirmProcessed: (query) => confirmProcessed(session, query),
  async waiting({ beforeMs, limit }) {
    const sql = "SELECT seq, chunk FROM outbox WHERE state = 'sent' AND sent_at < ? ORDER BY seq LIMIT ?";
    const [rows] = await session.batch([session.prepare(sql).bind(beforeMs, limit)]);
    return rowsOf<WaitingRow>(rows);
  },
  async confirmed(seqs) {
    await finish(session, "seq IN (SELECT value FROM json_each(?1)) AND state = 'sent'", [
      JSON.stringify(seqs),
    ]);
  },
  async recordUse({ nowMs, ...use }) {
    await session.batch([modelUseStatement(session, nowMs, use)]);
  },
  async models(nowMs) {
    const sql = "SELECT calls, paused_until AS pausedUntil FROM model_use WHERE day = ?";
    const [rows] = await session.batch([session.prepare(sql).bind(utcDay(nowMs))]);
    return firstRow<{ calls: number; pausedUntil: number | null }>(rows) ?? { calls: 0, pausedUntil: null };
  },
  refresh: (query) => refresh(session, query),
  clean: (query) => cleanUp(session, query),
  recordRun: ({ kind, startedAt, endedAt, work, error }) =>
    run(session, "INSERT INTO runs (kind, started_at, ended_at, work, error) VALUES (?, ?, ?, ?, ?)", [
      kind,
      startedAt,
      endedAt,
      JSON.stringify(work),
      error ?? null,
    ]),
});

async function run(session: Session, sql: string, params: readonly unknown[]): Promise<void> {
  await session.batch([session.prepare(sql).bind(...params)]);
}

type ClaimQuery = Parameters<OutboxStore["claim"]>[0];

async function claim(session: Session, { workspace, lease, nowMs, limit }: ClaimQuery): Promise<OutboxRow[]> {
  // One statement: two runs that claim at once get different rows.
  const sql = `UPDATE outbox SET lease = ?1, lease_until = ?2 WHERE seq IN (
      SELECT seq FROM outbox WHERE state = 'due' AND next_at <= ?3 AND (lease_until IS NULL OR lease_until <= ?3)
        AND (?4 IS NULL OR workspace = ?4) ORDER BY seq LIMIT ?5)
    RETURNING seq, workspace, chunk, op, attempts`;
  const [rows] = await session.batch([
    session.prepare(sql).bind(lease, nowMs + DEFAULTS.leaseMs, nowMs, workspace ?? null, limit),
  ]);
  return [...rowsOf<OutboxRow>(rows)].sort((a, b) => a.seq - b.seq);
}

interface LoadedRow extends Omit<EmbeddableChunk, "headings" | "metadata"> {
  readonly headings: string;
  readonly root: string;
  readonly path: string;
  readonly kind: string;
  readonly language: string;
}

async function load(
  session: Session,
  seqs: readonly number[],
  lease: string,
  identity: string,
): Promise<EmbeddableChunk[]> {
  const sql = `SELECT o.seq, c.id, c.workspace, w.generation, c.embed_hash AS hash, c.headings, c.text, e.vector,
      d.root, d.path, d.kind, d.language
    FROM outbox o JOIN chunks c ON c.id = o.chunk JOIN documents d ON d.num = c.document
    JOIN workspaces w ON w.num = c.workspace
    LEFT JOIN embeddings e ON e.workspace = c.workspace AND e.identity = ?3 AND e.kind = 'chunk' AND e.hash = c.embed_hash
    WHERE o.seq IN (SELECT value FROM json_each(?1)) AND o.lease = ?2 AND o.op = 'upsert' ORDER BY o.seq`;
  const [rows] = await session.batch([session.prepare(sql).bind(JSON.stringify(seqs), lease, identity)]);
  return rowsOf<LoadedRow>(rows).map(({ root, path, kind, language, headings, ...chunk }) => ({
    ...chunk,
    headings: JSON.parse(headings) as string[],
    metadata: { root, path, kind, language },
  }));
}

type EmbeddedQuery = Parameters<OutboxStore["embedded"]>[0];

async function keepEmbeddings(session: Session, { identity, nowMs, vectors }: EmbeddedQuery): Promise<void> {
  const found = JSON.stringify(vectors.filter(({ vector }) => vector !== null));
  await session.batch([
    session
      .prepare(
        `INSERT INTO embeddings (workspace, identity, kind, hash, vector, used_at)
         SELECT value->>'workspace', ?1, 'chunk', value->>'hash', value->>'vector', ?2 FROM json_each(?3) WHERE true
         ON CONFLICT DO UPDATE SET used_at = excluded.used_at`,
      )
      .bind(identity, nowMs, found),
    // A text without a vector (nothing in it to embed) is never a zero vector: its chunk has none.
    session
      .prepare(
        `UPDATE chunks SET vector_state = CASE WHEN v.vector IS NULL THEN 'none' ELSE 'embedded' END
         FROM (SELECT value->>'workspace' AS workspace, value->>'hash' AS hash, value->>'vector' AS vector FROM json_each(?)) v
         WHERE chunks.workspace = v.workspace AND chunks.embed_hash = v.hash AND chunks.vector_state = 'pending'`,
      )
      .bind(JSON.stringify(vectors)),
    session
      .prepare("UPDATE workspaces SET version = version + 1 WHERE num IN (SELECT value FROM json_each(?))")
      .bind(JSON.stringify([...new Set(vectors.map(({ workspace }) => workspace))])),
  ]);
}

async function keepReceipt(session: Session, call: SentCall): Promise<void> {
  const { lease, mutation, run: runId, order, startedAt, endedAt, upserts } = call;
  const mine = [JSON.stringify(upserts.map(({ seq }) => seq)), lease];
  await session.batch([
    session
      .prepare("INSERT INTO mutations (id, run, seq, started_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
      .bind(mutation, runId, order, startedAt),
    session
      .prepare(
        `UPDATE outbox SET state = 'sent', mutation = ?3, run = ?6, run_seq = ?4, sent_at = ?5, lease = NULL,
           lease_until = NULL, last_error = NULL WHERE ${MINE} AND ${SETTLED}`,
      )
      .bind(...mine, mutation, order, endedAt, runId),
    session.prepare(`UPDATE outbox SET lease = NULL, lease_until = NULL WHERE ${MINE}`).bind(...mine),
    // Deleted while its vector was on the way: due again, and at once.
    session
      .prepare(
        `INSERT INTO outbox (workspace, chunk, op, next_at)
         SELECT value->>'workspace', value->>'id', 'delete', 0 FROM json_each(?)
         WHERE NOT EXISTS (SELECT 1 FROM chunks c WHERE c.id = value->>'id')
         ON CONFLICT (chunk) DO UPDATE SET next_at = 0 WHERE outbox.op = 'delete'`,
      )
      .bind(JSON.stringify(upserts)),
  ]);
}

type ProcessedQuery = Parameters<OutboxStore["confirmProcessed"]>[0];

/** Calls of the same run up to the processed one, and any that had ended before the processed one began. */
const PROCESSED = `state = 'sent' AND (sent_at < ?2 OR EXISTS (SELECT 1 FROM mutations m WHERE m.id = ?1
  AND ((m.run = outbox.run AND outbox.run_seq <= m.seq) OR outbox.sent_at < m.started_at - ${CLOCK_MARGIN_MS})))`;

const confirmProcessed = (session: Session, { mutation, beforeMs }: ProcessedQuery): Promise<number> =>
  finish(session, PROCESSED, [mutation ?? "", beforeMs ?? 0]);

/** Removes rows; the chunks of upserts among them are visible. Answers how many rows. */
async function finish(session: Session, where: string, params: readonly unknown[]): Promise<number> {
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

type FailQuery = Parameters<OutboxStore["failed"]>[0];

function fail(session: Session, query: FailQuery): Promise<void> {
  const burnt = query.countsAsAttempt ? 1 : 0;
  return run(
    session,
    `UPDATE outbox SET attempts = attempts + ?3, next_at = ?4, last_error = ?5, lease = NULL, lease_until = NULL,
       state = CASE WHEN attempts + ?3 >= ?6 THEN 'parked' ELSE 'due' END WHERE ${MINE}`,
    [JSON.stringify(query.seqs), query.lease, burnt, query.nextAtMs, query.error, query.maxAttempts],
  );
}

const STALE = "SELECT num FROM workspaces WHERE identity <> ?1";

/** An upsert for every chunk of the stale workspaces; a row that is there starts anew. */
const STALE_UPSERTS = `INSERT INTO outbox (workspace, chunk, op, next_at)
  SELECT workspace, id, 'upsert', ?2 FROM chunks WHERE workspace IN (${STALE})
  ON CONFLICT (chunk) DO UPDATE SET op = 'upsert', state = 'due', attempts = 0,
    next_at = max(excluded.next_at, coalesce(outbox.lease_until, 0)),
    lease = NULL, lease_until = NULL, mutation = NULL, sent_at = NULL, last_error = NULL`;

const RETRY_PARKED = "UPDATE outbox SET state = 'due', attempts = 0, next_at = ? WHERE state = 'parked'";

type RefreshQuery = Parameters<OutboxStore["refresh"]>[0];

async function refresh(session: Session, { identity, nowMs, retryParked }: RefreshQuery): Promise<void> {
  await session.batch([
    session.prepare(STALE_UPSERTS).bind(identity, nowMs),
    session
      .prepare(`UPDATE chunks SET vector_state = 'pending' WHERE workspace IN (${STALE})`)
      .bind(identity),
    session
      .prepare(
        "UPDATE workspaces SET identity = ?1, generation = generation + 1, version = version + 1 WHERE identity <> ?1",
      )
      .bind(identity),
    ...(retryParked ? [session.prepare(RETRY_PARKED).bind(nowMs)] : []),
  ]);
}
