import { number } from "../profiles/setting.ts";
import { defineStage, scoring } from "./stage.ts";

/** Observations after which more of them say nothing more. */
const ENOUGH = 10;

/** + weight · min(times observed / 10, 1): 5 times → + 0.05 at the default. */
export const observations = defineStage({
  name: "observations",
  meaning: "adds to what was observed often: + weight · min(times observed / 10, 1)",
  strength: "weight",
  settings: { weight: number(0.1, [0, 1], { meaning: "gain of what was observed ten times" }) },
  create: ({ weight }) =>
    scoring(({ score, memory }) =>
      memory === undefined ? score : score + weight * Math.min(memory.timesObserved / ENOUGH, 1),
    ),
});
