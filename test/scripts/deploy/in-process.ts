import { appendFileSync } from "node:fs";
import type { Context } from "../../../scripts/deploy/context.ts";
import { deploySteps } from "../../../scripts/deploy/steps/deploy-steps.ts";
import { readDeployment } from "../../../scripts/deploy/deployment.ts";
import { runSteps } from "../../../scripts/deploy/steps/run-steps.ts";
import { remaining, undeploySteps } from "../../../scripts/deploy/steps/undeploy-steps.ts";
import { type Wrangler, withoutColours } from "../../../scripts/deploy/wrangler.ts";
import { answerIn } from "./stand-in-answer.ts";
import type { StandInCloud } from "./stand-in-cloud.ts";

/** What a killed process would have done next. */
class KilledError extends Error {
  override readonly name = "KilledError";
}

/** The stand-in without a process of its own for each call; once killed, nothing more is done. */
function wranglerIn(folder: string): Wrangler {
  let isDead = false;
  return async (args, { input = "", env = {} } = {}) => {
    if (isDead) throw new KilledError("dead");
    const { code, stdout = "", stderr = "", output, isKilled } = answerIn(folder, args, input);
    isDead = isKilled;
    if (isDead) throw new KilledError("killed");
    const { WRANGLER_OUTPUT_FILE_PATH: file } = env;
    if (output !== undefined && file !== undefined) appendFileSync(file, `${JSON.stringify(output)}\n`);
    return { args, code, stdout, stderr: withoutColours(stderr) };
  };
}

export const DEPLOYMENT = readDeployment(".");

/** What the steps work with on the stand-in's machine. */
export function contextOf({ folder, env }: StandInCloud, changes: Partial<Context> = {}): Context {
  return {
    wrangler: wranglerIn(folder),
    account: { id: "acc1", name: "Dev" },
    deployment: DEPLOYMENT,
    env,
    state: { env, key: "acc1/edge-recall" },
    canAsk: false,
    wantsNewSecret: false,
    patienceMs: 0,
    say: () => undefined,
    ...changes,
  };
}

export interface StepsRun {
  readonly isWell: boolean;
  readonly lines: readonly string[];
}

/** Runs the steps of a deployment. A run that is killed comes back as one that did not go well. */
export async function deployInProcess(
  cloud: StandInCloud,
  changes: Partial<Context> = {},
): Promise<StepsRun> {
  const lines: string[] = [];
  const steps = deploySteps(contextOf(cloud, changes));
  try {
    return { isWell: await runSteps(steps, (line) => void lines.push(line)), lines };
  } catch (error) {
    if (error instanceof KilledError) return { isWell: false, lines };
    throw error;
  }
}

/** Runs the steps that remove it; `left` names what is still there. */
export async function undeployInProcess(
  cloud: StandInCloud,
  changes: Partial<Context> = {},
): Promise<StepsRun & { readonly left: readonly string[] }> {
  const lines: string[] = [];
  const steps = undeploySteps(contextOf(cloud, changes));
  try {
    const isWell = await runSteps(steps, (line) => void lines.push(line));
    return { isWell, lines, left: await remaining(steps) };
  } catch (error) {
    if (error instanceof KilledError) return { isWell: false, lines, left: [] };
    throw error;
  }
}
