import { expandQuery } from "./arms/expansion/expand.ts";
import { modelStop, settleQueryVector } from "./arms/vector/query-vector.ts";
import type { AnyHit } from "./contract/hits.ts";
import type { SearchAnswer, SearchRequest } from "./contract/search.ts";
import { createTrace, type Trace } from "./explain/trace.ts";
import { type Candidate, toCandidates } from "./hops/candidate.ts";
import { gather } from "./hops/gather.ts";
import { openSearch } from "./hops/open-search.ts";
import type { SearchCaller, SearchParts } from "./hops/parts.ts";
import { hydrate, type Pool } from "./hops/pool.ts";
import type { RepairedQuery } from "./query/repair/repair-step.ts";
import type { SearchPlan } from "./query/search-plan.ts";
import { weighTerms } from "./query/weigh-terms.ts";
import { degradedCodes, indexState, keepLater, repeatAnswer, stopwatch, useOf } from "./record/answer.ts";
import { loggedHits } from "./record/recall-log.ts";
import { type Reranked, rerank, rerankKey } from "./rerank/rerank.ts";
import { reasonToSkip, skippedAnswer, withoutEnvelope } from "./skip/skip-search.ts";
import { runStages } from "./stages/run-stages.ts";
import { withinBudget } from "./views/budget.ts";
import { toHits } from "./views/hits.ts";

/**
 * One search: at most four hops, each asking everything that can be asked by then; an expansion, `SPECULATE=off`, settings
 * changed since the last search and a retry take one more each. Throws AppError for a bad request, a
 * dead token or a database that does not answer; what else fails is named in `degraded`.
 */
export async function search(
  parts: SearchParts,
  caller: SearchCaller,
  asked: SearchRequest,
): Promise<SearchAnswer<AnyHit>> {
  const { meter, now } = parts;
  const watch = stopwatch(now);
  const reason = reasonToSkip(asked);
  if (reason !== undefined) return skippedAnswer(parts, caller, { request: asked, reason, watch });
  const request = withoutEnvelope(asked);
  const trace = parts.trace ?? (request.explain === true ? createTrace(now) : undefined);
  // Hop 1: the database, and beside it the query's embedding and expansion.
  const { plan, deadline, started, expanding, first } = await openSearch(parts, caller, request);
  watch.lap("first");
  if (first.answer !== undefined)
    return repeatAnswer(parts, caller, { plan, first, body: first.answer, watch });

  const queryVector = await settleQueryVector(parts, plan, { ...caller, first, started, deadline });
  const { vector } = queryVector;
  watch.lap("embed");
  const expanded = await expandQuery(parts, plan, { ...caller, first, expanding, deadline, vector });
  if (plan.profile.arms.expand) watch.lap("expand");
  // Hop 2: the vector index, and beside it what only the database can say by now.
  const gathered = await gather(parts, plan, { first, vector, expanded, deadline });
  watch.lap("arms");
  const key = rerankKey(parts, plan, caller.workspace);
  // Hop 3: rows of the fused pool, kept scores of the re-ranker.
  const pool = await hydrate(parts, plan, { first, gathered, vector, scoresOf: key, trace });
  watch.lap("rows");
  const stop = modelStop(parts, first);
  // Hop 4: the re-ranker, over what has no kept score.
  const reranked = await rerank(parts, plan, { pool, vector, deadline, key, stop });
  watch.lap("rerank");

  const best = rankPool(plan, { pool, reranked, repaired: gathered.repaired, trace });
  const { repaired } = gathered;
  const severalRoots = first.workspace?.severalRoots === 1;
  const hits = toHits(best, pool, { name: request.view, raw: reranked.raw, severalRoots, repaired, trace });
  const whole: SearchAnswer<AnyHit> = {
    outcome: outcomeOf(hits, reranked),
    hits,
    degraded: degradedCodes({ queryVector, expanded, gathered, reranked }),
    profile: request.profile,
    ...(plan.profile.arms.pool === "original" && { pool: "original" }),
    ...(pool.fallback && { fallback: pool.fallback }),
    ...(trace && { explain: { steps: trace.steps(), settings: plan.profile.settings } }),
    index: indexState(parts, first, gathered),
    asOf: new Date(plan.asOfMs).toISOString(),
    recallId: parts.newId(),
    timings: watch.timings(meter.hops),
    use: useOf(parts, { queryVector, expanded, pool, repairs: repaired.repairs }),
  };
  const answer = withinBudget(whole, request);
  const logged = loggedHits(best, pool);
  keepLater(parts, plan, { caller, first, answer, logged, queryVector, expanded, reranked });
  return answer;
}

interface RankInput {
  readonly pool: Pool;
  readonly reranked: Reranked;
  readonly repaired: RepairedQuery;
  readonly trace: Trace | undefined;
}

/** The profile's stages over the whole pool, then the limit: so a longer answer starts with the shorter one. */
function rankPool(plan: SearchPlan, { pool, reranked, repaired, trace }: RankInput): readonly Candidate[] {
  const { query, asOfMs, request, profile, limit } = plan;
  if (reranked.ranked !== pool.fused) trace?.step("rerank", { before: pool.fused, after: reranked.ranked });
  if (reranked.isBelowFloor) {
    trace?.step("rerank.floor", {
      before: reranked.ranked,
      after: [],
      reason: "below the re-ranker's floor",
    });
    return [];
  }
  const context = { query, terms: weighTerms(repaired), asOfMs, session: request.session };
  const ranked = runStages(profile.stages, toCandidates(reranked.ranked, pool), { context, trace });
  const best = ranked.slice(0, limit);
  trace?.step("limit", { before: ranked, after: best, reason: "beyond the limit" });
  return best;
}

function outcomeOf(hits: readonly AnyHit[], { isBelowFloor }: Reranked): SearchAnswer["outcome"] {
  if (hits.length > 0) return "found";
  return isBelowFloor ? "nothing_relevant" : "nothing_found";
}
