import { recencyBoost, temporalDecay, timeDecay } from "./ages.ts";
import { copies } from "./alike/copies.ts";
import { perDocument } from "./alike/per-document.ts";
import { perMemory } from "./alike/per-memory.ts";
import { hardMinimum, noise, threshold, topP } from "./cut-offs.ts";
import { described } from "./described.ts";
import { defer, mmr } from "./diversity.ts";
import { feedback } from "./feedback.ts";
import { definition } from "./kinds/definition.ts";
import { remembered } from "./kinds/remembered.ts";
import { supporting } from "./kinds/supporting.ts";
import {
  confidence,
  importance,
  lengthNorm,
  observations,
  priority,
  quality,
  queryTypeBoost,
  session,
  typeBoost,
} from "./memories.ts";
import { newest } from "./newest.ts";
import { relevant } from "./relevant.ts";
import type { StageDefinition } from "./stage.ts";
import { superseding } from "./superseding.ts";

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
  session,
  supporting,
  relevant,
  remembered,
  definition,
  described,
  hardMinimum,
  noise,
];

/** What cuts or reorders by final scores: after the others, in this order in every profile. */
export const FINAL_STAGES: readonly StageDefinition[] = [
  threshold,
  newest,
  superseding,
  perMemory,
  mmr,
  defer,
  copies,
  perDocument,
];

export const STAGES: readonly StageDefinition[] = [...SCORE_STAGES, ...FINAL_STAGES];
