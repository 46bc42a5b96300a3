import { DAY_MS } from "../../config.ts";
import { number } from "../profiles/setting.ts";
import { type Candidate, defineStage, scoring } from "./stage.ts";

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
      const moved = weight * netVotes(votes, { asOfMs, halfLifeDays });
      return score + Math.min(LIMIT, Math.max(-LIMIT, moved));
    }),
});

function netVotes(
  votes: Candidate["votes"],
  { asOfMs, halfLifeDays }: { readonly asOfMs: number; readonly halfLifeDays: number },
): number {
  const weigh = (at: number) => 2 ** (-Math.max(0, asOfMs - at) / DAY_MS / halfLifeDays);
  return votes.reduce((net, { value, at }) => net + value * weigh(at), 0);
}

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
