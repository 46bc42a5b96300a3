/** Hits deeper than this count for neither nDCG nor MRR. */
export const TOP = 10;

/** Ids of a list in order, each where it first stands: a unit found twice is one hit. */
export const distinct = (ids: readonly string[]): readonly string[] => [...new Set(ids)];

/**
 * Normalised discounted cumulative gain of the first `depth` ids: Σ gain / log2(rank + 1) over that of the best order
 * (Järvelin and Kekäläinen 2002; linear gain, as trec_eval computes it). 0 to 1; 0 when nothing is relevant. The ids are
 * distinct: one that stood twice would be paid twice.
 */
export function ndcg(ids: readonly string[], gains: ReadonlyMap<string, number>, depth = TOP): number {
  const discounted = (values: readonly number[]): number =>
    values.slice(0, depth).reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0);
  const best = discounted([...gains.values()].sort((a, b) => b - a));
  return best === 0 ? 0 : discounted(ids.map((id) => gains.get(id) ?? 0)) / best;
}

/** Share of the relevant ids among the first `depth`. */
export function recall(ids: readonly string[], relevant: ReadonlySet<string>, depth: number): number {
  if (relevant.size === 0) return 0;
  return ids.slice(0, depth).filter((id) => relevant.has(id)).length / relevant.size;
}

/** Position of the first relevant id, from 1; 0 when none is in the list. */
export const firstRank = (ids: readonly string[], relevant: ReadonlySet<string>): number =>
  ids.findIndex((id) => relevant.has(id)) + 1;

/** 1 when a rank (0: not found) lies within the first `depth`. */
export const hitAt = (rank: number, depth: number): number => (rank > 0 && rank <= depth ? 1 : 0);

/** 1 / rank within the first `depth`, else 0: the mean over questions is MRR. */
export const reciprocalRank = (rank: number, depth = TOP): number =>
  hitAt(rank, depth) === 1 ? 1 / rank : 0;

/** Arithmetic mean; 0 of nothing. */
export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** The smallest value that at least the share `p` (0 to 1) of all values do not exceed (nearest rank); 0 of nothing. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(p * sorted.length) - 1)] ?? 0;
}
