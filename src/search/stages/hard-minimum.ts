import { number } from "../profiles/setting.ts";
import { defineStage } from "./stage.ts";

/** Drops what has less than so much at this point of the chain, whichever arm found it. */
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
