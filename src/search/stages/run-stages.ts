import { rootDescriptionsOf } from "../../workspaces/workspace-settings.ts";
import type { Trace } from "../explain/trace.ts";
import { keywordShare, type Scored } from "../fusion/lists.ts";
import type { OpenSearch } from "../hops/hop1.ts";
import type { CandidatePool } from "../hops/hop3.ts";
import type { SearchPlan } from "../plan.ts";
import { type KnownQuery, weighTerms } from "../query/analyse.ts";
import type { Reranked } from "../rerank/rerank.ts";
import type { ChunkRow } from "../sql/chunk-rows.ts";
import type { Candidate, NamedStage, StageContext } from "./stage.ts";

interface RankInput {
  readonly pool: CandidatePool;
  readonly reranked: Reranked;
  readonly repaired: KnownQuery;
  readonly judged: Pick<StageContext, "relevanceOf" | "isMeasured">;
  readonly workspace: Pick<OpenSearch["workspace"], "settings">;
  readonly trace: Trace | undefined;
}

/** The profile's stages over the whole pool, whatever the limit: so a longer answer starts with the shorter one. */
export function rankPool(
  plan: SearchPlan,
  { pool, reranked, repaired, judged, workspace, trace }: RankInput,
): readonly Candidate[] {
  const { query, asOfMs, request, profile } = plan;
  const { ranked } = reranked;
  if (ranked !== pool.fused) trace?.step("rerank", { before: pool.fused, after: ranked });
  const { session } = request;
  const descriptions = rootDescriptionsOf(workspace);
  const context = { query, terms: weighTerms(repaired), asOfMs, session, descriptions, ...judged };
  return runStages(profile.stages, toCandidates(ranked, pool), { context, trace });
}

/** Runs the stages in order, each on what the one before it left. */
export function runStages(
  stages: readonly NamedStage[],
  candidates: readonly Candidate[],
  { context, trace }: { readonly context: StageContext; readonly trace: Trace | undefined },
): readonly Candidate[] {
  let current = candidates;
  for (const { name, run, drops } of stages) {
    const after = run(current, context);
    trace?.step(name, { before: current, after, reason: drops });
    current = after;
  }
  return current;
}

/** Ranked chunks as the stages see them. */
function toCandidates(ranked: readonly Scored[], pool: CandidatePool): Candidate[] {
  return ranked.flatMap(({ id, score }) => {
    const row = pool.rows.get(id);
    return row === undefined ? [] : [candidateOf(row, score, pool)];
  });
}

function candidateOf(row: ChunkRow, score: number, pool: CandidatePool): Candidate {
  const { id, kind, path, language, headings, text, documentNum, root, session, memory, votes, datedAt } =
    row;
  const keyword = pool.keyword.get(id);
  const unadjusted = Math.min(1, Math.max(0, score));
  return {
    id,
    score: unadjusted,
    unadjusted,
    excess: 0,
    kind,
    documentNum,
    root,
    path,
    language,
    headings,
    text,
    documentBytes: row.documentBytes,
    documentChunks: row.documentChunks,
    datedAt: datedAt ?? undefined,
    isFileTime: row.isFileTime === 1,
    changedAt: row.changedAt ?? undefined,
    session: session ?? undefined,
    memory,
    votes: votes ?? [],
    vector: pool.vectors.get(id),
    keywordScore: keyword && keywordShare(keyword.score),
  };
}
