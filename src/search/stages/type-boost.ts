import { number } from "../profiles/setting.ts";
import { defineStage, scoring } from "./stage.ts";

/** Types that bind whoever reads them. */
const BINDING = new Set(["correction", "decision", "commitment"]);

/** + weight for corrections, decisions and commitments. */
export const typeBoost = defineStage({
  name: "typeBoost",
  meaning: "adds to corrections, decisions and commitments",
  strength: "weight",
  settings: { weight: number(0.05, [0, 1], { meaning: "what they gain" }) },
  create: ({ weight }) =>
    scoring(({ score, memory }) =>
      memory !== undefined && BINDING.has(memory.type) ? score + weight : score,
    ),
});
