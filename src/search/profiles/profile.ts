import { DEFAULTS } from "../../config.ts";
import type { ProfileName } from "../contract/constants.ts";
import { DEFAULT_FLOOR } from "../relevance/model.ts";
import { choice, number, type SettingTable, type SettingValue, toggle, type ValuesOf } from "../setting.ts";
import type { NamedStage } from "../stages/stage.ts";

export type Settings = Readonly<Record<string, SettingValue>>;

export interface ResolvedProfile {
  readonly name: ProfileName;
  /** Which arms run, by the names of their own settings. */
  readonly arms: Settings;
  readonly fusion: FusionSettings;
  readonly rerank: ValuesOf<typeof RERANK_SETTINGS>;
  readonly result: ValuesOf<typeof RESULT_SETTINGS>;
  readonly relevance: ValuesOf<typeof RELEVANCE_SETTINGS>;
  readonly stages: readonly NamedStage[];
  /** All values that are set, by full name. */
  readonly settings: Settings;
}

export const RERANK_SETTINGS = {
  by: choice(
    ["cross-encoder", "lightweight", "none"],
    "lightweight: 0.7 · fused + 0.3 · cosine, also when the cross-encoder does not answer",
  ),
  pool: number(DEFAULTS.rerankPool, [1, 100], {
    integer: true,
    unit: "candidates",
    meaning: "sent to the cross-encoder",
  }),
  blend: number(0.6, [0, 1], {
    meaning: "the re-ranker's share of the score; the rest is the fused score's",
  }),
  unreturned: number(undefined, [0, 1], {
    meaning: "what a candidate that got no score keeps of its fused score; unset: it counts as judged worst",
  }),
  timeoutMs: number(DEFAULTS.rerankTimeoutMs, [100, DEFAULTS.searchBudgetMs], {
    unit: "milliseconds",
    meaning: "how long to wait for it",
  }),
} as const satisfies SettingTable;

export const RELEVANCE_SETTINGS = {
  floor: number(DEFAULT_FLOOR, [0, 1], {
    meaning: "relevance that one of the first five passages needs, else nothing is relevant; 0 turns it off",
  }),
  min: number(0, [0, 1], { meaning: "relevance that a hit needs; 0 keeps all" }),
} as const satisfies SettingTable;

export const RESULT_SETTINGS = {
  limit: number(6, [1, DEFAULTS.maxLimit], {
    integer: true,
    unit: "hits",
    meaning: "hits when the caller names no number",
  }),
} as const satisfies SettingTable;

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
  keywordHits: toggle(
    false,
    "whether hits whose keyword score alone reaches minScore stay too; false where minScore is set",
  ),
} as const satisfies SettingTable;

/** Weights by arm: `keywordWeight` and the like. */
export interface ArmWeights {
  readonly [arm: `${string}Weight`]: number | undefined;
}

export type FusionSettings = ValuesOf<typeof FUSION_SETTINGS> & ArmWeights;
