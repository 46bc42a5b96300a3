import { NO_VOTES_QUALITY } from "../../config.ts";
import { number } from "../setting.ts";
import {
  type Candidate,
  defineStage,
  type MemoryTraits,
  type Stage,
  type StageContext,
  scoring,
} from "./stage.ts";

/** A stage that gives memories another score; files keep theirs. */
const scoringMemories = (
  scoreOf: (score: number, memory: MemoryTraits, context: StageContext) => number,
): Stage =>
  scoring(({ score, memory }, context) => (memory === undefined ? score : scoreOf(score, memory, context)));

/** Importance 0.5 → × 0.85 at the default. */
export const importance = defineStage({
  name: "importance",
  meaning: "fades unimportant memories: × (1 − weight + weight · importance)",
  strength: "weight",
  settings: { weight: number(0.3, [0, 1], { meaning: "what a memory of importance 0 loses" }) },
  create: ({ weight }) =>
    scoringMemories((score, memory) => score * (1 - weight + weight * memory.importance)),
});

/** 1 is the most important: priority 3 → − 0.10 at the default. */
export const priority = defineStage({
  name: "priority",
  meaning: "takes from memories of lower priority: − weight · (priority − 1)",
  strength: "weight",
  settings: { weight: number(0.05, [0, 0.25], { meaning: "loss for each step of priority" }) },
  create: ({ weight }) => scoringMemories((score, memory) => score - weight * (memory.priority - 1)),
});

/** Confidence 0.8 → + 0.12 at the default. */
export const confidence = defineStage({
  name: "confidence",
  meaning: "adds to memories that are held to be sure: + weight · confidence",
  strength: "weight",
  settings: { weight: number(0.15, [0, 1], { meaning: "gain of a memory of confidence 1" }) },
  create: ({ weight }) => scoringMemories((score, memory) => score + weight * memory.confidence),
});

/** Observations after which more of them say nothing more. */
const ENOUGH = 10;

/** 5 times → + 0.05 at the default. */
export const observations = defineStage({
  name: "observations",
  meaning: "adds to what was observed often: + weight · min(times observed / 10, 1)",
  strength: "weight",
  settings: { weight: number(0.1, [0, 1], { meaning: "gain of what was observed ten times" }) },
  create: ({ weight }) =>
    scoringMemories((score, memory) => score + weight * Math.min(memory.timesObserved / ENOUGH, 1)),
});

/** Three fresh votes up, quality 0.8 → + 0.06 at the default. */
export const quality = defineStage({
  name: "quality",
  meaning: "adds to memories that were voted up, and takes from others: + weight · (quality − 0.5)",
  strength: "weight",
  settings: { weight: number(0.2, [0, 1], { meaning: "between the best and the worst memory" }) },
  create: ({ weight }) =>
    scoringMemories(
      (score, memory) => score + weight * ((memory.quality ?? NO_VOTES_QUALITY) - NO_VOTES_QUALITY),
    ),
});

/** Types that bind whoever reads them. */
const BINDING = new Set(["correction", "decision", "commitment"]);

export const typeBoost = defineStage({
  name: "typeBoost",
  meaning: "adds to corrections, decisions and commitments",
  strength: "weight",
  settings: { weight: number(0.05, [0, 1], { meaning: "what they gain" }) },
  create: ({ weight }) => scoringMemories((score, { type }) => (BINDING.has(type) ? score + weight : score)),
});

/** Words of a query and the types of memory that they point at. */
const POINTS_AT: readonly (readonly [words: RegExp, types: readonly string[]])[] = [
  [/\b(?:mistakes?|wrong|errors?)\b/i, ["correction", "gap"]],
  [/\b(?:decided?|chose|chosen|decisions?)\b/i, ["decision"]],
  [/\b(?:always|usually|prefers?|preferred)\b/i, ["commitment", "pattern_seed"]],
  [/\b(?:learn(?:ed|t)|reali[sz]ed)\b/i, ["learning", "insight"]],
];

/** × (1 + weight): "what did we decide" → decisions. */
export const queryTypeBoost = defineStage({
  name: "queryTypeBoost",
  meaning:
    "raises memories of the type that the query's words point at: decided → decision, mistake → correction, gap",
  strength: "weight",
  settings: { weight: number(0.15, [0, 1], { meaning: "share that they gain" }) },
  create: ({ weight }) =>
    scoringMemories((score, { type }, { query }) => {
      const isMeant = POINTS_AT.some(([words, types]) => types.includes(type) && words.test(query.text));
      return isMeant ? score * (1 + weight) : score;
    }),
});

export const session = defineStage({
  name: "session",
  meaning: "adds to what belongs to the asking session",
  strength: "bonus",
  settings: { bonus: number(0.2, [0, 1], { meaning: "what it gains" }) },
  create: ({ bonus }) =>
    scoring(({ score, session }, asker) =>
      session !== undefined && session === asker.session ? score + bonus : score,
    ),
});

/** Memories only, by the whole of one, whichever passage of it was found: × 1 / (1 + 0.5 · log2(max(characters / anchor, 1))); 1,000 characters → × 0.6667 at the default. */
export const lengthNorm = defineStage({
  name: "lengthNorm",
  meaning: "fades long memories, which match anything: × 1 / (1 + 0.5 · log2(characters / anchor))",
  strength: "anchor",
  settings: {
    anchor: number(500, [0, 100_000], { unit: "characters", meaning: "length up to which nothing is lost" }),
  },
  create: ({ anchor }) =>
    scoring((one) =>
      one.kind === "memory"
        ? one.score / (1 + 0.5 * Math.log2(Math.max(documentChars(one) / anchor, 1)))
        : one.score,
    ),
});

const encoder = new TextEncoder();

/** Characters of a document: its bytes, by how many bytes the characters of this passage of it take. */
export function documentChars({
  text,
  documentChunks,
  documentBytes,
}: Pick<Candidate, "text" | "documentChunks" | "documentBytes">): number {
  if (documentChunks === 1 || text === "") return text.length;
  return Math.round((documentBytes * text.length) / encoder.encode(text).length);
}
