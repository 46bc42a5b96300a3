import type { ErrorCode } from "../../errors.ts";
import { embedderName, identityKey, rerankerName } from "../../models/ports.ts";
import { quantise } from "../../text/quantise.ts";
import type { Expanded } from "../arms/expansion/expand.ts";
import type { QueryVector } from "../arms/vector/query-vector.ts";
import type { AnyHit } from "../contract/hits.ts";
import type { Degraded, IndexState, SearchAnswer } from "../contract/search.ts";
import type { Gathered } from "../hops/gather.ts";
import type { SearchCaller, SearchParts } from "../hops/parts.ts";
import type { Pool } from "../hops/pool.ts";
import type { Repair } from "../query/repair/repair.ts";
import type { SearchPlan } from "../query/search-plan.ts";
import { type Reranked, rerankKey } from "../rerank/rerank.ts";
import type { LoggedHit } from "../sql/recall-types.ts";
import type { FirstHopAnswer } from "../sql/search-types.ts";
import { bookkeeping, keepSoon } from "./bookkeeping.ts";

/** What is kept of an answer: all but what belongs to one request, and its hits as the log keeps them. */
export type KeptAnswer = Omit<SearchAnswer<AnyHit>, "recallId" | "timings" | "use"> & {
  readonly logged?: readonly LoggedHit[];
};

/** Larger answers are not kept: a value in D1 has at most 2 MB. */
const MAX_KEPT_CHARS = 500_000;

/** A kept answer with what belongs to this request. */
export function repeatAnswer(
  parts: SearchParts,
  caller: SearchCaller,
  { plan, first, body, watch }: RepeatedSearch,
): SearchAnswer<AnyHit> {
  const { logged = [], ...kept } = JSON.parse(body) as KeptAnswer;
  const use: SearchAnswer["use"] = { ...countsOf(parts), cached: ["answer"], repaired: [] };
  const answer = { ...kept, recallId: parts.newId(), timings: watch.timings(parts.meter.hops), use };
  const { request, profile } = plan;
  const { settings } = profile;
  keepSoon(parts, caller, bookkeeping(parts, { caller, first, answer, request, logged, settings }));
  return answer;
}

interface RepeatedSearch {
  readonly plan: SearchPlan;
  readonly first: FirstHopAnswer;
  readonly body: string;
  readonly watch: Stopwatch;
}

/** Rows and model calls so far. */
export const countsOf = ({
  meter: { rowsRead, modelCalls, textsEmbedded, passagesReranked },
}: SearchParts) => ({
  rowsRead,
  modelCalls,
  textsEmbedded,
  passagesReranked,
});

export interface Used {
  readonly queryVector: QueryVector;
  readonly expanded: Expanded;
  readonly pool: Pool;
  readonly repairs: readonly Repair[];
}

/** What the search has used: rows, model calls, caches, repaired words. */
export function useOf(
  parts: SearchParts,
  { queryVector, expanded, pool, repairs }: Used,
): SearchAnswer["use"] {
  const cached: SearchAnswer["use"]["cached"] = [];
  if (queryVector.source === "cache" || queryVector.source === "memory") cached.push("embedding");
  if (pool.cachedScores.size > 0) cached.push("rerank");
  if (expanded.source === "cache") cached.push("expansion");
  const { rewrites, paraphrases, passage } = expanded.expansion ?? {};
  return {
    ...countsOf(parts),
    cached,
    repaired: repairs.map(({ from, to }) => ({ from, to })),
    ...(rewrites &&
      paraphrases && {
        expanded: {
          rewrites: [...rewrites],
          paraphrases: [...paraphrases],
          hasPassage: passage !== undefined,
        },
      }),
  };
}

export interface Losses {
  readonly queryVector: QueryVector;
  readonly expanded: Expanded;
  readonly gathered: Gathered;
  readonly reranked: Reranked;
}

/** Codes that say the same whichever model they stopped. */
const SHARED_CODES: Partial<Record<ErrorCode, Degraded>> = { quota: "quota", model_budget: "model_budget" };

/** A part's failure as the closed list names it. */
export function nameLoss(
  lost: ErrorCode | undefined,
  part: "embedder" | "vector_index" | "reranker" | "generator",
): Degraded[] {
  if (lost === undefined) return [];
  return [SHARED_CODES[lost] ?? (lost === "timeout" ? `${part}_timeout` : `${part}_unavailable`)];
}

