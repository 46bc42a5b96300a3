import { DEFAULTS } from "../../config.ts";
import { firstRow, rowsOf, type Session } from "../../database/session.ts";
import { utcDay } from "../../models/ports.ts";
import { modelUseStatement } from "../../search/sql/search-writes.ts";
import { cleanUp } from "../../workspaces/sql/clean-up.ts";
import { embeddingsStatement } from "./embedding-writes.ts";
import {
  confirmProcessed,
  confirmRows,
  doneWithoutVector,
  EMBEDDED_TEXT,
  finish,
  GENERATION,
  keepReceipt,
  LIVES_BY,
  MINE,
  release,
  waiting,
} from "./outbox-receipts.ts";
import type { EmbeddableChunk, OutboxRow, OutboxStore } from "./outbox-types.ts";

/** Not when the chunk's text changed while its old text was being embedded: such a row stays due. */
const SETTLED =
  "NOT EXISTS (SELECT 1 FROM chunks c WHERE c.id = outbox.chunk AND c.vector_state = 'pending')";

/** The outbox over one D1 session. */
export const createOutboxStore = (session: Session): OutboxStore => ({
  claim: (query) => claim(session, query),
  load: (query) => load(session, query),
  embedded: (query) => keepEmbeddings(session, query),
  sent: (call) => keepReceipt(session, call),
  async done(seqs, lease) {
    await finish(session, `${MINE} AND ${SETTLED}`, [JSON.stringify(seqs), lease]);
  },
  doneWithoutVector: (seqs, lease) => doneWithoutVector(session, seqs, lease),
  release: (seqs, lease) => release(session, seqs, lease),
  failed: (query) => fail(session, query),
  confirmProcessed: (query) => confirmProcessed(session, query),
  waiting: (query) => waiting(session, query),
  confirmed: (rows) => confirmRows(session, rows),
  retryParked: (query) => retryParked(session, query),
  async recordUse({ nowMs, ...use }) {
    await session.batch([modelUseStatement(session, nowMs, use)]);
  },
  async models(nowMs) {
    const sql = "SELECT calls, paused_until AS pausedUntil FROM model_use WHERE day = ?";
    const [rows] = await session.batch([session.prepare(sql).bind(utcDay(nowMs))]);
    return firstRow<{ calls: number; pausedUntil: number | null }>(rows) ?? { calls: 0, pausedUntil: null };
  },
  clean: (query) => cleanUp(session, query),
});

type ClaimQuery = Parameters<OutboxStore["claim"]>[0];

async function claim(session: Session, query: ClaimQuery): Promise<OutboxRow[]> {
  const { workspace, identity, lease, nowMs, limit } = query;
  // One statement: two runs that claim at once get different rows.
  const sql = `UPDATE outbox SET lease = ?1, lease_until = ?2 WHERE seq IN (
      SELECT seq FROM outbox WHERE state = 'due' AND next_at <= ?3 AND (lease_until IS NULL OR lease_until <= ?3)
        AND (?4 IS NULL OR workspace = ?4) AND ${LIVES_BY("?6")} ORDER BY op, seq LIMIT ?5)
    RETURNING seq, workspace, chunk, op, attempts, failures, ${GENERATION}`;
  const [rows] = await session.batch([
    session.prepare(sql).bind(lease, nowMs + DEFAULTS.leaseMs, nowMs, workspace ?? null, limit, identity),
  ]);
  return [...rowsOf<OutboxRow>(rows)].sort((a, b) => a.seq - b.seq);
}

interface LoadedRow extends Omit<EmbeddableChunk, "headings" | "metadata" | "isLeased"> {
  readonly isLeased: 0 | 1;
  readonly headings: string;
  readonly root: string;
  readonly path: string;
  readonly kind: string;
  readonly language: string;
}

type LoadQuery = Parameters<OutboxStore["load"]>[0];

