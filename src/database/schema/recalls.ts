import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

// Mirrors migrations/0013_recalls.sql.

export const recalls = sqliteTable(
  "recalls",
  {
    workspace: integer().notNull(),
    id: text().notNull(),
    at: integer().notNull(),
    token: text().notNull(),
    session: text(),
    query: text(),
    queryHash: text("query_hash"),
    profile: text().notNull(),
    settingsHash: text("settings_hash"),
    filters: text(),
    hits: text().notNull(),
    outcome: text().notNull(),
    degraded: text().notNull(),
    cached: integer().notNull(),
    totalMs: integer("total_ms").notNull(),
    tokens: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspace, table.id] })],
);

export const feedback = sqliteTable(
  "feedback",
  {
    workspace: integer().notNull(),
    recall: text().notNull(),
    hit: text().notNull(),
    token: text().notNull(),
    value: integer().notNull(),
    note: text(),
    at: integer().notNull(),
    chunk: text().notNull(),
    root: text().notNull(),
    path: text().notNull(),
    embedHash: text("embed_hash"),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.recall, table.hit, table.token] }),
    index("feedback_by_chunk").on(table.workspace, table.chunk),
    index("feedback_by_document").on(table.workspace, table.root, table.path),
    index("feedback_by_token").on(table.workspace, table.token, table.at),
  ],
);

export const droppedDocuments = sqliteTable(
  "dropped_documents",
  {
    workspace: integer().notNull(),
    root: text().notNull(),
    path: text().notNull(),
    hash: text().notNull(),
    scrubbed: text().notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.root, table.path] }),
    index("dropped_documents_by_scrubbed").on(table.workspace, table.scrubbed),
  ],
);
