import type { Session } from "../../database/session.ts";
import { type Bound, statement } from "../../database/statement.ts";

export interface Receipt {
  readonly mutation: string;
  /** Calls of one run follow one another. */
  readonly run: string;
  /** Position of the call in its run. */
  readonly order: number;
  /** Milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
}

const NOTE = statement(
  "INSERT INTO mutations (id, run, seq, started_at) VALUES (:mutation, :run, :order, :startedAt) ON CONFLICT DO NOTHING",
);

/** Keeps a call's receipt: by it the index's progress tells which earlier calls are processed. */
export const receiptStatement = (db: Session, receipt: Receipt): Bound => db.bind(NOTE, { ...receipt });

/** Deletes receipts from before `:sentAt` that no vector waits for. */
export const DROP_RECEIPTS = statement(
  "DELETE FROM mutations WHERE started_at < :sentAt AND run NOT IN (SELECT s.run FROM sent_calls s)",
);

export interface Progress {
  readonly mutation: string | undefined;
  /** Calls that had ended before this time, milliseconds, are processed. */
  readonly beforeMs: number | undefined;
}

/** Clocks of different isolates may differ by so much, milliseconds. */
const CLOCK_MARGIN_MS = 5_000;

/**
 * SQL: the index has processed what call `order` of `run` sent: up to the processed mutation (`:mutation`) calls of the
 * same run, and any that had ended before that one began; or, by the index's clock (`:before`), any that ended earlier.
 */
export const isProcessed = (run: string, order: string): string =>
  `(sent_at < :before OR EXISTS (SELECT 1 FROM mutations m WHERE m.id = :mutation
    AND ((m.run = ${run} AND ${order} <= m.seq) OR sent_at < m.started_at - ${CLOCK_MARGIN_MS})))`;

/** The parameters of `isProcessed`. */
export const progressValues = ({ mutation, beforeMs }: Progress) => ({
  mutation: mutation ?? "",
  before: beforeMs ?? 0,
});

/** A vector that was sent and is not known to be shown. */
export interface WaitingVector {
  readonly chunk: string;
  readonly generation: number;
  readonly run: string;
  readonly order: number;
}
