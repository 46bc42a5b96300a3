import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { withoutRowid } from "./without-rowid.ts";

/** Names that texts mention, per workspace. Found ones are made again from the texts; those made by hand are kept. */
export const entities = sqliteTable(
  "entities",
  {
    num: integer().primaryKey(),
    workspace: integer().notNull(),
    /** Folded words of the name it was made with; never changes. */
    slug: text().notNull(),
    name: text().notNull(),
    type: text().notNull(),
    /** 1: made or changed by hand, needs no mention; -1: deleted by hand, stays out. */
    state: integer().notNull().default(0),
    mentions: integer().notNull().default(0),
    /** Hundredths, of all mentions together; shown from 100 on. */
    evidence: integer().notNull().default(0),
    /** JSON list: words of the name that may stand for it. */
    parts: text(),
  },
  (table) => [
    uniqueIndex("entities_by_slug").on(table.workspace, table.slug),
    // What nothing mentions any more.
    index("entities_unused").on(table.workspace).where(sql`mentions = 0 AND state = 0`),
  ],
);

/** What an entity goes by beside its slug. An alias is one entity's only: what is found under it counts for that one. */
export const entityNames = withoutRowid(
  "entity_names",
  {
    workspace: integer().notNull(),
    /** As a slug. */
    name: text().notNull(),
    kind: text({ enum: ["alias", "part"] }).notNull(),
    entity: integer().notNull(),
    /** An alias as it was written. */
    written: text(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.name, table.kind, table.entity] }),
    index("entity_names_by_entity").on(table.entity),
    uniqueIndex("entity_aliases").on(table.workspace, table.name).where(sql`kind = 'alias'`),
  ],
);

/** Which chunks name an entity, in order of their documents' dates: the newest are read without the others. */
export const mentions = withoutRowid(
  "mentions",
  {
    entity: integer().notNull(),
    /** The document's `datedAt`, 0 for none. */
    at: integer().notNull(),
    /** Its rid. */
    chunk: integer().notNull(),
    /** Under which alias it was found; empty for its own name. */
    alias: text().notNull().default(""),
    /** Hundredths. */
    evidence: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.entity, table.at, table.chunk, table.alias] }),
    index("mentions_by_chunk").on(table.chunk),
  ],
);

/** What a chunk says of two entities. By hand: chunk is 9007199254740991, so that these come first, newest chunks next. */
export const relations = withoutRowid(
  "relations",
  {
    fromEntity: integer("from_entity").notNull(),
    chunk: integer().notNull(),
    type: text().notNull(),
    toEntity: integer("to_entity").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.fromEntity, table.chunk, table.type, table.toEntity] }),
    index("relations_to").on(table.toEntity, table.chunk),
    index("relations_by_chunk").on(table.chunk),
  ],
);

/** Remarks on an entity, by hand. */
export const observations = sqliteTable(
  "observations",
  {
    num: integer().primaryKey(),
    entity: integer().notNull(),
    text: text().notNull(),
    /** Milliseconds. */
    at: integer().notNull(),
  },
  (table) => [
    index("observations_by_entity").on(table.entity, table.at),
    uniqueIndex("observations_once").on(table.entity, table.text),
  ],
);
