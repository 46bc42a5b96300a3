import { DEFAULTS } from "../../config.ts";
import type { Embedder } from "../../models/ports.ts";
import type { ArmWeights, FusionSettings } from "../profiles/profile.ts";
import {
  alone,
  type Fused,
  fuseBoost,
  fuseConvex,
  fuseDistance,
  fuseRrf,
  fuseUnion,
  fuseWeighted,
  STAND_IN_COSINE,
  type WeighedList,
} from "./fuse.ts";
import { type ArmList, byArm, byScore, type TraitsOf } from "./lists.ts";

type Kind = Exclude<FusionSettings["kind"], "auto">;

/** What decides the vector arm's share of a convex fusion, where the profile does not set it. */
export interface VectorTrust {
  readonly embedder: Pick<Embedder, "kind">;
  /** Share of the query's idf that is in words of no chunk, 0 to 1. @default 0 */
  readonly unknownShare?: number | undefined;
}

/** What a fusion knows beside the lists and its settings. */
interface FusionContext extends VectorTrust {
  readonly traits: TraitsOf;
  /** Passages that have no vector yet: the vector arm cannot know them. @default all have one */
  readonly unembedded?: ReadonlySet<string> | undefined;
}

const FUSIONS: Readonly<
  Record<Kind, (lists: readonly ArmList[], settings: FusionSettings, context: FusionContext) => Fused[]>
> = {
  rrf: (lists, settings, context) =>
    fuseRrf(weighed(lists, settings, { ...context, weights: settings }), settings),
  convex: (lists, settings, context) =>
    fuseConvex(weighed(lists, settings, { ...context, weights: convexWeights(settings, context) })),
  weighted: (lists, settings) => fuseWeighted(byArm(lists), standingIn(settings, lists)),
  boost: (lists, settings) => fuseBoost(byArm(lists), settings),
  distance: (lists, settings, { traits }) => fuseDistance(byArm(lists), settings, traits),
  union: (lists, settings) => fuseUnion(byArm(lists), settings),
  single(lists) {
    const { keyword, vector } = byArm(lists);
    return vector === undefined ? alone("keyword", keyword) : alone("vector", vector);
  },
};

/** Kinds whose rule is for one list an arm: what a rewritten query found goes into its arm's list. */
const TAKES_ONE_LIST: ReadonlySet<Kind> = new Set(["weighted", "boost", "distance", "union", "single"]);

/** Kinds that read the vector arm's scores as cosines. */
const READS_COSINES: ReadonlySet<Kind> = new Set(["weighted", "boost", "distance", "union"]);

/** The arms' lists as one, scores 0 to 1, best first, ties by id; an arm's rows that are too weak are left out first. */
export function fuseArms(
  lists: readonly ArmList[],
  settings: FusionSettings,
  context: FusionContext,
): Fused[] {
  const recent = lists.find(({ arm }) => arm === "recent");
  if (recent !== undefined) return alone("recent", recent.entries);
  const kind = kindOf(settings, context);
  const known = TAKES_ONE_LIST.has(kind) ? withExpansions(lists, settings) : lists;
  const isMixture = readsMixture(kind, context);
  const comparable = isMixture ? withStandInCosines(known, settings, context) : known;
  // Of a mixture the low end still orders the keyword hits, and in it nothing is found by the vector arm alone.
  const minVector = isMixture && kind !== "union" ? 0 : settings.minVector;
  const minima = new Map([
    ["vector", minVector],
    ["entity", settings.minEntity],
  ]);
  const strong = comparable.map((list) => {
    const least = list.isExpansion ? undefined : minima.get(list.arm);
    return least === undefined
      ? list
      : { ...list, entries: list.entries.filter(({ score }) => score >= least) };
  });
  return FUSIONS[kind](strong, settings, context);
}

/** Whether the fused scores depend on rows of the candidates, beside the lists. */
export const readsTraits = (settings: FusionSettings, trust: VectorTrust): boolean =>
  kindOf(settings, trust) === "distance";

/** The vector arm's share of the convex sum that these lists are fused by; undefined: by none. */
export function vectorShare(
  lists: readonly ArmList[],
  settings: FusionSettings,
  trust: VectorTrust,
): number | undefined {
  const { keyword, vector, recent } = byArm(lists);
  if (keyword === undefined || vector === undefined || recent !== undefined) return undefined;
  const kind = kindOf(settings, trust);
  return kind === "convex" || readsMixture(kind, trust) ? convexWeight(settings, trust) : undefined;
}

/**
 * The vector arm's share of a convex fusion, 0 to 1: the setting, else the embedder's own. The embedded one's grows with
 * what the keyword arm cannot know: 0.15 · (1 + unknown share), half of the query's idf in words of no chunk → 0.225. Of
 * such words only the stand-in knows anything, the words that are spelt alike. Confirm the neural one's on data of your own.
 */
