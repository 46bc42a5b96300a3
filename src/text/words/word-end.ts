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
