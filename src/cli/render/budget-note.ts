import type { BudgetUse } from "../../search/contract/search.ts";
import { count } from "../terminal/numbers.ts";

/** What a budget left out, as one sentence; undefined: nothing. */
export function budgetNote(budget: BudgetUse | undefined): string | undefined {
  if (budget === undefined) return undefined;
  const { tokens, left, cut } = budget;
  const lost = [cut && "the first hit is cut", left > 0 && `${count(left, "more hit")} left out`].filter(
    (part) => part !== false,
  );
  return lost.length === 0 ? undefined : `Budget of ${tokens} tokens: ${lost.join(", ")}.`;
}
