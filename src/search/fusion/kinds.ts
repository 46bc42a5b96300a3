import type { Fused, Share } from "./fuse.ts";
import { byScore, keywordShare, type ListsByArm, ranked, type TraitsOf } from "./lists.ts";
import type { ArmWeights, FusionSettings } from "./settings.ts";

// Rules that look at the keyword arm's, the vector arm's and the entity arm's own lists. All answer best first, ties by id.

/** Where a candidate stands in the two lists; undefined: not listed. */
interface InBoth {
  readonly keyword: number | undefined;
  readonly vector: number | undefined;
}

/** A rule on one candidate's two scores answers each arm's part of the fused score; their sum is cut to 0..1. */
function fusePairs(
  { keyword, vector }: ListsByArm,
  rule: (scores: InBoth) => { readonly keyword: number; readonly vector: number },
): Fused[] {
  const byKeyword = ranked(keyword);
  const byVector = ranked(vector);
  const ids = new Set([...byKeyword.keys(), ...byVector.keys()]);
  return Array.from(ids, (id) => {
    const [inKeyword, inVector] = [byKeyword.get(id), byVector.get(id)];
    const given = rule({ keyword: inKeyword?.score, vector: inVector?.score });
    const shares: Share[] = [
      ...(inKeyword ? [{ arm: "keyword", ...inKeyword, share: given.keyword }] : []),
      ...(inVector ? [{ arm: "vector", ...inVector, share: given.vector }] : []),
    ];
    return { id, score: Math.min(1, Math.max(0, given.keyword + given.vector)), shares };
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
  return fusePairs(lists, ({ keyword, vector }) => ({
    keyword: keyword === undefined ? 0 : (keywordWeight / sum) * keywordShare(keyword),
    vector: vector === undefined ? 0 : (vectorWeight / sum) * Math.max(0, vector),
  }));
}

/**
 * Found by both: cosine + 0.15 · cosine. By the keyword arm alone: its score, 0.5 at least. By the vector arm alone: the
 * cosine. Cut to 0..1: a cosine of 0.6 found by both → 0.69.
 */
export const fuseBoost = (
  lists: ListsByArm,
  { keywordBoost, keywordFloor }: Pick<FusionSettings, "keywordBoost" | "keywordFloor">,
): Fused[] =>
  fusePairs(lists, ({ keyword, vector }) => {
    if (vector === undefined)
      return { keyword: Math.max(keywordShare(keyword ?? 0), keywordFloor), vector: 0 };
    const cosine = Math.max(0, vector);
    return { keyword: keyword === undefined ? 0 : keywordBoost * cosine, vector: cosine };
  });

/**
 * 1 / (1 + max(0, d)), d = 1 − cosine − ftsBonus for a keyword hit + priorityWeight · (priority − 1) + recencyWeight ·
 * (age / greatest age in the pool). A hit of the keyword arm alone starts from the pool's greatest distance. A cosine of
 * 0.7 that is a keyword hit too, without date and priority → 1 / 1.2 = 0.833.
 */
export function fuseDistance(
  lists: ListsByArm,
  settings: Pick<FusionSettings, "ftsBonus" | "priorityWeight" | "recencyWeight">,
  traits: TraitsOf,
): Fused[] {
  const keyword = ranked(lists.keyword);
  const vector = ranked(lists.vector);
  const ids = [...new Set([...vector.keys(), ...keyword.keys()])];
  const farthest = Math.max(
    ...Array.from(vector.values(), ({ score }) => 1 - score),
    vector.size > 0 ? 0 : 1,
  );
  const oldest = Math.max(...ids.map((id) => traits(id)?.ageDays ?? 0), 0);
  return ids
    .map((id) => {
      const [inKeyword, inVector] = [keyword.get(id), vector.get(id)];
      const { ageDays = 0, priority = 1 } = traits(id) ?? {};
      const near = inVector === undefined ? farthest : 1 - inVector.score;
      const bonus = inKeyword === undefined ? 0 : settings.ftsBonus;
      const late = oldest > 0 ? settings.recencyWeight * (ageDays / oldest) : 0;
      const distance = near - bonus + settings.priorityWeight * (priority - 1) + late;
      const score = 1 / (1 + Math.max(0, distance));
      // The score is no sum: it counts as the vector arm's, and as the keyword arm's where that alone found it.
      const shares: Share[] = [
        ...(inKeyword ? [{ arm: "keyword", ...inKeyword, share: inVector ? 0 : score }] : []),
        ...(inVector ? [{ arm: "vector", ...inVector, share: score }] : []),
      ];
      return { id, score, shares };
    })
    .sort(byScore);
}

/**
 * The higher of entity score and cosine, times `similarityWeight`, and which it was: entity 1 beats cosine 0.8 → 0.60.
 * The rest of the score is left to the stages.
 */
export function fuseUnion(
  { entity, vector }: ListsByArm,
  { similarityWeight }: Pick<FusionSettings, "similarityWeight">,
): Fused[] {
  const byEntity = ranked(entity);
  const byVector = ranked(vector);
  const ids = new Set([...byEntity.keys(), ...byVector.keys()]);
  return Array.from(ids, (id) => {
    const [named, near] = [byEntity.get(id), byVector.get(id)];
    const isNamed = (named?.score ?? -1) >= (near?.score ?? -1);
    const score = similarityWeight * Math.min(1, Math.max(0, named?.score ?? 0, near?.score ?? 0));
    const shares: Share[] = [
      ...(named ? [{ arm: "entity", ...named, share: isNamed ? score : 0 }] : []),
      ...(near ? [{ arm: "vector", ...near, share: isNamed ? 0 : score }] : []),
    ];
    return { id, score, shares };
  }).sort(byScore);
}

/** One arm alone keeps its own scale: r / (1 + r) for keywords, else the score cut to 0..1. */
export function alone(arm: string, list: ListsByArm[string] = []): Fused[] {
  return [...list].sort(byScore).map(({ id, score }, index) => {
    const share = arm === "keyword" ? keywordShare(score) : Math.min(1, Math.max(0, score));
    return { id, score: share, shares: [{ arm, rank: index + 1, score, share }] };
  });
}
