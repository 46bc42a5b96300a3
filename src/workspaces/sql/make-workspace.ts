import { DEFAULTS } from "../../config.ts";
import { FIRST } from "../../database/several/databases.ts";
import { createKeywordIndex } from "../../database/keyword-tables.ts";
import type { Session } from "../../database/session.ts";
import { statement } from "../../database/statement.ts";
import { AppError } from "../../errors.ts";
import { type Entry, enter, mendDirectory, release } from "./directory-store.ts";
import { type Epoch, EPOCH, learnEpoch } from "./epoch-store.ts";
import { findNumbered } from "./workspace-store.ts";

/** Two requests that create at once may both want the same number; the second tries the next. */
const CREATE_ATTEMPTS = 5;

/** A database that is fuller gets no new workspace where there are others: what it holds still grows. */
const FULL_PART = 0.8;

// Rows of workspaces that a test or an older server made have no part in the directory's own sequence.
const NEXT = statement<{ readonly num: number }>(
  "SELECT coalesce(max(seq), 0) + 1 AS num FROM sqlite_sequence WHERE name IN ('directory', 'workspaces')",
);
const TAKEN = statement<Entry>("SELECT num, database FROM directory WHERE slug = :slug");
/** Those that are being deleted count, too: their rows are there. */
const COUNTS = statement<{ readonly database: number; readonly n: number }>(
  `SELECT ${FIRST} AS database, count(*) AS n FROM workspaces
  UNION ALL SELECT database, count(*) FROM directory WHERE database <> ${FIRST} GROUP BY database`,
);
const INSERT = statement(
  "INSERT INTO workspaces (num, slug, name, identity, created_at) VALUES (:num, :slug, :name, :identity, :now)",
);

/** A workspace that is to be made. */
export interface NewWorkspace {
  readonly slug: string;
  readonly name: string;
  readonly identity: string;
  readonly nowMs: number;
  /** What a database may hold, by its plan. @default without end */
  readonly maxDatabaseBytes?: number;
}

/** Makes a workspace with its own keyword index, in the database with the most room. Throws `workspace_exists`, `limit_reached`. */
export async function createWorkspace(session: Session, wanted: NewWorkspace): Promise<void> {
  const { slug, nowMs: now } = wanted;
  const first = session.on(FIRST);
  for (let attempt = 1; ; attempt++) {
    const { next, taken, counts, epoch } = await first.batch({
      next: first.bind(NEXT),
      taken: first.bind(TAKEN, { slug }),
      counts: first.bind(COUNTS),
      epoch: first.bind(EPOCH),
    });
    const [entry] = taken;
    if (entry !== undefined && !(await isHalf(first, entry, slug))) continue;
    const database = entry?.database ?? (await roomiest(first, counts, wanted));
    const place = { num: entry?.num ?? next[0]?.num ?? 1, database };
    try {
      return await make(first, place, { wanted, epoch: epoch[0], isEntered: entry !== undefined });
    } catch (cause) {
      const isTaken = cause instanceof Error && /UNIQUE constraint|already exists/.test(cause.message);
      if (!isTaken || attempt === CREATE_ATTEMPTS) throw cause;
      // Another request may have gone on with this half; a directory that was restored gives numbers out again.
      if (database !== FIRST) await mendDirectory(first.on(database), now);
    }
  }
}

interface Making {
  readonly wanted: NewWorkspace;
  readonly epoch: Epoch | undefined;
  /** The directory has it already. */
  readonly isEntered: boolean;
}

/** Directory and workspace: in the first database at once, else the number comes first, and whoever is first makes it. */
async function make(
  first: Session,
  { num, database }: Entry,
  { wanted, epoch, isEntered }: Making,
): Promise<void> {
  const { slug, name, identity, nowMs: now } = wanted;
  const there = first.on(database);
  const entered = isEntered ? undefined : enter(first, { num, database, slug, now });
  if (there !== first) await first.batch({ entered });
  await there.batch({
    entered: there === first ? entered : undefined,
    epoch: there === first ? undefined : epoch && learnEpoch(there, epoch),
    row: there.bind(INSERT, { num, slug, name, identity, now }),
    keywords: createKeywordIndex(there, num),
  });
}

/**
 * Whether the directory has a workspace that was begun and never made, to go on with. False: it was one that is being
 * deleted, and its slug is free now. Throws `workspace_exists`.
 */
async function isHalf(first: Session, entry: Entry, slug: string): Promise<boolean> {
  const row = await findNumbered(first.on(entry.database), entry.num);
  if (row === undefined) return true;
  if (row.goneAt === null) throw new AppError("workspace_exists", `There is a workspace "${slug}" already`);
  await first.batch({ released: release(first, { slug, database: entry.database }) });
  return false;
}

type Counts = readonly { readonly database: number; readonly n: number }[];

/** The database with the fewest workspaces, among those with room. Throws `limit_reached`. */
async function roomiest(
  first: Session,
  counts: Counts,
  { maxDatabaseBytes = Number.POSITIVE_INFINITY }: Pick<NewWorkspace, "maxDatabaseBytes">,
): Promise<number> {
  const { maxWorkspaces } = DEFAULTS;
  const held = new Map(counts.map(({ database, n }) => [database, n]));
  const numbers = Array.from({ length: first.databases }, (_, at) => at + FIRST);
  const open = numbers
    .map((database) => ({ database, n: held.get(database) ?? 0 }))
    .filter(({ n }) => n < maxWorkspaces)
    .toSorted((a, b) => a.n - b.n || a.database - b.database);
  if (first.databases === 1 && open[0] !== undefined) return FIRST;
  for (const { database } of open)
    if ((await bytesOf(first.on(database))) < maxDatabaseBytes * FULL_PART) return database;
  throw new AppError(
    "limit_reached",
    first.databases === 1
      ? `A database holds at most ${maxWorkspaces} workspaces: add another one (npm run deploy -- --databases 2)`
      : `Each of the ${first.databases} databases has ${maxWorkspaces} workspaces or is ${FULL_PART * 100} % full: add another one (npm run deploy -- --databases ${first.databases + 1})`,
  );
}

/** Throws `limit_reached` where a database has no room for a workspace that comes from another one. */
export async function assertRoom(first: Session, database: number, maxDatabaseBytes: number): Promise<void> {
  const { maxWorkspaces } = DEFAULTS;
  const held = (await first.all(COUNTS)).find((one) => one.database === database)?.n ?? 0;
  const hasRoom = held < maxWorkspaces && (await bytesOf(first.on(database))) < maxDatabaseBytes * FULL_PART;
  if (hasRoom) return;
  throw new AppError(
    "limit_reached",
    `Database ${database} has ${maxWorkspaces} workspaces or is ${FULL_PART * 100} % full: choose another one`,
    { details: { limit: "database" } },
  );
}

const ANYTHING = statement("SELECT 1");

/** Any answer says how large its database is. */
async function bytesOf(db: Session): Promise<number> {
  await db.all(ANYTHING);
  return db.databaseBytes();
}
