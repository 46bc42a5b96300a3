import { noiseReason } from "../../text/words/noise.ts";
import { byScore } from "../fusion/lists.ts";
import { number, toggle } from "../setting.ts";
import { type Candidate, defineStage } from "./stage.ts";

/**
 * Rows at or above `minScore` come first. After them, in free places, rows of the keyword arm whose keyword score alone
 * reaches it: they only miss it for want of a good vector. So no threshold makes a whole arm impossible.
 */
export const threshold = defineStage({
  name: "threshold",
  meaning: "keeps what reaches the least score; keyword hits that only lack a good vector fill free places",
  drops: "below the threshold",
  strength: "minScore",
  settings: { minScore: number(0, [0, 1], { meaning: "score that a hit needs; 0 keeps all" }) },
  create:
    ({ minScore }) =>
    (candidates) => [
      ...candidates.filter(({ score }) => score >= minScore),
      ...candidates.filter(({ score, keywordScore = -1 }) => score < minScore && keywordScore >= minScore),
    ],
});

/** At its point of the chain, unlike `threshold`. */
export const hardMinimum = defineStage({
  name: "hardMinimum",
  meaning: "drops what has less, whichever arm found it",
  drops: "below the hard minimum",
  strength: "minScore",
  settings: { minScore: number(0.35, [0, 1], { meaning: "score below which a candidate goes" }) },
  create:
    ({ minScore }) =>
    (candidates) =>
      candidates.filter(({ score }) => score >= minScore),
});

/** The best so many stay, however old they are. */
const ALWAYS_KEPT = 20;

/** Undated ones count as new. */
export const topP = defineStage({
  name: "topP",
  meaning: "keeps the newest fraction of the pool, and its 20 best",
  drops: "too old",
  strength: "fraction",
  settings: { fraction: number(1, [0, 1], { meaning: "share of the pool that stays; 1 keeps all" }) },
  create:
    ({ fraction }) =>
    (candidates) => {
      const newestFirst = [...candidates].sort((a, b) => dateOf(b) - dateOf(a) || byScore(a, b));
      const kept = new Set(newestFirst.slice(0, Math.ceil(fraction * candidates.length)));
      const best = new Set([...candidates].sort(byScore).slice(0, ALWAYS_KEPT));
      return candidates.filter((candidate) => kept.has(candidate) || best.has(candidate));
    },
});

const dateOf = ({ datedAt }: Candidate): number => datedAt ?? Number.MAX_SAFE_INTEGER;

export const noise = defineStage({
  name: "noise",
  meaning: "drops memories that say nothing: denials, greetings, boilerplate",
  drops: "noise",
  strength: "on",
  settings: { on: toggle(true, "whether they are dropped") },
  create: () => (candidates) =>
    candidates.filter(({ kind, text }) => kind !== "memory" || noiseReason(text) === undefined),
});
