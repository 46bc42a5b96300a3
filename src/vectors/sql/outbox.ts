import { DEFAULTS } from "../../config.ts";
import { isWithoutVector } from "../../database/embeddings.ts";
import { enqueueDeletes } from "../../database/outbox.ts";
import type { Session } from "../../database/session.ts";
import { type Bound, statement } from "../../database/statement.ts";
import type { EmbeddableChunk } from "./chunks-to-embed.ts";
import { type ClaimedDelete, IS_HELD } from "./claims.ts";

// What becomes of the outbox's rows, and of passages that fail: only those get a row.

/** A chunk as it was taken: with the text that it had then. */
export type TakenChunk = Pick<EmbeddableChunk, "id" | "workspace" | "hash">;

/** Chunks as statements take them: `:chunks`. */
export const chunksJson = (chunks: readonly TakenChunk[]): string =>
  JSON.stringify(chunks.map(({ id, workspace, hash }) => ({ id, workspace, hash })));

/** SQL: the chunks of `:chunks`, a list that stays the outermost. */
const THESE = "FROM json_each(:chunks) j CROSS JOIN chunks c ON c.id = j.value->>'id'";

const DELETED_GONE =
  statement(`DELETE FROM outbox WHERE seq IN (SELECT value FROM json_each(:seqs)) AND ${IS_HELD}
  AND (op = 'delete' OR NOT EXISTS (SELECT 1 FROM chunks c WHERE c.id = outbox.chunk))`);

/** Vectors that are deleted: their rows go, but for those of chunks that have come back. */
export const finishDeletes = (db: Session, lease: string, deletes: readonly ClaimedDelete[]): Bound =>
  db.bind(DELETED_GONE, { lease, seqs: JSON.stringify(deletes.map(({ seq }) => seq)) });

const DONE = statement(`DELETE FROM outbox WHERE op = 'upsert' AND ${IS_HELD} AND chunk IN (
  SELECT c.id ${THESE} AND c.embed_hash = j.value->>'hash' AND NOT ${isWithoutVector("c")})`);

const GONE = statement(
  enqueueDeletes("SELECT value->>'workspace' AS workspace, value->>'id' AS id FROM json_each(:chunks)"),
);

/** Chunks are settled: their rows go, but for those whose text is another by now. What was deleted meanwhile is due. */
export const finishChunks = (db: Session, lease: string, chunks: readonly TakenChunk[]): readonly Bound[] => {
  const values = { lease, chunks: chunksJson(chunks), now: 0 };
  return [db.bind(DONE, values), db.bind(GONE, values)];
};

const SHOW = statement(`UPDATE chunks SET vector_state = 'visible' WHERE rid IN (
  SELECT c.rid ${THESE} AND c.embed_hash = j.value->>'hash' AND c.vector_state = 'embedded' WHERE ${IS_HELD})`);

/** Chunks that are done without an index, where nothing has to become visible, or without a vector. */
export async function settleChunks(db: Session, lease: string, chunks: readonly TakenChunk[]): Promise<void> {
  await db.batch({
    shown: db.bind(SHOW, { lease, chunks: chunksJson(chunks) }),
    finished: finishChunks(db, lease, chunks),
  });
}

const STATE_AFTER = (attempts: string) => `iif(${attempts} >= :maxAttempts, 'parked', 'due')`;

const FAIL_DELETES = statement(`UPDATE outbox SET attempts = attempts + :burnt, failures = failures + 1,
    next_at = :nextAt, last_error = :error, state = ${STATE_AFTER("attempts + :burnt")}
  WHERE seq IN (SELECT value FROM json_each(:seqs)) AND ${IS_HELD}`);

const FAIL_CHUNKS =
  statement(`INSERT INTO outbox (workspace, chunk, op, state, attempts, failures, next_at, last_error)
  SELECT c.workspace, c.id, 'upsert', ${STATE_AFTER(":burnt")}, :burnt, 1, :nextAt, :error ${THESE}
    AND c.embed_hash = j.value->>'hash' WHERE ${IS_HELD}
  ON CONFLICT (chunk) DO UPDATE SET attempts = outbox.attempts + :burnt, failures = outbox.failures + 1,
    next_at = excluded.next_at, last_error = excluded.last_error, state = ${STATE_AFTER("outbox.attempts + :burnt")}
    WHERE outbox.op = 'upsert'`);

/** Out of the way of what is pending. */
const MARK_FAILED = statement(`UPDATE chunks SET vector_state = 'failed' WHERE rid IN (
  SELECT c.rid ${THESE} AND c.embed_hash = j.value->>'hash' AND c.vector_state = 'pending' WHERE ${IS_HELD})`);

interface Failure {
  readonly lease: string;
  readonly error: string;
  readonly nextAtMs: number;
  /** False for a quota stop, which burns no attempt. */
  readonly countsAsAttempt: boolean;
}

/** Has work tried again later; what has had its last try is parked. */
export async function failWork(
  db: Session,
  { deletes = [], upserts = [] }: { deletes?: readonly ClaimedDelete[]; upserts?: readonly TakenChunk[] },
  { lease, error, nextAtMs, countsAsAttempt }: Failure,
): Promise<void> {
  const burnt = countsAsAttempt ? 1 : 0;
  const values = { lease, error, nextAt: nextAtMs, burnt, maxAttempts: DEFAULTS.maxAttempts };
  const seqs = JSON.stringify(deletes.map(({ seq }) => seq));
  const chunks = chunksJson(upserts);
  await db.batch({
    deletes: deletes.length > 0 ? db.bind(FAIL_DELETES, { ...values, seqs }) : undefined,
    ...(upserts.length > 0 && {
      upserts: db.bind(FAIL_CHUNKS, { ...values, chunks }),
      marked: db.bind(MARK_FAILED, { lease, chunks }),
    }),
  });
}

const RETRY = statement(`UPDATE outbox SET state = 'due', attempts = 0, failures = 0, next_at = :now
  WHERE state = 'parked' AND (:workspace IS NULL OR workspace = :workspace) RETURNING seq`);

/** Gives parked rows new attempts; answers how many. */
export const retryParked = async (
  db: Session,
  { workspace, nowMs }: { workspace: number | undefined; nowMs: number },
): Promise<number> => (await db.all(RETRY, { now: nowMs, workspace: workspace ?? null })).length;
