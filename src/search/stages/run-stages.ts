import type { Trace } from "../explain/trace.ts";
import { keywordShare, type Scored } from "../fusion/lists.ts";
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
  readonly trace: Trace | undefined;
}

/** The profile's stages over the whole pool, then the limit: so a longer answer starts with the shorter one. */
export function rankPool(
  plan: SearchPlan,
  { pool, reranked, repaired, trace }: RankInput,
): readonly Candidate[] {
  const { query, asOfMs, request, profile, limit } = plan;
  const { ranked, isBelowFloor } = reranked;
  if (ranked !== pool.fused) trace?.step("rerank", { before: pool.fused, after: ranked });
  if (isBelowFloor) {
    trace?.step("rerank.floor", { before: ranked, after: [], reason: "below the re-ranker's floor" });
    return [];
  }
  const context = { query, terms: weighTerms(repaired), asOfMs, session: request.session };
  const staged = runStages(profile.stages, toCandidates(ranked, pool), { context, trace });
  const best = staged.slice(0, limit);
  trace?.step("limit", { before: staged, after: best, reason: "beyond the limit" });
  return best;
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
  const { id, kind, path, language, headings, text, documentNum, session, memory, votes, datedAt } = row;
  const keyword = pool.keyword.get(id);
  return {
    id,
    score: Math.min(1, Math.max(0, score)),
    excess: 0,
    kind,
    documentNum,
    path,
    language,
    headings,
    text,
    datedAt: datedAt ?? undefined,
    session: session ?? undefined,
    memory,
    votes: votes ?? [],
    vector: pool.vectors.get(id),
    keywordScore: keyword && keywordShare(keyword.score),
  };
}
