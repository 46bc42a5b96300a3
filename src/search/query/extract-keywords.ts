import { isCjk } from "../../text/words/cjk.ts";
import { contentWords } from "../../text/words/content-words.ts";

/** Shorter Latin words name nothing when they stand alone; other scripts write whole words in two characters. */
const MIN_LATIN_CHARS = 3;
const LATIN = /^[\p{Script=Latin}\p{N}]+$/u;
const ONLY_DIGITS = /^\p{N}+$/u;

/**
 * Words that point at something without naming it, as `contentWords` writes them (folded, Chinese as pairs). They rank
 * no worse in an OR of all words, and so are no stop words; searched alone they would find anything.
 */
const VAGUE = new Set(
  `about all also any just like more most only other some something such thing things stuff very
  algo algun alguna cosa cosas tema todo todos
  algum coisa coisas assunto tudo
  شيء اشياء أشياء موضوع
  东西 事情 一些
  やつ もの
  거 걸 것들`.split(/\s+/),
);

const isWorthSearching = (word: string) =>
  !VAGUE.has(word) && (isCjk(word) || !LATIN.test(word) || word.length >= MIN_LATIN_CHARS);

/**
 * The words of a query that are worth searching one by one: content words without vague ones, Latin words under 3
 * letters, and numbers (unless there is nothing else), each once. The content words as they were when nothing is left.
 */
export function extractKeywords(query: string): string[] {
  const words = [...new Set(contentWords(query))];
  const named = words.filter((word) => isWorthSearching(word) && !ONLY_DIGITS.test(word));
  if (named.length > 0) return named;
  const numbers = words.filter((word) => ONLY_DIGITS.test(word));
  return numbers.length > 0 ? numbers : words;
}
