import { number } from "../profiles/setting.ts";
import { defineStage, scoring } from "./stage.ts";

/** − weight · (priority − 1), 1 being the most important: priority 3 → − 0.10 at the default. */
export const priority = defineStage({
  name: "priority",
  meaning: "takes from memories of lower priority: − weight · (priority − 1)",
  strength: "weight",
  settings: { weight: number(0.05, [0, 0.25], { meaning: "loss for each step of priority" }) },
  create: ({ weight }) =>
    scoring(({ score, memory }) => (memory === undefined ? score : score - weight * (memory.priority - 1))),
});
