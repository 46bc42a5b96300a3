import { DEFAULTS } from "../../config.ts";
import type { AppError } from "../../errors.ts";
import type { Reranker, Vector } from "../../models/ports.ts";
import { cutToTokens } from "../../text/passage.ts";
import { cosine } from "../../text/quantise.ts";
import { byScore, type Scored } from "../fusion/lists.ts";
import { type Attempt, attempt, type Deadline, within } from "../hops/attempt.ts";
import type { CandidatePool } from "../hops/hop3.ts";
import type { SearchPlan } from "../plan.ts";
import { containsIdentifier } from "../query/identifiers.ts";
import { sentPassage } from "./sent-passage.ts";

/** The pool after the cross-encoder; without its answer the fused order stands. */
export interface Reranked {
  readonly ranked: readonly (Pick<Blended, "id" | "score"> & Partial<Blended>)[];
  /** Raw scores by chunk. */
  readonly raw: ReadonlyMap<string, number>;
  /** Those that nothing had kept. */
  readonly fresh: readonly { readonly sentHash: string; readonly score: number }[];
  readonly outage: AppError | undefined;
  /** The profile re-ranks by cosine, and there were none: the fused order stands. */
  readonly lacksCosines?: true;
}

const withoutScores = (ranked: Reranked["ranked"], outage?: AppError): Reranked => ({
  ranked,
  raw: new Map(),
  fresh: [],
  outage,
});

/** The cross-encoder that this search asks; undefined: the profile or the deployment does without. */
export const rerankerFor = ({ profile }: SearchPlan, reranker: Reranker | undefined): Reranker | undefined =>
  profile.rerank.by === "cross-encoder" ? reranker : undefined;

interface RerankInput {
  readonly reranker: Reranker | undefined;
  /** The query's. */
  readonly vector: Vector | undefined;
  readonly deadline: Deadline;
}

/**
 * Hop 4: scores of the pool's passages that nothing has kept, blended with the fused scores. Without the cross-encoder's
 * answer the vectors at hand decide, and without those the fused order stands.
 */
export async function rerank(plan: SearchPlan, pool: CandidatePool, input: RerankInput): Promise<Reranked> {
  const { reranker, vector } = input;
  const settings = plan.profile.rerank;
  if (settings.by === "none" || pool.fallback !== undefined) return withoutScores(pool.fused);
  if (settings.by === "lightweight") return byCosine(pool, vector);
  const size = Math.min(settings.pool, reranker?.reads?.passages ?? settings.pool);
  const sent = pool.fused.slice(0, size).map(({ id }) => id);
  if (reranker === undefined || sent.length === 0) return withoutScores(pool.fused);
  const missing = sent.filter((id) => !pool.keptScores.has(id));
  const asked = { ...input, reranker, missing };
  const { value, outage } = missing.length === 0 ? { value: [] } : await askReranker(plan, pool, asked);
  if (value === undefined) return withoutScores(lightweight(pool.fused, pool.vectors, vector), outage);
  const raw = new Map([...pool.keptScores].filter(([id]) => sent.includes(id)));
  const fresh: { sentHash: string; score: number }[] = [];
  for (const [at, id] of missing.entries()) {
    const score = value[at];
    if (score === undefined) continue;
    raw.set(id, score);
    fresh.push({ sentHash: pool.rows.get(id)?.sentHash ?? "", score });
  }
  const ranked = blend(pool.fused, raw, {
    exact: exactHits(plan, pool, sent),
    sent: new Set(sent),
    rerankWeight: settings.blend,
    ...(settings.unreturned !== undefined && { unreturnedShare: settings.unreturned }),
  });
  return { ranked, raw, fresh, outage: undefined };
}

/** The order by the cosines at hand, as the profile wants it; says so where there are none. */
const byCosine = ({ fused, vectors }: CandidatePool, query: Vector | undefined): Reranked => ({
  ...withoutScores(lightweight(fused, vectors, query)),
  ...(fused.length > 0 && !hasCosines(vectors, query) && { lacksCosines: true as const }),
});

const hasCosines = (vectors: CandidatePool["vectors"], query: Vector | undefined): query is Vector =>
  query !== undefined && vectors.size > 0;