export function convexWeight(
  { convexWeight: set }: Pick<FusionSettings, "convexWeight">,
  { embedder, unknownShare = 0 }: VectorTrust,
): number {
  if (set !== undefined) return set;
  return embedder.kind === "neural" ? DEFAULTS.neuralWeight : DEFAULTS.embeddedWeight * (1 + unknownShare);
}

function kindOf({ kind }: FusionSettings, { embedder }: VectorTrust): Kind {
  if (kind !== "auto") return kind;
  return embedder.kind === "neural" ? "rrf" : "convex";
}

/** Whether the lists' fusion goes by cosines, and has only what a lexical stand-in offers in their place. */
export const lacksCosines = (settings: FusionSettings, trust: VectorTrust): boolean =>
  readsMixture(kindOf(settings, trust), trust);

/** Whether a kind reads cosines and there are only a stand-in's. */
const readsMixture = (kind: Kind, { embedder }: VectorTrust): boolean =>
  embedder.kind === "embedded" && READS_COSINES.has(kind);

/**
 * A lexical stand-in's cosines are small and say little, while these rules and their thresholds expect a neural
 * model's. So its convex mixture with the keyword arm, which does rank well, takes the cosine's place.
 */
function withStandInCosines(
  lists: readonly ArmList[],
  settings: FusionSettings,
  context: FusionContext,
): readonly ArmList[] {
  if (byArm(lists).vector === undefined) return lists;
  const mixture = fuseConvex(
    weighed(
      lists.filter(({ arm }) => arm !== "entity"),
      settings,
      { ...context, weights: convexWeights(settings, context) },
    ),
  );
  const entries = mixture.map(({ id, score }) => ({ id, score: STAND_IN_COSINE * score }));
  return lists.map((list) => (list.name === "vector" ? { ...list, entries } : list));
}

/** Rules for one list an arm take what a rewritten query found into its arm's list, at a share of its score. */
function withExpansions(
  lists: readonly ArmList[],
  { expansionWeight = 0 }: FusionSettings,
): readonly ArmList[] {
  const expansions = lists.filter(({ isExpansion }) => isExpansion);
  if (expansions.length === 0) return lists;
  const own = lists.filter(({ isExpansion }) => !isExpansion);
  const arms = new Set([...own, ...expansions].map(({ arm }) => arm));
  const joined = Array.from(arms, (arm): ArmList => {
    const list = own.find((one) => one.arm === arm);
    const best = new Map(list?.entries.map(({ id, score }) => [id, score]));
    const extra = expansions.filter((one) => one.arm === arm).flatMap(({ entries }) => entries);
    if (list !== undefined && extra.length === 0) return list;
    for (const { id, score } of extra) best.set(id, Math.max(best.get(id) ?? 0, expansionWeight * score));
    return { name: arm, arm, entries: Array.from(best, ([id, score]) => ({ id, score })).sort(byScore) };
  });
  return [...joined, ...expansions];
}

function convexWeights(settings: FusionSettings, trust: VectorTrust): ArmWeights {
  const vectorWeight = convexWeight(settings, trust);
  return { ...settings, keywordWeight: 1 - vectorWeight, vectorWeight };
}

/**
 * Each list with its arm's weight; a rewritten query's list has a share of it. Of a passage that is not embedded yet no list
 * of the vector arm can say anything: the keyword arm's place for it counts for these too, or what was just pushed would be last.
 */
function weighed(
  lists: readonly ArmList[],
  { expansionWeight = 0 }: FusionSettings,
  { weights, unembedded }: Pick<FusionContext, "unembedded"> & { readonly weights: ArmWeights },
): WeighedList[] {
  const given = standingIn(weights, lists);
  const weightOf = ({ arm, isExpansion }: ArmList): number =>
    (isExpansion ? expansionWeight : 1) * (given[`${arm}Weight`] ?? 0);
  const byMeaning = lists.filter(({ arm }) => arm === "vector");
  const near = new Set(byMeaning.flatMap(({ entries }) => entries.map(({ id }) => id)));
  const instead = {
    ids: new Set([...(unembedded ?? [])].filter((id) => !near.has(id))),
    weight: byMeaning.reduce((sum, list) => sum + weightOf(list), 0),
  };
  return lists.map((list) => ({
    arm: list.name,
    weight: weightOf(list),
    entries: list.entries,
    ...(list.name === "keyword" && { instead }),
  }));
}

/** A keyword arm of no weight has that of a vector arm without a list, or an outage would leave nothing to be found. */
const standingIn = (weights: ArmWeights, lists: readonly ArmList[]): ArmWeights =>
  byArm(lists).vector !== undefined || (weights.keywordWeight ?? 0) > 0
    ? weights
    : { ...weights, keywordWeight: weights.vectorWeight };
