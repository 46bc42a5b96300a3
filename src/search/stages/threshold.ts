import { number } from "../profiles/setting.ts";
import type { Candidate } from "./candidate.ts";
import { defineStage } from "./stage.ts";

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
    (candidates) => {
      const wantsVector = ({ score, keywordScore = -1 }: Candidate) =>
        score < minScore && keywordScore >= minScore;
      return [
        ...candidates.filter(({ score }) => score >= minScore),
        ...candidates.filter((candidate) => wantsVector(candidate)),
      ];
    },
});
