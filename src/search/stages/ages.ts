import { ageDays } from "../fusion/lists.ts";
import { number } from "../setting.ts";
import { type Candidate, defineStage, type Stage, scoring } from "./stage.ts";

/** A stage that gives dated candidates another score; evergreen and undated ones keep theirs. */
const scoringDated = (scoreOf: (age: number, candidate: Candidate) => number): Stage =>
  scoring((candidate, { asOfMs }) => {
    const age = ageDays(candidate.datedAt, asOfMs);
    return age === undefined ? candidate.score : scoreOf(age, candidate);
  });

/** 14 days old → + 0.0368 at the defaults. */
export const recencyBoost = defineStage({
  name: "recencyBoost",
  meaning: "adds to what is new: weight · e^(−age / days)",
  strength: "weight",
  offAtZero: ["days"],
  settings: {
    weight: number(0.1, [0, 1], { meaning: "what a document of this hour gains" }),
    days: number(14, [0, 3_650], {
      unit: "days",
      meaning: "age at which the gain has fallen to 37 %; 0: off",
    }),
  },
  create: ({ weight, days }) => scoringDated((age, { score }) => score + weight * Math.exp(-age / days)),
});

/** What is left at any age. */
const FLOOR = 0.5;

/** Memories only: 60 days old → × 0.6839 at the default. */
export const timeDecay = defineStage({
  name: "timeDecay",
  meaning: "fades old memories, to a half at most: × (0.5 + 0.5 · e^(−age / days))",
  strength: "days",
  settings: {
    days: number(60, [0, 3_650], { unit: "days", meaning: "age at which 63 % of the loss has come" }),
  },
  create: ({ days }) =>
    scoringDated((age, { kind, score }) =>
      kind === "memory" ? score * (FLOOR + (1 - FLOOR) * Math.exp(-age / days)) : score,
    ),
});

/** 30 days old → × 0.5 at the default. */
export const temporalDecay = defineStage({
  name: "temporalDecay",
  meaning: "halves the score with every half-life of age",
  strength: "halfLifeDays",
  settings: {
    halfLifeDays: number(30, [0, 3_650], { unit: "days", meaning: "age at which a score is halved" }),
  },
  create: ({ halfLifeDays }) => scoringDated((age, { score }) => score * 2 ** (-age / halfLifeDays)),
});
