import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { withoutRowid } from "../without-rowid.ts";

// A row written costs a thousand times what a row read costs, and texts name most things in one place only. So what texts
// name has one row for each name, and nothing else: entities, aliases and counts are put together when they are read.

/**
 * What texts call something, as they call it, and where: in the first 32 documents here, in the others in `more_mentions`.
 * An entity that nobody made or changed by hand is the row of its slug. Aliases are looked up when it is read, so that a
 * merge moves nothing.
 */
export const mentions = withoutRowid(
  "mentions",
  {
    workspace: integer().notNull(),
    /** Folded words of the name. */
    slug: text().notNull(),
    /** The shortest way in which it was written. */
    name: text().notNull(),
    type: text().notNull(),
    /** JSON list: words of the name that may stand for it. */
    parts: text(),
    /** Chunks of `spots`. */
    passages: integer().notNull(),
    /** Hundredths, of all chunks of `spots` together. */
    evidence: integer().notNull(),
    /** The same of `more_mentions`. */
    morePassages: integer("more_passages").notNull().default(0),
    moreEvidence: integer("more_evidence").notNull().default(0),
    /**
     * JSON: by the number of a document `at`, its date (0 for none), `in`, hundredths of evidence by the number of a chunk,
     * and `to` and `by`, what it says of this name and another: the chunk's number, a type and the other's slug.
     */
    spots: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspace, table.slug] })],
);

/** Where the names stand that many documents name: a row for a document, so that the newest are read without the others. */
export const moreMentions = withoutRowid(
  "more_mentions",
  {
    workspace: integer().notNull(),
    slug: text().notNull(),
    /** The document's `datedAt`, 0 for none. */
    at: integer().notNull(),
    document: integer().notNull(),
    passages: integer().notNull(),
    /** Hundredths. */
    evidence: integer().notNull(),
    /** JSON: `in`, `to` and `by` as in `mentions`. */
    spot: text().notNull(),
    /** 1: `spot` has `to`, or `by`. */
    hasTo: integer("has_to").notNull(),
    hasBy: integer("has_by").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.slug, table.at, table.document] }),
    // With what is read of them.
    index("more_mentions_to")
      .on(table.workspace, table.slug, table.document, table.spot)
      .where(sql`has_to = 1`),
    index("more_mentions_by")
      .on(table.workspace, table.slug, table.document, table.spot)
      .where(sql`has_by = 1`),
  ],
);

/** Entities that somebody made or changed: kept without mentions. */
export const entities = withoutRowid(
  "entities",
  {
    workspace: integer().notNull(),
    /** Folded words of the name it was made with; never changes. */
    slug: text().notNull(),
    name: text().notNull(),
    type: text().notNull(),
    /** -1: deleted by hand, stays out. */
    state: integer().notNull().default(1),
    /** JSON list: words of its names that may stand for it. */
    parts: text(),
  },
  (table) => [primaryKey({ columns: [table.workspace, table.slug] })],
);

/** What an entity goes by beside its slug. An alias is one entity's only: what texts name by it counts for that one. */
export const entityNames = withoutRowid(
  "entity_names",
  {
    workspace: integer().notNull(),
    /** As a slug. */
    name: text().notNull(),
    kind: text({ enum: ["alias", "part"] }).notNull(),
    /** Slug: of an alias that of an entity made by hand, of a part that of a name. */
    entity: text().notNull(),
    /** An alias as it was written. */
    written: text(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.name, table.kind, table.entity] }),
    // With all that is read of an alias: without `written` SQLite would rather walk the names of the workspace.
    index("aliases_of_entity").on(table.workspace, table.entity, table.written).where(sql`kind = 'alias'`),
    uniqueIndex("entity_aliases").on(table.workspace, table.name).where(sql`kind = 'alias'`),
  ],
);

/** What somebody says of two entities; what texts say is in `mentions`. */
export const relations = withoutRowid(
  "relations",
  {
    workspace: integer().notNull(),
    /** Slugs of entities made by hand. */
    fromEntity: text("from_entity").notNull(),
    type: text().notNull(),
    toEntity: text("to_entity").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.fromEntity, table.type, table.toEntity] }),
    index("relations_to").on(table.workspace, table.toEntity),
  ],
);

/** Remarks on an entity, by hand. */
export const observations = sqliteTable(
  "observations",
  {
    num: integer().primaryKey(),
    workspace: integer().notNull(),
    /** Slug. */
    entity: text().notNull(),
    text: text().notNull(),
    /** Milliseconds. */
    at: integer().notNull(),
  },
  (table) => [
    index("observations_by_entity").on(table.workspace, table.entity, table.at),
    uniqueIndex("observations_once").on(table.workspace, table.entity, table.text),
  ],
);
