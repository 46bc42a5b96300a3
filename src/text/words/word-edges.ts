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

/** A word that was cut, with the space before it on its line; longer ones, and what has no spaces, are cut anywhere. */
const BROKEN_WORD = /[^\S\n]+\S{0,40}$/u;

/**
 * The first `chars` of a text without the word that they break. Where that would leave nothing, or the word is long, up to any
 * character: never half of a surrogate pair, unless the text has halves itself.
 */
export function upToWord(text: string, chars: number): string {
  const start = text.slice(0, chars);
  if (chars >= text.length || /\s/u.test(text.charAt(chars))) return start;
  const words = start.replace(BROKEN_WORD, "");
  if (words !== "" && words !== start) return words;
  return start.isWellFormed() || !text.isWellFormed() ? start : start.slice(0, -1);
}
