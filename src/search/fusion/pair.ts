import { byScore } from "../hops/scored.ts";
import { type ArmLists, ranked } from "./arm-lists.ts";
import type { Fused, Share } from "./fuse.ts";

/** Where a candidate stands in the two lists; undefined: not listed. */
export interface InBoth {
  readonly id: string;
  readonly keyword: number | undefined;
  readonly vector: number | undefined;
}

/**
 * Fuses keyword and vector list by a rule that looks at one candidate's two scores. The rule answers each arm's part of
 * the score; their sum is cut to 0..1. Best first, ties by id.
 */
export function fusePairs(
  { keyword, vector }: Pick<ArmLists, "keyword" | "vector">,
  rule: (scores: InBoth) => { readonly keyword: number; readonly vector: number },
): Fused[] {
  const byKeyword = ranked(keyword);
  const byVector = ranked(vector);
  const ids = new Set([...byKeyword.keys(), ...byVector.keys()]);
  return Array.from(ids, (id) => {
    const [inKeyword, inVector] = [byKeyword.get(id), byVector.get(id)];
    const parts = rule({ id, keyword: inKeyword?.score, vector: inVector?.score });
    const shares: Share[] = [
      ...(inKeyword ? [{ arm: "keyword", ...inKeyword, share: parts.keyword }] : []),
      ...(inVector ? [{ arm: "vector", ...inVector, share: parts.vector }] : []),
    ];
    return { id, score: Math.min(1, Math.max(0, parts.keyword + parts.vector)), shares };
  }).sort(byScore);
}
