import { AppError } from "../../../src/errors.ts";
import { adviceOf } from "../failure.ts";

/** Something that could not be done here and now and stops nothing: what is left to the person. */
export interface Left {
  readonly left: string;
}

/** One part of the work. Both functions may be called again at any time. */
export interface Step {
  readonly name: string;
  /** What is there already, when nothing is to be done. */
  readonly isDone: () => Promise<string | undefined>;
  /** Does it and says what was done. Throws AppError when it cannot. */
  readonly run: () => Promise<string | Left>;
}

export type Say = (line: string) => void;

/** A run that failed although its result is there (made by someone else, or before the line broke) is no failure. */
async function runOnce({ isDone, run }: Step): Promise<string | Left> {
  try {
    return await run();
  } catch (error) {
    const found = await isDone().catch(() => undefined);
    if (found === undefined) throw error;
    return found;
  }
}

/** Tells a failed step and what helps. */
export function tellFailure(say: Say, name: string, error: AppError): void {
  const advice = adviceOf(error);
  say(`✗ ${name}: ${error.message}`);
  if (advice !== "") say(`  ${advice}`);
}

async function runStep(step: Step, say: Say): Promise<boolean> {
  const { name, isDone } = step;
  try {
    const found = await isDone();
    const outcome = found === undefined ? await runOnce(step) : { left: found };
    say(typeof outcome === "string" ? `✓ ${name}: ${outcome}` : `– ${name}: ${outcome.left}`);
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    tellFailure(say, name, error);
    return false;
  }
}

/** Runs steps in their order, one line each, up to the first that fails. Returns whether all went well. */
export async function runSteps(steps: readonly Step[], say: Say): Promise<boolean> {
  for (const step of steps) if (!(await runStep(step, say))) return false;
  return true;
}
