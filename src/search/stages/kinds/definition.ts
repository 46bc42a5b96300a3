import { languageKind } from "../../language-kind.ts";
import { defines, soughtSymbols } from "../../query/definitions.ts";
import { number, toggle } from "../../setting.ts";
import { type Candidate, defineStage, scoring } from "../stage.ts";

/**
 * What the re-scoring of the keyword arm does with its first 50 rows, for the whole pool and whatever other arms and
 * models make of it.
 */
export const definition = defineStage({
  name: "definition",
  meaning:
    "lifts the code that defines a name of the query above what uses it: + weight, half of it for a member; or keeps that code alone",
  drops: "does not define what the query names",
  strength: "weight",
  settings: {
    weight: number(0.5, [0, 1], { meaning: "what a definition gains" }),
    only: toggle(false, "whether nothing but definitions of the query's names is kept"),
  },
  create:
    ({ weight, only }) =>
    (candidates, context) => {
      const sought = soughtSymbols(context.query, context.terms);
      const gainOf = ({ text, language }: Candidate): number =>
        languageKind(language) === "code"
          ? sought.reduce((most, one) => Math.max(most, one.weight * defines(text, one.name, language)), 0)
          : 0;
      const gains = new Map(
        sought.length === 0 ? [] : candidates.map((one) => [one.id, gainOf(one)] as const),
      );
      const gainedBy = ({ id }: Candidate): number => gains.get(id) ?? 0;
      const kept = only ? candidates.filter((one) => gainedBy(one) > 0) : candidates;
      return scoring((candidate) => candidate.score + weight * gainedBy(candidate))(kept, context);
    },
});
