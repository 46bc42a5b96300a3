import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { withoutRowid } from "./without-rowid.ts";

/** What must still reach the vector index, written in the batch that needs it: at most one row a chunk. */
export const outbox = sqliteTable(
  "outbox",
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    workspace: integer().notNull(),
    chunk: text().notNull().unique("outbox_by_chunk"),
    op: text({ enum: ["upsert", "delete"] }).notNull(),
    /** sent: waits to become visible. */
    state: text({ enum: ["due", "sent", "parked"] })
      .notNull()
      .default("due"),
    /** Failures that count. */
    attempts: integer().notNull().default(0),
    /** Failures in a row, of whatever kind: what the wait before the next try grows with. */
    failures: integer().notNull().default(0),
    /** Milliseconds; not before. */
    nextAt: integer("next_at").notNull(),
    /** Who works on it, until when. */
    lease: text(),
    leaseUntil: integer("lease_until"),
    /** The vector index's receipt. */
    mutation: text(),
    /** The run that sent it, and which of its calls that was. */
    run: text(),
    runSeq: integer("run_seq"),
    /** When the call had ended. */
    sentAt: integer("sent_at"),
    lastError: text("last_error"),
  },
  (table) => [
    // Work is claimed in the order of `seq`: with it in the index, a claim reads what it takes.
    index("outbox_due").on(table.state, table.op, table.seq),
    index("outbox_by_workspace").on(table.workspace, table.state),
  ],
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

/**
 * A text is embedded once, however many rows, runs and redelivered messages want it: whoever asks the model for it holds
 * this lease. One that ran out is taken over.
 */
export const textLeases = withoutRowid(
  "text_leases",
  {
    workspace: integer().notNull(),
    identity: text().notNull(),
    /** As in embeddings. */
    hash: text().notNull(),
    lease: text().notNull(),
    leaseUntil: integer("lease_until").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.identity, table.hash] }),
    index("text_leases_by_lease").on(table.lease),
  ],
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
