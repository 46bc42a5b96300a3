import { timeOrderedId } from "../text/time-ordered-id.ts";
import type { SearchState } from "./arms/arm.ts";
import { expandQuery } from "./arms/expansion/expand.ts";
import { settleQueryVector } from "./arms/vector/query-vector.ts";
import { vectorGaps } from "./arms/vector/vector.ts";
import type { AnyHit } from "./contract/hits.ts";
import type { SearchAnswer, SearchRequest } from "./contract/search.ts";
import { createTrace } from "./explain/trace.ts";
import type { Lost } from "./hops/attempt.ts";
import type { SearchCaller, SearchDeps } from "./hops/deps.ts";
import { hop1, type OpenSearch } from "./hops/hop1.ts";
import { hop2, type Meaning } from "./hops/hop2.ts";
import { hop3 } from "./hops/hop3.ts";
import type { SearchPlan, SearchPosition } from "./plan.ts";
import type { AnalysedQuery } from "./query/analyse.ts";
import type { RepairedQuery } from "./query/repair.ts";
import {
  countsOf,
  indexState,
  lacksOf,
  outcomeOf,
  type Stopwatch,
  stopwatch,
  useOf,
} from "./record/answer.ts";
import { loggedHits } from "./record/recall-log.ts";
import { type KeptAnswer, writeBehind } from "./record/write-behind.ts";
import { absenceOf } from "./relevance/absence.ts";
import { type Judged, judge } from "./relevance/judge.ts";
import { judgementsOf, toldOf } from "./relevance/judgements.ts";
import { type Reranked, rerank, rerankerFor } from "./rerank/rerank.ts";
import { checkHeard, checkVersion } from "./service/search-cursor.ts";
import { reasonToSkip, skippedAnswer, withoutEnvelope } from "./skip/skip-search.ts";
import { rankPool } from "./stages/run-stages.ts";
import { withinBudget } from "./views/budget.ts";
import { toHits } from "./views/views.ts";

/** An answer, and how it came about; an answer that took no search has neither plan nor query. */
export interface SearchResult {
  readonly answer: SearchAnswer<AnyHit>;
  readonly plan?: SearchPlan;
  /** The query as it was searched: repaired. */
  readonly query?: AnalysedQuery;
  /** Why the answer is degraded: neither kept nor logged with it. */
  readonly lost?: readonly Lost[];
  /** Where the hits behind this answer begin, if there are any. */
  readonly next?: SearchPosition | undefined;
  /** Which models had a say in it. */
  readonly heard?: string;
}

/**
 * One search: at most four hops, each asking everything that can be asked by then, and one more for each of what
 * docs/architecture.md names. Throws AppError for a bad request, a
 * dead token or a database that does not answer; what else fails is named in `degraded`.
 */
export async function search(
  deps: SearchDeps,
  caller: SearchCaller,
  asked: SearchRequest,
): Promise<SearchResult> {
  const { models, meter, now } = deps;
  const watch = stopwatch(now);
  const reason = reasonToSkip(asked);
  if (reason !== undefined)
    return { answer: await skippedAnswer(deps, caller, { request: asked, reason, watch }) };
  const request = withoutEnvelope(asked);
  const trace = deps.explaining ?? (request.explain === true ? createTrace(now) : undefined);

  const open = await hop1(deps, caller, request);
  const { plan, workspace, deadline } = open;
  watch.lap("first");
  checkVersion(caller.page, workspace.version);
  const { answer: kept } = workspace.kept;
  if (kept !== null && deps.explaining === undefined)
    return { ...repeatedAnswer(deps, caller, { open, kept, watch }), plan, query: plan.query };

  const meaning = await meaningOf(deps, open, watch);
  const state = await hop2(deps, open, meaning);
  watch.lap("arms");
  const reranker = rerankerFor(plan, models.reranker);
  const pool = await hop3(deps, state, { rerankModel: reranker?.model, trace });
  watch.lap("rows");
  const reranked = await rerank(plan, pool, { reranker, vector: state.vector, deadline });
  watch.lap("rerank");
  const heard = checkHeard(caller.page, heardOf(state, reranked));

  const { repaired } = pool;
  const judgementOf = judgementsOf(state, { pool, reranked });
  const ranked = rankPool(plan, { pool, reranked, repaired, judged: toldOf(judgementOf), workspace, trace });
  const judged = judge(state, ranked, { pool, judgementOf, trace });
  const { closest, judgements } = judged;
  const absence = claimsAbsence(judged, plan, caller)
    ? await absenceOf(deps, caller, { plan, repaired })
    : undefined;
  const { degraded, lost } = lacksOf(deps.db, { state, meaning, reranked, judged });
  const severalRoots = seesSeveral(workspace, caller);
  const view = { name: request.view, raw: reranked.raw, judgements, severalRoots, repaired, trace };
  const whole: SearchAnswer<AnyHit> = {
    outcome: outcomeOf(judged, plan),
    ...judgedAs(judged, workspace),
    hits: toHits(judged.hits, pool, view),
    ...(closest.length > 0 && { closest: toHits(closest, pool, view) }),
    ...(absence && { absence }),
    degraded,
    profile: request.profile,
    ...(plan.profile.arms.pool === "original" && { pool: "original" }),
    ...(pool.fallback && { fallback: pool.fallback }),
    ...suggested(repaired),
    ...(trace && { explain: { steps: trace.steps(), settings: plan.profile.settings } }),
    index: indexState(workspace, { ...plan, reranker: models.reranker }, vectorGaps(state).pendingSkipped),
    asOf: new Date(plan.asOfMs).toISOString(),
    recallId: timeOrderedId(now()),
    timings: watch.timings(meter.hops),
    use: useOf(meter, { ...meaning, pool, repaired }),
  };
  const { answer, next } = withNext(withinBudget(whole, request), judged, plan);
  const logged = loggedHits(judged.hits, pool);
  const answered = { workspace, answer, request, logged, next, heard, settings: plan.profile.settings };
  writeBehind(deps, caller, answered, { plan, ...meaning, reranked, rerankModel: reranker?.model });
  return { answer, plan, query: repaired.query, lost, next, heard };
}

