import { number } from "../profiles/setting.ts";
import { ageDays, defineStage, scoring } from "./stage.ts";

/** × 2^(−age / halfLifeDays); 30 days old → × 0.5 at the default. Evergreen notes keep their score. */
export const temporalDecay = defineStage({
  name: "temporalDecay",
  meaning: "halves the score with every half-life of age",
  strength: "halfLifeDays",
  settings: {
    halfLifeDays: number(30, [0, 3_650], { unit: "days", meaning: "age at which a score is halved" }),
  },
  create: ({ halfLifeDays }) =>
    scoring((candidate, { asOfMs }) => {
      const age = ageDays(candidate, asOfMs);
      return age === undefined ? candidate.score : candidate.score * 2 ** (-age / halfLifeDays);
    }),
});
