import type { SQLiteTable } from "drizzle-orm/sqlite-core";

const MARKED = new WeakSet<SQLiteTable>();

/**
 * Marks a table that SQLite keeps in the tree of its primary key alone, which drizzle cannot say: for small rows that are
 * reached by that key. A row over about 1,000 bytes takes a page of its own there.
 */
export function withoutRowid<Table extends SQLiteTable>(table: Table): Table {
  MARKED.add(table);
  return table;
}

/** Whether a table is marked; scripts/migrations.ts writes it into the migration. */
export const isWithoutRowid = (table: SQLiteTable): boolean => MARKED.has(table);
