import { readModelUse } from "../database/model-use.ts";
import { utcDay } from "../text/dates/utc-day.ts";
import type { RequestContext } from "./context.ts";
import type { DeploymentAnswer } from "./contract.ts";
import { countWorkspaces } from "./sql/workspace-store.ts";

/** What bounds the deployment, as its settings and its plan say. */
interface DeploymentLimits {
  /** Model calls a UTC day; undefined: none set. */
  readonly modelBudget: number | undefined;
  readonly maxDatabaseBytes: number;
}

/** What all workspaces share, for an owner only: a workspace's token would learn of the others by it. */
export async function deploymentStatus(
  { session, nowMs }: RequestContext,
  { modelBudget, maxDatabaseBytes }: DeploymentLimits,
): Promise<DeploymentAnswer> {
  const workspaces = await countWorkspaces(session);
  const use = await readModelUse(session, nowMs);
  return {
    workspaces,
    databaseBytes: session.databaseBytes(),
    maxDatabaseBytes,
    models: {
      day: utcDay(nowMs),
      calls: use.calls,
      textsEmbedded: use.texts,
      passagesReranked: use.passages,
      budget: modelBudget ?? null,
    },
  };
}
