import { accessStep } from "./access-step.ts";
import type { Context } from "./context.ts";
import { migrationStep } from "./migration-step.ts";
import { replicationStep } from "./replication-step.ts";
import { resourceSteps } from "./resource-steps.ts";
import type { Step } from "./run-steps.ts";
import { deployStep, secretStep } from "./worker-steps.ts";

/**
 * Everything of a deployment in its order: what the Worker is bound to, its secret, the Worker, the tables that it makes
 * itself, and who may ask it. Until it has made them a new Worker answers `schema_mismatch`, which its clients wait for.
 */
export const deploySteps = (context: Context): readonly Step[] => [
  ...resourceSteps(context),
  secretStep(context),
  deployStep(context),
  migrationStep(context),
  replicationStep(context),
  accessStep(context),
];
