import { readMigrations } from "../database/migrations/bundle.ts";
import { migrateStep } from "../database/migrations/migrate.ts";
import { readSchema, type SchemaState } from "../database/migrations/schema-state.ts";
import { FIRST } from "../database/several/databases.ts";
import { overDatabases } from "../database/several/over-databases.ts";
import type { Session } from "../database/session.ts";
import { AppError } from "../errors.ts";
import type { RequestContext } from "./context.ts";
import type { SchemaAnswer, SchemaParameters } from "./deployment-contract.ts";

function nameOf({ unknown, missing, different, pending }: SchemaState): SchemaAnswer["state"] {
  if (unknown.length > 0) return "other_version";
  if (missing.length + different.length > 0) return "damaged";
  return pending.length > 0 ? "behind" : "current";
}

const answerOf = (state: SchemaState, { databases }: Session): SchemaAnswer => ({
  ...(databases > 1 && { databases }),
  state: nameOf(state),
  applied: [...state.applied],
  pending: [...state.pending],
  unknown: [...state.unknown],
  missing: [...state.missing],
  different: [...state.different],
});

/** The database that is asked about. Throws `invalid_input`. */
function databaseOf(session: Session, database = FIRST): Session {
  if (database <= session.databases) return session.on(database);
  throw new AppError("invalid_input", `database: this deployment has ${session.databases}`);
}

const unique = (lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())];

/** What holds of some database; `applied` is what all of them have. */
function together(states: readonly SchemaState[]): SchemaState {
  const pending = new Map(states.flatMap((state) => state.pending).map((one) => [one.name, one]));
  return {
    applied: unique(states.map(({ applied }) => applied)).filter((name) =>
      states.every(({ applied }) => applied.includes(name)),
    ),
    pending: [...pending.values()],
    unknown: unique(states.map(({ unknown }) => unknown)),
    missing: unique(states.map(({ missing }) => missing)),
    different: unique(states.map(({ different }) => different)),
  };
}

/** How the tables of a database, or of all of them, stand to those of this server. Writes nothing. */
export async function schemaStatus(
  { session }: RequestContext,
  { database }: SchemaParameters,
): Promise<SchemaAnswer> {
  const migrations = await readMigrations();
  const read = async (db: Session) => (await readSchema(db, migrations)).state;
  if (database !== undefined) return answerOf(await read(databaseOf(session, database)), session);
  return answerOf(together(await overDatabases(session, read)), session);
}

/** Applies the next statements that a database lacks; `pending` says whether to call again. Throws `schema_mismatch`. */
export const applyMigrations = async (
  { session }: RequestContext,
  { database }: SchemaParameters,
): Promise<SchemaAnswer> =>
  answerOf(await migrateStep(databaseOf(session, database), await readMigrations()), session);
