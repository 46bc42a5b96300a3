import type { SearchAnswer, SearchRequest } from "../contract/search.ts";
import { hop, type SearchCaller, type SearchParts } from "../hops/parts.ts";
import { checkAlive } from "../query/search-plan.ts";
import { countsOf, indexState, type Stopwatch } from "../record/answer.ts";
import { bookkeeping, keepSoon } from "../record/bookkeeping.ts";
import type { FirstHopQuery } from "../sql/search-types.ts";
import { stripEnvelope } from "./envelope.ts";
import { type SkipReason, skipReason } from "./skip.ts";

/** Why an automatic recall needs no search; undefined: it does, or somebody asked for it. */
export const reasonToSkip = ({ auto, query }: SearchRequest): SkipReason | undefined =>
  auto === true && query.trim() !== "" ? skipReason(query) : undefined;

/** What an automatic recall asks, without what a gateway put before it. */
export const withoutEnvelope = (request: SearchRequest): SearchRequest =>
  request.auto === true ? { ...request, query: stripEnvelope(request.query) } : request;

/** An answer without a search: one hop, which only looks at token and index. */
export async function skippedAnswer(
  parts: SearchParts,
  caller: SearchCaller,
  { request, reason, watch }: SkippedSearch,
): Promise<SearchAnswer> {
  const asked = Promise.all([parts.store.first(stateQuery(parts, caller)), caller.admitted]);
  const [first] = await hop(parts.meter, asked);
  checkAlive(first);
  const answer: SearchAnswer = {
    outcome: "skipped",
    skipped: reason,
    hits: [],
    degraded: [],
    profile: request.profile,
    index: indexState(parts, first, { pendingSkipped: 0 }),
    asOf: new Date(parts.now()).toISOString(),
    recallId: parts.newId(),
    timings: watch.timings(parts.meter.hops),
    use: { ...countsOf(parts), cached: [], repaired: [] },
  };
  const skipped = { caller, first, answer, request, logged: [], settings: undefined };
  keepSoon(parts, caller, bookkeeping(parts, skipped));
  return answer;
}

interface SkippedSearch {
  readonly request: SearchRequest;
  readonly reason: SkipReason;
  readonly watch: Stopwatch;
}

const stateQuery = ({ now }: SearchParts, { workspace, tokenId }: SearchCaller): FirstHopQuery => ({
  workspace,
  tokenId,
  requestKey: "",
  nowMs: now(),
  keyword: undefined,
  stems: [],
  queryVector: undefined,
  recent: undefined,
  count: undefined,
});
