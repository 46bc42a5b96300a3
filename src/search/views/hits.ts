import type { AnyHit, ViewName } from "../contract/hits.ts";
import type { Trace } from "../explain/trace.ts";
import type { Candidate } from "../hops/candidate.ts";
import type { Pool } from "../hops/pool.ts";
import type { RepairedQuery } from "../query/repair/repair-step.ts";
import { weighTerms } from "../query/weigh-terms.ts";
import type { Reranked } from "../rerank/rerank.ts";
import { VIEW_TABLE } from "./table.ts";

export interface HitView extends Pick<Reranked, "raw"> {
  readonly name: ViewName;
  readonly severalRoots: boolean;
  readonly repaired: RepairedQuery;
  readonly trace: Trace | undefined;
}

/** The hits of an answer, best first, in the view asked for. */
export function toHits(
  candidates: readonly Candidate[],
  pool: Pool,
  { name, raw, severalRoots, repaired, trace }: HitView,
): AnyHit[] {
  const weights = new Map(weighTerms(repaired).map(({ stem, idf }) => [stem, idf]));
  return candidates.flatMap(({ id, score }) => {
    const row = pool.rows.get(id);
    if (row === undefined) return [];
    const hit = VIEW_TABLE[name].hit({ row, score, pool, raw, weights, severalRoots });
    if (trace === undefined) return [hit];
    return [
      { ...hit, ...("arms" in hit && { shares: sharesOf(id, pool) }), trace: [...trace.standings(id)] },
    ];
  });
}

/** What each arm gave to a chunk's fused score. */
function sharesOf(id: string, { fused }: Pool): Record<string, number> {
  const { shares = [] } = fused.find((candidate) => candidate.id === id) ?? {};
  return Object.fromEntries(shares.map(({ arm, share }) => [arm, share]));
}
