import { descriptionOf } from "../../workspaces/workspace-settings.ts";
import { number } from "../setting.ts";
import { shareFinder } from "./held-share.ts";
import { defineStage, scoring } from "./stage.ts";

/**
 * The words by which somebody says what a root holds count for each of its passages, though hardly any of them repeats
 * them. Between passages of one root it changes nothing.
 */
export const described = defineStage({
  name: "described",
  meaning: "lifts passages of roots whose description holds words of the query: + weight · share, by rarity",
  strength: "weight",
  settings: {
    weight: number(0.1, [0, 1], {
      meaning: "what a passage gains whose root's description holds every word",
    }),
  },
  create:
    ({ weight }) =>
    (candidates, context) => {
      const { descriptions } = context;
      const roots = new Set(candidates.map(({ root }) => root));
      if (roots.size < 2 || Object.keys(descriptions).length === 0) return candidates;
      const shareOf = shareFinder(context.terms);
      const gains = new Map(
        Array.from(
          roots,
          (root) => [root, weight * shareOf(descriptionOf(descriptions, root) ?? "")] as const,
        ),
      );
      return scoring(({ root, score }) => score + (gains.get(root) ?? 0))(candidates, context);
    },
});
