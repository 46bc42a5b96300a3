import { DEFAULTS } from "../../config.ts";
import type { ArmWeights, FusionSettings } from "../profiles/profile.ts";
import { byScore, keywordShare, type ListsByArm, ranked, type Scored, type TraitsOf } from "./lists.ts";

/** One ranked list to be fused; an expansion is a list of its own. */
export interface WeighedList {
  /** Unique among the lists of one fusion. */
  readonly arm: string;
  /** 0 leaves the list out, as does `entries: undefined`: the arm failed or did not run. */
  readonly weight: number;
  /** Scores of any scale, higher is better; their order does not matter. Empty: the arm ran and found nothing. */
  readonly entries: readonly Scored[] | undefined;
  /** Candidates that other lists cannot know: for them this one has the others' weight too. */
  readonly instead?: { readonly ids: ReadonlySet<string>; readonly weight: number } | undefined;
}

/** What one list gave to a fused score. */
export interface Share {
  readonly arm: string;
  /** 1 is best. */
  readonly rank: number;
  /** The arm's own score. */
  readonly score: number;
  /** The part of the fused score that came from here: the shares of a candidate sum to its score. */
  readonly share: number;
}

/** A candidate after fusion: score 0 to 1, and where it came from. */
export interface Fused extends Scored {
  readonly shares: readonly Share[];
}

/**
 * Reciprocal rank fusion (Cormack, Clarke, Büttcher: "Reciprocal rank fusion outperforms Condorcet", SIGIR 2009): Σ weight / (k + rank) over the lists, divided by Σ weight / (k + 1) over those that ran, so
 * that the first of every list has 1. Best first, ties by id.
 */
export function fuseRrf(arms: readonly WeighedList[], { k }: Pick<FusionSettings, "k">): Fused[] {
  return fuse(arms, (ranked) => ranked.map((_, index) => (k + 1) / (k + index + 1)));
}

/**
 * Σ weight · mm(score) over the lists, divided by Σ weight over those that ran; mm is min-max over the list's own best
 * 100, and 0 for what is not among them. A list of equal scores counts 1 for each. Best first, ties by id.
 */
export function fuseConvex(arms: readonly WeighedList[]): Fused[] {
  return fuse(arms, minMax);
}

/** Each score's place between the least and the greatest of an arm's pool, 0 to 1: a longer tail would flatten it. */
function minMax(ranked: readonly Scored[]): number[] {
  const pool = ranked.slice(0, DEFAULTS.armPool);
  const greatest = pool[0]?.score ?? 0;
  const least = pool.at(-1)?.score ?? 0;
  const width = greatest - least;
  return pool.map(({ score }) => (width > 0 ? (score - least) / width : 1));
}

/** Sums what each list gives, 0 to 1 by place, times its weight, over the weights of the lists that ran. */
function fuse(
  arms: readonly WeighedList[],
  values: (ranked: readonly Scored[]) => readonly number[],
): Fused[] {
  const ran = arms.filter(({ weight, entries }) => weight > 0 && entries !== undefined);
  const weights = ran.reduce((sum, { weight }) => sum + weight, 0);
  const shares = new Map<string, Share[]>();
  for (const { arm, weight, entries = [], instead } of ran) {
    const ranked = inOrder(entries);
    for (const [index, value] of values(ranked).entries()) {
      const { id, score } = ranked[index] ?? { id: "", score: 0 };
      const own = instead?.ids.has(id) ? weight + instead.weight : weight;
      const share = { arm, rank: index + 1, score, share: (own * value) / weights };
      shares.set(id, [...(shares.get(id) ?? []), share]);
    }
  }
  return Array.from(shares, ([id, of]) => ({ id, score: total(of), shares: of })).sort(byScore);
}

/** Shares are added in the order of their arms' names, so that the order of the lists changes not even the last bit. */
function total(shares: readonly Share[]): number {
  const sum = [...shares]
    .sort((a, b) => (a.arm < b.arm ? -1 : 1))
    .reduce((whole, { share }) => whole + share, 0);
  return Math.min(1, sum);
}

/** Best first, ties by id; of an id that occurs twice only its best. */
function inOrder(entries: readonly Scored[]): Scored[] {
  const seen = new Set<string>();
  return [...entries].sort(byScore).filter(({ id }) => !seen.has(id) && seen.add(id));
}

// Rules that look at the keyword arm's, the vector arm's and the entity arm's own lists. All answer best first, ties by id.

/** Two arms' scores of a candidate; undefined: not listed. */
type Rule = (
  first: number | undefined,
  second: number | undefined,
  id: string,
) => readonly [first: number, second: number];

/** A rule on one candidate's two scores answers each arm's part of the fused score; their sum is cut to 0..1. */
function fusePairs(lists: ListsByArm, arms: readonly [first: string, second: string], rule: Rule): Fused[] {
  const [first, second] = arms.map((arm) => ranked(lists[arm]));
  const ids = new Set([...(first?.keys() ?? []), ...(second?.keys() ?? [])]);
  return Array.from(ids, (id) => {
    const places = [first?.get(id), second?.get(id)];
    const given = rule(places[0]?.score, places[1]?.score, id);
    const shares = arms.flatMap((arm, at): Share[] => {
      const place = places[at];
      return place === undefined ? [] : [{ arm, ...place, share: given[at] ?? 0 }];
    });
    return { id, score: Math.min(1, Math.max(0, given[0] + given[1])), shares };
  }).sort(byScore);
}

/**
 * Σ weight · score over the arms that ran, weights normalised to sum 1: with 0.7 and 0.3, cosine 0.8 and r = 4 → 0.80.
 * A side that does not list a candidate gives it 0.
 */
