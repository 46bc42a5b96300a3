import { percentile } from "../../src/cli/commands/eval/statistics/metrics.ts";
import type { Post } from "./measure.ts";

export interface Together {
  readonly oneMs: number;
  readonly twentyMs: number;
}

/** Searches of one request; the API takes no more. */
const AT_ONCE = 20;
/** Requests of each kind, by turns. */
const ROUNDS = 10;

/** The time of one search and of twenty in one request, medians of requests by turns; no query is asked twice. */
export async function together(post: Post, queries: readonly string[]): Promise<Together> {
  let asked = 0;
  const next = () => {
    const query = queries[asked++ % queries.length];
    return { query: `${query} ${asked}`, profile: "edge", limit: 10 };
  };
  const timed = async (count: number): Promise<number> => {
    const searches = Array.from({ length: count }, next);
    const { answeredMs } = await post("/v1/searches", { searches });
    return answeredMs;
  };
  const [one, twenty]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    one.push(await timed(1));
    twenty.push(await timed(AT_ONCE));
  }
  return { oneMs: percentile(one, 0.5), twentyMs: percentile(twenty, 0.5) };
}
