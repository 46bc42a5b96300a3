import { type ArmLists, type FusionSettings, keywordShare } from "./arm-lists.ts";
import type { Fused } from "./fuse.ts";
import { fusePairs } from "./pair.ts";

/**
 * Found by both: cosine + 0.15 · cosine. By the keyword arm alone: its score, 0.5 at least. By the vector arm alone: the
 * cosine. Cut to 0..1: a cosine of 0.6 found by both → 0.69.
 */
export const fuseBoost = (
  lists: ArmLists,
  { keywordBoost, keywordFloor }: Pick<FusionSettings, "keywordBoost" | "keywordFloor">,
): Fused[] =>
  fusePairs(lists, ({ keyword, vector }) => {
    if (vector === undefined)
      return { keyword: Math.max(keywordShare(keyword ?? 0), keywordFloor), vector: 0 };
    const cosine = Math.max(0, vector);
    return { keyword: keyword === undefined ? 0 : keywordBoost * cosine, vector: cosine };
  });
