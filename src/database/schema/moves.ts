import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Workspaces that are moving between databases: a row where one comes from, and one where it goes to. */
export const moves = sqliteTable("moves", {
  workspace: integer().primaryKey(),
  /** `from`: it leaves this database; `to`: it comes here, and is not to be seen yet. */
  side: text({ enum: ["from", "to"] }).notNull(),
  /** Number of the other database. */
  other: integer().notNull(),
  /** Of `from` all but the last; of `to` `copy`, and `stopped` once it is emptied again. */
  phase: text({ enum: ["copy", "catch_up", "switch", "verify", "empty", "stopping", "stopped"] }).notNull(),
  /** What is refused by triggers. 0: nothing; 1: writes, but for logs and tokens; 2: everything. */
  shut: integer().notNull().default(0),
  /** Milliseconds; since when. */
  shutAt: integer("shut_at"),
  /** Rises with every slice: what a slice that was taken for dead still sends counts for nothing. */
  claim: integer().notNull().default(0),
  /** JSON: where the slice of this phase goes on. */
  cursor: text().notNull().default("{}"),
  /** Rows that have reached the other database. */
  copied: integer().notNull().default(0),
  startedAt: integer("started_at").notNull(),
  /** When the other database took over. */
  movedAt: integer("moved_at"),
  /** Milliseconds; no slice before. */
  nextAt: integer("next_at").notNull(),
  leaseUntil: integer("lease_until"),
  /** Slices in a row that failed. */
  failures: integer().notNull().default(0),
  lastError: text("last_error"),
});

/** Rows of a moving workspace that were written since its move began, by their keys; triggers note them, which are there meanwhile. */
export const movedKeys = sqliteTable(
  "moved_keys",
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    workspace: integer().notNull(),
    /** Name of the table; of a chunk `documents`. */
    row: text().notNull(),
    /** JSON list. */
    key: text().notNull(),
  },
  (table) => [index("moved_keys_in_order").on(table.workspace, table.seq)],
);
