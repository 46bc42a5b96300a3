import { DEFAULTS } from "../config.ts";
import type { SearchAnswer, SearchRequest } from "../contract/search.ts";
import { identityKey } from "../ports.ts";
import type { FirstHopQuery } from "../stores/search.ts";
import { degradedCodes, indexState, keepLater, repeatAnswer, stopwatch, useOf } from "./answer.ts";
import { createDeadline } from "./deadline.ts";
import { splitForVectors } from "./filters.ts";
import { gather, keywordQuestion } from "./gather.ts";
import { toHits } from "./hits.ts";
import { hop, type SearchCaller, type SearchParts, usesKeywordArm } from "./parts.ts";
import { hydrate } from "./pool.ts";
import { modelStop, settleQueryVector, startEmbedding } from "./query-vector.ts";
import { rerank, rerankKey } from "./rerank.ts";
import { checkAlive, planSearch, type SearchPlan } from "./search-plan.ts";

/**
 * One search: at most four hops, each asking everything that can be asked by then. Throws AppError for a bad request, a
 * dead token or a database that does not answer; what else fails is named in `degraded`.
 */
export async function search(
  parts: SearchParts,
  caller: SearchCaller,
  request: SearchRequest,
): Promise<SearchAnswer> {
  const { meter, now, store } = parts;
  const watch = stopwatch(now);
  const models = `${identityKey(parts.embedder.identity)} ${parts.reranker?.model ?? ""}`;
  const plan = await planSearch(request, {
    nowMs: now(),
    build: `${parts.build} ${models}`,
    scope: caller.scope,
  });
  const deadline = createDeadline(DEFAULTS.searchBudgetMs, now);

  const started = startEmbedding(parts, plan, { deadline, tokenId: caller.tokenId });
  const asked = Promise.all([store.first(firstQuery(parts, caller, plan)), caller.admitted]);
  const [first] = await hop(meter, asked);
  checkAlive(first);
  watch.lap("first");
  if (first.answer !== undefined) return repeatAnswer(parts, caller, { first, body: first.answer, watch });

  const queryVector = await settleQueryVector(parts, plan, { first, started, deadline });
  watch.lap("embed");
  const gathered = await gather(parts, plan, { first, vector: queryVector.vector, deadline });
  watch.lap("arms");
  const key = rerankKey(parts, plan, caller.workspace);
  const scoresOf = key && { key, pool: DEFAULTS.rerankPool };
  const pool = await hydrate(parts, plan, { first, gathered, vector: queryVector.vector, scoresOf });
  watch.lap("rows");
  const reranked = await rerank(parts, plan, { pool, deadline, key, stop: modelStop(parts, first) });
  watch.lap("rerank");

  const view = { name: request.view, limit: plan.limit, repaired: gathered.repaired };
  const hits = toHits(reranked, pool, view);
  const answer: SearchAnswer = {
    outcome: hits.length > 0 ? "found" : "nothing_found",
    hits,
    degraded: degradedCodes({ queryVector, gathered, reranked }),
    profile: request.profile,
    index: indexState(parts, first, gathered),
    asOf: new Date(plan.asOfMs).toISOString(),
    recallId: parts.newId(),
    timings: watch.timings(meter.hops),
    use: useOf(parts, { queryVector, pool, repairs: gathered.repaired.repairs }),
  };
  keepLater(parts, plan, { caller, first, answer, queryVector, reranked });
  return answer;
}

function firstQuery(
  parts: SearchParts,
  { workspace, tokenId }: SearchCaller,
  plan: SearchPlan,
): FirstHopQuery {
  const { embedder, now } = parts;
  const isNeural = embedder.kind === "neural" && plan.profile.arms.includes("vector");
  return {
    workspace,
    tokenId,
    requestKey: plan.requestKey,
    nowMs: now(),
    keyword: usesKeywordArm(parts, plan.profile) ? keywordQuestion(parts, plan, plan) : undefined,
    stems: plan.stems,
    queryVector: isNeural ? { identity: identityKey(embedder.identity), hash: plan.queryHash } : undefined,
    count: isNeural && !splitForVectors(plan.filters).isWhole ? plan.filters : undefined,
  };
}
