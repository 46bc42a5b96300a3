import { answerOf, createClient } from "../../../src/client/client.ts";
import { migrateServer } from "../../../src/client/migrate.ts";
import { MIGRATION_NAMES } from "../../../src/database/migrations/bundle.ts";
import { AppError } from "../../../src/errors.ts";
import type { SchemaAnswer } from "../../../src/workspaces/deployment-contract.ts";
import type { Context } from "../context.ts";
import { failure } from "../failure.ts";
import { awaited, clientOf, knownConfig, openServer, retriesOf } from "../owner-token.ts";
import type { Step } from "./run-steps.ts";
import { readDeployed } from "../state.ts";

/** Longest wait for one part of the migrations, milliseconds: D1 ends a batch after 30 s. */
const TIMEOUT_MS = 60_000;
const ANOTHER_DATABASE =
  "What is in the database was left as it is. To begin with an empty one, give database_name in wrangler.toml another name.";

/** Has the database what this clone's Worker needs? Just after a deployment the Worker before may still answer. */
const hasAll = ({ applied }: SchemaAnswer): boolean =>
  MIGRATION_NAMES.every((name) => applied.includes(name));

/** Whether the tables are the Worker's, as far as a token of this machine can see. */
async function isCurrent(context: Context): Promise<boolean> {
  const [{ url = "", secret }, config] = await Promise.all([
    readDeployed(context.state),
    knownConfig(context),
  ]);
  if (config === undefined || config.url !== url || secret !== undefined) return false;
  const schema = await clientOf(context, url, config.token).schema();
  return schema.state === "current" && hasAll(schema);
}

const isMismatch = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === "schema_mismatch";

async function migrate(context: Context): Promise<string> {
  const { url, token } = await openServer(context);
  const client = createClient(url, token, { timeoutMs: TIMEOUT_MS, retries: retriesOf(context) });
  const applied: string[] = [];
  let problem: AppError | undefined;
  const isDone = await awaited(context.patienceMs, async () => {
    try {
      applied.push(...(await migrateServer(client)));
    } catch (error) {
      if (!isMismatch(error)) throw error;
      problem = error;
      return true;
    }
    return hasAll(await answerOf(client.v1.migrations.$get({ query: {} })));
  });
  if (problem !== undefined) throw failure(problem.message, ANOTHER_DATABASE);
  if (!isDone) throw failure("the Worker before the new one still answers", "Wait a minute, then go on.");
  return applied.length === 0 ? "none missing" : `applied ${applied.join(", ")}`;
}

/**
 * The Worker applies its own migrations through its binding: D1's endpoint for SQL from outside cuts triggers at their
 * semicolons (https://github.com/cloudflare/workers-sdk/issues/14991).
 */
export const migrationStep = (context: Context): Step => ({
  name: "migrations",
  // A Worker that does not answer yet is waited for when the work is done.
  isDone: async () => ((await isCurrent(context).catch(() => false)) ? "none missing" : undefined),
  run: () => migrate(context),
});
