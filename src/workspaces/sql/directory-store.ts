import { HOUR_MS } from "../../config.ts";
import { FIRST } from "../../database/several/databases.ts";
import type { Session } from "../../database/session.ts";
import { type Bound, statement } from "../../database/statement.ts";
import { AppError } from "../../errors.ts";
import type { WorkspaceRow } from "./workspace-store.ts";
import { findNumbered, findWorkspace } from "./workspace-store.ts";

/** A workspace as the first database's directory has it. */
export interface Entry {
  readonly num: number;
  readonly database: number;
}

const ENTRY = statement<Entry>("SELECT num, database FROM directory WHERE slug = :slug");

/** Where the workspace of a slug is to be found; undefined: none has it. */
export const findEntry = (session: Session, slug: string): Promise<Entry | undefined> =>
  session.on(FIRST).first(ENTRY, { slug });

/** A workspace, and a session on the database where it lives. */
export interface Home {
  readonly session: Session;
  readonly row: WorkspaceRow;
}

/** What a slug that no workspace has is told. */
export const noWorkspace = (slug: string): AppError =>
  new AppError("not_found", `There is no workspace "${slug}"`);

/** The workspace of a slug where it lives. Throws `not_found`. */
export async function homeOf(session: Session, slug: string): Promise<Home> {
  const home = await findHome(session, slug);
  if (home === undefined) throw noWorkspace(slug);
  return home;
}

/** The workspace of a slug where it lives; undefined: none. The only database is asked for it at once. */
export async function findHome(session: Session, slug: string): Promise<Home | undefined> {
  if (session.databases === 1) {
    const row = await findWorkspace(session, slug);
    return row && { session, row };
  }
  const entry = await findEntry(session, slug);
  if (entry === undefined) return undefined;
  const there = session.on(entry.database);
  const row = await findNumbered(there, entry.num);
  return row?.goneAt === null ? { session: there, row } : undefined;
}

const ENTER = statement(
  "INSERT INTO directory (num, slug, database, created_at) VALUES (:num, :slug, :database, :now)",
);

/** Gives a number out, in a batch of the first database. */
export const enter = (
  first: Session,
  entry: Entry & { readonly slug: string; readonly now: number },
): Bound => first.bind(ENTER, { ...entry });

const RELEASE = statement(
  "UPDATE directory SET slug = '~' || num WHERE slug = :slug AND database = :database RETURNING num",
);

/** Has the directory give up the slug of a workspace that is being deleted. */
export const release = (first: Session, given: { readonly slug: string; readonly database: number }): Bound =>
  first.bind(RELEASE, given);

const REMOVE = statement("DELETE FROM directory WHERE num = :num AND database = :database");

/** Takes a workspace out of the directory that is about to leave its database: not one that has moved to another. */
export const removeEntry = (first: Session, entry: Entry): Bound => first.bind(REMOVE, { ...entry });

/** A request that gave a number out has ended by then, whatever became of it. */
const LEFT_HALF_MS = HOUR_MS;

interface Listed {
  readonly num: number;
  readonly slug: string;
  readonly createdAt: number;
}
const LISTED = statement<Listed>(
  "SELECT num, slug, created_at AS createdAt FROM directory WHERE database = :database",
);
const HELD = statement<Listed>("SELECT num, slug, created_at AS createdAt FROM workspaces");
// A workspace that is being moved is in two databases, and the directory says which one counts.
const ADD = statement<{ readonly num: number }>(`INSERT INTO directory (num, slug, database, created_at)
  SELECT value->>'num', value->>'slug', :database, value->>'createdAt' FROM json_each(:rows) WHERE true
  ON CONFLICT DO NOTHING RETURNING num`);
const RENAME = statement<{ readonly num: number }>(`UPDATE directory SET slug = r.value->>'slug'
  FROM json_each(:rows) r WHERE directory.num = r.value->>'num' AND directory.database = :database RETURNING num`);
const DROP = statement<{ readonly num: number }>(`DELETE FROM directory
  WHERE database = :database AND num IN (SELECT value->>'num' FROM json_each(:rows)) RETURNING num`);

/**
 * Brings the directory to agree with the workspaces of a database, where a request ended between the two, or one of them
 * was restored: adds those that it lacks, gives up the slugs of those that are being deleted, and takes out what was
 * begun an hour ago and never made. Answers how many entries it changed.
 */
export async function mendDirectory(session: Session, nowMs: number): Promise<number> {
  const { database } = session;
  const first = session.on(FIRST);
  const listed = await first.all(LISTED, { database });
  const held = await session.all(HELD);
  const entries = new Map(listed.map((entry) => [entry.num, entry]));
  const there = new Set(held.map(({ num }) => num));
  const changes = {
    dropped: listed.filter(({ num, createdAt }) => !there.has(num) && createdAt < nowMs - LEFT_HALF_MS),
    renamed: held.filter(({ num, slug }) => entries.has(num) && entries.get(num)?.slug !== slug),
    added: held.filter(({ num }) => !entries.has(num)),
  };
  const values = (rows: readonly Listed[]) => ({ database, rows: JSON.stringify(rows) });
  const { dropped, renamed, added } = changes;
  if (dropped.length + renamed.length + added.length === 0) return 0;
  const answers = await first.batch({
    dropped: first.bind(DROP, values(dropped)),
    renamed: first.bind(RENAME, values(renamed)),
    added: first.bind(ADD, values(added)),
  });
  return answers.dropped.length + answers.renamed.length + answers.added.length;
}
