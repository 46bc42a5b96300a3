import { JUDGED } from "../relevance/model.ts";
import { number } from "../setting.ts";
import { bestFirst, type Candidate, defineStage, type StageContext, scoring } from "./stage.ts";

/**
 * An arm's score adds up what a passage says often; how likely it answers is judged by how much of the question it says, how
 * near together and under which headings. So the first five passages are ordered by both, over the range of their scores; all
 * others stay behind them as they are, so that the order does not depend on how
 * many were found. Five are read to judge the answer anyway; with more, what is silent and what is lost would change, too.
 */
export const relevant = defineStage({
  name: "relevant",
  meaning:
    "orders the first five by (1 − weight) · score + weight · relevance, both over the range of their scores; where relevance is measured",
  strength: "weight",
  settings: { weight: number(0.6, [0, 1], { meaning: "share of the relevance" }) },
  create:
    ({ weight }) =>
    (candidates, context) => {
      const sorted = candidates.toSorted(bestFirst);
      const first = sorted.slice(0, JUDGED);
      const shares = relevanceShares(first, context);
      const heights = first.map(heightOf);
      const [best, last] = [Math.max(...heights), Math.min(...heights)];
      const mixed = first.map((one) => {
        const share = shares.get(one.id);
        if (share === undefined) return one;
        return {
          ...one,
          excess: 0,
          score: (1 - weight) * heightOf(one) + weight * (last + (best - last) * share),
        };
      });
      return scoring(({ score }) => score)([...mixed, ...sorted.slice(JUDGED)], context);
    },
});

/** A score with what was cut off above 1. */
const heightOf = ({ score, excess }: Candidate): number => score + excess;

/** By id, 0 to 1 of the likeliest; none where nothing is likely, or nobody has measured how relevance is judged. */
function relevanceShares(
  candidates: readonly Candidate[],
  { relevanceOf, isMeasured }: StageContext,
): ReadonlyMap<string, number> {
  if (!candidates.every(isMeasured)) return new Map();
  const relevances = candidates.map((one) => [one.id, relevanceOf(one)] as const);
  const most = Math.max(0, ...relevances.map(([, relevance]) => relevance));
  return new Map(most === 0 ? [] : relevances.map(([id, relevance]) => [id, relevance / most]));
}
