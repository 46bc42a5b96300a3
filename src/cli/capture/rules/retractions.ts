import { contentWords } from "./content-words.ts";

/** Words that take something back that was said before. */
const TAKES_BACK =
  /\b(?:scratch that|strike that|(?<!n't |not |never )forget (?:what|that|it|about)|ignore (?:that|what i said)|never ?mind|i take (?:that|it) back|i was wrong|changed my mind|disregard)\b|^correction:|\b(?:olvida (?:eso|lo que)|vergiss (?:das|es|was)|oublie (?:ça|ce que))\b/iu;

/** Whether a message takes something back. */
export const takesBack = (message: string): boolean => TAKES_BACK.test(message);

/** What holds instead stands behind a colon: "scratch that: the port is 8080". Without one nothing is stated. */
const HOLDS_INSTEAD = /:\s+\S/;

/** Whether a sentence only takes something back. */
export const onlyTakesBack = (sentence: string): boolean =>
  TAKES_BACK.test(sentence) && !HOLDS_INSTEAD.test(sentence);

/** How much of a text a message names, words: the most of it is what the message takes back. */
export function namedWords(message: string, text: string): number {
  const words = contentWords(text);
  return contentWords(message).filter((word) => words.includes(word)).length;
}
