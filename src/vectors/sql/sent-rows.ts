import { RELEASE } from "../../database/leases.ts";
import { enqueueDeletes } from "../../database/outbox.ts";
import type { Session } from "../../database/session.ts";
import { statement, type Values } from "../../database/statement.ts";
import type { ClaimedChunk } from "./outbox.ts";
import { GENERATION, HELD, LIVES_BY } from "./outbox.ts";
import {
  isProcessed,
  type Progress,
  progressValues,
  type Receipt,
  receiptStatement,
  type WaitingVector,
} from "./receipts.ts";

// What becomes of outbox rows once the vector index has answered: they wait until it shows what it was sent, then go.

/** Rows whose chunk still has the text that was sent; the others stay due. */
const SENT =
  statement(`UPDATE outbox SET state = 'sent', mutation = :mutation, run = :run, run_seq = :order, sent_at = :endedAt,
    ${RELEASE}, last_error = NULL, failures = 0
  FROM (SELECT value->>'seq' AS seq, value->>'hash' AS hash FROM json_each(:sent)) s
  WHERE outbox.seq = s.seq AND outbox.lease = :lease AND NOT EXISTS (
    SELECT 1 FROM chunks c WHERE c.id = outbox.chunk AND (c.vector_state = 'pending' OR c.embed_hash <> s.hash))`);

const GIVE_BACK = statement(`UPDATE outbox SET ${RELEASE} WHERE ${HELD}`);

const DELETED = statement(
  enqueueDeletes("SELECT value->>'workspace' AS workspace, value->>'id' AS id FROM json_each(:sent)"),
);

interface SentCall {
  readonly lease: string;
  readonly receipt: Receipt;
  /** Upserts that were handed over; none for a delete. */
  readonly upserts: readonly Pick<ClaimedChunk, "seq" | "id" | "workspace" | "hash">[];
}

/** Notes a call's receipt. Upserts among it wait until the index shows them; what was deleted meanwhile is due at once. */
export async function markSent(db: Session, { lease, receipt, upserts }: SentCall): Promise<void> {
  const rows = upserts.map(({ seq, id, workspace, hash }) => ({ seq, id, workspace, hash }));
  const values = { ...receipt, lease, sent: JSON.stringify(rows), now: 0 };
  await db.batch({
    receipt: receiptStatement(db, receipt),
    sent: db.bind(SENT, values),
    others: db.bind(GIVE_BACK, { lease, seqs: JSON.stringify(rows.map(({ seq }) => seq)) }),
    deleted: db.bind(DELETED, values),
  });
}

/** Gives rows back as they were: due, and no failure. */
export async function releaseRows(db: Session, seqs: readonly number[], lease: string): Promise<void> {
  await db.all(GIVE_BACK, { seqs: JSON.stringify(seqs), lease });
}

const DONE_WITHOUT_VECTOR = statement(`DELETE FROM outbox WHERE ${HELD} AND NOT EXISTS (
  SELECT 1 FROM chunks c WHERE c.id = outbox.chunk AND c.vector_state <> 'none')`);

/** Done for chunks in which there is nothing to embed; those whose text changed meanwhile are due again. */
export async function finishWithoutVector(
  db: Session,
  seqs: readonly number[],
  lease: string,
): Promise<void> {
  const values = { seqs: JSON.stringify(seqs), lease };
  await db.batch({ done: db.bind(DONE_WITHOUT_VECTOR, values), others: db.bind(GIVE_BACK, values) });
}

/** Removes rows; the chunks of upserts among them are visible. */
const finishing = (where: string) => ({
  visible: statement(`UPDATE chunks SET vector_state = 'visible' WHERE vector_state = 'embedded'
    AND id IN (SELECT chunk FROM outbox WHERE ${where} AND op = 'upsert')`),
  gone: statement(`DELETE FROM outbox WHERE ${where} RETURNING seq`),
});

async function finish(db: Session, rows: ReturnType<typeof finishing>, values: Values): Promise<number> {
  const { gone } = await db.batch({
    visible: db.bind(rows.visible, values),
    gone: db.bind(rows.gone, values),
  });
  return gone.length;
}

/** Not when the chunk's text changed while its old text was being embedded: such a row stays due. */
const SETTLED = finishing(
  `${HELD} AND NOT EXISTS (SELECT 1 FROM chunks c WHERE c.id = outbox.chunk AND c.vector_state = 'pending')`,
);

/** Done for good: rows go, chunks of upserts are visible. */
export const finishRows = (db: Session, seqs: readonly number[], lease: string): Promise<number> =>
  finish(db, SETTLED, { seqs: JSON.stringify(seqs), lease });

const PROCESSED = finishing(
  `state = 'sent' AND ${LIVES_BY} AND ${isProcessed("outbox.run", "outbox.run_seq")}`,
);

/** Confirms what the index's progress proves visible; answers how many rows. */
export const confirmProcessed = (db: Session, identity: string, progress: Progress): Promise<number> =>
  finish(db, PROCESSED, { identity, ...progressValues(progress) });

export interface WaitingRow extends WaitingVector {
  readonly seq: number;
}

export const WAITING =
  statement<WaitingRow>(`SELECT seq, chunk, run, run_seq AS "order", ${GENERATION} FROM outbox
  WHERE state = 'sent' AND op = 'upsert' AND sent_at < :before AND ${LIVES_BY} ORDER BY seq LIMIT :limit`);

/** Waiting rows of an identity's workspaces, oldest first. */
export const waitingRows = (
  db: Session,
  { identity, beforeMs, limit }: { identity: string; beforeMs: number; limit: number },
) => db.all(WAITING, { identity, before: beforeMs, limit });

const SHOWN = finishing(`state = 'sent' AND (seq, run, run_seq) IN
  (SELECT value->>'seq', value->>'run', value->>'order' FROM json_each(:rows))`);

/** Waiting rows are visible, unless they were sent again since they were read. */
export const confirmRows = (db: Session, rows: readonly WaitingRow[]): Promise<number> =>
  finish(db, SHOWN, { rows: JSON.stringify(rows) });
