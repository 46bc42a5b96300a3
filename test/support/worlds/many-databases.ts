import type { Env } from "../../../src/env.ts";
import { createClient, type TestClient, testEnv } from "../client.ts";
import { migrate, type TestDatabase } from "./database.ts";
import { openQuickDatabase } from "./quick-database.ts";
import worker from "../../../src/local.ts";

/** A deployment of several databases. */
export interface ManyDatabases {
  /** In the order of their numbers. */
  readonly databases: readonly D1Database[];
  /** The bindings of all of them. */
  bindings(): Record<string, D1Database>;
  /** The Worker as a new isolate. */
  isolate(more?: Partial<Env>): TestClient;
  /** The rows that a statement answers in a database. */
  rows(number: number, sql: string): Promise<readonly Record<string, unknown>[]>;
  dispose(): Promise<void>;
}

/** Opens so many databases, with every migration. */
export async function openManyDatabases(count: number): Promise<ManyDatabases> {
  const opened: TestDatabase[] = [];
  for (let at = 0; at < count; at++) opened.push(await openQuickDatabase({ isMigrated: false }));
  const databases = opened.map(({ database }) => database);
  await Promise.all(databases.map(migrate));
  const bindings = () => boundAs(databases);
  return {
    databases,
    bindings,
    isolate: (more = {}) => {
      const { DB, ...others } = bindings();
      return createClient(worker as never, testEnv(DB as D1Database, { ...others, ...more }));
    },
    async rows(number, sql) {
      const { results } = await (databases[number - 1] as D1Database).prepare(sql).all();
      return results;
    },
    async dispose() {
      for (const { dispose } of opened) await dispose();
    },
  };
}

/** Names of databases as the Worker has them bound. */
export const boundAs = (databases: readonly D1Database[]): Record<string, D1Database> =>
  Object.fromEntries(databases.map((database, at) => [at === 0 ? "DB" : `DB_${at + 1}`, database]));
