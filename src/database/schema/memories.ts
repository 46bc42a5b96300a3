import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { withoutRowid } from "../without-rowid.ts";

/** Memories that left the index, with all that brings them back: nothing that reads documents can see them. */
export const pastMemories = sqliteTable(
  "past_memories",
  {
    workspace: integer().notNull(),
    id: text().notNull(),
    state: text({ enum: ["superseded", "forgotten"] }).notNull(),
    /** Milliseconds; a forgotten one goes for good 24 hours later. */
    leftAt: integer("left_at").notNull(),
    /** Id; also of a superseded one that was forgotten afterwards. */
    supersededBy: text("superseded_by"),
    text: text().notNull(),
    type: text().notNull(),
    importance: real().notNull(),
    priority: integer().notNull(),
    confidence: real().notNull(),
    timesObserved: integer("times_observed").notNull(),
    /** Milliseconds, as `mtime` of a document. */
    firstObserved: integer("first_observed").notNull(),
    lastObserved: integer("last_observed").notNull(),
    session: text(),
    source: text(),
    tags: text().notNull(),
    entities: text().notNull(),
    metadata: text().notNull(),
    supersedes: text(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.id] }),
    index("past_memories_by_successor").on(table.workspace, table.supersededBy),
    index("past_memories_by_time").on(table.state, table.leftAt),
    index("past_memories_newest").on(table.workspace, table.leftAt),
  ],
);

/** What was remembered before and another memory says since: older texts of duplicates. */
export const memoryObservations = sqliteTable(
  "memory_observations",
  {
    num: integer().primaryKey(),
    workspace: integer().notNull(),
    /** Id of the memory that says it. */
    memory: text().notNull(),
    /** Id of the memory that was merged into it then, and leads to it since. */
    merged: text(),
    text: text().notNull(),
    type: text().notNull(),
    confidence: real().notNull(),
    session: text(),
    source: text(),
    /** Milliseconds; when it was last observed. */
    at: integer().notNull(),
  },
  (table) => [
    index("memory_observations_by_memory").on(table.workspace, table.memory, table.at),
    index("memory_observations_by_merged").on(table.workspace, table.merged),
  ],
);

/** Live memories that may contradict each other: two rows a pair, so that either is found by the other. */
export const contradictions = withoutRowid(
  "contradictions",
  {
    workspace: integer().notNull(),
    memory: text().notNull(),
    other: text().notNull(),
    /** 1: somebody has said that both hold. In both rows of a pair. */
    settled: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.workspace, table.memory, table.other] })],
);
