import { number } from "../profiles/setting.ts";
import { defineStage, scoring } from "./stage.ts";

/** + weight · confidence: confidence 0.8 → + 0.12 at the default. */
export const confidence = defineStage({
  name: "confidence",
  meaning: "adds to memories that are held to be sure: + weight · confidence",
  strength: "weight",
  settings: { weight: number(0.15, [0, 1], { meaning: "gain of a memory of confidence 1" }) },
  create: ({ weight }) =>
    scoring(({ score, memory }) => (memory === undefined ? score : score + weight * memory.confidence)),
});
