import { choice, number, type SettingTable, type ValuesOf } from "../profiles/setting.ts";

/** Settings of the fusion itself; the weight of each arm is declared by the arm. */
export const FUSION_SETTINGS = {
  kind: choice(
    ["auto", "rrf", "convex", "weighted", "boost", "distance", "union", "single"],
    "how the arms' lists become one; auto: rrf for a neural embedder, convex for the embedded one",
  ),
  k: number(60, [1, 1_000], { meaning: "rrf: how little a rank tells; greater is flatter" }),
  convexWeight: number(undefined, [0, 1], {
    meaning:
      "convex: the vector arm's share; unset: the embedder's own, the embedded one's greater where words are in no passage",
  }),
  keywordBoost: number(0.15, [0, 1], { meaning: "boost: share that a keyword hit adds to its cosine" }),
  keywordFloor: number(0.5, [0, 1], { meaning: "boost: least score of a hit of the keyword arm alone" }),
  ftsBonus: number(0.1, [0, 1], { meaning: "distance: what a keyword hit comes nearer" }),
  priorityWeight: number(0.15, [0, 1], { meaning: "distance: how far each step of priority pushes off" }),
  recencyWeight: number(0.2, [0, 1], { meaning: "distance: how far the oldest of the pool is pushed off" }),
  similarityWeight: number(0.6, [0, 1], { meaning: "union: share of the score that is similarity" }),
  minVector: number(0, [0, 1], { meaning: "cosine that the vector arm's rows need; 0 keeps all" }),
  minEntity: number(0, [0, 1], { meaning: "score that the entity arm's rows need; 0 keeps all" }),
  minScore: number(0, [0, 1], {
    meaning: "fused score that a candidate needs before re-ranking; 0 keeps all",
  }),
} as const satisfies SettingTable;

/** Weights by arm: `keywordWeight` and the like. */
export interface ArmWeights {
  readonly [arm: `${string}Weight`]: number | undefined;
}

export type FusionSettings = ValuesOf<typeof FUSION_SETTINGS> & ArmWeights;
