import { DEFAULTS, type Plan } from "../config.ts";
import { overDatabases } from "../database/several/over-databases.ts";
import { addedUp, readMonthUse } from "../database/day-use.ts";
import { utcDay } from "../text/dates/utc-day.ts";
import type { RequestContext } from "./context.ts";
import type { DeploymentAnswer } from "./deployment-contract.ts";
import { planUse } from "./plan-use.ts";
import { readTotals } from "./sql/workspace-store.ts";

/** What bounds the deployment, as its settings and its plan say. */
interface DeploymentLimits {
  /** Model calls a UTC day that each database may make; undefined: none set. */
  readonly modelBudget: number | undefined;
  /** Of one database. */
  readonly maxDatabaseBytes: number;
  /** Undefined: no account pays for it. */
  readonly plan: Plan | undefined;
  /** Of the vectors in the vector index; 0: there is none. */
  readonly dimensions: number;
}

/** What all workspaces share, for an owner only: a workspace's token would learn of the others by it. */
export async function deploymentStatus(
  { session, nowMs }: RequestContext,
  { modelBudget, maxDatabaseBytes, plan, dimensions }: DeploymentLimits,
): Promise<DeploymentAnswer> {
  const found = await overDatabases(session, async (db) => ({
    ...(await readTotals(db)),
    days: await readMonthUse(db, nowMs),
    use: { database: db.database, bytes: db.databaseBytes() },
  }));
  const sum = (of: (one: (typeof found)[number]) => number): number =>
    found.reduce((total, one) => total + of(one), 0);
  const days = addedUp(found.flatMap((one) => one.days));
  const day = utcDay(nowMs);
  const today = days.find((one) => one.day === day);
  const storedDimensions = sum(({ chunks }) => chunks) * dimensions;
  const { maxWorkspaces } = DEFAULTS;
  return {
    workspaces: sum(({ workspaces }) => workspaces),
    databaseBytes: sum(({ use }) => use.bytes),
    maxDatabaseBytes: maxDatabaseBytes * found.length,
    ...(found.length > 1 && {
      databases: found.map(({ workspaces, use }) => ({
        ...{ ...use, workspaces, maxWorkspaces, maxBytes: maxDatabaseBytes },
      })),
    }),
    models: {
      day,
      calls: today?.calls ?? 0,
      textsEmbedded: today?.texts ?? 0,
      passagesReranked: today?.passages ?? 0,
      budget: modelBudget === undefined ? null : modelBudget * found.length,
    },
    ...(plan && { use: planUse({ plan, nowMs, days, storedDimensions }) }),
  };
}
