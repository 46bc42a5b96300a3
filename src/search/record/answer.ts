import { embedderName, type Meter, type Reranker, rerankerName } from "../../models/ports.ts";
import { parseSettings } from "../../workspaces/workspace-settings.ts";
import type { SearchState } from "../arms/arm.ts";
import { usesEntityArm } from "../arms/entity/entity.ts";
import { vectorGaps } from "../arms/vector/vector.ts";
import type { AnyHit } from "../contract/hits.ts";
import type { Degraded, IndexState, SearchAnswer } from "../contract/search.ts";
import { degradedBy } from "../hops/attempt.ts";
import type { Meaning } from "../hops/hop2.ts";
import type { CandidatePool } from "../hops/hop3.ts";
import type { WorkspaceState } from "../hops/workspace-state.ts";
import type { SearchServing } from "../plan.ts";
import type { RepairedQuery } from "../query/repair.ts";
import type { Reranked } from "../rerank/rerank.ts";

interface Used extends Meaning {
  readonly pool: Pick<CandidatePool, "keptScores">;
  /** The query as it was searched. */
  readonly repaired: RepairedQuery;
}

/** What the search has used: rows, model calls, caches, repaired words. */
export function useOf(meter: Meter, { queryVector, expanded, pool, repaired }: Used): SearchAnswer["use"] {
  const cached: SearchAnswer["use"]["cached"] = [];
  if (queryVector.source === "cache" || queryVector.source === "memory") cached.push("embedding");
  if (pool.keptScores.size > 0) cached.push("rerank");
  if (expanded.source === "cache") cached.push("expansion");
  const { rewrites, paraphrases, passage } = expanded.expansion ?? {};
  return {
    ...countsOf(meter),
    cached,
    repaired: repaired.repairs.map(({ from, to }) => ({ from, to })),
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

/** Rows and model calls so far. */
export const countsOf = ({ rowsRead, modelCalls, textsEmbedded, passagesReranked }: Meter) => ({
  rowsRead,
  modelCalls,
  textsEmbedded,
  passagesReranked,
});

/** The profile would go by names, and the workspace's texts are not read for them. */
const hasNamesOff = ({ plan, workspace }: SearchState): boolean =>
  usesEntityArm(plan.profile) && parseSettings(workspace.settings).names === "off";

/** What the answer lacks, each code once, in the order of the pipeline. */
export function degradedCodes(
  state: SearchState,
  { queryVector, expanded }: Meaning,
  { outage }: Reranked,
): Degraded[] {
  const codes: Degraded[] = [
    ...degradedBy(queryVector.outage, "embedder"),
    ...(queryVector.isForeign ? (["identity_changed"] as const) : []),
    ...expanded.degraded,
    ...(hasNamesOff(state) ? (["names_off"] as const) : []),
    ...degradedBy(state.indexOutage, "vector_index"),
    ...(vectorGaps(state).isFilterPartial ? (["vector_filter_partial"] as const) : []),
    ...degradedBy(outage, "reranker"),
  ];
  return [...new Set(codes)];
}

interface IndexModels {
  readonly serving: SearchServing;
  readonly reranker: Reranker | undefined;
}

/** The index as the answer saw it; `pendingSkipped` are vectors that this search did not compare. */
export function indexState(
  workspace: WorkspaceState,
  { serving, reranker }: IndexModels,
  pendingSkipped = 0,
): IndexState {
  const { version, indexedAt, pendingChunks, failedDocuments, severalRoots } = workspace;
  return {
    version,
    indexedAt: indexedAt === null ? null : new Date(indexedAt).toISOString(),
    pendingChunks,
    pendingSkipped,
    failedDocuments,
    severalRoots: severalRoots === 1,
    embedder: embedderName(serving.embedder),
    reranker: rerankerName(reranker),
  };
}

export function outcomeOf(hits: readonly AnyHit[], { isBelowFloor }: Reranked): SearchAnswer["outcome"] {
  if (hits.length > 0) return "found";
  return isBelowFloor ? "nothing_relevant" : "nothing_found";
}

export type Stopwatch = ReturnType<typeof stopwatch>;

/** Milliseconds by stage; a Worker's clock stands still while it computes, so only waiting shows. */
export function stopwatch(now: () => number) {
  const start = now();
  const stages: Record<string, number> = {};
  let last = start;
  return {
    lap(stage: string): void {
      stages[stage] = now() - last;
      last = now();
    },
    timings: (hops: number): SearchAnswer["timings"] => ({ totalMs: now() - start, hops, stages }),
  };
}
