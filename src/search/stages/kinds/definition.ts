import { languageKind } from "../../language-kind.ts";
import { defines } from "../../query/definitions.ts";
import { number } from "../../setting.ts";
import { defineStage, scoring } from "../stage.ts";

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
  create: ({ weight }) =>
    scoring(({ score, text, language }, { query: { symbols } }) => {
      if (symbols.length === 0 || languageKind(language) !== "code") return score;
      return score + weight * Math.max(...symbols.map(({ name }) => defines(text, name, language)));
    }),
});
