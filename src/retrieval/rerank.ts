import { DEFAULTS } from "../config.ts";
import type { ErrorCode } from "../errors.ts";
import type { RerankKey } from "../stores/search.ts";
import { cutToTokens, passageText } from "../text/passage.ts";
import { type Blended, blend } from "./blend.ts";
import { type Deadline, within } from "./deadline.ts";
import { containsIdentifier } from "./identifiers.ts";
import { hop, type SearchParts } from "./parts.ts";
import type { Pool } from "./pool.ts";
import { noteQuota } from "./query-vector.ts";
import type { SearchPlan } from "./search-plan.ts";
import { type Tolerated, tolerate } from "./tolerate.ts";

/** The pool after the cross-encoder; without its answer the fused order stands. */
export interface Reranked {
  readonly ranked: readonly (Pick<Blended, "id" | "score"> & Partial<Blended>)[];
  /** Raw scores by chunk. */
  readonly raw: ReadonlyMap<string, number>;
  /** Those that were not cached, to be kept. */
  readonly fresh: readonly { readonly sentHash: string; readonly score: number }[];
  readonly lost: ErrorCode | undefined;
}

const untouched = ({ fused }: Pool, lost?: ErrorCode): Reranked => ({
  ranked: fused,
  raw: new Map(),
  fresh: [],
  lost,
});

/** Where this query's scores are kept; undefined: the profile does not rerank, or there is no model for it. */
export function rerankKey(
  { reranker }: SearchParts,
  plan: SearchPlan,
  workspace: number,
): RerankKey | undefined {
  if (reranker === undefined || !plan.profile.rerank) return undefined;
  return { workspace, model: reranker.model, queryHash: plan.queryHash };
}

export interface RerankInput {
  readonly pool: Pool;
  readonly deadline: Deadline;
  /** Undefined: no rerank. */
  readonly key: RerankKey | undefined;
  /** Why no model may be called now. */
  readonly stop: ErrorCode | undefined;
}

/** Hop 4: scores of the pool's passages that are not cached, blended with the fused scores. */
export async function rerank(parts: SearchParts, plan: SearchPlan, input: RerankInput): Promise<Reranked> {
  const { pool, key } = input;
  const sent = pool.fused.slice(0, DEFAULTS.rerankPool).map(({ id }) => id);
  if (key === undefined || sent.length === 0) return untouched(pool);
  const missing = sent.filter((id) => !pool.cachedScores.has(id));
  const answer = missing.length === 0 ? { value: [] } : await askReranker(parts, plan, { ...input, missing });
  if (answer.value === undefined) {
    noteQuota(parts, answer.lost);
    return untouched(pool, answer.lost);
  }
  const raw = new Map([...pool.cachedScores].filter(([id]) => sent.includes(id)));
  const fresh: { sentHash: string; score: number }[] = [];
  for (const [at, id] of missing.entries()) {
    const score = answer.value[at];
    if (score === undefined) continue;
    raw.set(id, score);
    fresh.push({ sentHash: pool.rows.get(id)?.sentHash ?? "", score });
  }
  const ranked = blend(pool.fused, raw, { exact: exactHits(plan, pool, sent), sent: new Set(sent) });
  return { ranked, raw, fresh, lost: undefined };
}

async function askReranker(
  { reranker, meter }: SearchParts,
  { sentQuery }: SearchPlan,
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
  const bounded = () => within(deadline.left(DEFAULTS.rerankTimeoutMs), call);
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
