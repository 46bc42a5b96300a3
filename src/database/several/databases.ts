import { AppError } from "../../errors.ts";
import { recentlyUsed } from "../../text/recently-used.ts";

/** The D1 databases of a deployment, by their numbers from 1. A workspace lives whole in one of them. */
export interface Databases {
  readonly count: number;
  /** Undefined: there is none of that number. */
  at(number: number): D1Database | undefined;
  /** The number of the database that a token leads to: its own, or where the isolate has met its workspace since. */
  of(claims: { readonly workspace: number | null; readonly database?: number | undefined }): number;
  /** Remembers where a workspace was met. */
  met(workspace: number, database: number): void;
}

/** It has the directory of workspaces, the owner's tokens and log, and what OAuth keeps. */
export const FIRST = 1;

/** Workspaces that an isolate remembers to have been moved. */
const MAX_MOVED = 10_000;

/** Databases in the order of their numbers, the first of them number 1. */
export function databasesOf(all: readonly D1Database[]): Databases {
  const moved = recentlyUsed<number, number>(MAX_MOVED);
  return {
    count: all.length,
    at: (number) => all[number - FIRST],
    of: ({ workspace, database = FIRST }) =>
      (workspace === null ? undefined : moved.get(workspace)) ?? database,
    met: (workspace, database) => moved.set(workspace, database),
  };
}

/** Names of all databases but the first, which is `DB`. */
const NAME = /^DB_(\d+)$/;

/** As a token names them. */
const MAX_DATABASES = 9_999;

const isDatabase = (bound: unknown): bound is D1Database =>
  typeof bound === "object" && bound !== null && "withSession" in bound;

/** The databases that are bound as `DB`, `DB_2`, `DB_3` … Throws `misconfigured` where one of the numbers is left out. */
export function boundDatabases(bindings: { readonly DB: D1Database }): Databases {
  const numbers = Object.entries(bindings)
    .flatMap(([name, bound]) => (bound === undefined ? [] : (NAME.exec(name)?.[1] ?? [])))
    .toSorted((a, b) => Number(a) - Number(b));
  const missing = numbers.find((number, at) => number !== String(at + FIRST + 1));
  if (missing !== undefined || numbers.length >= MAX_DATABASES)
    throw new AppError(
      "misconfigured",
      `Databases are bound as DB, DB_2, DB_3 and so on to DB_${MAX_DATABASES}, without a gap; there are ${["DB", ...numbers.map((number) => `DB_${number}`)].join(", ")}`,
    );
  const named = bindings as unknown as Readonly<Record<string, unknown>>;
  const others = numbers.map((number) => {
    const bound = named[`DB_${number}`];
    if (isDatabase(bound)) return bound;
    throw new AppError("misconfigured", `DB_${number} is bound, and is no D1 database`);
  });
  return databasesOf([bindings.DB, ...others]);
}
