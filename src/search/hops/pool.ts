import { identityKey, type Vector } from "../../models/ports.ts";
import { quantised } from "../../text/quantise.ts";
import { mentioning, rankByEntity } from "../arms/entity/entity.ts";
import { expansionLists } from "../arms/expansion/expansion.ts";
import { rankByKeyword, withPhrases } from "../arms/keyword/keyword.ts";
import type { Rescored } from "../arms/keyword/rescore.ts";
import { compareExactly } from "../arms/vector/vector.ts";
import type { SearchAnswer } from "../contract/search.ts";
import type { Trace } from "../explain/trace.ts";
import { type ArmLists, keywordShare } from "../fusion/arm-lists.ts";
import type { VectorTrust } from "../fusion/convex-weight.ts";
import type { Fused } from "../fusion/fuse.ts";
import { fuseArms, vectorShare } from "../fusion/fuse-arms.ts";
import { passes } from "../query/filters/filters.ts";
import type { SearchPlan } from "../query/search-plan.ts";
import { unknownShare } from "../query/unknown-share.ts";
import type { ChunkRow, FirstHopAnswer, KeywordMatch, RerankKey, StoredVector } from "../sql/search-types.ts";
import { factsOf } from "./facts.ts";
import type { Gathered } from "./gather.ts";
import { hop, type SearchParts, usesRecentArm } from "./parts.ts";
import type { Scored } from "./scored.ts";

/** Cached rerank scores are asked for so many more than the pool: stale vectors may yet drop out of it. */
const SCORE_MARGIN = 10;

/** Every candidate of every arm, with its row, fused. */
export interface Pool {
  readonly fused: readonly Fused[];
  readonly rows: ReadonlyMap<string, ChunkRow>;
  readonly keyword: ReadonlyMap<string, Rescored>;
  /** Raw rerank scores that were cached. */
  readonly cachedScores: ReadonlyMap<string, number>;
  /** Stored embeddings as int8 levels, of those that were read. */
  readonly vectors: ReadonlyMap<string, Int8Array>;
  /** No arm found anything: newest first, of the asking session where it has any. */
  readonly fallback: SearchAnswer["fallback"];
}

export interface PoolInput {
  readonly first: FirstHopAnswer;
  readonly gathered: Gathered;
  readonly vector: Vector | undefined;
  /** Undefined: no rerank. */
  readonly scoresOf: RerankKey | undefined;
  readonly trace: Trace | undefined;
}

/** Hop 3: rows of what only the vector arm knows, cached rerank scores, and what hop 2 still owed. */
export async function hydrate(parts: SearchParts, plan: SearchPlan, input: PoolInput): Promise<Pool> {
  const { gathered, first } = input;
  const early = gathered.keyword && keywordList(plan, gathered, gathered.keyword);
  const expansions = expansionLists(gathered.expansions, {
    armPool: plan.armPool,
    sourceRows: plan.sourceRows,
  });
  const rewritten = gathered.expansions.rewrites.flatMap(({ rows }) => rows);
  const known = new Set([...(gathered.keyword ?? []), ...rewritten].map(({ id }) => id));
  const named = mentioning(plan.query.text, first.entities ?? []);
  const near = [
    ...(named ?? []),
    ...(gathered.nearest ?? []),
    ...gathered.expansions.vectors.flatMap(({ entries }) => entries),
  ];
  const unknown = [...new Set(near.map(({ id }) => id))].filter((id) => !known.has(id));
  const trust = { embedder: parts.embedder, unknownShare: unknownShare(gathered.repaired) };
  const read = await thirdHop(parts, plan, { ...input, early, named, expansions, unknown, trust });
  const keywordRows = withPhrases(read?.keyword ?? gathered.keyword ?? [], plan.query.phrases);
  const keyword = read?.keyword ? keywordList(plan, gathered, read.keyword) : early;
  const found = [
    ...withPhrases(rewritten, plan.query.phrases),
    ...keywordRows,
    ...usable(plan, read?.rows ?? []),
  ];
  const isFallback = usesRecentArm(plan.profile) && found.length === 0;
  const { rows: recent, fallback } = isFallback
    ? newest(plan, first.recent)
    : { rows: [], fallback: undefined };
  const rows = new Map<string, ChunkRow>([...found, ...recent].map((row) => [row.id, row]));
  const vector = vectorList(parts, input, keywordRows)?.filter(({ id }) => isCurrent(parts, rows.get(id)));
  const current = expansions.map((list) => ({
    ...list,
    entries: list.entries?.filter(({ id }) => list.of === "keyword" || isCurrent(parts, rows.get(id))),
  }));
  const lists: ArmLists = {
    keyword,
    vector,
    entity: rankByEntity(
      named?.filter(({ id }) => rows.has(id)),
      keyword ?? vector,
    ),
    expansions: current,
    ...(isFallback && { recent: byRecency(recent) }),
  };
  return {
    fused: fuse(plan, { lists, rows, trust, trace: input.trace }),
    rows,
    keyword: new Map(keyword?.map((scored) => [scored.id, scored])),
    cachedScores: read?.scores ?? new Map(),
    // Of a lexical stand-in they do not tell that two texts say the same: deferring by them lost nDCG on judged sets.
    vectors: parts.embedder.kind === "neural" ? levelsOf(keywordRows, read?.vectors ?? []) : new Map(),
    fallback,
  };
}

interface FuseInput {
  readonly lists: ArmLists;
  readonly rows: ReadonlyMap<string, ChunkRow>;
  readonly trust: VectorTrust;
  readonly trace: Trace | undefined;
}

