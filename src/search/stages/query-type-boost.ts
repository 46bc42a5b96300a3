import { number } from "../profiles/setting.ts";
import { defineStage, scoring } from "./stage.ts";

/** Words of a query and the types of memory that they point at. */
const POINTS_AT: readonly (readonly [words: RegExp, types: readonly string[]])[] = [
  [/\b(?:mistakes?|wrong|errors?)\b/i, ["correction", "gap"]],
  [/\b(?:decided?|chose|chosen|decisions?)\b/i, ["decision"]],
  [/\b(?:always|usually|prefers?|preferred)\b/i, ["commitment", "pattern_seed"]],
  [/\b(?:learn(?:ed|t)|reali[sz]ed)\b/i, ["learning", "insight"]],
];

/** × (1 + weight) for memories of a type that the query's words point at: "what did we decide" → decisions. */
export const queryTypeBoost = defineStage({
  name: "queryTypeBoost",
  meaning:
    "raises memories of the type that the query's words point at: decided → decision, mistake → correction, gap",
  strength: "weight",
  settings: { weight: number(0.15, [0, 1], { meaning: "share that they gain" }) },
  create: ({ weight }) => {
    return (candidates, context) => {
      const meant = new Set(
        POINTS_AT.flatMap(([words, types]) => (words.test(context.query.text) ? types : [])),
      );
      const raise = scoring(({ score, memory }) =>
        memory !== undefined && meant.has(memory.type) ? score * (1 + weight) : score,
      );
      return raise(candidates, context);
    };
  },
});
