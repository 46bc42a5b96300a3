import { DEFAULTS } from "../../config.ts";
import type { ErrorCode } from "../../errors.ts";
import type { Reranker, Vector } from "../../models/ports.ts";
import { cutToTokens, passageText } from "../../text/passage.ts";
import { type Attempt, attempt, type Deadline, within } from "../hops/attempt.ts";
import type { CandidatePool } from "../hops/hop3.ts";
import type { SearchPlan } from "../plan.ts";
import { containsIdentifier } from "../query/identifiers.ts";
import { type Blended, blend, lightweight } from "./blend.ts";

/** The pool after the cross-encoder; without its answer the fused order stands. */
export interface Reranked {
  readonly ranked: readonly (Pick<Blended, "id" | "score"> & Partial<Blended>)[];
  /** Raw scores by chunk. */
  readonly raw: ReadonlyMap<string, number>;
  /** Those that nothing had kept. */
  readonly fresh: readonly { readonly sentHash: string; readonly score: number }[];
  readonly outage: ErrorCode | undefined;
  /** The re-ranker judged every passage to be less than the profile's floor. */
  readonly isBelowFloor: boolean;
}

const withoutScores = (ranked: Reranked["ranked"], outage?: ErrorCode): Reranked => ({
  ranked,
  raw: new Map(),
  fresh: [],
  outage,
  isBelowFloor: false,
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
  if (settings.by === "lightweight") return withoutScores(lightweight(pool.fused, pool.vectors, vector));
  const sent = pool.fused.slice(0, settings.pool).map(({ id }) => id);
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
  return { ranked, raw, fresh, outage: undefined, isBelowFloor: isBelow(raw, settings.floor) };
}

/** Whether even the best raw score is less than the floor; no floor is never missed. */
const isBelow = (raw: ReadonlyMap<string, number>, floor: number | undefined): boolean =>
  floor !== undefined && raw.size > 0 && Math.max(...raw.values()) < floor;

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
    return row === undefined
      ? ""
      : cutToTokens(passageText(row.headings, row.text), DEFAULTS.rerankPassageTokens);
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
