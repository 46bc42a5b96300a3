import { whereItLives } from "../../database/several/directory.ts";
import { timeOrderedId } from "../../text/time-ordered-id.ts";
import type { SearchAnswer, SearchRequest } from "../contract/search.ts";
import type { SearchCaller, SearchDeps } from "../hops/deps.ts";
import { answersOf, askDatabase } from "../hops/reads.ts";
import { alive, isUnknown, STATE, stateRead } from "../hops/workspace-state.ts";
import { countsOf, indexState, type Stopwatch } from "../record/answer.ts";
import { writeBehind } from "../record/write-behind.ts";
import { calibrationOf } from "../relevance/judge.ts";
import { type SkipReason, skipReason, stripEnvelope } from "./skip.ts";

/** Why an automatic recall needs no search; undefined: it does, or somebody asked for it. */
export const reasonToSkip = ({ auto, query }: SearchRequest): SkipReason | undefined =>
  auto === true && query.trim() !== "" ? skipReason(query) : undefined;

/** What an automatic recall asks, without what a gateway put before it. */
export const withoutEnvelope = (request: SearchRequest): SearchRequest =>
  request.auto === true ? { ...request, query: stripEnvelope(request.query) } : request;

interface SkippedSearch {
  readonly request: SearchRequest;
  readonly reason: SkipReason;
  readonly watch: Stopwatch;
}

/** An answer without a search: one hop, which only looks at token and index. */
export async function skippedAnswer(
  deps: SearchDeps,
  caller: SearchCaller,
  { request, reason, watch }: SkippedSearch,
): Promise<SearchAnswer> {
  const { models, meter, now } = deps;
  const { workspace: num, claims } = caller;
  const state = stateRead({ workspace: num, claims, nowMs: now(), usualCalls: deps.db.usualCalls });
  const ask = async () => answersOf(new Map(await askDatabase(deps, [state]))).of(STATE);
  const looked = whereItLives(deps.db, ask, { workspace: num, isMissing: isUnknown });
  const [read] = await Promise.all([looked, caller.admitted]);
  const workspace = alive(read);
  const serving = models.servingOf(workspace.identity) ?? models.configured;
  const answer: SearchAnswer = {
    outcome: "skipped",
    skipped: reason,
    relevance: 0,
    confidence: "none",
    calibration: calibrationOf("keyword"),
    hits: [],
    degraded: [],
    profile: request.profile,
    index: indexState(workspace, { serving, reranker: models.reranker }),
    asOf: new Date(now()).toISOString(),
    recallId: timeOrderedId(now()),
    timings: watch.timings(meter.hops),
    use: { ...countsOf(meter), cached: [], repaired: [] },
  };
  writeBehind(deps, caller, { workspace, answer, request, logged: [], settings: undefined });
  return answer;
}
