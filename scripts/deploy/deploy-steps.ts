import { accessStep } from "./access-step.ts";
import type { Context } from "./context.ts";
import { replicationStep } from "./replication-step.ts";
import { resourceSteps } from "./resource-steps.ts";
import type { Step } from "./run-steps.ts";
import { deployStep, migrationStep, secretStep } from "./worker-steps.ts";

/**
 * Everything of a deployment in its order: what the Worker is bound to, the new tables (they only add, so the Worker
 * before goes on working with them), the secret, the Worker, and who may ask it. A build leaves the secret and the
 * tokens alone: its machine is nobody's, and no token may be left on it.
 */
export function deploySteps(context: Context, { isBuild }: { readonly isBuild: boolean }): readonly Step[] {
  return [
    ...resourceSteps(context, isBuild),
    migrationStep(context),
    ...(isBuild ? [] : [secretStep(context)]),
    deployStep(context),
    replicationStep(context),
    ...(isBuild ? [] : [accessStep(context)]),
  ];
}