/** What the answer lacks, each code once, in the order of the pipeline. */
export function degradedCodes({ queryVector, expanded, gathered, reranked }: Losses): Degraded[] {
  const codes: Degraded[] = [
    ...nameLoss(queryVector.lost, "embedder"),
    ...(queryVector.isForeign ? (["identity_changed"] as const) : []),
    ...expanded.degraded,
    ...nameLoss(gathered.lost, "vector_index"),
    ...(gathered.isFilterPartial ? (["vector_filter_partial"] as const) : []),
    ...nameLoss(reranked.lost, "reranker"),
  ];
  return [...new Set(codes)];
}

/** The index as the answer saw it. */
export function indexState(
  { embedder, reranker }: SearchParts,
  first: FirstHopAnswer,
  gathered: Pick<Gathered, "pendingSkipped">,
): IndexState {
  const { version = 0, indexedAt = null } = first.workspace ?? {};
  return {
    version,
    indexedAt: indexedAt === null ? null : new Date(indexedAt).toISOString(),
    pendingChunks: first.pendingChunks,
    pendingSkipped: gathered.pendingSkipped,
    failedDocuments: first.failedDocuments,
    severalRoots: first.workspace?.severalRoots === 1,
    embedder: embedderName(embedder),
    reranker: rerankerName(reranker),
  };
}

export interface Finished {
  readonly caller: SearchCaller;
  readonly first: FirstHopAnswer;
  readonly answer: SearchAnswer<AnyHit>;
  readonly logged: readonly LoggedHit[];
  readonly queryVector: QueryVector;
  readonly expanded: Expanded;
  readonly reranked: Reranked;
}

/** Writes caches and log after the answer. */
export function keepLater(parts: SearchParts, plan: SearchPlan, finished: Finished): void {
  const { caller, first, answer, logged, queryVector, expanded, reranked } = finished;
  const body = bodyToKeep(answer, logged);
  const { request } = plan;
  const key = rerankKey(parts, plan, caller.workspace);
  const vector =
    queryVector.source === "model" ? queryVector.vector && quantise(queryVector.vector) : undefined;
  const identity = identityKey(parts.embedder.identity);
  const lost = [queryVector.lost, ...expanded.degraded, reranked.lost];
  keepSoon(parts, caller, {
    ...bookkeeping(parts, { caller, first, answer, request, logged, settings: plan.profile.settings }),
    ...(body && { answer: { requestKey: plan.requestKey, version: answer.index.version, body } }),
    ...(vector && { queryVector: { identity, hash: plan.queryHash, vector } }),
    ...(key && reranked.fresh.length > 0 && { scores: { key, scores: reranked.fresh } }),
    ...(expanded.fresh !== undefined &&
      plan.expansionKey !== undefined && { expansion: { key: plan.expansionKey, text: expanded.fresh } }),
    ...(lost.includes("quota") && { pausedUntil: parts.memory.stop?.untilMs }),
  });
}

/**
 * Undefined for an answer that is degraded, lacks vectors still being made, is too large to be kept, or took one hop, as
 * a kept one does.
 */
function bodyToKeep(
  { recallId: _, timings, use: __, ...kept }: SearchAnswer<AnyHit>,
  logged: readonly LoggedHit[],
): string | undefined {
  const { index, degraded } = kept;
  const isWhole =
    timings.hops > 1 && degraded.length === 0 && index.pendingChunks === 0 && index.pendingSkipped === 0;
  const body = isWhole ? JSON.stringify({ ...kept, logged } satisfies KeptAnswer) : "";
  return body !== "" && body.length <= MAX_KEPT_CHARS ? body : undefined;
}

export interface Stopwatch {
  lap(stage: string): void;
  timings(hops: number): SearchAnswer["timings"];
}

/** Milliseconds by stage; a Worker's clock stands still while it computes, so only waiting shows. */
export function stopwatch(now: () => number): Stopwatch {
  const start = now();
  const stages: Record<string, number> = {};
  let last = start;
  return {
    lap(stage) {
      stages[stage] = now() - last;
      last = now();
    },
    timings: (hops) => ({ totalMs: now() - start, hops, stages }),
  };
}
