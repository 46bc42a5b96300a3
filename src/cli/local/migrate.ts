import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import { onOneLine } from "../../text/line-ends.ts";

/**
 * D1 takes one statement at a time. Where one ends is decided as SQLite's own shell does (sqlite3_complete): at a
 * semicolon outside quotes and comments, except inside CREATE TRIGGER, which ends at `END` between two semicolons.
 */

const TOKEN =
  /(?<blank>\s+|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|(?<word>[\w$\u0080-\uffff]+)|(?<end>;)|'[^']*'?|"[^"]*"?|`[^`]*`?|\[[^\]]*\]?|[\s\S]/gy;

/** What opens a trigger; EXPLAIN and TEMP may stand before the words that count. */
const TRIGGER = /^(?:explain )?create (?:temp |temporary )?trigger /;
/** Words of a statement that are enough to tell a trigger. */
const HEAD_WORDS = 4;

interface Statement {
  readonly head: readonly string[];
  /** Tokens that are neither blank nor a semicolon. */
  readonly tokens: number;
  /** The last two of them, a semicolon included: `; END` closes a trigger. */
  readonly last: readonly string[];
}

const EMPTY: Statement = { head: [], tokens: 0, last: [] };

const isTrigger = ({ head }: Statement): boolean => TRIGGER.test(`${head.join(" ")} `);

const isComplete = (statement: Statement): boolean =>
  !isTrigger(statement) || (statement.last[0] === ";" && statement.last[1] === "end");

function add(statement: Statement, token: string, isWord: boolean): Statement {
  const text = isWord ? token.toLowerCase() : token === ";" ? ";" : "?";
  return {
    head: statement.head.length < HEAD_WORDS ? [...statement.head, text] : statement.head,
    tokens: statement.tokens + (token === ";" ? 0 : 1),
    last: [...statement.last.slice(-1), text],
  };
}

/** The statements of an SQL script in order, without their closing semicolons. Comments stay with what follows them. */
export function splitSql(sql: string): readonly string[] {
  const statements: string[] = [];
  let start = 0;
  let statement = EMPTY;
  for (const { 0: token, index, groups } of sql.matchAll(TOKEN)) {
    if (groups?.blank !== undefined) continue;
    if (token === ";" && isComplete(statement)) {
      if (statement.tokens > 0) statements.push(sql.slice(start, index).trim());
      start = index + token.length;
      statement = EMPTY;
    } else {
      statement = add(statement, token, groups?.word !== undefined);
    }
  }
  if (statement.tokens > 0) statements.push(sql.slice(start).trim());
  return statements;
}

/** What of a D1 database is needed here: Miniflare's and the Worker's both have it. */
export type MigratableDatabase = Pick<D1Database, "prepare" | "batch">;

/** The table wrangler keeps, word for word, so that `wrangler d1 migrations` reads what was applied here. */
const MIGRATIONS_TABLE = `CREATE TABLE IF NOT EXISTS "d1_migrations"(
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/** The names of the migrations in a folder, in the order they apply: by their leading number. */
export const migrationNames = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10) || (a < b ? -1 : 1));

const otherVersion = (): AppError =>
  new AppError(
    "misconfigured",
    "This folder holds an index of another version of recall, and nothing in it was changed. Start it with that version " +
      "and run `recall export --to backup.ndjson`, then start this version in an empty folder and run " +
      "`recall import backup.ndjson`; or push the documents again.",
    { details: { reason: "other_version" } },
  );

const damaged = (cause: unknown): AppError =>
  new AppError(
    "misconfigured",
    `The database in this folder cannot be opened or migrated (${onOneLine(cause instanceof Error ? cause.message : String(cause))}). ` +
      "Start with an empty home, RECALL_HOME=/another/folder; then run `recall import` with your last export, or push again.",
    { details: { reason: "damaged" }, cause },
  );

/**
 * Applies what a database lacks of a folder's migrations and returns the names applied. Each file and its mark are one
 * batch, so a file that fails leaves nothing behind. Throws `misconfigured` for a database with migrations that the
 * folder does not have, as its tables are those of an earlier or a later version, and for one that refuses a statement.
 */
export async function migrate(db: MigratableDatabase, folder: string): Promise<readonly string[]> {
  try {
    return await applyMissing(db, folder);
  } catch (error) {
    throw error instanceof AppError ? error : damaged(error);
  }
}

async function applyMissing(db: MigratableDatabase, folder: string): Promise<readonly string[]> {
  await db.prepare(MIGRATIONS_TABLE).run();
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  const names = migrationNames(folder);
  if (results.some(({ name }) => !names.includes(name))) throw otherVersion();
  const missing = names.filter((name) => !applied.has(name));
  for (const name of missing) {
    const statements = splitSql(readFileSync(join(folder, name), "utf8"));
    const mark = db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name);
    await db.batch([...statements.map((statement) => db.prepare(statement)), mark]);
  }
  return missing;
}
