import { number } from "../setting.ts";
import { coverage, statementsOf } from "../statements.ts";
import { type Candidate, defineStage, type StageContext } from "./stage.ts";

const DAY_MS = 86_400_000;

/**
 * Of the candidates that speak of what is asked as fully as the best one, the newest comes first: they share their
 * places, and the scores of these, out among themselves. Others, and undated ones, keep their place.
 */
export const newest = defineStage({
  name: "newest",
  meaning: "of passages that say equally much of what is asked, the newest first",
  strength: "share",
  settings: {
    share: number(0.6, [0, 1], {
      meaning:
        "of what the best statement has of the query's words, by rarity, one needs as much to take part",
    }),
    minScore: number(0.2, [0, 1], { meaning: "of the best score, a candidate needs as much to take part" }),
  },
  create:
    ({ share, minScore }) =>
    (candidates, context) => {
      const dated = candidates.map((candidate) => ({ candidate, found: bestOf(candidate, context) }));
      const most = Math.max(
        0,
        ...dated.map(({ found }) => Math.max(0, ...found.map(({ covered }) => covered))),
      );
      const least = minScore * Math.max(0, ...candidates.map(({ score }) => score));
      if (most === 0) return candidates;
      const group = dated.flatMap(({ candidate, found }) => {
        const about = found.filter(
          ({ covered, datedAt }) => covered >= share * most && datedAt !== undefined,
        );
        if (about.length === 0 || candidate.score < least) return [];
        return [{ candidate, datedAt: Math.max(...about.map(({ datedAt }) => datedAt ?? 0)) }];
      });
      const order = [...group].sort((a, b) => b.datedAt - a.datedAt);
      const taken = new Map(group.map(({ candidate }, at) => [candidate, order[at]?.candidate ?? candidate]));
      return candidates.map((candidate) => {
        const { score, excess } = candidate;
        const comes = taken.get(candidate);
        return comes === undefined ? candidate : { ...comes, score, excess };
      });
    },
});

interface Found {
  readonly covered: number;
  readonly datedAt: number | undefined;
}

function bestOf(candidate: Candidate, { terms, asOfMs }: StageContext): readonly Found[] {
  const stems = new Map<string, string>();
  const above = candidate.headings.join("\n");
  return statementsOf(candidate.text).map(({ text, datedAt }) => ({
    covered: coverage(`${above}\n${text}`, { terms, stems }),
    datedAt: usable(datedAt, asOfMs) ?? candidate.datedAt,
  }));
}

const usable = (datedAt: number | undefined, asOfMs: number): number | undefined =>
  datedAt !== undefined && datedAt <= asOfMs + DAY_MS ? datedAt : undefined;
