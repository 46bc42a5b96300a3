import type { Vector } from "../../models/ports.ts";
import { cosine } from "../../text/quantise.ts";
import { byScore, type Scored } from "../fusion/lists.ts";

/** A fused candidate after reranking. */
export interface Blended extends Scored {
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
  if (query === undefined || vectors.size === 0) return fused;
  const similarity = (id: string): number => {
    const levels = vectors.get(id);
    return levels === undefined ? 0 : Math.max(0, cosine(query, levels));
  };
  return fused
    .map(({ id, score }) => ({ id, score: FUSED_WEIGHT * score + (1 - FUSED_WEIGHT) * similarity(id) }))
    .sort(byScore);
}
