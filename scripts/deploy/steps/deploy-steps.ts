import { accessStep } from "./access-step.ts";
import type { Context } from "../context.ts";
import { migrationStep } from "./migration-step.ts";
import { planStep } from "./plan-step.ts";
import { replicationStep } from "./replication-step.ts";
import { resourceSteps } from "./resource-steps.ts";
import type { Step } from "./run-steps.ts";
import { trialStep } from "./trial-step.ts";
import { deployStep, secretStep } from "./worker-steps.ts";

/**
 * Everything of a deployment in its order: what the Worker is bound to, its secret, the Worker, the tables that it makes
 * itself, who may ask it, and a trial of all of it. Until it has made them a new Worker answers `schema_mismatch`, which its clients wait for.
 */
export const deploySteps = (context: Context): readonly Step[] => [
  planStep(context),
  ...resourceSteps(context),
  secretStep(context),
  deployStep(context),
  migrationStep(context),
  ...context.deployment.databases.map(({ name }) => replicationStep(context, name)),
  accessStep(context),
  trialStep(context),
];

/** What a deployment consists of, in words, before anything of it is made. */
export function whatIsMade({ deployment, account }: Context): string {
  const { worker, databases, indexes, queues, bucket } = deployment;
  const parts = [
    `the Worker ${worker} with a signing secret and a run every five minutes`,
    ...databases.map(({ name }) => `the D1 database ${name}`),
    ...indexes.map(({ name, dimensions }) => `the vector index ${name} (${dimensions} dimensions)`),
    `the queues ${queues.join(" and ")}`,
    ...(bucket === undefined ? [] : [`the R2 bucket ${bucket} for daily backups`]),
  ];
  return `Makes, where they are missing, in ${account.name === "" ? account.id : account.name}:\n${parts.map((part) => `  ${part}`).join("\n")}`;
}
