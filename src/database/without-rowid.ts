import { type SQLiteTable, type SQLiteTableFn, sqliteTable } from "drizzle-orm/sqlite-core";

const MARKED = new WeakSet<SQLiteTable>();

/**
 * A table that SQLite keeps in the tree of its primary key alone, which drizzle cannot say: for small rows that are
 * reached by that key. A row over about 1,000 bytes takes a page of its own there.
 */
export const withoutRowid = ((...description: Parameters<typeof sqliteTable>) => {
  const table = sqliteTable(...description);
  MARKED.add(table);
  return table;
}) as SQLiteTableFn;

/** Whether it is such a table; scripts/migrations.ts writes it into the migration. */
export const isWithoutRowid = (table: SQLiteTable): boolean => MARKED.has(table);
