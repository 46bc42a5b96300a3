import { blob, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { withoutRowid } from "../without-rowid.ts";

// Caches hold successes only and can be dropped at any time. No row ids in a key.

/** Text hash to vector. An ordinary table: several of its rows share a page. */
export const embeddings = sqliteTable(
  "embeddings",
  {
    workspace: integer().notNull(),
    identity: text().notNull(),
    hash: text().notNull(),
    /** Quantised (text/quantise.ts). SQL reads it through `hex` and writes it through `unhex`: D1 would answer a list of numbers. */
    vector: blob({ mode: "buffer" }).notNull(),
    usedAt: integer("used_at").notNull(),
  },
  (table) => [uniqueIndex("embeddings_by_hash").on(table.workspace, table.identity, table.hash)],
);

/** What models said of a query, in one row with one index, because D1 bills rows written. The oldest have the lowest numbers. */
export const queryResults = sqliteTable(
  "query_results",
  {
    num: integer().primaryKey(),
    workspace: integer().notNull(),
    queryHash: text("query_hash").notNull(),
    /** Of the vector; null with it. */
    identity: text(),
    /** Quantised, as in `embeddings`. */
    vector: blob({ mode: "buffer" }),
    /** The cross-encoder's; null: it was not asked. */
    model: text(),
    /** JSON: sent hash to score, raw, as the model gave it. */
    scores: text().notNull().default("{}"),
    usedAt: integer("used_at").notNull(),
  },
  (table) => [uniqueIndex("query_results_by_query").on(table.workspace, table.queryHash)],
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
