import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

// Mirrors migrations/0006_reindexing.sql, but for columns of other tables.

export const generations = sqliteTable(
  "generations",
  {
    workspace: integer().notNull(),
    num: integer().notNull(),
    identity: text().notNull(),
    state: text().notNull(),
    fresh: integer().notNull().default(0),
    cursorHash: text("cursor_hash").notNull().default(""),
    cursorRid: integer("cursor_rid").notNull().default(0),
    done: integer().notNull().default(0),
    calls: integer().notNull().default(0),
    startedAt: integer("started_at").notNull(),
    nextAt: integer("next_at").notNull(),
    attempts: integer().notNull().default(0),
    lastError: text("last_error"),
    lease: text(),
    leaseUntil: integer("lease_until"),
  },
  (table) => [primaryKey({ columns: [table.workspace, table.num] })],
);

export const generationChunks = sqliteTable(
  "generation_chunks",
  {
    workspace: integer().notNull(),
    generation: integer().notNull(),
    chunk: text().notNull(),
    state: text().notNull(),
    call: integer(),
    sentAt: integer("sent_at"),
  },
  (table) => [primaryKey({ columns: [table.workspace, table.generation, table.chunk] })],
);

export const rechunks = sqliteTable("rechunks", {
  workspace: integer().primaryKey(),
  recutAll: integer("recut_all").notNull().default(0),
  cursor: integer().notNull().default(0),
  done: integer().notNull().default(0),
  startedAt: integer("started_at").notNull(),
});

export const deletions = sqliteTable("deletions", {
  num: integer().primaryKey(),
  workspace: integer().notNull(),
  root: text().notNull(),
  prefix: text().notNull(),
  at: integer().notNull(),
});
