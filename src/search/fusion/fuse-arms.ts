import { byScore, type Scored } from "../hops/scored.ts";
import { type ArmLists, type FactsOf, type FusionSettings, keywordShare } from "./arm-lists.ts";
import { fuseBoost } from "./boost.ts";
import { convexWeight, type VectorTrust } from "./convex-weight.ts";
import { fuseDistance } from "./distance.ts";
import { type ArmList, type Fused, fuseConvex, fuseRrf } from "./fuse.ts";
import { fuseUnion } from "./union.ts";
import { fuseWeighted } from "./weighted.ts";

type Kind = Exclude<FusionSettings["kind"], "auto">;

/** What a fusion knows beside the lists and its settings. */
export interface FusionContext extends VectorTrust {
  readonly facts: FactsOf;
}

const FUSIONS: Readonly<
  Record<Kind, (lists: ArmLists, settings: FusionSettings, context: FusionContext) => Fused[]>
> = {
  rrf: (lists, settings) => fuseRrf(weighed(lists, settings, settings), settings),
  convex: (lists, settings, trust) => fuseConvex(weighed(lists, settings, convexWeights(settings, trust))),
  weighted: (lists, settings) => fuseWeighted(lists, settings),
  boost: (lists, settings) => fuseBoost(lists, settings),
  distance: (lists, settings, { facts }) => fuseDistance(lists, settings, facts),
  union: (lists, settings) => fuseUnion(lists, settings),
  single: ({ keyword, vector }) =>
    vector === undefined ? alone("keyword", keyword) : alone("vector", vector),
};

/** Kinds whose rule is for one list an arm: what a rewritten query found goes into its arm's list. */
const TAKES_ONE_LIST: ReadonlySet<Kind> = new Set(["weighted", "boost", "distance", "union", "single"]);

/** Kinds that read the vector arm's scores as cosines. */
const READS_COSINES: ReadonlySet<Kind> = new Set(["weighted", "boost", "distance", "union"]);

/** The arms' lists as one, scores 0 to 1, best first, ties by id; too weak rows of an arm are left out first. */
export function fuseArms(lists: ArmLists, settings: FusionSettings, context: FusionContext): Fused[] {
  if (lists.recent !== undefined) return alone("recent", lists.recent);
  const kind = kindOf(settings, context);
  const known = TAKES_ONE_LIST.has(kind) ? withExpansions(lists, settings) : lists;
  const isMixture = readsMixture(kind, context);
  const comparable = isMixture ? withStandInCosines(known, settings, context) : known;
  // Of a mixture the low end still orders the keyword hits, and in it nothing is found by the vector arm alone.
  const minVector = isMixture && kind !== "union" ? 0 : settings.minVector;
  const strong = {
    ...comparable,
    vector: comparable.vector?.filter(({ score }) => score >= minVector),
    entity: comparable.entity?.filter(({ score }) => score >= settings.minEntity),
  };
  return FUSIONS[kind](strong, settings, context);
}

/** The vector arm's share of the convex sum that these lists are fused by; undefined: by none. */
export function vectorShare(
  { keyword, vector, recent }: ArmLists,
  settings: FusionSettings,
  trust: VectorTrust,
): number | undefined {
  if (keyword === undefined || vector === undefined || recent !== undefined) return undefined;
  const kind = kindOf(settings, trust);
  return kind === "convex" || readsMixture(kind, trust) ? convexWeight(settings, trust) : undefined;
}

function kindOf({ kind }: FusionSettings, { embedder }: VectorTrust): Kind {
  if (kind !== "auto") return kind;
  return embedder.kind === "neural" ? "rrf" : "convex";
}

/** Whether a kind reads cosines and there are only a stand-in's. */
const readsMixture = (kind: Kind, { embedder }: VectorTrust): boolean =>
  embedder.kind === "embedded" && READS_COSINES.has(kind);

/** What a neural model gives to a good paraphrase: the best that a lexical stand-in may claim. */
const STAND_IN_COSINE = 0.85;

/**
 * A lexical stand-in's cosines are small and say little, while these rules and their thresholds expect a neural
 * model's. So its convex mixture with the keyword arm, which does rank well, takes the cosine's place.
 */
function withStandInCosines(lists: ArmLists, settings: FusionSettings, trust: VectorTrust): ArmLists {
  if (lists.vector === undefined) return lists;
  const mixed = fuseConvex(
    weighed({ ...lists, entity: undefined }, settings, convexWeights(settings, trust)),
  );
  return { ...lists, vector: mixed.map(({ id, score }) => ({ id, score: STAND_IN_COSINE * score })) };
}

/** Rules for two lists take what a rewritten query found into its arm's list, at a share of its score. */
function withExpansions(lists: ArmLists, { expansionWeight }: FusionSettings): ArmLists {
  const joined = (arm: "keyword" | "vector") => {
    const extra = (lists.expansions ?? [])
      .filter(({ of }) => of === arm)
      .flatMap(({ entries }) => entries ?? []);
    if (extra.length === 0) return lists[arm];
    const best = new Map(lists[arm]?.map(({ id, score }) => [id, score]));
    for (const { id, score } of extra) best.set(id, Math.max(best.get(id) ?? 0, expansionWeight * score));
    return Array.from(best, ([id, score]) => ({ id, score })).sort(byScore);
  };
  return { ...lists, keyword: joined("keyword"), vector: joined("vector") };
}

function convexWeights(settings: FusionSettings, trust: VectorTrust): Weights {
  const vectorWeight = convexWeight(settings, trust);
  return { keywordWeight: 1 - vectorWeight, vectorWeight, entityWeight: settings.entityWeight };
}

type Weights = Pick<FusionSettings, "keywordWeight" | "vectorWeight" | "entityWeight">;

/** Each list with its weight; a rewritten query's list has a share of its arm's. */
function weighed(lists: ArmLists, { expansionWeight }: FusionSettings, weights: Weights): ArmList[] {
  const { keywordWeight, vectorWeight, entityWeight } = weights;
  return [
    { arm: "keyword", weight: keywordWeight, entries: lists.keyword },
    { arm: "vector", weight: vectorWeight, entries: lists.vector },
    { arm: "entity", weight: entityWeight, entries: lists.entity },
    ...(lists.expansions ?? []).map(({ arm, of, entries }) => ({
      arm,
      weight: expansionWeight * (of === "keyword" ? keywordWeight : vectorWeight),
      entries,
    })),
  ];
}

/** One arm alone keeps its own scale: r / (1 + r) for keywords, the cosine for vectors, 1 and less by rank for recent. */
function alone(arm: "keyword" | "vector" | "recent", list: readonly Scored[] = []): Fused[] {
  return [...list].sort(byScore).map(({ id, score }, index) => {
    const share = arm === "keyword" ? keywordShare(score) : Math.min(1, Math.max(0, score));
    return { id, score: share, shares: [{ arm, rank: index + 1, score, share }] };
  });
}
