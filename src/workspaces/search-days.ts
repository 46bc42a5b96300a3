import type { searchDays } from "../database/schema/workspaces.ts";

/** Upper ends of the latency buckets, milliseconds: near enough to a logarithmic scale to read p50 and p95 from. */
export const LATENCY_BUCKETS_MS = [
  1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200, 300, 500, 800, 1_200, 2_000, 3_000, 5_000, 8_000, 12_000,
] as const;

/** One search as the day's statistics count it. */
export interface SearchTally {
  readonly totalMs: number;
  readonly isEmpty: boolean;
  readonly isDegraded: boolean;
  readonly cached: readonly ("answer" | "embedding" | "rerank" | "expansion")[];
}

/** A day's searches of a workspace. */
export interface SearchDay extends Readonly<Omit<typeof searchDays.$inferSelect, "workspace" | "latencies">> {
  /** Searches by bucket of LATENCY_BUCKETS_MS; the last bucket is open. */
  readonly latencies: readonly number[];
}

/** The bucket of a latency. */
export function latencyBucket(ms: number): number {
  const at = LATENCY_BUCKETS_MS.findIndex((end) => ms <= end);
  return at === -1 ? LATENCY_BUCKETS_MS.length - 1 : at;
}

/**
 * The least bucket end that at least this share (0 to 1) of the searches do not exceed, milliseconds; null without any.
 * An upper estimate: off by at most one bucket.
 */
export function latencyQuantile(latencies: readonly number[], share: number): number | null {
  const total = latencies.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let seen = 0;
  const at = latencies.findIndex((count) => {
    seen += count;
    return seen >= share * total;
  });
  return LATENCY_BUCKETS_MS[at] ?? null;
}
