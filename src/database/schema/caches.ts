import { sql } from "drizzle-orm";
import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { withoutRowid } from "./without-rowid.ts";

// Caches hold successes only and can be dropped at any time. No row ids in a key.

/** Text hash to vector. An ordinary table: several of its rows share a page. */
export const embeddings = sqliteTable(
  "embeddings",
  {
    workspace: integer().notNull(),
    identity: text().notNull(),
    kind: text({ enum: ["chunk", "query"] }).notNull(),
    hash: text().notNull(),
    /** Quantised (text/quantise.ts). SQL reads it through `hex` and writes it through `unhex`: D1 would answer a list of numbers. */
    vector: blob({ mode: "buffer" }).notNull(),
    usedAt: integer("used_at").notNull(),
  },
  (table) => [
    uniqueIndex("embeddings_by_hash").on(table.workspace, table.identity, table.kind, table.hash),
    // Least recently used first, without the embeddings of live chunks.
    index("query_embeddings_by_use").on(table.usedAt).where(sql`kind = 'query'`),
  ],
);

/** All scores of a query: one row, because D1 bills rows written. */
export const rerankScores = sqliteTable(
  "rerank_scores",
  {
    workspace: integer().notNull(),
    model: text().notNull(),
    queryHash: text("query_hash").notNull(),
    /** JSON: sent hash to score, raw, as the model gave it. */
    scores: text().notNull(),
    usedAt: integer("used_at").notNull(),
  },
  (table) => [
    uniqueIndex("rerank_scores_by_query").on(table.workspace, table.model, table.queryHash),
    index("rerank_scores_by_use").on(table.usedAt),
  ],
);

/** Whole answers of one workspace version; a version that rises drops them (a trigger). */
export const answers = withoutRowid(
  "answers",
  {
    workspace: integer().notNull(),
    /** Hash of everything that decides the answer. */
    request: text().notNull(),
    version: integer().notNull(),
    body: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspace, table.request] })],
);

/**
 * Texts that a model has written, all of which can be made again. The key of an expansion is a hash over model, prompt
 * and query; that of a context or of names begins with the chunk's text hash, so that they go with the text.
 */
export const generated = withoutRowid(
  "generated",
  {
    workspace: integer().notNull(),
    kind: text({ enum: ["expansion", "context", "names"] }).notNull(),
    key: text().notNull(),
    text: text().notNull(),
    usedAt: integer("used_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspace, table.kind, table.key] })],
);
