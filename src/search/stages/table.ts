import { confidence } from "./confidence.ts";
import { defer } from "./defer.ts";
import { feedback } from "./feedback.ts";
import { hardMinimum } from "./hard-minimum.ts";
import { importance } from "./importance.ts";
import { lengthNorm } from "./length-norm.ts";
import { mmr } from "./mmr.ts";
import { newest } from "./newest.ts";
import { noise } from "./noise.ts";
import { observations } from "./observations.ts";
import { perDocument } from "./per-document.ts";
import { priority } from "./priority.ts";
import { quality } from "./quality.ts";
import { queryTypeBoost } from "./query-type-boost.ts";
import { recencyBoost } from "./recency-boost.ts";
import { sessionBonus } from "./session-bonus.ts";
import type { StageDefinition } from "./stage.ts";
import { temporalDecay } from "./temporal-decay.ts";
import { threshold } from "./threshold.ts";
import { timeDecay } from "./time-decay.ts";
import { topP } from "./top-p.ts";
import { typeBoost } from "./type-boost.ts";

/**
 * Every stage. A profile names those it wants, in its own order; one that it does not name is off until a setting turns
 * it on, and then has its turn in this order. What cuts and what reorders comes last.
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

/** After all scores are final, in this order in every profile. */
export const FINAL_STAGES: readonly StageDefinition[] = [threshold, newest, mmr, defer, perDocument];

export const STAGES: readonly StageDefinition[] = [...SCORE_STAGES, ...FINAL_STAGES];
