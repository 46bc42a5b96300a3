import { noiseReason } from "../../text/words/noise.ts";
import { byScore } from "../fusion/lists.ts";
import { number, toggle } from "../setting.ts";
import { type Candidate, defineStage } from "./stage.ts";

/**
 * Whether a candidate misses a least score only for want of a good vector: before any stage, its keyword score alone
 * reached it and its own did not. What the stages have since taken from its score is taken from that one as well, so
 * that none of them is undone.
 */
function onlyLacksVector({ score, unadjusted, keywordScore = 0 }: Candidate, minScore: number): boolean {
  const left = unadjusted > 0 ? Math.min(1, score / unadjusted) : 1;
  return unadjusted < minScore && keywordScore * left >= minScore;
}

/**
 * By final scores. With `keywordHits`, in free places behind the others, hits of the keyword arm that only lack a vector:
 * a profile's own least score may then be high and make no whole arm impossible.
 */
export const threshold = defineStage({
  name: "threshold",
  meaning: "keeps what reaches the least score once all stages have scored",
  drops: "below the threshold",
  strength: "minScore",
  settings: {
    minScore: number(0, [0, 1], { meaning: "score that a hit needs; 0 keeps all" }),
    keywordHits: toggle(
      false,
      "whether hits whose keyword score alone reached minScore, before any stage, fill free places; false where minScore is set",
    ),
  },
  create:
    ({ minScore, keywordHits }) =>
    (candidates) => {
      const strong = candidates.filter(({ score }) => score >= minScore);
      if (!keywordHits) return strong;
      const weak = candidates.filter(({ score }) => score < minScore);
      return [...strong, ...weak.filter((candidate) => onlyLacksVector(candidate, minScore))];
    },
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

/** Undated ones count as new. */
export const topP = defineStage({
  name: "topP",
  meaning: "keeps the newest fraction of the pool, and its best",
  drops: "too old",
  strength: "fraction",
  settings: {
    fraction: number(1, [0, 1], { meaning: "share of the pool that stays; 1 keeps all" }),
    keep: number(20, [0, 100], {
      integer: true,
      unit: "candidates",
      meaning: "best ones that stay, however old; 0 where fraction is set",
    }),
  },
  create:
    ({ fraction, keep }) =>
    (candidates) => {
      const newestFirst = [...candidates].sort((a, b) => dateOf(b) - dateOf(a) || byScore(a, b));
      const kept = new Set(newestFirst.slice(0, Math.ceil(fraction * candidates.length)));
      const best = new Set([...candidates].sort(byScore).slice(0, keep));
      return candidates.filter((candidate) => kept.has(candidate) || best.has(candidate));
    },
});

const dateOf = ({ datedAt }: Candidate): number => datedAt ?? Number.MAX_SAFE_INTEGER;

export const noise = defineStage({
  name: "noise",
  meaning: "drops memories that say nothing: denials, greetings, boilerplate",
  drops: "noise",
  strength: "enabled",
  settings: { enabled: toggle(true, "whether they are dropped") },
  create: () => (candidates) =>
    candidates.filter(({ kind, text }) => kind !== "memory" || noiseReason(text) === undefined),
});