/** The leased upserts `?1`, `?2` with their chunks and, where identity `?3` has it, the cached embedding. */
const LEASED = `FROM json_each(?1) j CROSS JOIN outbox o ON o.seq = j.value AND o.lease = ?2 AND o.op = 'upsert'
  JOIN chunks c ON c.id = o.chunk
  LEFT JOIN embeddings e ON e.workspace = c.workspace AND e.identity = ?3 AND e.kind = 'chunk' AND e.hash = c.embed_hash`;

/** The lease on the texts that no cache holds, but for those which another run is having embedded. */
const LEASE_TEXTS = `INSERT INTO text_leases (workspace, identity, hash, lease, lease_until)
  SELECT DISTINCT c.workspace, ?3, c.embed_hash, ?2, ?5 ${LEASED} WHERE e.vector IS NULL
  ON CONFLICT DO UPDATE SET lease = excluded.lease, lease_until = excluded.lease_until WHERE text_leases.lease_until <= ?4`;

async function load(session: Session, query: LoadQuery): Promise<EmbeddableChunk[]> {
  const { seqs, lease, identity, nowMs } = query;
  const sql = `SELECT o.seq, c.id, c.workspace, w.generation, c.embed_hash AS hash, c.headings, ${EMBEDDED_TEXT} AS text, e.vector,
      d.root, d.path, d.kind, d.language, coalesce(t.lease = ?2, 0) AS isLeased ${LEASED}
    JOIN documents d ON d.num = c.document JOIN workspaces w ON w.num = c.workspace AND w.identity = ?3
    LEFT JOIN text_leases t ON t.workspace = c.workspace AND t.identity = ?3 AND t.hash = c.embed_hash
    ORDER BY o.seq`;
  const mine = [JSON.stringify(seqs), lease, identity];
  const answers = await session.batch([
    session.prepare(LEASE_TEXTS).bind(...mine, nowMs, nowMs + DEFAULTS.leaseMs),
    session.prepare(sql).bind(...mine),
  ]);
  return rowsOf<LoadedRow>(answers[1]).map(
    ({ root, path, kind, language, headings, isLeased, ...chunk }) => ({
      ...chunk,
      headings: JSON.parse(headings) as string[],
      metadata: { root, path, kind, language },
      isLeased: isLeased === 1,
    }),
  );
}

type EmbeddedQuery = Parameters<OutboxStore["embedded"]>[0];

async function keepEmbeddings(session: Session, query: EmbeddedQuery): Promise<void> {
  const { lease, identity, vectors } = query;
  await session.batch([
    embeddingsStatement(session, query, { replaces: false }),
    session
      .prepare(
        `DELETE FROM text_leases WHERE lease = ?1 AND (workspace, identity, hash) IN
           (SELECT value->>'workspace', ?2, value->>'hash' FROM json_each(?3))`,
      )
      .bind(lease, identity, JSON.stringify(vectors)),
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

type FailQuery = Parameters<OutboxStore["failed"]>[0];

async function fail(session: Session, query: FailQuery): Promise<void> {
  const burnt = query.countsAsAttempt ? 1 : 0;
  const sql = `UPDATE outbox SET attempts = attempts + ?3, failures = failures + 1, next_at = ?4, last_error = ?5,
      lease = NULL, lease_until = NULL, state = CASE WHEN attempts + ?3 >= ?6 THEN 'parked' ELSE 'due' END WHERE ${MINE}`;
  const params = [
    JSON.stringify(query.seqs),
    query.lease,
    burnt,
    query.nextAtMs,
    query.error,
    query.maxAttempts,
  ];
  await session.batch([
    session.prepare(sql).bind(...params),
    session.prepare("DELETE FROM text_leases WHERE lease = ?").bind(query.lease),
  ]);
}

type RetryQuery = Parameters<OutboxStore["retryParked"]>[0];

async function retryParked(session: Session, { workspace, nowMs }: RetryQuery): Promise<number> {
  const sql = `UPDATE outbox SET state = 'due', attempts = 0, failures = 0, next_at = ?1
    WHERE state = 'parked' AND (?2 IS NULL OR workspace = ?2) RETURNING seq`;
  const [rows] = await session.batch([session.prepare(sql).bind(nowMs, workspace ?? null)]);
  return rowsOf(rows).length;
}
