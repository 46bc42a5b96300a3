import { isCjk } from "../text/cjk.ts";
import { contentWords } from "../text/content-words.ts";

/** Shorter Latin words name nothing when they stand alone. */
const MIN_CHARS = 3;
const ONLY_DIGITS = /^\p{N}+$/u;

/**
 * Words that point at something without naming it. They rank no worse in an OR of all words, and so are no stop words;
 * searched alone they would find anything.
 */
const VAGUE = new Set(
  "about all also any just like more most only other some something such thing things very".split(" "),
);

/**
 * The words of a query that are worth searching one by one: content words without vague ones, words under 3 letters,
 * and numbers (unless there is nothing else), each once. All words as they were when nothing is left.
 */
export function extractKeywords(query: string): string[] {
  const words = [...new Set(contentWords(query))];
  const meaningful = words.filter((word) => isCjk(word) || (word.length >= MIN_CHARS && !VAGUE.has(word)));
  const named = meaningful.filter((word) => !ONLY_DIGITS.test(word));
  if (named.length > 0) return named;
  const numbers = words.filter((word) => ONLY_DIGITS.test(word));
  return numbers.length > 0 ? numbers : words;
}
