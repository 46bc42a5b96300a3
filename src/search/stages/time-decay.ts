import { number } from "../profiles/setting.ts";
import { ageDays, defineStage, scoring } from "./stage.ts";

/** What is left at any age. */
const FLOOR = 0.5;

/** Memories only: × (0.5 + 0.5 · e^(−age / days)); 60 days old → × 0.6839 at the default. */
export const timeDecay = defineStage({
  name: "timeDecay",
  meaning: "fades old memories, to a half at most: × (0.5 + 0.5 · e^(−age / days))",
  strength: "days",
  settings: {
    days: number(60, [0, 3_650], { unit: "days", meaning: "age at which 63 % of the loss has come" }),
  },
  create: ({ days }) =>
    scoring((candidate, { asOfMs }) => {
      const age = candidate.kind === "memory" ? ageDays(candidate, asOfMs) : undefined;
      return age === undefined
        ? candidate.score
        : candidate.score * (FLOOR + (1 - FLOOR) * Math.exp(-age / days));
    }),
});
