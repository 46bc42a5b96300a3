// FTS5's `unicode61` takes a vowel sign of the scripts of South and South-East Asia for the end of a word. In the index each
// is a character of private use, which it takes for a letter.

/** Marks that belong to a word: Devanagari to Khmer, Thai, Lao and Burmese among them. A class of a regular expression. */
export const WORD_MARKS = "[\\p{M}&&[\\u0900-\\u17ff]]";

const MARKS = new RegExp(WORD_MARKS, "gv");
const CODED = /[\ue000-\ueeff]/g;
const FIRST_MARK = 0x900;
const FIRST_CODE = 0xe000;
const MAY_HAVE_MARKS = /[\u0900-\u17ff]/;

/** A text with its vowel signs as the index has them. */
export const codeMarks = (text: string): string =>
  MAY_HAVE_MARKS.test(text)
    ? text.replace(MARKS, (mark) => String.fromCharCode(mark.charCodeAt(0) - FIRST_MARK + FIRST_CODE))
    : text;

/** The text that `codeMarks` made another of. */
export const readMarks = (coded: string): string =>
  coded.replace(CODED, (code) => String.fromCharCode(code.charCodeAt(0) - FIRST_CODE + FIRST_MARK));
