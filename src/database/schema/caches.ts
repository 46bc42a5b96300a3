import { integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

// Tables that hold what can be made again: mirrors migrations/.

export const embeddings = sqliteTable(
  "embeddings",
  {
    workspace: integer().notNull(),
    identity: text().notNull(),
    kind: text().notNull(),
    hash: text().notNull(),
    vector: text().notNull(),
    usedAt: integer("used_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspace, table.identity, table.kind, table.hash] })],
);

export const rerankScores = sqliteTable(
  "rerank_scores",
  {
    workspace: integer().notNull(),
    model: text().notNull(),
    queryHash: text("query_hash").notNull(),
    sentHash: text("sent_hash").notNull(),
    score: real().notNull(),
    usedAt: integer("used_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspace, table.sentHash, table.model, table.queryHash] })],
);

export const answers = sqliteTable(
  "answers",
  {
    workspace: integer().notNull(),
    request: text().notNull(),
    version: integer().notNull(),
    body: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspace, table.request] })],
);

export const generated = sqliteTable(
  "generated",
  {
    workspace: integer().notNull(),
    kind: text().notNull(),
    key: text().notNull(),
    text: text().notNull(),
    usedAt: integer("used_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspace, table.kind, table.key] })],
);

export const idempotency = sqliteTable(
  "idempotency",
  {
    token: text().notNull(),
    key: text().notNull(),
    workspace: integer(),
    request: text().notNull(),
    claim: text().notNull(),
    leaseUntil: integer("lease_until").notNull(),
    status: integer(),
    body: text(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.token, table.key] })],
);
