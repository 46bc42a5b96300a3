import { utcDay } from "../text/utc-day.ts";
import type { RequestContext } from "./context.ts";
import type { DeploymentAnswer } from "./contract.ts";
import { readDeployment } from "./sql/deployment-reads.ts";

/** What bounds the deployment, as its settings and its plan say. */
export interface DeploymentLimits {
  /** Model calls a UTC day; undefined: none set. */
  readonly modelBudget: number | undefined;
  readonly maxDatabaseBytes: number;
}

/** What all workspaces share, for an owner only: a workspace's token would learn of the others by it. */
export async function deploymentStatus(
  { session, nowMs }: RequestContext,
  { modelBudget, maxDatabaseBytes }: DeploymentLimits,
): Promise<DeploymentAnswer> {
  const day = utcDay(nowMs);
  const { databaseBytes, workspaces, use } = await readDeployment(session, day);
  return {
    workspaces,
    databaseBytes,
    maxDatabaseBytes,
    models: {
      day,
      calls: use?.calls ?? 0,
      textsEmbedded: use?.texts ?? 0,
      passagesReranked: use?.passages ?? 0,
      budget: modelBudget ?? null,
    },
  };
}
