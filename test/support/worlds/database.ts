import { readdirSync, readFileSync } from "node:fs";
import { unstable_splitSqlQuery as splitSqlQuery } from "wrangler";

const MIGRATIONS = new URL("../../../migrations/", import.meta.url);

export interface TestDatabase {
  readonly database: D1Database;
  dispose(): Promise<void>;
}

/** Applies every migration, split and noted as wrangler does. */
export async function migrate(database: D1Database): Promise<void> {
  const marks =
    "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY, name TEXT UNIQUE, applied_at TEXT)";
  for (const name of readdirSync(MIGRATIONS).sort()) {
    const statements = [marks, ...splitSqlQuery(readFileSync(new URL(name, MIGRATIONS), "utf8"))];
    const mark = database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name);
    await database.batch([...statements.map((sql) => database.prepare(sql)), mark]);
  }
}
