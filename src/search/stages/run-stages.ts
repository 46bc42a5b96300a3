import type { Trace } from "../explain/trace.ts";
import type { Candidate } from "../hops/candidate.ts";
import type { NamedStage } from "../profiles/resolve-profile.ts";
import type { StageContext } from "./stage.ts";

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
