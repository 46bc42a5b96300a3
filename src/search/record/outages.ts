import type { Outage } from "../../contract/outages.ts";
import { outageOf } from "../../models/model-error.ts";
import { mayAct } from "../../workspaces/access.ts";
import type { RequestContext } from "../../workspaces/context.ts";
import type { Lost } from "../hops/attempt.ts";
import type { SearchResult } from "../search.ts";

/** Says in the request's log line which parts did not answer, and why: codes and numbers. */
export function noteOutages({ notes }: Pick<RequestContext, "notes">, lost: readonly Lost[]): Outage[] {
  const outages = lost.map(({ part, error }) => outageOf(part, error));
  const before = (notes.outages as object[] | undefined) ?? [];
  if (outages.length > 0)
    notes.outages = [...before, ...outages.map(({ part, reason, status }) => ({ part, reason, status }))];
  return outages;
}

/** An answer with the outages behind it, noted for the log and told to admins; what is kept of it is kept without them. */
export function withOutages(
  context: Pick<RequestContext, "notes" | "claims">,
  { lost = [], ...result }: SearchResult,
): SearchResult {
  const outages = noteOutages(context, lost);
  const isTold = outages.length > 0 && mayAct(context.claims.scope, "admin");
  return isTold ? { ...result, answer: { ...result.answer, outages } } : result;
}
