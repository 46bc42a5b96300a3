import { number } from "../profiles/setting.ts";
import { defineStage, scoring } from "./stage.ts";

/** Memories only: × (1 − weight + weight · importance); importance 0.5 → × 0.85 at the default. */
export const importance = defineStage({
  name: "importance",
  meaning: "fades unimportant memories: × (1 − weight + weight · importance)",
  strength: "weight",
  settings: { weight: number(0.3, [0, 1], { meaning: "what a memory of importance 0 loses" }) },
  create: ({ weight }) =>
    scoring(({ score, memory }) =>
      memory === undefined ? score : score * (1 - weight + weight * memory.importance),
    ),
});
