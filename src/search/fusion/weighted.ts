import { type ArmLists, type FusionSettings, keywordShare } from "./arm-lists.ts";
import type { Fused } from "./fuse.ts";
import { fusePairs } from "./pair.ts";

/**
 * Σ weight · score over the arms that ran, weights normalised to sum 1: with 0.7 and 0.3, cosine 0.8 and r = 4 → 0.80.
 * A side that does not list a candidate gives it 0.
 */
export function fuseWeighted(
  lists: ArmLists,
  { keywordWeight, vectorWeight }: Pick<FusionSettings, "keywordWeight" | "vectorWeight">,
): Fused[] {
  const sum = (lists.keyword ? keywordWeight : 0) + (lists.vector ? vectorWeight : 0);
  if (sum === 0) return [];
  return fusePairs(lists, ({ keyword, vector }) => ({
    keyword: keyword === undefined ? 0 : (keywordWeight / sum) * keywordShare(keyword),
    vector: vector === undefined ? 0 : (vectorWeight / sum) * Math.max(0, vector),
  }));
}
