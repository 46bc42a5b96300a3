import type { Candidate } from "./candidate.ts";
import type { NamedStage } from "./resolve-profile.ts";
import type { StageContext } from "./stages/stage.ts";
import type { Trace } from "./trace.ts";

/** Runs the stages in order, each on what the one before it left. */
export function runStages(
  stages: readonly NamedStage[],
  candidates: readonly Candidate[],
  { context, trace }: { readonly context: StageContext; readonly trace: Trace | undefined },
): readonly Candidate[] {
  let current = candidates;
  for (const { name, run, drops } of stages) {
    const after = run(current, context);
    trace?.step(name, { before: current, after, reason: drops });
    current = after;
  }
  return current;
}
