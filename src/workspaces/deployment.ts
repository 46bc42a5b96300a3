import type { Plan } from "../config.ts";
import { readMonthUse } from "../database/day-use.ts";
import { utcDay } from "../text/dates/utc-day.ts";
import type { RequestContext } from "./context.ts";
import type { DeploymentAnswer } from "./contract.ts";
import { planUse } from "./plan-use.ts";
import { readTotals } from "./sql/workspace-store.ts";

/** What bounds the deployment, as its settings and its plan say. */
interface DeploymentLimits {
  /** Model calls a UTC day; undefined: none set. */
  readonly modelBudget: number | undefined;
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
  const { workspaces, chunks } = await readTotals(session);
  const days = await readMonthUse(session, nowMs);
  const day = utcDay(nowMs);
  const today = days.find((one) => one.day === day);
  const storedDimensions = chunks * dimensions;
  return {
    workspaces,
    databaseBytes: session.databaseBytes(),
    maxDatabaseBytes,
    models: {
      day,
      calls: today?.calls ?? 0,
      textsEmbedded: today?.texts ?? 0,
      passagesReranked: today?.passages ?? 0,
      budget: modelBudget ?? null,
    },
    ...(plan && { use: planUse({ plan, nowMs, days, storedDimensions }) }),
  };
}
