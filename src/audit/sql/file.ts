import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { AppError } from "../../errors.ts";
import { letOthersGoOn } from "../../text/steps.ts";

// What the runtime keeps beside ours begins with `_cf_`, and may not be asked about.
const TABLES = statement<{ readonly name: string }>(`SELECT name FROM sqlite_schema
  WHERE type = 'table' AND name > :after AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'
    AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name LIMIT :limit`);

/** Names of tables in their order, those of the keyword indexes among them. */
export const tablesAfter = async (db: Session, after: string, limit: number): Promise<readonly string[]> =>
  (await db.all(TABLES, { after, limit })).map(({ name }) => name);

/** Reads each table and its indexes through: https://www.sqlite.org/pragma.html#pragma_quick_check. Answers those that are damaged. */
export async function damagedTables(db: Session, tables: readonly string[]): Promise<readonly string[]> {
  const damaged: string[] = [];
  for (const table of tables) {
    if (await isDamaged(db, table)) damaged.push(table);
    await letOthersGoOn();
  }
  return damaged;
}

async function isDamaged(db: Session, table: string): Promise<boolean> {
  const look = statement<{ readonly quick_check: string }>(
    `PRAGMA quick_check("${table.replaceAll('"', '""')}")`,
  );
  try {
    return (await db.first(look))?.quick_check !== "ok";
  } catch (error) {
    if (error instanceof AppError && error.code === "database_damaged") return true;
    throw error;
  }
}
