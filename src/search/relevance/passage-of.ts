import { descriptionOf, rootDescriptionsOf } from "../../workspaces/workspace-settings.ts";
import type { SearchState } from "../arms/arm.ts";
import type { SearchedPool } from "../hops/hop3.ts";
import { namedPeriod } from "../query/named-period.ts";
import type { Candidate } from "../stages/stage.ts";
import { isOf } from "../stages/subject/said-in.ts";

/** All that a passage says of what it is about, where it may be looked for. */
export interface SaidPassage {
  readonly text: string;
  /** With the names that its writer gave a memory, by which it is found as well. */
  readonly headings: readonly string[];
  readonly path: string;
  /** What its root is described as; and when it was said, else what was generated for it. */
  readonly context: string;
  /** The words of the query that name a time, of what is dated in it: its date says them. */
  readonly date: string | undefined;
}

/** Makes of a candidate what it says, beside its text. */
export function passageOf(
  { plan, workspace }: Pick<SearchState, "plan" | "workspace">,
  { rows }: Pick<SearchedPool, "rows">,
): (candidate: Candidate) => SaidPassage {
  const period = namedPeriod(plan.query.text, plan.asOfMs);
  const descriptions = rootDescriptionsOf(workspace);
  return (candidate) => {
    const { context = null, names = [] } = rows.get(candidate.id) ?? {};
    // That this was in May: nothing in it repeats that.
    const date = period !== undefined && isOf(candidate, period, plan.asOfMs) ? period.words : undefined;
    const around = [descriptionOf(descriptions, candidate.root), date ?? context];
    const { text, headings, path } = candidate;
    return {
      ...{ text, path, date },
      headings: [...headings, ...names],
      context: around.filter((one) => one != null).join("\n"),
    };
  };
}
