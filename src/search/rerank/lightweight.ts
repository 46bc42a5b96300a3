import type { Vector } from "../../models/ports.ts";
import { cosine } from "../../text/quantise.ts";
import { byScore, type Scored } from "../hops/scored.ts";

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
