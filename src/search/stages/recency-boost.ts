import { number } from "../profiles/setting.ts";
import { ageDays, defineStage, scoring } from "./stage.ts";

/** + weight · e^(−age / days): 14 days old → + 0.0368 at the defaults. */
export const recencyBoost = defineStage({
  name: "recencyBoost",
  meaning: "adds to what is new: weight · e^(−age / days)",
  strength: "weight",
  settings: {
    weight: number(0.1, [0, 1], { meaning: "what a document of this hour gains" }),
    days: number(14, [0.1, 3_650], { unit: "days", meaning: "age at which the gain has fallen to 37 %" }),
  },
  create: ({ weight, days }) =>
    scoring((candidate, { asOfMs }) => {
      const age = ageDays(candidate, asOfMs);
      return age === undefined ? candidate.score : candidate.score + weight * Math.exp(-age / days);
    }),
});
