import { isSentence } from "../../../text/words/content-words.ts";
import { byScore } from "../../fusion/lists.ts";
import { languageKind } from "../../language-kind.ts";
import { number } from "../../setting.ts";
import { shareFinder } from "../held-share.ts";
import { type Candidate, defineStage, type StageContext, scoring } from "../stage.ts";

/**
 * What somebody had remembered is short and says a thing once, where files repeat their words in names and headings. So a
 * question in words lifts memories that hold more than half of it, by rarity: by `weight`, or up to the best passage of
 * code, whichever is more, times the square of what they hold beyond that half. Among themselves they keep their order: one that stands before a lifted
 * one rises with it.
 */
export const remembered = defineStage({
  name: "remembered",
  meaning: "lifts memories that hold the words of a question, one that holds all of them above any code",
  strength: "weight",
  settings: {
    weight: number(0.5, [0, 1], {
      meaning: "least gain of a memory that holds every word; of one that holds half, nothing",
    }),
  },
  create:
    ({ weight }) =>
    (candidates, context) => {
      const lifted = isSentence(context.query.text) ? liftedScores(candidates, context, weight) : NONE;
      return scoring(({ id, score }) => lifted.get(id) ?? score)(candidates, context);
    },
});

/** 0 at half and below, 1 at all: less is a word in common, which ranks of near scores would make too much of. */
const beyondHalf = (share: number): number => Math.max(0, 2 * share - 1);

const NONE: ReadonlyMap<string, number> = new Map();
/** What keeps apart two that would be level. */
const APART = 1e-9;

function liftedScores(
  candidates: readonly Candidate[],
  { terms }: StageContext,
  weight: number,
): ReadonlyMap<string, number> {
  const memories = candidates.filter(({ kind }) => kind === "memory").sort(byScore);
  const code = candidates.filter(
    ({ kind, language }) => kind === "file" && languageKind(language) !== "prose",
  );
  const aboveCode = Math.max(0, ...code.map(({ score }) => score)) + APART;
  const shareOf = shareFinder(terms);
  const lifted = new Map<string, number>();
  let next = -APART;
  for (const { id, score, text } of memories.reverse()) {
    const gain = beyondHalf(shareOf(text)) ** 2 * Math.max(weight, aboveCode - score);
    next = Math.max(next + APART, score + gain);
    lifted.set(id, next);
  }
  return lifted;
}
