import { index, integer, primaryKey, text } from "drizzle-orm/sqlite-core";
import { withoutRowid } from "../without-rowid.ts";

/**
 * Every search, written after its answer. The id begins with its time (UUID version 7), so that the key is the order of
 * time too and a row is written to one tree only.
 */
export const recalls = withoutRowid(
  "recalls",
  {
    workspace: integer().notNull(),
    id: text().notNull(),
    /** Milliseconds. */
    at: integer().notNull(),
    token: text().notNull(),
    session: text(),
    /** Null: only its hash is kept. */
    query: text(),
    /** Null: its text is kept. */
    queryHash: text("query_hash"),
    profile: text().notNull(),
    /** Of all its settings as resolved; null: nothing was ranked. */
    settingsHash: text("settings_hash"),
    /** JSON as asked; null: none. */
    filters: text(),
    /** JSON list, best first: chunk, root, path, lines, score, arms; no text. */
    hits: text().notNull(),
    outcome: text().notNull(),
    /** JSON list of codes. */
    degraded: text().notNull(),
    /** 1: the answer had been kept. */
    cached: integer().notNull(),
    totalMs: integer("total_ms").notNull(),
    /** Of the hits, estimated. */
    tokens: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspace, table.id] })],
);

/** Votes on hits of recalls, one a token. They outlive their recall: what they say fades by half in 180 days. */
export const feedback = withoutRowid(
  "feedback",
  {
    workspace: integer().notNull(),
    recall: text().notNull(),
    /** The chunk that the recall returned. */
    hit: text().notNull(),
    token: text().notNull(),
    /** 1 up, -1 down. */
    value: integer().notNull(),
    note: text(),
    /** Milliseconds. */
    at: integer().notNull(),
    /** The chunk that it counts for: the hit, or where its text has moved to. */
    chunk: text().notNull(),
    // Of that chunk's document.
    root: text().notNull(),
    path: text().notNull(),
    /** Of that chunk; null: it was gone when the vote was given. */
    embedHash: text("embed_hash"),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.recall, table.hit, table.token] }),
    // By token, too: of each only the newest vote on a chunk or document counts.
    index("feedback_by_chunk").on(table.workspace, table.chunk, table.token),
    index("feedback_by_document").on(table.workspace, table.root, table.path, table.token),
    index("feedback_by_token").on(table.workspace, table.token, table.at),
  ],
);

/**
 * Documents deleted from a workspace that still exists, until the log no longer names them and their votes have moved
 * with the text or been deleted.
 */
export const droppedDocuments = withoutRowid(
  "dropped_documents",
  {
    workspace: integer().notNull(),
    root: text().notNull(),
    path: text().notNull(),
    /** Of its bytes: a document with the same is its copy. */
    hash: text().notNull(),
    /** Recalls up to this id no longer name it. */
    scrubbed: text().notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.root, table.path] }),
    index("dropped_documents_by_scrubbed").on(table.workspace, table.scrubbed),
  ],
);
