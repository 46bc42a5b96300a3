import { readdirSync, readFileSync } from "node:fs";
import { splitSql } from "../../../src/database/migrations/split-sql.ts";

const MIGRATIONS = new URL("../../../migrations/", import.meta.url);

export interface TestDatabase {
  readonly database: D1Database;
  dispose(): Promise<void>;
}

/**
 * Applies every migration, split and noted as wrangler does: split-sql.test.ts compares the two, so that here not every
 * process has to load wrangler.
 */
export async function migrate(database: D1Database): Promise<void> {
  const marks =
    "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY, name TEXT UNIQUE, applied_at TEXT)";
  for (const name of readdirSync(MIGRATIONS).sort()) {
    const statements = [marks, ...splitSql(readFileSync(new URL(name, MIGRATIONS), "utf8"))];
    const mark = database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name);
    await database.batch([...statements.map((sql) => database.prepare(sql)), mark]);
  }
}
