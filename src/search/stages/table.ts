import { recencyBoost, temporalDecay, timeDecay } from "./ages.ts";
import { hardMinimum, noise, threshold, topP } from "./cut-offs.ts";
import { defer, mmr, perDocument } from "./diversity.ts";
import { feedback } from "./feedback.ts";
import {
  confidence,
  importance,
  lengthNorm,
  observations,
  priority,
  quality,
  queryTypeBoost,
  sessionBonus,
  typeBoost,
} from "./memories.ts";
import { newest } from "./newest.ts";
import type { StageDefinition } from "./stage.ts";

/**
 * Every stage. A profile names those it wants, in its own order; one that it does not name is off until a setting turns
 * it on, and then has its turn in this order. Some of them cut: their place decides which scores they cut by.
 */
export const SCORE_STAGES: readonly StageDefinition[] = [
  topP,
  recencyBoost,
  importance,
  lengthNorm,
  timeDecay,
  temporalDecay,
  priority,
  observations,
  confidence,
  typeBoost,
  queryTypeBoost,
  feedback,
  quality,
  sessionBonus,
  hardMinimum,
  noise,
];

/** What cuts or reorders by final scores: after the others, in this order in every profile. */
export const FINAL_STAGES: readonly StageDefinition[] = [threshold, newest, mmr, defer, perDocument];

export const STAGES: readonly StageDefinition[] = [...SCORE_STAGES, ...FINAL_STAGES];
