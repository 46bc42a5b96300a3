import { AppError } from "../../errors.ts";
import { isThere } from "../fragments/gone-documents.ts";
import type { Answers, Batch, Session } from "../session.ts";
import { type Bound, statement } from "../statement.ts";

// Compare and set in one batch: a guard inserts a row that its table refuses when what the write relies on no longer
// holds, and the whole batch is rolled back. A statement that only changed nothing would leave the others to go on.

/** Documents whose version is not the one that the JSON `:rows` expect; 0 expects none (or a deleted one), null anything. */
const DOCUMENTS = statement(`INSERT INTO write_guards (document) SELECT 0 FROM json_each(:rows) j
  LEFT JOIN documents d ON d.workspace = :workspace AND d.root = :root AND d.path = j.value->>'path'
    AND ${isThere("d")}
  WHERE j.value->>'expects' IS NOT NULL AND coalesce(d.version, 0) <> j.value->>'expects' LIMIT 1`);

/** A number names one push of a root, and is there while it is the last one of its machine. */
const PUSH = statement(`INSERT INTO write_guards (push) SELECT 0 WHERE NOT EXISTS
  (SELECT 1 FROM root_pushes WHERE workspace = :workspace AND root = :root AND number = :push)`);

export interface Guarded {
  readonly workspace: number;
  readonly root: string;
  /** The push that writes; 0 or undefined: none. */
  readonly push?: number | undefined;
}

/** Fails the batch when another push of the same machine began since. */
export const pushGuard = (db: Session, { workspace, root, push }: Guarded): Bound | undefined =>
  push === undefined || push === 0 ? undefined : db.bind(PUSH, { workspace, root, push });

/** Fails the batch when one of the documents was written since it was read. Goes before what writes them. */
export const documentGuard = (db: Session, { workspace, root }: Guarded, rows: string): Bound =>
  db.bind(DOCUMENTS, { workspace, root, rows });

/** Why a guard failed a write; AppError `conflict` says it in `details.reason`. */
export type ConflictReason =
  | "document_changed"
  | "push_superseded"
  | "push_later"
  | "push_needed"
  | "same_text";

const MESSAGES: Readonly<Record<ConflictReason, string>> = {
  document_changed: "Another request wrote the same documents or memories at the same time: send them again",
  same_text: "Another memory says this already",
  push_superseded:
    "Another push of this root by the same machine began later, or no manifest gave this number: what is left is the newest push's to send, and a manifest begins one",
  push_later: "Another machine's push, which began later, wrote this document: push again to compare with it",
  push_needed: "A push wrote these documents: send a manifest first, and the number of its push with this",
};

/** `conflict`, with its reason. */
export const conflict = (reason: ConflictReason, cause?: unknown): AppError =>
  new AppError("conflict", MESSAGES[reason], { cause, details: { reason } });

/** Why a write was refused as `conflict`; undefined for any other failure. */
export const conflictReason = (error: unknown): unknown =>
  error instanceof AppError && error.code === "conflict"
    ? (error.details as { reason?: unknown } | undefined)?.reason
    : undefined;

/** The one unique index on texts, of memories. */
const SAME_TEXT = /UNIQUE constraint failed: documents\.workspace, documents\.normal_hash/;

/** Runs a guarded batch. Throws `conflict` when a guard failed it: nothing was written. */
export async function guardedBatch<const Statements extends Batch>(
  db: Session,
  statements: Statements,
): Promise<Answers<Statements>> {
  try {
    return await db.batch(statements);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : "";
    const guard = /CHECK constraint failed: (document_changed|push_superseded)/.exec(message)?.[1];
    const reason = guard ?? (SAME_TEXT.test(message) ? "same_text" : undefined);
    if (reason === undefined) throw cause;
    throw conflict(reason as ConflictReason, cause);
  }
}
