import { integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

// Mirrors migrations/0011_memories.sql, but for the columns of documents and chunks.

export const pastMemories = sqliteTable(
  "past_memories",
  {
    workspace: integer().notNull(),
    id: text().notNull(),
    state: text().notNull(),
    leftAt: integer("left_at").notNull(),
    supersededBy: text("superseded_by"),
    text: text().notNull(),
    type: text().notNull(),
    importance: real().notNull(),
    priority: integer().notNull(),
    confidence: real().notNull(),
    timesObserved: integer("times_observed").notNull(),
    firstObserved: integer("first_observed").notNull(),
    lastObserved: integer("last_observed").notNull(),
    session: text(),
    source: text(),
    tags: text().notNull(),
    entities: text().notNull(),
    metadata: text().notNull(),
    supersedes: text(),
  },
  (table) => [primaryKey({ columns: [table.workspace, table.id] })],
);

export const memoryObservations = sqliteTable("memory_observations", {
  num: integer().primaryKey(),
  workspace: integer().notNull(),
  memory: text().notNull(),
  merged: text(),
  text: text().notNull(),
  type: text().notNull(),
  confidence: real().notNull(),
  session: text(),
  source: text(),
  at: integer().notNull(),
});
