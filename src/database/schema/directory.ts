import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Which database a workspace lives in. The first database lists every workspace of the deployment and gives out their
 * numbers, so that none is given out twice in any of them. In another database a row stands for a workspace that was
 * there and lives elsewhere now: its slug is `~` and its number.
 */
export const directory = sqliteTable("directory", {
  num: integer().primaryKey({ autoIncrement: true }),
  /** `~` and the number: the workspace is being deleted, and its name is free. */
  slug: text().notNull().unique("directory_by_slug"),
  /** Number of the database, from 1. */
  database: integer().notNull(),
  /** Milliseconds; when the number was given out. */
  createdAt: integer("created_at").notNull(),
});
