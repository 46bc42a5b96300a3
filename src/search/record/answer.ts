import type { Session } from "../../database/session.ts";
import { embedderName, type Meter, type Reranker, rerankerName } from "../../models/ports.ts";
import { hasNamesOff } from "../../workspaces/workspace-settings.ts";
import type { SearchState } from "../arms/arm.ts";
import { usesEntityArm } from "../arms/entity/entity.ts";
import { vectorGaps } from "../arms/vector/vector.ts";
import type { Degraded, IndexState, SearchAnswer } from "../contract/search.ts";
import { lacksCosines } from "../fusion/fuse-arms.ts";
import { degradedBy, type Lost, lost } from "../hops/attempt.ts";
import type { Meaning } from "../hops/hop2.ts";
import type { CandidatePool } from "../hops/hop3.ts";
import type { WorkspaceState } from "../hops/workspace-state.ts";
import type { SearchPlan, SearchServing } from "../plan.ts";
import { LEAST_SCORES } from "../profiles/least-scores.ts";
import type { RepairedQuery } from "../query/repair.ts";
import type { Judged } from "../relevance/judge.ts";
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

/** The profile would go by names, and texts are not read for them. */
const lacksNames = (db: Pick<Session, "readsNames">, { plan, workspace }: SearchState): boolean =>
  usesEntityArm(plan.profile) && hasNamesOff(db, workspace);

/**
 * Cosines were to decide, and there are none: a least score is held against a place within what words found, where the
 * best has the same score however little it fits.
 */
function lacksCosinesFor({ plan }: SearchState, { ranked, lacksCosines: toRerank }: Reranked): boolean {
  const { arms, fusion, settings } = plan.profile;
  const isRelative = arms.vector === true && ranked.length > 0 && lacksCosines(fusion, plan.serving);
  return toRerank === true || (isRelative && LEAST_SCORES.some((name) => Number(settings[name]) > 0));
}

/** What an answer lacks: the codes that it shows, and the outages behind them. */
interface Lacks {
  /** Each once, in the order of the pipeline. */
  readonly degraded: Degraded[];
  readonly lost: readonly Lost[];
}

/** What the arms and the re-ranker gave. */
interface Heard {
  readonly state: SearchState;
  readonly meaning: Meaning;
  readonly reranked: Reranked;
  readonly judged: Pick<Judged, "isDepthReached">;
}

/** What an answer lacks of what its profile asks for: arms that were not heard, scores that nothing was held against, a depth. */
export function lacksOf(
  db: Pick<Session, "readsNames">,
  { state, meaning: { queryVector, expanded }, reranked, judged: { isDepthReached } }: Heard,
): Lacks {
  const byMeaning = lost("embedder", queryVector.outage);
  const byIndex = lost("vector_index", state.indexOutage);
  const byReranker = lost("reranker", reranked.outage);
  const codes: Degraded[] = [
    ...byMeaning.map(degradedBy),
    ...(queryVector.isForeign ? (["identity_changed"] as const) : []),
    ...expanded.degraded,
    ...expanded.lost.map(degradedBy),
    ...(lacksNames(db, state) ? (["names_off"] as const) : []),
    ...byIndex.map(degradedBy),
    ...(vectorGaps(state).isFilterPartial ? (["vector_filter_partial"] as const) : []),
    ...(lacksCosinesFor(state, reranked) ? (["cosines_missing"] as const) : []),
    ...(state.workspace.isOtherScript === 1 ? (["other_script"] as const) : []),
    ...byReranker.map(degradedBy),
    ...(isDepthReached ? (["depth_reached"] as const) : []),
  ];
  return {
    degraded: [...new Set(codes)],
    lost: [...byMeaning, ...expanded.lost, ...byIndex, ...byReranker],
  };
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

/**
 * Something was found and is not relevant, or nothing was found at all. A further page belongs to what was found, also where
 * all that is left of it was shown before.
 */
export function outcomeOf(
  { hits, closest }: Pick<Judged, "hits" | "closest">,
  { judged }: Pick<SearchPlan, "judged">,
): SearchAnswer["outcome"] {
  if (hits.length > 0 || judged !== undefined) return "found";
  return closest.length > 0 ? "nothing_relevant" : "nothing_found";
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
