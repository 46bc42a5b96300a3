import { WORD_MARKS } from "../languages/marks.ts";
import { remembered } from "./remembered.ts";

/** Tests whether a text needs more than lower-casing: everything from U+0080 up, surrogates included. */
const NON_ASCII = /[\u0080-\uffff]/;
const ACCENTED = /([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu;
/** What the second half of folding can change: accented Latin and Greek, and marks. */
const DECOMPOSABLE = /[\p{M}[[\p{Script=Latin}\p{Script=Greek}]--[a-z]]]/v;
/** Marks that say how a letter is read, where others are letters of their own. */
const MARKS = new RegExp(`[\\p{M}--${WORD_MARKS}]+`, "gv");
const NUL = "\0";

/**
 * Marks after one letter, at most; no language writes so many (cf. Stream-Safe Text Format, Unicode Annex 15, section
 * 13). Normalisation sorts each run of marks in time that grows with the square of its length. The two half-width
 * Japanese sound marks are letters that become marks.
 */
const LONG_MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/** As many characters of those among which all marks are: cheaper to look for, and in few texts. */
const MAY_HAVE_LONG_MARKS = /[\u0300-\u1fff\u20d0-\u20ff\u2cef-\uffff]{31}/;

function withoutLongMarks(text: string): string {
  const clean = text.toWellFormed();
  return MAY_HAVE_LONG_MARKS.test(clean) ? clean.replace(LONG_MARKS, "$1") : clean;
}

/**
 * One character that nobody sees and that ends no word: soft hyphen, zero widths, joiners and what keeps from joining, marks
 * of direction. A regex class.
 */
export const UNSEEN_CLASS = "[\\p{Cf}&&\\p{DI}]";
const UNSEEN = new RegExp(`${UNSEEN_CLASS}+`, "gv");
/** As many characters of those among which all of them are; the last are the halves of tags. */
const MAY_HAVE_UNSEEN = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ud82f\ud834\udb40]/;

/** A text without them, as its words are compared: `com\u00admittee` is "committee". */
export const withoutUnseen = (text: string): string =>
  MAY_HAVE_UNSEEN.test(text) ? text.replace(UNSEEN, "") : text;

const NON_JOINER = "\u200c";
const NON_JOINED = /[\p{sc=Arab}\p{M}]+(?:\u200c[\p{sc=Arab}\p{M}]+)+/gu;

/**
 * In Persian and its neighbours a non-joiner stands between the parts of a word, endings of plurals among them: such a word is itself,
 * as it is typed without, and its parts.
 */
const withOwnParts = (text: string): string =>
  text.includes(NON_JOINER)
    ? text.replace(NON_JOINED, (word) => `${word} ${word.replaceAll(NON_JOINER, " ")}`)
    : text;

/**
 * The text as every later step reads it: well-formed UTF-16, Unicode NFKC, NUL replaced by a space
 * (SQLite's JSON functions cut a string at NUL), of a long run of marks only the first 30.
 */
export function normalise(text: string): string {
  const clean = text.includes(NUL) ? text.replaceAll(NUL, " ") : text;
  return NON_ASCII.test(clean) ? withoutLongMarks(clean).normalize("NFKC") : clean;
}

/**
 * A run that needs more than lower-casing, with the ASCII character before it, which a mark may belong to. Nothing in
 * Unicode composes with an ASCII character after it. Typographic quotes, dashes and dots (U+2010 to U+2027) need
 * nothing: they are separators before and after.
 */
const FOREIGN_RUN = /[\s!-~]?[\u0080-\u200f\u2028-\uffff]+/g;

/**
 * Lower case without accents and without characters that nobody sees, so that what FTS5's `unicode61` does to the rest is nothing: Latin and Greek letters
 * lose every mark, and marks that belong to no composed letter go, but for the vowel signs of South and South-East Asia.
 * Greek final sigma becomes sigma. Composed letters of other scripts (й, が, أ) stay what they are. Folding twice changes
 * nothing more.
 */
export function fold(text: string): string {
  const clean = text.includes(NUL) ? text.replaceAll(NUL, " ") : text;
  if (!NON_ASCII.test(clean)) return clean.toLowerCase();
  return withoutLongMarks(withoutUnseen(withOwnParts(clean)))
    .toLowerCase()
    .replace(FOREIGN_RUN, (run) => foldRun(run));
}

const foldRun = remembered((run) => {
  const lower = run.normalize("NFKC").toLowerCase().normalize("NFKC").replaceAll("ς", "σ");
  return DECOMPOSABLE.test(lower) ? withoutMarks(lower) : lower;
});

function withoutMarks(text: string): string {
  const bare = text.normalize("NFD").replace(ACCENTED, "$1").normalize("NFC");
  return bare.replace(MARKS, "").normalize("NFC");
}
