import { createRequire } from "node:module";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { CHUNKER_VERSION } from "../../src/config.ts";
import * as accessLog from "../../src/database/schema/access-log.ts";
import * as caches from "../../src/database/schema/caches.ts";
import * as changes from "../../src/database/schema/changes.ts";
import { directory } from "../../src/database/schema/directory.ts";
import * as documents from "../../src/database/schema/documents.ts";
import * as graph from "../../src/database/schema/graph.ts";
import * as memories from "../../src/database/schema/memories.ts";
import * as modelJobs from "../../src/database/schema/model-jobs.ts";
import { movedKeys, moves } from "../../src/database/schema/moves.ts";
import * as oauth from "../../src/database/schema/oauth.ts";
import * as recalls from "../../src/database/schema/recalls.ts";
import * as signIns from "../../src/database/schema/sign-ins.ts";
import * as sources from "../../src/database/schema/sources.ts";
import * as vectors from "../../src/database/schema/vectors.ts";
import * as webhooks from "../../src/database/schema/webhooks.ts";
import { isWithoutRowid } from "../../src/database/without-rowid.ts";
import * as workspaces from "../../src/database/schema/workspaces.ts";

/** By room and name: modules list their exports in an order that the loader chooses. */
const ofRooms: readonly SQLiteTable[] = [
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
].flatMap((module) =>
  Object.values(module)
    .filter((value) => is(value, SQLiteTable))
    .toSorted((a, b) => (getTableName(a) < getTableName(b) ? -1 : 1)),
);

const ofMoves: readonly SQLiteTable[] = [moves, movedKeys];

/** Every table there is. */
export const TABLES: readonly SQLiteTable[] = [...ofRooms, directory, ...ofMoves];

/** Read by the remote D1 too, which splits at any semicolon and mistakes a quote for the start of a string. */
const HEADER = "-- Made from src/database/schema by npm run migrations: edit the schema and run it again.\n";
const TRIGGERS = "-- Triggers are in 0002_triggers.sql, written by hand.\n";

/** What was there before the directory was lives in the one database that there was then. */
const FILL =
  "INSERT INTO directory (num, slug, database, created_at) SELECT num, slug, 1, created_at FROM workspaces;";

const PRESENT_CHUNKER = /^CREATE INDEX `documents_before_chunker_\d+` .*$/m;
/** The version that the first migration has. */
const FIRST_CHUNKER = 2;
/** The number of the migration that replaced it; each later version has the next one. */
const FIRST_CHUNKER_MIGRATION = 5;

const chunkerName = (version: number): string =>
  version === FIRST_CHUNKER ? "documents_by_chunker" : `documents_before_chunker_${version}`;

/** The index that names a version of the chunker. */
const chunkerIndex = (version: number): string =>
  `CREATE INDEX \`${chunkerName(version)}\` ON \`documents\` (\`chunker\`,\`num\`) WHERE chunker <> ${version};`;

/**
 * The migrations that put the index of one version in place of the one before: databases that are there keep what earlier ones
 * made. A raised version is one more file.
 */
const chunkerMigrations = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: CHUNKER_VERSION - FIRST_CHUNKER }, (_, at) => {
      const version = FIRST_CHUNKER + 1 + at;
      const file = `${String(FIRST_CHUNKER_MIGRATION + at).padStart(4, "0")}_chunker.sql`;
      return [file, `${HEADER}\nDROP INDEX \`${chunkerName(version - 1)}\`;\n${chunkerIndex(version)}\n`];
    }),
  );

/** The migrations of tables and indexes by their files. */
export async function tableMigrations(): Promise<Readonly<Record<string, string>>> {
  const rooms = await madeOf(ofRooms);
  const first = rooms.replace(PRESENT_CHUNKER, () => chunkerIndex(FIRST_CHUNKER));
  return {
    "0001_tables.sql": `${HEADER}${TRIGGERS}\n${first}`,
    "0003_directory.sql": `${HEADER}\n${await madeOf([directory])}${FILL}\n`,
    "0004_moves.sql": `${HEADER}\n${await madeOf(ofMoves)}`,
    ...chunkerMigrations(),
  };
}

/** As drizzle-kit makes them, WITHOUT ROWID added where the schema says so. */
async function madeOf(tables: readonly SQLiteTable[]): Promise<string> {
  // Its ES module build calls require and does not load.
  const kit = createRequire(import.meta.url)("drizzle-kit/api") as typeof import("drizzle-kit/api");
  const schema = Object.fromEntries(tables.map((table) => [getTableName(table), table]));
  const statements = await kit.generateSQLiteMigration(
    await kit.generateSQLiteDrizzleJson({}),
    await kit.generateSQLiteDrizzleJson(schema),
  );
  return `${statements.map((sql) => withoutRowids(sql).trim()).join("\n")}\n`;
}

function withoutRowids(sql: string): string {
  const name = /^CREATE TABLE `(\w+)`/.exec(sql)?.[1];
  const isMarked = TABLES.some((table) => getTableName(table) === name && isWithoutRowid(table));
  return isMarked ? sql.replace(/\n\);\s*$/, "\n) WITHOUT ROWID;") : sql;
}