function askReranker(
  { query, profile }: SearchPlan,
  { rows }: CandidatePool,
  {
    reranker,
    missing,
    deadline,
  }: RerankInput & { readonly reranker: Reranker; readonly missing: readonly string[] },
): Promise<Attempt<readonly (number | undefined)[]>> {
  const sentQuery = cutToTokens(query.text, DEFAULTS.rerankQueryTokens);
  const passages = missing.map((id) => {
    const row = rows.get(id);
    return row === undefined ? "" : sentPassage(row, query, reranker.reads?.tokens);
  });
  return attempt(() =>
    within(deadline.left(profile.rerank.timeoutMs), (signal) => reranker.score(sentQuery, passages, signal)),
  );
}

/** Candidates in whose text a name of the query stands whole: the cross-encoder may raise but not lower them. */
function exactHits(
  { query }: SearchPlan,
  { rows }: CandidatePool,
  ids: readonly string[],
): ReadonlySet<string> {
  const isExact = (id: string) =>
    query.identifiers.some(({ name }) => containsIdentifier(rows.get(id)?.text ?? "", name));
  return new Set(ids.filter(isExact));
}

/** A fused candidate after reranking. */
interface Blended extends Scored {
  readonly fusedScore: number;
  /** 0 to 1; undefined when the reranker said nothing of it. */
  readonly rerankScore: number | undefined;
}

/** How a reranker's answer is blended in. */
export interface BlendOptions {
  /** The reranker's part w of a blended score, 0 to 1: the profile's setting `rerank.blend`. */
  readonly rerankWeight: number;
  /** Candidates in which a name of the query stands whole: never lowered below their fused score. */
  readonly exact?: ReadonlySet<string>;
  /** Candidates that were sent to the reranker; needed only with `unreturnedShare`. */
  readonly sent?: ReadonlySet<string>;
  /** What a candidate that was sent and not returned keeps of its fused score, instead of counting as 0. */
  readonly unreturnedShare?: number;
}

/**
 * w · reranker + (1 − w) · fused. A candidate without a rerank score counts as reranker 0, so that nothing unjudged
 * passes what was judged better. Scores stay in 0..1; best first, ties by id.
 */
export function blend(
  fused: readonly Scored[],
  rawScores: ReadonlyMap<string, number>,
  options: BlendOptions,
): Blended[] {
  const mapped = mapRerankScores(rawScores);
  return fused
    .map(({ id, score }) => {
      const rerankScore = mapped.get(id);
      return { id, fusedScore: score, rerankScore, score: blendedScore({ id, score }, rerankScore, options) };
    })
    .sort(byScore);
}

function blendedScore(
  { id, score }: Scored,
  rerankScore: number | undefined,
  { rerankWeight, exact, sent, unreturnedShare }: BlendOptions,
): number {
  const isUnreturned = rerankScore === undefined && sent?.has(id) === true;
  const blended =
    isUnreturned && unreturnedShare !== undefined
      ? unreturnedShare * score
      : rerankWeight * (rerankScore ?? 0) + (1 - rerankWeight) * score;
  return exact?.has(id) ? Math.max(blended, score) : blended;
}

/**
 * A reranker's raw scores in 0..1, decided for the whole answer: as they are when all lie within 0..1, otherwise each
 * through the logistic function. Never changes their order. Scores that are no finite number are left out.
 */
export function mapRerankScores(rawScores: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const scores = [...rawScores].filter(([, score]) => Number.isFinite(score));
  const isProbability = scores.every(([, score]) => score >= 0 && score <= 1);
  return new Map(isProbability ? scores : scores.map(([id, score]) => [id, 1 / (1 + Math.exp(-score))]));
}

/** The fused score's part; the rest is the cosine's. */
const FUSED_WEIGHT = 0.7;

/**
 * What stands in for a cross-encoder that does not answer: 0.7 · fused + 0.3 · cosine(query, chunk), a cosine below 0
 * counting as 0 and a chunk without a vector keeping 0.7 · fused. Fused 0.9 and cosine 0.5 → 0.78. Without any vector
 * the fused scores stand. Best first, ties by id.
 */
export function lightweight(
  fused: readonly Scored[],
  vectors: ReadonlyMap<string, Int8Array>,
  query: Vector | undefined,
): readonly Scored[] {
  if (!hasCosines(vectors, query)) return fused;
  const similarity = (id: string): number => {
    const levels = vectors.get(id);
    return levels === undefined ? 0 : Math.max(0, cosine(query, levels));
  };
  return fused
    .map(({ id, score }) => ({ id, score: FUSED_WEIGHT * score + (1 - FUSED_WEIGHT) * similarity(id) }))
    .sort(byScore);
}
