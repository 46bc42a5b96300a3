import { DEFAULTS } from "../../../config.ts";
import type { Vector, VectorMatch } from "../../../models/ports.ts";
import { cosine, quantised } from "../../../text/quantise.ts";
import { byScore, type Scored } from "../../hops/scored.ts";
import type { StoredVector } from "../../sql/search-types.ts";

/** Cosine of each stored vector to the query's; best first. */
export const compareExactly = (query: Vector, stored: readonly StoredVector[]): Scored[] =>
  stored.map(({ id, vector }) => ({ id, score: cosine(query, quantised(vector).levels) })).sort(byScore);

/**
 * The vector arm's pool: what the index shows, and what was compared exactly because the index does not show it yet;
 * an exact value beats an approximate one. Best first.
 */
export function mergeNearest(index: readonly VectorMatch[], exact: readonly Scored[]): Scored[] {
  const scores = new Map(index.map(({ id, similarity }) => [id, similarity]));
  for (const { id, score } of exact) scores.set(id, score);
  return Array.from(scores, ([id, score]) => ({ id, score }))
    .sort(byScore)
    .slice(0, DEFAULTS.armPool);
}
