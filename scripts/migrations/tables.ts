import { createRequire } from "node:module";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as accessLog from "../../src/database/schema/access-log.ts";
import * as caches from "../../src/database/schema/caches.ts";
import * as changes from "../../src/database/schema/changes.ts";
import * as documents from "../../src/database/schema/documents.ts";
import * as graph from "../../src/database/schema/graph.ts";
import * as memories from "../../src/database/schema/memories.ts";
import * as modelJobs from "../../src/database/schema/model-jobs.ts";
import * as oauth from "../../src/database/schema/oauth.ts";
import * as recalls from "../../src/database/schema/recalls.ts";
import * as signIns from "../../src/database/schema/sign-ins.ts";
import * as sources from "../../src/database/schema/sources.ts";
import * as vectors from "../../src/database/schema/vectors.ts";
import * as webhooks from "../../src/database/schema/webhooks.ts";
import { isWithoutRowid } from "../../src/database/schema/without-rowid.ts";
import * as workspaces from "../../src/database/schema/workspaces.ts";

/** Every table there is, by room and name: modules list their exports in an order that the loader chooses. */
export const TABLES: readonly SQLiteTable[] = [
  ...[
    workspaces,
    documents,
    vectors,
    caches,
    graph,
    memories,
    modelJobs,
    recalls,
    accessLog,
    changes,
    oauth,
    signIns,
    webhooks,
    sources,
  ],
].flatMap((module) =>
  Object.values(module)
    .filter((value) => is(value, SQLiteTable))
    .toSorted((a, b) => (getTableName(a) < getTableName(b) ? -1 : 1)),
);

/** Read by the remote D1 too, which splits at any semicolon and mistakes a quote for the start of a string. */
const HEADER = `-- Made from src/database/schema by npm run migrations: edit the schema and run it again.
-- Triggers are in 0002_triggers.sql, written by hand.
`;

/** The migration of all tables and indexes as drizzle-kit makes it, WITHOUT ROWID added where the schema says so. */
export async function tablesMigration(): Promise<string> {
  // Its ES module build calls require and does not load.
  const kit = createRequire(import.meta.url)("drizzle-kit/api") as typeof import("drizzle-kit/api");
  const schema = Object.fromEntries(TABLES.map((table) => [getTableName(table), table]));
  const statements = await kit.generateSQLiteMigration(
    await kit.generateSQLiteDrizzleJson({}),
    await kit.generateSQLiteDrizzleJson(schema),
  );
  return `${HEADER}\n${statements.map((sql) => withoutRowids(sql).trim()).join("\n")}\n`;
}

function withoutRowids(sql: string): string {
  const name = /^CREATE TABLE `(\w+)`/.exec(sql)?.[1];
  const isMarked = TABLES.some((table) => getTableName(table) === name && isWithoutRowid(table));
  return isMarked ? sql.replace(/\n\);\s*$/, "\n) WITHOUT ROWID;") : sql;
}
