import type { Session } from "../session.ts";
import { statement } from "../statement.ts";
import type { Migration } from "./bundle.ts";
import { createdBy, isSame, objectsOf } from "./schema-objects.ts";

/** How a database's tables stand to those that a server works with. */
export interface SchemaState {
  readonly applied: readonly string[];
  /** What is still to be applied, oldest first, and how many of its statements are there. */
  readonly pending: readonly { readonly name: string; readonly statements: number; readonly done: number }[];
  /** Migrations of another version of the server. */
  readonly unknown: readonly string[];
  /** Tables, indexes and triggers that applied statements made and that are not there. */
  readonly missing: readonly string[];
  /** Those that are there with other SQL. */
  readonly different: readonly string[];
}

/** Objects of the database by name, with their SQL. */
export type FoundObjects = ReadonlyMap<string, string>;

/** Wrangler's own table, so that `wrangler d1 migrations list` tells the same. */
const MARKS_TABLE = "d1_migrations";
/** Which statements of a migration have been carried out. */
const STEPS_TABLE = "migration_steps";

/** Both tables, where they are missing. The first is wrangler's, word for word. */
export const BOOKKEEPING: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS "${MARKS_TABLE}"(
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  name       TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`,
  `CREATE TABLE IF NOT EXISTS ${STEPS_TABLE} (name TEXT NOT NULL, first INTEGER NOT NULL, next INTEGER NOT NULL, PRIMARY KEY (name, first))`,
];

const OBJECTS = statement<{ name: string; sql: string }>(
  "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name IN (SELECT value FROM json_each(:names))",
);
const MARKS = statement<{ name: string }>(`SELECT name FROM ${MARKS_TABLE} ORDER BY id`);
const STEPS = statement<{ name: string; next: number }>(
  `SELECT name, max(next) AS next FROM ${STEPS_TABLE} GROUP BY name`,
);

const foundIn = (rows: readonly { readonly name: string; readonly sql: string }[]): FoundObjects =>
  new Map(rows.map(({ name, sql }) => [name, sql]));

/** Reads the state of a database for a server with these migrations: two round trips. Writes nothing. */
export async function readSchema(
  session: Session,
  migrations: readonly Migration[],
): Promise<{ readonly state: SchemaState; readonly found: FoundObjects }> {
  // Those too that a later migration drops: until it has, they are to be there.
  const every = new Set(
    migrations.flatMap(({ statements }) => statements.flatMap((sql) => createdBy(sql) ?? [])),
  );
  const named = (names: Iterable<string>) => ({ names: JSON.stringify([...names]) });
  const books = foundIn(await session.all(OBJECTS, named([MARKS_TABLE, STEPS_TABLE])));
  // Books and objects as of one moment: of a run that goes on between two reads, what it made would be missing.
  const { marks, steps, objects } = await session.batch({
    marks: books.has(MARKS_TABLE) ? session.bind(MARKS) : undefined,
    steps: books.has(STEPS_TABLE) ? session.bind(STEPS) : undefined,
    objects: session.bind(OBJECTS, named(every)),
  });
  const found = foundIn(objects);
  const applied = marks.map(({ name }) => name);
  const begun = new Map(steps.map(({ name, next }) => [name, next]));
  return {
    state: { ...namesOf(migrations, applied, begun), ...compared(migrations, { applied, begun, found }) },
    found,
  };
}

function namesOf(
  migrations: readonly Migration[],
  applied: readonly string[],
  begun: ReadonlyMap<string, number>,
): Pick<SchemaState, "applied" | "pending" | "unknown"> {
  const pending = migrations.filter(({ name }) => !applied.includes(name));
  return {
    applied,
    pending: pending.map(({ name, statements }) => ({
      name,
      statements: statements.length,
      done: begun.get(name) ?? 0,
    })),
    unknown: applied.filter((name) => !migrations.some((known) => known.name === name)),
  };
}

interface Progress {
  readonly applied: readonly string[];
  readonly begun: ReadonlyMap<string, number>;
  readonly found: FoundObjects;
}

function compared(
  migrations: readonly Migration[],
  { applied, begun, found }: Progress,
): Pick<SchemaState, "missing" | "different"> {
  const carriedOut = migrations.flatMap(({ name, statements }) =>
    applied.includes(name) ? statements : statements.slice(0, begun.get(name) ?? 0),
  );
  const wanted = [...objectsOf(carriedOut)];
  return {
    missing: wanted.filter(([name]) => !found.has(name)).map(([name]) => name),
    different: wanted
      .filter(([name, sql]) => !isSame(sql, found.get(name) ?? sql ?? ""))
      .map(([name]) => name),
  };
}
