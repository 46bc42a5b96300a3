import { readMigrations } from "../database/migrations/bundle.ts";
import { migrateStep } from "../database/migrations/migrate.ts";
import { readSchema, type SchemaState } from "../database/migrations/schema-state.ts";
import type { RequestContext } from "./context.ts";
import type { SchemaAnswer } from "./contract.ts";

function nameOf({ unknown, missing, different, pending }: SchemaState): SchemaAnswer["state"] {
  if (unknown.length > 0) return "other_version";
  if (missing.length + different.length > 0) return "damaged";
  return pending.length > 0 ? "behind" : "current";
}

const answerOf = (state: SchemaState): SchemaAnswer => ({
  state: nameOf(state),
  applied: [...state.applied],
  pending: [...state.pending],
  unknown: [...state.unknown],
  missing: [...state.missing],
  different: [...state.different],
});

/** How the database's tables stand to those of this server. Writes nothing. */
export const schemaStatus = async ({ session }: RequestContext): Promise<SchemaAnswer> =>
  answerOf((await readSchema(session, await readMigrations())).state);

/** Applies the next statements that are missing; `pending` says whether to call again. Throws `schema_mismatch`. */
export const applyMigrations = async ({ session }: RequestContext): Promise<SchemaAnswer> =>
  answerOf(await migrateStep(session, await readMigrations()));
