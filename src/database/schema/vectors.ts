import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { withoutRowid } from "../without-rowid.ts";

/**
 * What must still reach the vector index and does not wait by its chunk's state alone: deletes, and passages that failed or
 * are to be sent again. At most one row a chunk.
 */
export const outbox = sqliteTable(
  "outbox",
  {
    seq: integer().primaryKey(),
    workspace: integer().notNull(),
    chunk: text().notNull().unique("outbox_by_chunk"),
    op: text({ enum: ["upsert", "delete"] }).notNull(),
    state: text({ enum: ["due", "parked"] })
      .notNull()
      .default("due"),
    /** Failures that count. */
    attempts: integer().notNull().default(0),
    /** Failures in a row, of whatever kind: what the wait before the next try grows with. */
    failures: integer().notNull().default(0),
    /** Milliseconds; not before. */
    nextAt: integer("next_at").notNull(),
    lastError: text("last_error"),
  },
  (table) => [
    // A claim reads what is due, and nothing of what waits for a later time.
    index("outbox_due").on(table.state, table.op, table.nextAt),
    index("outbox_by_workspace").on(table.workspace, table.state),
  ],
);

/**
 * What runs work on: a row a slice, because D1 bills rows written. A chunk in one of the lists is nobody else's, a text in
 * one is embedded by nobody else, until the lease has ended. What an ended one lists that has its vector is still to be
 * sent: what a dead run left, and texts of an upload that the cache knows.
 */
export const claims = sqliteTable("claims", {
  num: integer().primaryKey(),
  lease: text().notNull(),
  /** Milliseconds. */
  leaseUntil: integer("lease_until").notNull(),
  /** JSON list of `[chunk, workspace, hash]`: of what is embedded; null where the chunk's vector is deleted. */
  chunks: text().notNull(),
});

/** Calls that brought vectors which the index may not show yet: a row a call. */
export const sentCalls = sqliteTable(
  "sent_calls",
  {
    num: integer().primaryKey(),
    workspace: integer().notNull(),
    generation: integer().notNull(),
    /** The run that sent it, and which of its calls that was. */
    run: text().notNull(),
    seq: integer().notNull(),
    /** When the call had ended, milliseconds. */
    sentAt: integer("sent_at").notNull(),
    /** JSON list of `[chunk, hash]`: of what was embedded. */
    chunks: text().notNull(),
  },
  (table) => [index("sent_calls_by_workspace").on(table.workspace)],
);

/**
 * Calls to the vector index by its receipts. The index only tells the last mutation it has processed; with this table
 * that one receipt says which earlier calls it has processed too. Deletes are calls as well.
 */
export const mutations = withoutRowid(
  "mutations",
  {
    id: text().primaryKey(),
    /** Calls of one run follow one another in the order of `seq`. */
    run: text().notNull(),
    seq: integer().notNull(),
    /** Milliseconds; a call that had ended before then came earlier. */
    startedAt: integer("started_at").notNull(),
  },
  (table) => [index("mutations_by_start").on(table.startedAt)],
);

/** Generations of a workspace beside the live one: the next while it is built and settles, and those that are emptied. */
export const generations = withoutRowid(
  "generations",
  {
    workspace: integer().notNull(),
    num: integer().notNull(),
    identity: text().notNull(),
    /** settling: live, exceptions are still applied. */
    state: text({ enum: ["building", "settling", "retiring"] }).notNull(),
    /** 1: embeddings older than `startedAt` do not count. */
    fresh: integer().notNull().default(0),
    /** Chunks are walked by embed hash and rid: up to and including this one. */
    cursorHash: text("cursor_hash").notNull().default(""),
    cursorRid: integer("cursor_rid").notNull().default(0),
    /** Chunks walked. */
    done: integer().notNull().default(0),
    /** Calls to the vector index, which follow one another. */
    calls: integer().notNull().default(0),
    startedAt: integer("started_at").notNull(),
    /** Milliseconds; not before. */
    nextAt: integer("next_at").notNull(),
    /** Failures in a row. */
    attempts: integer().notNull().default(0),
    lastError: text("last_error"),
    lease: text(),
    leaseUntil: integer("lease_until"),
  },
  (table) => [primaryKey({ columns: [table.workspace, table.num] })],
);

/**
 * What the walk over the chunks alone does not settle. due: new or changed since the walk began. sent: not shown by the
 * vector index yet. none: has no vector in this identity. late: has one only in this identity. refused: the model does
 * not take it. gone: its vector must be deleted.
 */
export const generationChunks = withoutRowid(
  "generation_chunks",
  {
    workspace: integer().notNull(),
    generation: integer().notNull(),
    chunk: text().notNull(),
    state: text({ enum: ["due", "sent", "none", "late", "refused", "gone"] }).notNull(),
    /** Which of the generation's calls sent it. */
    call: integer(),
    sentAt: integer("sent_at"),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.generation, table.chunk] }),
    index("generation_chunks_by_state").on(table.workspace, table.generation, table.state),
  ],
);
