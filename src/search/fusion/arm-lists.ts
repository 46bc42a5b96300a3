import type { Scored } from "../hops/scored.ts";
import type { ValuesOf } from "../profiles/setting.ts";
import type { ArmList } from "./fuse.ts";
import type { FUSION_SETTINGS } from "./settings.ts";

export type FusionSettings = ValuesOf<typeof FUSION_SETTINGS>;

/** The arms' lists; undefined: the arm did not run, or it failed, and so is not in the denominator either. */
export interface ArmLists {
  /** bm25 and re-scoring, in idf units. */
  readonly keyword: readonly Scored[] | undefined;
  /** Cosines. */
  readonly vector: readonly Scored[] | undefined;
  /** 0 to 1. */
  readonly entity?: readonly Scored[] | undefined;
  /** Newest first; only as a declared fallback. */
  readonly recent?: readonly Scored[] | undefined;
  /** Lists of rewritten queries. */
  readonly expansions?: readonly Expansion[] | undefined;
}

export interface Expansion extends Pick<ArmList, "entries"> {
  readonly of: "keyword" | "vector";
  /** Unique: "keyword rewrite 1". */
  readonly arm: string;
}

/** What a fusion may know of a candidate besides its scores; undefined where its row is not known. */
export type FactsOf = (
  id: string,
) => { readonly ageDays: number | undefined; readonly priority: number | undefined } | undefined;

/** A keyword score on the scale of 0 to 1: r / (1 + r), r in idf units; a score of 4 → 0.8. */
export const keywordShare = (score: number): number => {
  const positive = Math.max(0, score);
  return positive / (1 + positive);
};

/** A list with the rank of each id, 1 is best. */
export const ranked = (
  list: readonly Scored[] | undefined,
): ReadonlyMap<string, { readonly rank: number; readonly score: number }> =>
  new Map(list?.map(({ id, score }, at) => [id, { rank: at + 1, score }]));
