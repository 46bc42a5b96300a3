const WORD = String.raw`[\p{L}\p{M}\p{N}_'’-]`;
/** The rest of a word that was cut. Scripts that are written without blanks are cut between any two characters. */
const REST_OF_WORD = new RegExp(
  String.raw`^(?:(?!\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Thai})${WORD})+`,
  "u",
);
/** The last character, of one or two UTF-16 units, is within a word. */
const ENDS_IN_WORD = new RegExp(`${WORD}$`, "u");
/** What ends a word or a sentence, and blanks; an opening bracket or a quote begins one. */
const BETWEEN_WORDS = /^[\s,.;:!?)\]}…]+/;

/**
 * Where a text that is cut at `start` begins with a word: there or after it, at the latest at `last`. It stays at `start`
 * where one word goes on until `last`.
 */
export function wordStart(text: string, start: number, last: number): number {
  const isWithinWord = ENDS_IN_WORD.test(text.slice(Math.max(0, start - 2), start));
  const part = text.slice(start, last);
  const after = isWithinWord ? part.replace(REST_OF_WORD, "") : part;
  return after === "" ? start : last - after.replace(BETWEEN_WORDS, "").length;
}
