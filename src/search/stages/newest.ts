import { number } from "../profiles/setting.ts";
import type { Candidate } from "./candidate.ts";
import { sameSubject } from "./same-subject.ts";
import { defineStage } from "./stage.ts";

/**
 * Of the candidates that say as much of what is asked as the one that says most, the newest comes first: they share
 * their places, and the scores of these, out among themselves. All others, and undated ones, keep their place.
 */
export const newest = defineStage({
  name: "newest",
  meaning: "of passages that say equally much of what is asked, the newest first",
  strength: "share",
  settings: {
    share: number(0.6, [0, 1], {
      meaning:
        "of the query's words in the fullest statement, by rarity, what another one needs to be compared by age",
    }),
    minScore: number(0.3, [0, 1], {
      meaning: "of the best score, what a passage needs to be compared by age",
    }),
  },
  create:
    ({ share, minScore }) =>
    (candidates, context) => {
      const least = minScore * Math.max(0, ...candidates.map(({ score }) => score));
      const strong = candidates.filter(({ score }) => score >= least);
      const days = sameSubject(strong, context, share);
      const group = strong.filter(({ id }) => days.has(id));
      const order = [...group].sort((a, b) => (days.get(b.id) ?? 0) - (days.get(a.id) ?? 0));
      const coming = new Map(group.map(({ id }, at) => [id, order[at]]));
      return candidates.map((candidate) => inPlaceOf(candidate, coming.get(candidate.id)));
    },
});

/** Who comes takes the place's score, so that the answer's scores still fall. */
function inPlaceOf(candidate: Candidate, coming: Candidate | undefined): Candidate {
  const { score, excess } = candidate;
  return coming === undefined ? candidate : { ...coming, score, excess };
}
