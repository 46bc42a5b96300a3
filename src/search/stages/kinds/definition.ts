import { languageKind } from "../../language-kind.ts";
import { defines, soughtSymbols } from "../../query/definitions.ts";
import { number } from "../../setting.ts";
import { type Candidate, defineStage, scoring } from "../stage.ts";

/**
 * What the re-scoring of the keyword arm does with its first 50 rows, for the whole pool and whatever other arms and
 * models make of it.
 */
export const definition = defineStage({
  name: "definition",
  meaning:
    "lifts the code that defines a name of the query above what uses it: + weight, half of it for a member",
  strength: "weight",
  settings: { weight: number(0.5, [0, 1], { meaning: "what a definition gains" }) },
  create:
    ({ weight }) =>
    (candidates, context) => {
      const sought = soughtSymbols(context.query, context.terms);
      const gainOf = ({ text, language }: Candidate): number =>
        sought.reduce((most, one) => Math.max(most, one.weight * defines(text, one.name, language)), 0);
      return scoring((candidate) =>
        sought.length === 0 || languageKind(candidate.language) !== "code"
          ? candidate.score
          : candidate.score + weight * gainOf(candidate),
      )(candidates, context);
    },
});
