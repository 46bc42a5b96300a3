import { DEFAULTS } from "../../config.ts";
import type { ErrorCode } from "../../errors.ts";
import type { Vector } from "../../models/ports.ts";
import { cutToTokens, passageText } from "../../text/passage.ts";
import { noteQuota } from "../arms/vector/query-vector.ts";
import { type Deadline, within } from "../hops/deadline.ts";
import { hop, type SearchParts } from "../hops/parts.ts";
import type { Pool } from "../hops/pool.ts";
import { type Tolerated, tolerate } from "../hops/tolerate.ts";
import { containsIdentifier } from "../query/identifiers.ts";
import type { SearchPlan } from "../query/search-plan.ts";
import type { RerankKey } from "../sql/search-types.ts";
import { type Blended, blend } from "./blend.ts";
import { lightweight } from "./lightweight.ts";

/** The pool after the cross-encoder; without its answer the fused order stands. */
export interface Reranked {
  readonly ranked: readonly (Pick<Blended, "id" | "score"> & Partial<Blended>)[];
  /** Raw scores by chunk. */
  readonly raw: ReadonlyMap<string, number>;
  /** Those that were not cached, to be kept. */
  readonly fresh: readonly { readonly sentHash: string; readonly score: number }[];
  readonly lost: ErrorCode | undefined;
  /** The re-ranker judged every passage to be less than the profile's floor. */
  readonly isBelowFloor: boolean;
}

const ranked = (list: Reranked["ranked"], lost?: ErrorCode): Reranked => ({
  ranked: list,
  raw: new Map(),
  fresh: [],
  lost,
  isBelowFloor: false,
});

/** Where this query's scores are kept; undefined: the profile does not rerank, or there is no model for it. */
export function rerankKey(
  { reranker }: SearchParts,
  plan: SearchPlan,
  workspace: number,
): RerankKey | undefined {
  if (reranker === undefined || plan.profile.rerank.by !== "cross-encoder") return undefined;
  return { workspace, model: reranker.model, queryHash: plan.queryHash };
}

export interface RerankInput {
  readonly pool: Pool;
  /** The query's. */
  readonly vector: Vector | undefined;
  readonly deadline: Deadline;
  /** Undefined: no rerank. */
  readonly key: RerankKey | undefined;
  /** Why no model may be called now. */
  readonly stop: ErrorCode | undefined;
}

/**
 * Hop 4: scores of the pool's passages that are not cached, blended with the fused scores. Without the cross-encoder's
 * answer the vectors at hand decide, and without those the fused order stands.
 */
export async function rerank(parts: SearchParts, plan: SearchPlan, input: RerankInput): Promise<Reranked> {
  const { pool, key, vector } = input;
  const settings = plan.profile.rerank;
  if (settings.by === "none" || pool.fallback !== undefined) return ranked(pool.fused);
  if (settings.by === "lightweight") return ranked(lightweight(pool.fused, pool.vectors, vector));
  const sent = pool.fused.slice(0, settings.pool).map(({ id }) => id);
  if (key === undefined || sent.length === 0) return ranked(pool.fused);
  const missing = sent.filter((id) => !pool.cachedScores.has(id));
  const answer = missing.length === 0 ? { value: [] } : await askReranker(parts, plan, { ...input, missing });
  if (answer.value === undefined) {
    noteQuota(parts, answer.lost);
    return ranked(lightweight(pool.fused, pool.vectors, vector), answer.lost);
  }
  const raw = new Map([...pool.cachedScores].filter(([id]) => sent.includes(id)));
  const fresh: { sentHash: string; score: number }[] = [];
  for (const [at, id] of missing.entries()) {
    const score = answer.value[at];
    if (score === undefined) continue;
    raw.set(id, score);
    fresh.push({ sentHash: pool.rows.get(id)?.sentHash ?? "", score });
  }
  const blended = blend(pool.fused, raw, {
    exact: exactHits(plan, pool, sent),
    sent: new Set(sent),
    rerankWeight: settings.blend,
    ...(settings.unreturned !== undefined && { unreturnedShare: settings.unreturned }),
  });
  return { ranked: blended, raw, fresh, lost: undefined, isBelowFloor: isBelow(raw, settings.floor) };
}

/** Whether even the best raw score is less than the floor; no floor is never missed. */
const isBelow = (raw: ReadonlyMap<string, number>, floor: number | undefined): boolean =>
  floor !== undefined && raw.size > 0 && Math.max(...raw.values()) < floor;

async function askReranker(
  { reranker, meter }: SearchParts,
  { sentQuery, profile }: SearchPlan,
  { pool, missing, deadline, stop }: RerankInput & { readonly missing: readonly string[] },
): Promise<Tolerated<readonly (number | undefined)[]>> {
  if (stop !== undefined) return { lost: stop };
  const passages = missing.map((id) => {
    const row = pool.rows.get(id);
    return row === undefined
      ? ""
      : cutToTokens(passageText(row.headings, row.text), DEFAULTS.rerankPassageTokens);
  });
  const call = (signal: AbortSignal) => {
    meter.modelCalls += 1;
    meter.passagesReranked += passages.length;
    return reranker?.score(sentQuery, passages, signal) ?? Promise.resolve([]);
  };
  const bounded = () => within(deadline.left(profile.rerank.timeoutMs), call);
  return hop(
    meter,
    tolerate(bounded, () => {
      meter.hops += 1;
    }),
  );
}

/** Candidates in whose text a name of the query stands whole: the cross-encoder may raise but not lower them. */
function exactHits({ query }: SearchPlan, { rows }: Pool, ids: readonly string[]): ReadonlySet<string> {
  const isExact = (id: string) =>
    query.identifiers.some(({ name }) => containsIdentifier(rows.get(id)?.text ?? "", name));
  return new Set(ids.filter(isExact));
}
