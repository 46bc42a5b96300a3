import type { Vector } from "../ports.ts";
import type { ChunkRow, FirstHopAnswer, KeywordMatch, RerankKey } from "../stores/search.ts";
import { rankByKeyword, withPhrases } from "./arms/keyword.ts";
import { compareExactly } from "./arms/vector.ts";
import type { Scored } from "./candidate.ts";
import { passes } from "./filters.ts";
import type { Fused } from "./fuse.ts";
import { fuseArms } from "./fuse-arms.ts";
import type { Gathered } from "./gather.ts";
import { hop, type SearchParts } from "./parts.ts";
import type { Rescored } from "./rescore.ts";
import type { SearchPlan } from "./search-plan.ts";

/** Cached rerank scores are asked for so many more than the pool: stale vectors may yet drop out of it. */
const SCORE_MARGIN = 10;

/** Every candidate of every arm, with its row, fused. */
export interface Pool {
  readonly fused: readonly Fused[];
  readonly rows: ReadonlyMap<string, ChunkRow>;
  readonly keyword: ReadonlyMap<string, Rescored>;
  /** Raw rerank scores that were cached. */
  readonly cachedScores: ReadonlyMap<string, number>;
}

export interface PoolInput {
  readonly first: FirstHopAnswer;
  readonly gathered: Gathered;
  readonly vector: Vector | undefined;
  /** Undefined: no rerank. */
  readonly scoresOf: { readonly key: RerankKey; readonly pool: number } | undefined;
}

/** Hop 3: rows of what only the vector arm knows, cached rerank scores, and what hop 2 still owed. */
export async function hydrate(parts: SearchParts, plan: SearchPlan, input: PoolInput): Promise<Pool> {
  const { gathered } = input;
  const early = gathered.keyword && keywordList(gathered, gathered.keyword);
  const known = new Set(gathered.keyword?.map(({ id }) => id));
  const unknown = (gathered.nearest ?? []).map(({ id }) => id).filter((id) => !known.has(id));
  const read = await thirdHop(parts, plan, { ...input, early, unknown });
  const keywordRows = withPhrases(read?.keyword ?? gathered.keyword ?? [], plan.query.phrases);
  const keyword = read?.keyword ? keywordList(gathered, read.keyword) : early;
  const rows = new Map<string, ChunkRow>(
    [...keywordRows, ...usable(plan, read?.rows ?? [])].map((row) => [row.id, row]),
  );
  const nearest = vectorList(parts, input, keywordRows)?.filter(({ id }) => rows.has(id));
  const fused = fuseArms({ keyword, vector: nearest }, plan.profile, parts.embedder);
  return {
    fused,
    rows,
    keyword: new Map(keyword?.map((scored) => [scored.id, scored])),
    cachedScores: read?.scores ?? new Map(),
  };
}

/** Chunks that the vector index named and that still exist, pass every filter and hold every phrase. */
const usable = (plan: SearchPlan, rows: readonly ChunkRow[]): readonly ChunkRow[] =>
  withPhrases(rows, plan.query.phrases).filter((row) => passes(row, plan.filters));

const keywordList = ({ repaired }: Gathered, rows: readonly KeywordMatch[]): readonly Rescored[] =>
  rankByKeyword(repaired.query, rows, repaired.statistics);

/** The vector arm's list; without an index it is the keyword arm's pool by its stored vectors. */
function vectorList(
  { vectors }: SearchParts,
  { gathered, vector }: PoolInput,
  keywordRows: readonly KeywordMatch[],
): readonly Scored[] | undefined {
  if (vectors !== undefined || vector === undefined) return gathered.nearest;
  const stored = keywordRows.flatMap(({ id, vector: text }) => (text === null ? [] : [{ id, vector: text }]));
  return compareExactly(vector, stored);
}

async function thirdHop(
  { store, meter, embedder }: SearchParts,
  plan: SearchPlan,
  input: PoolInput & { readonly early: readonly Rescored[] | undefined; readonly unknown: readonly string[] },
) {
  const { first, gathered, scoresOf, early, unknown } = input;
  const owed = gathered.owedKeyword;
  // What the pool will be is only known when no keyword rows are owed; then its scores are simply made again.
  const ids =
    scoresOf === undefined || owed !== undefined
      ? []
      : fuseArms({ keyword: early, vector: gathered.nearest }, plan.profile, embedder)
          .slice(0, scoresOf.pool + SCORE_MARGIN)
          .map(({ id }) => id);
  if (unknown.length === 0 && ids.length === 0 && owed === undefined) return undefined;
  const workspace = first.workspace?.num ?? 0;
  const scores = scoresOf !== undefined && ids.length > 0 ? { key: scoresOf.key, ids } : undefined;
  return hop(meter, store.third({ workspace, rows: unknown, scores, keyword: owed }));
}
