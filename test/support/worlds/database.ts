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

/** Applies every migration, split as wrangler splits them. */
export async function migrate(database: D1Database): Promise<void> {
  for (const name of readdirSync(MIGRATIONS).sort()) {
    const statements = splitSqlQuery(readFileSync(new URL(name, MIGRATIONS), "utf8"));
    await database.batch(statements.map((sql) => database.prepare(sql)));
  }
}