export function fuseWeighted(
  lists: ListsByArm,
  { keywordWeight = 0, vectorWeight = 0 }: ArmWeights,
): Fused[] {
  const sum = (lists.keyword ? keywordWeight : 0) + (lists.vector ? vectorWeight : 0);
  if (sum === 0) return [];
  return fusePairs(lists, ["keyword", "vector"], (keyword, vector) => [
    keyword === undefined ? 0 : (keywordWeight / sum) * keywordShare(keyword),
    vector === undefined ? 0 : (vectorWeight / sum) * Math.max(0, vector),
  ]);
}

/**
 * Found by both: cosine + 0.15 · cosine. By the keyword arm alone: its score, 0.5 at least. By the vector arm alone: the
 * cosine. Cut to 0..1: a cosine of 0.6 found by both → 0.69. Without cosines keyword hits share out what lies above
 * the 0.5, so that it makes no two of them equal: r = 4 → 0.5 + 0.5 · 0.8 = 0.9.
 */
export const fuseBoost = (
  lists: ListsByArm,
  { keywordBoost, keywordFloor }: Pick<FusionSettings, "keywordBoost" | "keywordFloor">,
): Fused[] =>
  fusePairs(lists, ["keyword", "vector"], (keyword, vector) => {
    const share = keywordShare(keyword ?? 0);
    if (!hasCosines(lists)) return [keywordFloor + (1 - keywordFloor) * share, 0];
    if (vector === undefined) return [Math.max(share, keywordFloor), 0];
    const cosine = Math.max(0, vector);
    return [keyword === undefined ? 0 : keywordBoost * cosine, cosine];
  });

/**
 * 1 / (1 + max(0, d)), d = 1 − cosine − ftsBonus for a keyword hit + priorityWeight · (priority − 1) + recencyWeight ·
 * (age / greatest age in the pool). A hit of the keyword arm alone starts from the pool's greatest distance. A cosine of
 * 0.7 that is a keyword hit too, without date and priority → 1 / 1.2 = 0.833. Without cosines a stand-in takes their
 * place, and there is no bonus for what it has counted already: the best → 1 / 1.15 = 0.870.
 */
export function fuseDistance(
  lists: ListsByArm,
  settings: Pick<FusionSettings, "ftsBonus" | "priorityWeight" | "recencyWeight">,
  traits: TraitsOf,
): Fused[] {
  const { keyword = [], vector = [] } = lists;
  const standIn = standInCosine(keyword);
  const farthest = Math.max(...vector.map(({ score }) => 1 - score), 0);
  const oldest = Math.max(...[...vector, ...keyword].map(({ id }) => traits(id)?.ageDays ?? 0), 0);
  const apart = (words = 0, cosine: number | undefined, bonus: number): number => {
    if (!hasCosines(lists)) return 1 - standIn(words);
    return (cosine === undefined ? farthest : 1 - cosine) - bonus;
  };
  return fusePairs(lists, ["keyword", "vector"], (words, cosine, id) => {
    const { ageDays = 0, priority = 1 } = traits(id) ?? {};
    const late = oldest > 0 ? settings.recencyWeight * (ageDays / oldest) : 0;
    const near = apart(words, cosine, words === undefined ? 0 : settings.ftsBonus);
    const score = 1 / (1 + Math.max(0, near + settings.priorityWeight * (priority - 1) + late));
    // The score is no sum: it counts as the vector arm's, and as the keyword arm's where that alone found it.
    return cosine === undefined ? [score, 0] : [0, score];
  });
}

/**
 * The higher of entity score and cosine, times `similarityWeight`, and which it was: entity 1 beats cosine 0.8 → 0.60.
 * The rest of the score is left to the stages. Without cosines a stand-in takes their place.
 */
export function fuseUnion(
  lists: ListsByArm,
  { similarityWeight }: Pick<FusionSettings, "similarityWeight">,
): Fused[] {
  const better = (named: number | undefined, near: number | undefined): readonly [number, number] => {
    const score = similarityWeight * Math.min(1, Math.max(0, named ?? 0, near ?? 0));
    return (named ?? -1) >= (near ?? -1) ? [score, 0] : [0, score];
  };
  if (hasCosines(lists)) return fusePairs(lists, ["entity", "vector"], better);
  const standIn = standInCosine(lists.keyword);
  return fusePairs(lists, ["entity", "keyword"], (named, words) =>
    better(named, words === undefined ? undefined : standIn(words)),
  );
}

/** Whether the vector arm has anything to say: not in an outage, nor before anything is embedded. */
const hasCosines = ({ vector = [] }: ListsByArm): boolean => vector.length > 0;

/** What a neural model gives to a good paraphrase: the best that a lexical stand-in may claim. */
export const STAND_IN_COSINE = 0.85;

/** What a score of the keyword arm stands for where cosines are expected and there are none: its share of the best. */
function standInCosine(keyword: ListsByArm[string] = []): (score: number) => number {
  const best = Math.max(...keyword.map(({ score }) => score), 0);
  return (score) => (best > 0 ? STAND_IN_COSINE * (Math.max(0, score) / best) : STAND_IN_COSINE);
}

/** One arm alone keeps its own scale: r / (1 + r) for keywords, else the score cut to 0..1. */
export function alone(arm: string, list: ListsByArm[string] = []): Fused[] {
  return [...list].sort(byScore).map(({ id, score }, index) => {
    const share = arm === "keyword" ? keywordShare(score) : Math.min(1, Math.max(0, score));
    return { id, score: share, shares: [{ arm, rank: index + 1, score, share }] };
  });
}
