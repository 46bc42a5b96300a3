import { DAY_MS } from "../../config.ts";
import { number } from "../setting.ts";
import { defineStage, scoring } from "./stage.ts";

/** The most that votes can add or take. */
const LIMIT = 0.25;

/** + weight · net within ±0.25, net = Σ ± 2^(−age of the vote / halfLifeDays): two fresh votes up → + 0.10. */
export const feedback = defineStage({
  name: "feedback",
  meaning: "adds and takes by votes, which fade: weight · Σ ± 2^(−age / half-life), at most 0.25",
  strength: "weight",
  settings: {
    weight: number(0.05, [0, 0.25], { meaning: "what a fresh vote moves" }),
    halfLifeDays: number(180, [1, 3_650], { unit: "days", meaning: "age at which a vote counts half" }),
  },
  create: ({ weight, halfLifeDays }) =>
    scoring(({ score, votes }, { asOfMs }) => {
      const faded = (at: number) => 2 ** (-Math.max(0, asOfMs - at) / DAY_MS / halfLifeDays);
      const net = votes.reduce((sum, { value, at }) => sum + value * faded(at), 0);
      return score + Math.min(LIMIT, Math.max(-LIMIT, weight * net));
    }),
});
