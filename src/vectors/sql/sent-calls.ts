import type { Session } from "../../database/session.ts";
import { statement, type Values } from "../../database/statement.ts";
import type { ClaimedDelete } from "./claims.ts";
import { IS_HELD, livesBy } from "./claims.ts";
import { chunksJson, finishChunks, finishDeletes, type TakenChunk } from "./outbox.ts";
import {
  isProcessed,
  type Progress,
  progressValues,
  type Receipt,
  receiptStatement,
  type WaitingVector,
} from "./receipts.ts";

// What becomes of vectors once the vector index has taken them: a row a call lists them until the index shows them.

interface SentCall {
  readonly lease: string;
  readonly receipt: Receipt;
  readonly workspace: number;
  readonly generation: number;
  /** Those whose vectors it brought. */
  readonly chunks: readonly TakenChunk[];
}

const SENT = statement(`INSERT INTO sent_calls (workspace, generation, run, seq, sent_at, chunks)
  SELECT :workspace, :generation, :run, :order, :endedAt, json_group_array(json_array(value->>'id', value->>'hash'))
  FROM json_each(:chunks) WHERE ${IS_HELD} HAVING count(*) > 0`);

/** Notes a call that brought vectors: their chunks wait until the index shows them. */
export async function markSent(db: Session, { lease, receipt, chunks, ...place }: SentCall): Promise<void> {
  const values = { ...receipt, ...place, lease, chunks: chunksJson(chunks) };
  await db.batch({
    receipt: receiptStatement(db, receipt),
    sent: db.bind(SENT, values),
    finished: finishChunks(db, lease, chunks),
  });
}

/** Vectors are deleted: `receipt` is that of the call, undefined where there is no index. */
export async function markDeleted(
  db: Session,
  lease: string,
  deletes: readonly ClaimedDelete[],
  receipt: Receipt | undefined,
): Promise<void> {
  await db.batch({
    receipt: receipt && receiptStatement(db, receipt),
    finished: finishDeletes(db, lease, deletes),
  });
}

const LISTED = "sent_calls s CROSS JOIN json_each(s.chunks) j";

/** SQL: chunk `c` of a call's list still waits, and for the text that was sent. */
const WAITS = "c.id = j.value->>0 AND c.embed_hash = j.value->>1 AND c.vector_state = 'embedded'";

/** Calls whose chunks are all visible, changed or gone. */
const OVER = statement(`DELETE FROM sent_calls AS s WHERE ${livesBy("s")}
  AND NOT EXISTS (SELECT 1 FROM json_each(s.chunks) j CROSS JOIN chunks c ON ${WAITS}) RETURNING 1`);

/** Chunks `c` that a query finds are visible. */
const showing = (found: string) =>
  statement(
    `UPDATE chunks SET vector_state = 'visible' WHERE rid IN (SELECT c.rid FROM ${found}) RETURNING 1`,
  );

async function show(db: Session, shown: ReturnType<typeof showing>, values: Values): Promise<number> {
  const { visible } = await db.batch({ visible: db.bind(shown, values), over: db.bind(OVER, values) });
  return visible.length;
}

const PROCESSED = showing(`${LISTED} CROSS JOIN chunks c ON ${WAITS}
  WHERE ${livesBy("s")} AND ${isProcessed("s.run", "s.seq")}`);

/** Confirms what the index's progress proves visible; answers how many vectors. */
export const confirmProcessed = (db: Session, identity: string, progress: Progress): Promise<number> =>
  show(db, PROCESSED, { identity, ...progressValues(progress) });

export interface SentVector extends WaitingVector {
  readonly hash: string;
}

const WAITING =
  statement<SentVector>(`SELECT c.id AS chunk, c.embed_hash AS hash, s.generation, s.run, s.seq AS "order"
  FROM ${LISTED} CROSS JOIN chunks c ON ${WAITS} WHERE s.sent_at < :before AND ${livesBy("s")} LIMIT :limit`);

/** Vectors of an identity's workspaces that the index may not show yet, those of the oldest calls first. */
export async function waitingVectors(
  db: Session,
  { identity, beforeMs, limit }: { identity: string; beforeMs: number; limit: number },
): Promise<readonly SentVector[]> {
  const values = { identity, before: beforeMs, limit };
  return (await db.batch({ over: db.bind(OVER, values), waiting: db.bind(WAITING, values) })).waiting;
}

const SHOWN = showing(`json_each(:vectors) j CROSS JOIN chunks c ON c.id = j.value->>'chunk'
  AND c.embed_hash = j.value->>'hash' AND c.vector_state = 'embedded'`);

/** These are visible, where their chunks still have the text that was sent. */
export const confirmVectors = (
  db: Session,
  identity: string,
  vectors: readonly SentVector[],
): Promise<number> => show(db, SHOWN, { identity, vectors: JSON.stringify(vectors) });
