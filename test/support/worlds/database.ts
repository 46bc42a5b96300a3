import { readdirSync, readFileSync } from "node:fs";
import { Miniflare } from "miniflare";
import { unstable_splitSqlQuery as splitSqlQuery } from "wrangler";

const MIGRATIONS = new URL("../../../migrations/", import.meta.url);

export interface TestDatabase {
  readonly database: D1Database;
  dispose(): Promise<void>;
}

/** A real, empty D1 on workerd with every migration applied, split as wrangler splits them. */
export async function openDatabase(): Promise<TestDatabase> {
  const miniflare = new Miniflare({
    cf: false,
    telemetry: { enabled: false },
    enableDevRegistry: false,
    workers: [
      {
        config: {
          name: "database",
          compatibilityDate: "2026-11-01",
          manifest: {
            mainModule: "empty.js",
            modules: {
              "empty.js": { type: "esm", contents: "export default { fetch: () => new Response() };" },
            },
          },
          env: { DB: { type: "d1", id: "test" } },
        },
      },
    ],
  });
  const database = (await miniflare.getD1Database("DB")) as unknown as D1Database;
  await migrate(database);
  return { database, dispose: () => miniflare.dispose() };
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
