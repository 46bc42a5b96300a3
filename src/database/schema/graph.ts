import { integer, primaryKey, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";

// Tables of what texts name: mirrors migrations/.

export const entities = sqliteTable(
  "entities",
  {
    num: integer().primaryKey(),
    workspace: integer().notNull(),
    slug: text().notNull(),
    name: text().notNull(),
    type: text().notNull(),
    state: integer().notNull().default(0),
    mentions: integer().notNull().default(0),
    evidence: integer().notNull().default(0),
    parts: text(),
  },
  (table) => [unique().on(table.workspace, table.slug)],
);

export const entityNames = sqliteTable(
  "entity_names",
  {
    workspace: integer().notNull(),
    name: text().notNull(),
    kind: text().notNull(),
    entity: integer().notNull(),
    written: text(),
  },
  (table) => [primaryKey({ columns: [table.workspace, table.name, table.kind, table.entity] })],
);

export const mentions = sqliteTable(
  "mentions",
  {
    entity: integer().notNull(),
    at: integer().notNull(),
    chunk: integer().notNull(),
    alias: text().notNull().default(""),
    evidence: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.entity, table.at, table.chunk, table.alias] })],
);

export const relations = sqliteTable(
  "relations",
  {
    fromEntity: integer("from_entity").notNull(),
    chunk: integer().notNull(),
    type: text().notNull(),
    toEntity: integer("to_entity").notNull(),
  },
  (table) => [primaryKey({ columns: [table.fromEntity, table.chunk, table.type, table.toEntity] })],
);

export const observations = sqliteTable("observations", {
  num: integer().primaryKey(),
  entity: integer().notNull(),
  text: text().notNull(),
  at: integer().notNull(),
});
