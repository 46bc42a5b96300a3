import { mayAct } from "../../workspaces/access.ts";
import type { RequestContext } from "../../workspaces/context.ts";
import type { Confines } from "../../workspaces/narrowing.ts";
import type { AnyHit } from "../contract/hits.ts";
import type { SearchRequest } from "../contract/search.ts";
import type { SearchResult } from "../search.ts";

/**
 * Asks as the token may have it logged. Whoever may not read the log does not stay out of it, or a stolen token would
 * leave no trace of what it looked for; the answer says that it was logged all the same.
 */
export async function asLogged<
  Asked extends Pick<SearchRequest, "log"> & { readonly typing?: boolean | undefined },
  Answer extends object,
>(
  { claims: { scope } }: Pick<RequestContext, "claims">,
  request: Asked,
  ask: (request: Asked) => Promise<Answer>,
): Promise<Answer & { loggedAnyway?: true }> {
  // Half a query is not logged either way.
  if (request.log !== false || request.typing === true || mayAct(scope, "admin")) return ask(request);
  const { log: _, ...logged } = request;
  return { ...(await ask(logged as Asked)), loggedAnyway: true };
}

/** A token that was minted with its log off leaves no recall, whatever it asks for. */
export const quieted = (
  { claims: { narrow } }: Pick<RequestContext, "claims">,
  request: SearchRequest,
): SearchRequest => (narrow?.log === false ? { ...request, log: false } : request);

/** Of another memory, which may be of another session. */
function withoutRivals(hit: AnyHit): AnyHit {
  if ("memory" in hit && hit.memory !== undefined) {
    const { mayContradict: _, ...memory } = hit.memory;
    return { ...hit, memory };
  }
  if (!("mayContradict" in hit)) return hit;
  const { mayContradict: _, ...rest } = hit;
  return rest;
}

/** A result without what it says of the workspace beyond the token's part. What is kept of it is kept with that. */
export function confinedResult(result: SearchResult, confines: Confines | undefined): SearchResult {
  if (confines === undefined) return result;
  const { answer } = result;
  const unsaid = { version: 0, indexedAt: null, pendingChunks: 0, pendingSkipped: 0, failedDocuments: 0 };
  const several = (confines.roots?.length ?? 0) > 1;
  const hits = (list: readonly AnyHit[]) =>
    confines.session === undefined ? [...list] : list.map(withoutRivals);
  return {
    ...result,
    answer: {
      ...answer,
      hits: hits(answer.hits),
      ...(answer.closest && { closest: hits(answer.closest) }),
      index: { ...answer.index, ...unsaid, severalRoots: several, confined: true },
      use: { ...answer.use, rowsRead: 0 },
    },
  };
}
