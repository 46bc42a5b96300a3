import { contentWords } from "./content-words.ts";

/** Words that take something back that was said before. */
const TAKES_BACK =
  /\b(?:scratch that|strike that|forget (?:what|that|it|about)|ignore (?:that|what i said)|never ?mind|i take (?:that|it) back|i was wrong|changed my mind|correction:|disregard)\b|\b(?:olvida (?:eso|lo que)|vergiss (?:das|es|was)|oublie (?:ça|ce que))\b/iu;

/** Whether a message takes something back. */
export const takesBack = (message: string): boolean => TAKES_BACK.test(message);

/** How much of a text a message names, words: the most of it is what the message takes back. */
export function namedWords(message: string, text: string): number {
  const words = contentWords(text);
  return contentWords(message).filter((word) => words.includes(word)).length;
}
