import type { SearchTally } from "../../workspaces/search-days.ts";
import type { AnyHit } from "../contract/hits.ts";
import type { SearchAnswer, SearchRequest } from "../contract/search.ts";
import type { SearchCaller, SearchParts } from "../hops/parts.ts";
import type { LoggedHit, RecallDraft, WaitingSearch } from "../sql/recall-types.ts";
import type { FirstHopAnswer, SearchWrites } from "../sql/search-types.ts";
import { isLogged, recallRow } from "./recall-log.ts";

const HOUR_MS = 3_600_000;

/** A search that was answered, as far as what is noted of it needs. */
export interface Answered {
  readonly caller: SearchCaller;
  readonly first: FirstHopAnswer;
  readonly answer: SearchAnswer<AnyHit>;
  readonly request: SearchRequest;
  /** Its hits as the log keeps them. */
  readonly logged: readonly LoggedHit[];
  /** The profile's settings as resolved; undefined: nothing was ranked. */
  readonly settings: object | undefined;
}

/** What a search writes, and what is noted of it together with its neighbours. */
export type Bookkeeping = Omit<SearchWrites, "tallies" | "recalls"> & WaitingSearch;

/** The day's statistics, the log, model use and, at most hourly, the token's last use. */
export function bookkeeping(parts: SearchParts, answered: Answered): Bookkeeping {
  const { meter, now } = parts;
  const { caller, first, answer, request } = answered;
  const { modelCalls, textsEmbedded, passagesReranked } = meter;
  const isStale = (first.token.lastUsedAt ?? 0) < now() - HOUR_MS;
  return {
    workspace: caller.workspace,
    nowMs: now(),
    // What was skipped was no search: it would count as one that found nothing. What is not to be logged nobody asked for.
    ...(answer.outcome !== "skipped" && request.log !== false && { tally: tallyOf(answer) }),
    recall: draftOf(parts, answered),
    ...(isStale && { usedToken: caller.tokenId }),
    ...(modelCalls > 0 && {
      models: { calls: modelCalls, texts: textsEmbedded, passages: passagesReranked },
    }),
  };
}

const tallyOf = ({ timings, hits, degraded, use }: SearchAnswer<AnyHit>): SearchTally => ({
  totalMs: timings.totalMs,
  isEmpty: hits.length === 0,
  isDegraded: degraded.length > 0,
  cached: use.cached,
});

/** Undefined for what is not to be logged, such as the search behind an explanation, which nobody gets an answer of. */
function draftOf({ logQueries, trace }: SearchParts, answered: Answered): RecallDraft | undefined {
  const { caller, first, answer, request, logged, settings } = answered;
  const workspace = first.workspace?.settings ?? "{}";
  if (trace !== undefined || !isLogged(request, { queries: logQueries, settings: workspace }))
    return undefined;
  return {
    id: answer.recallId,
    token: caller.tokenId,
    session: request.session,
    query: request.query,
    profile: request.profile,
    settings,
    filters: request.filters,
    logged,
    hits: answer.hits,
    outcome: answer.outcome,
    degraded: answer.degraded,
    isCached: answer.use.cached.includes("answer"),
    totalMs: answer.timings.totalMs,
  };
}

/** Searches that have nothing to write but that they were are noted in one write, when none has come for so long. */
const QUIET_MS = 100;
/** However many come, they are noted so long after the first of them. */
const WAIT_MS = 1_000;
/** So many are not kept waiting: each holds its whole answer. */
const MANY = 50;

/** Writes after the answer: at once what a next search may want, what is only noted with its neighbours. */
export function keepSoon(
  { store, memory, logQueries }: SearchParts,
  { later }: SearchCaller,
  { tally, recall, workspace, nowMs, ...wanted }: Bookkeeping,
): void {
  const isNoted = tally !== undefined || recall !== undefined;
  const waiting = isNoted ? memory.addSearch(workspace, { tally, recall }) : 0;
  const write = async () => {
    const searches = memory.takeSearches(workspace);
    const recalls = searches.flatMap((search) => search.recall ?? []);
    return store.keep({
      ...wanted,
      workspace,
      nowMs,
      tallies: searches.flatMap((search) => search.tally ?? []),
      recalls: await Promise.all(recalls.map((draft) => recallRow(draft, logQueries))),
    });
  };
  if (Object.keys(wanted).length > 0) later(write);
  else if (waiting === 1) later(() => quiet(() => memory.waitingSearches(workspace)).then(write));
}

/** Until the count has stood still, is high, or was waited for long enough. */
async function quiet(count: () => number): Promise<void> {
  let before = 0;
  for (let waited = 0; waited < WAIT_MS; waited += QUIET_MS) {
    const waiting = count();
    if (waiting === before || waiting >= MANY) return;
    before = waiting;
    await delay(QUIET_MS);
  }
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