/** The arms' lists as one; what is too weak for the profile goes before it is re-ranked. */
function fuse(plan: SearchPlan, { lists, rows, trust, trace }: FuseInput): Fused[] {
  const { fusion } = plan.profile;
  const fused = fuseArms(lists, fusion, { ...trust, facts: factsOf(rows, plan.asOfMs) });
  const strong = fused.filter((one) => isStrong(one, fusion.minScore));
  const { keyword, vector, entity, recent } = lists;
  for (const [arm, list] of Object.entries({ keyword, vector, entity, recent })) trace?.arm(arm, list);
  for (const { arm, entries } of lists.expansions ?? []) trace?.arm(arm, entries);
  trace?.step("fuse", {
    before: union(lists),
    after: fused,
    reason: "below an arm's least score",
    vectorWeight: vectorShare(lists, fusion, trust),
  });
  if (fusion.minScore > 0)
    trace?.step("fusion.minScore", { before: fused, after: strong, reason: "below the least fused score" });
  return strong;
}

/** A threshold makes no arm impossible: a keyword hit stays that would pass if a low cosine did not hold it down. */
const isStrong = ({ score, shares }: Fused, least: number): boolean =>
  score >= least || shares.some((found) => found.arm === "keyword" && keywordShare(found.score) >= least);

const union = ({ keyword, vector, entity, recent, expansions = [] }: ArmLists): Scored[] => {
  const others = expansions.map(({ entries }) => entries);
  const all = [keyword, vector, entity, recent, ...others].flatMap((list) => list ?? []);
  return [...new Map(all.map((scored) => [scored.id, scored])).values()];
};

/** The newest of the asking session, or, when it has none, of the workspace. */
function newest(
  plan: SearchPlan,
  rows: readonly ChunkRow[],
): Pick<Pool, "fallback"> & { rows: readonly ChunkRow[] } {
  const { session } = plan.request;
  const all = usable(plan, rows);
  const own = session === undefined ? [] : all.filter((row) => row.session === session);
  if (own.length > 0) return { rows: own, fallback: "recent_session" };
  return { rows: all, fallback: all.length > 0 ? "recent" : undefined };
}

/** Newest first as a list of scores: 1 and less by rank, since an age is no relevance. */
const byRecency = (rows: readonly ChunkRow[]): Scored[] =>
  rows.map(({ id }, at) => ({ id, score: 1 / (at + 1) }));

/** Chunks that the vector index named and that still exist, pass every filter and hold every phrase. */
const usable = (plan: SearchPlan, rows: readonly ChunkRow[]): readonly ChunkRow[] =>
  withPhrases(rows, plan.query.phrases).filter((row) => passes(row, plan.filters));

const keywordList = (
  { armPool, sourceRows }: SearchPlan,
  { repaired: { query, statistics } }: Gathered,
  rows: readonly KeywordMatch[],
): readonly Rescored[] => rankByKeyword(query, rows, { statistics, armPool, sourceRows });

/** Gone, or of another text than its vector in the index: not a find of the vector arm. */
const isCurrent = ({ vectors }: SearchParts, row: ChunkRow | undefined): boolean =>
  row !== undefined && (vectors === undefined || row.isStale !== 1);

/** The vector arm's list; without an index it is the keyword arm's pool by its stored vectors. */
function vectorList(
  { vectors }: SearchParts,
  { gathered, vector }: PoolInput,
  keywordRows: readonly KeywordMatch[],
): readonly Scored[] | undefined {
  if (vectors !== undefined || vector === undefined) return gathered.nearest;
  return compareExactly(vector, storedIn(keywordRows));
}

const storedIn = (rows: readonly KeywordMatch[]): StoredVector[] =>
  rows.flatMap(({ id, vector }) => (vector === null ? [] : [{ id, vector }]));

const levelsOf = (rows: readonly KeywordMatch[], stored: readonly StoredVector[]): Map<string, Int8Array> =>
  new Map([...storedIn(rows), ...stored].map(({ id, vector }) => [id, quantised(vector).levels]));

/** Stages and re-rankers that look at candidates' own vectors. */
const comparesVectors = ({ profile }: SearchPlan): boolean =>
  profile.rerank.by !== "none" || profile.stages.some(({ name }) => name === "defer");

async function thirdHop(
  { store, meter, embedder, vectors }: SearchParts,
  plan: SearchPlan,
  input: PoolInput & {
    readonly early: readonly Rescored[] | undefined;
    readonly named: ReturnType<typeof mentioning>;
    readonly expansions: ArmLists["expansions"];
    readonly unknown: readonly string[];
    readonly trust: VectorTrust;
  },
) {
  const { first, gathered, scoresOf, early, named, expansions, unknown, trust } = input;
  const owed = gathered.owedKeyword;
  const wantsVectors = vectors !== undefined && comparesVectors(plan) && gathered.nearest !== undefined;
  // What the pool will be is only known when no keyword rows are owed; then its scores are simply made again.
  const ids =
    (scoresOf === undefined && !wantsVectors) || owed !== undefined
      ? []
      : fuseArms(
          {
            keyword: early,
            vector: gathered.nearest,
            entity: rankByEntity(named, early ?? gathered.nearest),
            expansions,
          },
          plan.profile.fusion,
          { ...trust, facts: () => undefined },
        )
          .slice(0, plan.profile.rerank.pool + SCORE_MARGIN)
          .map(({ id }) => id);
  if (unknown.length === 0 && ids.length === 0 && owed === undefined) return undefined;
  return hop(
    meter,
    store.third({
      workspace: first.workspace?.num ?? 0,
      rows: unknown,
      scores: scoresOf !== undefined && ids.length > 0 ? { key: scoresOf, ids } : undefined,
      vectors: wantsVectors && ids.length > 0 ? { identity: identityKey(embedder.identity), ids } : undefined,
      keyword: owed,
    }),
  );
}
