import type { Degraded, IndexState, SearchAnswer } from "../contract/search.ts";
import type { ErrorCode } from "../errors.ts";
import { identityKey } from "../ports.ts";
import type { FirstHopAnswer } from "../stores/search.ts";
import { quantise } from "../text/quantise.ts";
import type { Gathered } from "./gather.ts";
import type { SearchCaller, SearchParts } from "./parts.ts";
import type { Pool } from "./pool.ts";
import type { QueryVector } from "./query-vector.ts";
import type { Repair } from "./repair.ts";
import { type Reranked, rerankKey } from "./rerank.ts";
import type { SearchPlan } from "./search-plan.ts";

/** What is kept of an answer: all but what belongs to one request. */
export type KeptAnswer = Omit<SearchAnswer, "recallId" | "timings" | "use">;

/** Larger answers are not kept: a value in D1 has at most 2 MB. */
const MAX_KEPT_CHARS = 500_000;

const HOUR_MS = 3_600_000;

/** A kept answer with what belongs to this request. */
export function repeatAnswer(
  parts: SearchParts,
  caller: SearchCaller,
  { first, body, watch }: { first: FirstHopAnswer; body: string; watch: Stopwatch },
): SearchAnswer {
  const kept = JSON.parse(body) as KeptAnswer;
  const nowMs = parts.now();
  caller.later(() =>
    parts.store.keep({ workspace: caller.workspace, nowMs, ...bookkeeping(parts, caller, first) }),
  );
  const use: SearchAnswer["use"] = { ...countsOf(parts), cached: ["answer"], repaired: [] };
  return { ...kept, recallId: parts.newId(), timings: watch.timings(parts.meter.hops), use };
}

const countsOf = ({ meter: { rowsRead, modelCalls, textsEmbedded, passagesReranked } }: SearchParts) => ({
  rowsRead,
  modelCalls,
  textsEmbedded,
  passagesReranked,
});

/** What the search has used: rows, model calls, caches, repaired words. */
export function useOf(
  parts: SearchParts,
  { queryVector, pool, repairs }: { queryVector: QueryVector; pool: Pool; repairs: readonly Repair[] },
): SearchAnswer["use"] {
  const cached: SearchAnswer["use"]["cached"] = [];
  if (queryVector.source === "cache" || queryVector.source === "memory") cached.push("embedding");
  if (pool.cachedScores.size > 0) cached.push("rerank");
  return { ...countsOf(parts), cached, repaired: repairs.map(({ from, to }) => ({ from, to })) };
}

export interface Losses {
  readonly queryVector: QueryVector;
  readonly gathered: Gathered;
  readonly reranked: Reranked;
}

/** Codes that say the same whichever model they stopped. */
const SHARED_CODES: Partial<Record<ErrorCode, Degraded>> = { quota: "quota", model_budget: "model_budget" };

function nameLoss(lost: ErrorCode | undefined, part: "embedder" | "vector_index" | "reranker"): Degraded[] {
  if (lost === undefined) return [];
  return [SHARED_CODES[lost] ?? (lost === "timeout" ? `${part}_timeout` : `${part}_unavailable`)];
}

/** What the answer lacks, each code once, in the order of the pipeline. */
export function degradedCodes({ queryVector, gathered, reranked }: Losses): Degraded[] {
  const codes: Degraded[] = [
    ...nameLoss(queryVector.lost, "embedder"),
    ...(queryVector.isForeign ? (["identity_changed"] as const) : []),
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
  gathered: Gathered,
): IndexState {
  const { version = 0, indexedAt = null } = first.workspace ?? {};
  return {
    version,
    indexedAt: indexedAt === null ? null : new Date(indexedAt).toISOString(),
    pendingChunks: first.pendingChunks,
    pendingSkipped: gathered.pendingSkipped,
    failedDocuments: first.failedDocuments,
    embedder: `${embedder.kind === "embedded" ? "embedded:" : ""}${embedder.identity.model}`,
    reranker: reranker?.model ?? "embedded:re-scoring",
  };
}

export interface Finished {
  readonly caller: SearchCaller;
  readonly first: FirstHopAnswer;
  readonly kept: KeptAnswer;
  readonly queryVector: QueryVector;
  readonly reranked: Reranked;
}

/** Writes the caches after the answer. Never a degraded answer, nor one that lacks vectors still being made. */
export function keptLater(parts: SearchParts, plan: SearchPlan, finished: Finished): void {
  const { caller, first, kept, queryVector, reranked } = finished;
  const { index, degraded } = kept;
  const isWhole = degraded.length === 0 && index.pendingChunks === 0 && index.pendingSkipped === 0;
  const body = isWhole ? JSON.stringify(kept) : undefined;
  const key = rerankKey(parts, plan, caller.workspace);
  const vector =
    queryVector.source === "model" ? queryVector.vector && quantise(queryVector.vector) : undefined;
  const isQuota = queryVector.lost === "quota" || reranked.lost === "quota";
  caller.later(() =>
    parts.store.keep({
      workspace: caller.workspace,
      nowMs: parts.now(),
      ...bookkeeping(parts, caller, first),
      ...(body !== undefined &&
        body.length <= MAX_KEPT_CHARS && {
          answer: { requestKey: plan.requestKey, version: index.version, body },
        }),
      ...(vector !== undefined && {
        queryVector: { identity: identityKey(parts.embedder.identity), hash: plan.queryHash, vector },
      }),
      ...(key && reranked.fresh.length > 0 && { scores: { key, scores: reranked.fresh } }),
      ...(isQuota && { pausedUntil: parts.memory.pausedUntil }),
    }),
  );
}

/** Model use and, at most hourly, the token's last use. */
function bookkeeping({ meter, now }: SearchParts, { tokenId }: SearchCaller, { token }: FirstHopAnswer) {
  const { modelCalls, textsEmbedded, passagesReranked } = meter;
  const isStale = (token.lastUsedAt ?? 0) < now() - HOUR_MS;
  return {
    ...(isStale && { usedToken: tokenId }),
    ...(modelCalls > 0 && {
      models: { calls: modelCalls, texts: textsEmbedded, passages: passagesReranked },
    }),
  };
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