/** What was judged of the answer, in its words, the roots of its filters that are not there, and those that are. */
const judgedAs = (
  { relevance, confidence, calibration, missing }: Judged,
  { unknownRoots, knownRoots }: OpenSearch["workspace"],
) => ({
  ...{ relevance, confidence, calibration },
  ...(unknownRoots.length > 0 && { unknownRoots: [...unknownRoots], knownRoots: [...knownRoots] }),
  ...(missing && { missing }),
});

/** Which of the models whose calls may fail have answered. */
const heardOf = (
  { vector, indexOutage }: Pick<SearchState, "vector" | "indexOutage">,
  { outage }: Pick<Reranked, "outage">,
): string =>
  [
    vector === undefined ? "" : "vector",
    indexOutage === undefined ? "index" : "",
    outage === undefined ? "reranker" : "",
  ].join(" ");

/** An answer and where the hits behind it begin: a budget may leave some of its own, and the end of all pages is none then. */
function withNext(
  answer: SearchAnswer<AnyHit>,
  judged: Judged,
  { offset, pool: { from } }: SearchPlan,
): { readonly answer: SearchAnswer<AnyHit>; readonly next: SearchPosition | undefined } {
  const shown = answer.hits.length;
  if (shown === judged.hits.length) return { answer, next: judged.next };
  const degraded = answer.degraded.filter((code) => code !== "depth_reached");
  return { answer: { ...answer, degraded }, next: { offset: offset + shown, from } };
}

const seesSeveral = (workspace: OpenSearch["workspace"], { confines }: SearchCaller): boolean =>
  confines === undefined ? workspace.severalRoots === 1 : (confines.roots?.length ?? 0) > 1;

/**
 * What is still being typed asks nothing, what a least relevance hides is there, and what a narrow token may not see is
 * not told of.
 */
const claimsAbsence = (
  { hits, confidence }: Judged,
  { request }: SearchPlan,
  { confines, page }: SearchCaller,
): boolean =>
  confines === undefined &&
  page === undefined &&
  hits.length === 0 &&
  confidence === "none" &&
  request.typing !== true;

/** What the query means: its own vector, then its other forms with theirs. */
async function meaningOf(
  { models, memory, now }: SearchDeps,
  { plan, workspace, deadline, started }: OpenSearch,
  watch: Stopwatch,
): Promise<Meaning> {
  const queryVector = await settleQueryVector(plan, { workspace, started: started.embedding, deadline });
  watch.lap("embed");
  const { vector } = queryVector;
  const expanding = { generator: models.generator, memory, deadline, now };
  const expanded = await expandQuery(expanding, plan, { workspace, started: started.expansion, vector });
  if (plan.profile.arms.expand) watch.lap("expand");
  return { queryVector, expanded };
}

function suggested({ suggestions }: RepairedQuery): Pick<SearchAnswer, "didYouMean"> {
  return suggestions.length === 0 ? {} : { didYouMean: suggestions.map(({ from, to }) => ({ from, to })) };
}

interface RepeatedSearch {
  readonly open: OpenSearch;
  /** The kept answer, as JSON. */
  readonly kept: string;
  readonly watch: Stopwatch;
}

/** A kept answer with what belongs to this request. */
function repeatedAnswer(
  deps: SearchDeps,
  caller: SearchCaller,
  { open, kept, watch }: RepeatedSearch,
): Pick<SearchResult, "answer" | "next" | "heard"> {
  const { meter, now } = deps;
  const { logged = [], repaired = [], next, heard = "", ...same } = JSON.parse(kept) as KeptAnswer;
  checkHeard(caller.page, heard);
  const answer: SearchAnswer<AnyHit> = {
    ...same,
    recallId: timeOrderedId(now()),
    timings: watch.timings(meter.hops),
    use: { ...countsOf(meter), cached: ["answer"], repaired },
  };
  const { request, profile } = open.plan;
  writeBehind(deps, caller, {
    workspace: open.workspace,
    ...{ answer, request, logged },
    settings: profile.settings,
  });
  return { answer, next, heard };
}
