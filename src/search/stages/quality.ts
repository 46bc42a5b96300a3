import { number } from "../profiles/setting.ts";
import { defineStage, scoring } from "./stage.ts";

/** Of a memory without votes. */
const NO_VOTES = 0.5;

/** + weight · (quality − 0.5): three fresh votes up, quality 0.8 → + 0.06 at the default. */
export const quality = defineStage({
  name: "quality",
  meaning: "adds to memories that were voted up, and takes from others: + weight · (quality − 0.5)",
  strength: "weight",
  settings: { weight: number(0.2, [0, 1], { meaning: "between the best and the worst memory" }) },
  create: ({ weight }) =>
    scoring(({ score, memory }) =>
      memory === undefined ? score : score + weight * ((memory.quality ?? NO_VOTES) - NO_VOTES),
    ),
});
