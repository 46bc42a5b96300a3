import { sql } from "drizzle-orm";
import { index, integer, primaryKey, text } from "drizzle-orm/sqlite-core";
import { withoutRowid } from "../without-rowid.ts";

/**
 * The change feed: of each document, memory and entity its latest change. Triggers write it in the transaction of the
 * change itself, so that no change can be without its row, whoever makes it.
 */
export const changes = withoutRowid(
  "changes",
  {
    workspace: integer().notNull(),
    /** Empty: an entity. */
    root: text().notNull(),
    /** Of a memory its id, of an entity its slug. */
    path: text().notNull(),
    /** Rises with every change of the workspace. Never one that was given out before: the newest row is never dropped. */
    seq: integer().notNull(),
    /** The `seq` with which it came in: whoever has not read as far does not know it yet. */
    added: integer().notNull(),
    kind: text({ enum: ["file", "memory", "entity"] }).notNull(),
    change: text({
      enum: ["added", "changed", "restored", "removed", "superseded", "merged", "forgotten"],
    }).notNull(),
    /** 1: it is no longer there. */
    gone: integer().notNull().default(0),
    /** Of the text. */
    hash: text(),
    /** Of a memory: a token of a session sees only that one's. */
    session: text(),
    /** Id of the memory that took its place. */
    other: text(),
    /** Milliseconds, by the clock of the database. */
    at: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspace, table.root, table.path] }),
    index("changes_in_order").on(table.workspace, table.seq),
    index("changes_gone").on(table.at).where(sql`gone = 1`),
  ],
);
