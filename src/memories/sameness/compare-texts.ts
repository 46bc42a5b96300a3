import { contentTokens } from "../../text/words/content-words.ts";
import { stem } from "../../text/words/stem.ts";
import { saidWords } from "./said-words.ts";
import { isSameSentence } from "./word-order.ts";

/** `same`: one memory. `contradicts-maybe`: two of the same matter. `different`: two that have nothing to do with another. */
export type Comparison = "same" | "contradicts-maybe" | "different";

/** Share of the words of two texts that both have, from which on they are of the same matter: chosen on judged pairs. */
export const SAME_MATTER = 0.6;

/** Twice the words in both, over those of each (Dice), each as often as it is said. */
function shared(a: readonly string[], b: readonly string[]): number {
  if (a.length + b.length === 0) return 0;
  const left = new Map<string, number>();
  for (const word of b) left.set(word, (left.get(word) ?? 0) + 1);
  let both = 0;
  for (const word of a) {
    const count = left.get(word) ?? 0;
    if (count > 0) both += 1;
    left.set(word, count - 1);
  }
  return (2 * both) / (a.length + b.length);
}

/**
 * How much two texts are of the same matter, 0 to 1: the greater of what they share of all their words and of those that
 * carry content, 0 without any of the latter.
 */
export function nearness(a: string, b: string): number {
  const content = shared(contentTokens(a).map(stem), contentTokens(b).map(stem));
  if (content === 0) return 0;
  const all = [a, b].map((text) => saidWords(text).flat().map(stem)) as [string[], string[]];
  return Math.max(content, shared(...all));
}

/** Whether two texts say the same in the same words: nothing but marks, case, filler and the place of an adjunct differ. */
export function saysTheSame(a: string, b: string): boolean {
  const [left, right] = [saidWords(a), saidWords(b)];
  if (left.length === 0) return a.trim() === b.trim();
  return (
    left.length === right.length && left.every((sentence, at) => isSameSentence(sentence, right[at] ?? []))
  );
}

/**
 * What two memories are to each other. A word of one that the other lacks, be it a number, a unit, a name, a "not" or an
 * opposite, keeps them two: whether it changes what is said is not for a program to guess. Symmetrical.
 */
export function compareTexts(a: string, b: string): Comparison {
  if (saysTheSame(a, b)) return "same";
  return nearness(a, b) >= SAME_MATTER ? "contradicts-maybe" : "different";
}
