import { WORD_MARKS } from "../languages/marks.ts";

/**
 * One character of a script written without spaces between words (Chinese, Japanese, Thai, Lao, Khmer, Burmese), or, as
 * Korean, with long compounds; Thai ones with their vowel signs and tones. A regex class.
 */
export const CJK_CLASS =
  "[[[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}]&&[\\p{L}\\p{N}]][[\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}]&&[\\p{L}\\p{M}]]]";

/** A run of such characters. */
export const CJK_RUN = new RegExp(`${CJK_CLASS}+`, "gv");

const ANY_CJK = new RegExp(CJK_CLASS, "v");
const MAY_HAVE_MARKS = /[\u0900-\u17ff]/;
const CHARACTER = new RegExp(`[^]${WORD_MARKS}*`, "gv");

/** Whether the text holds a character of a script that is searched in pairs. */
export const isCjk = (text: string): boolean => ANY_CJK.test(text);

/** A text's characters, each with the vowel signs and tones that stand on it. */
export const charactersOf = (text: string): readonly string[] =>
  MAY_HAVE_MARKS.test(text) ? (text.match(CHARACTER) ?? []) : [...text];

/** Overlapping pairs of a run's characters; a single character stays itself. */
export const bigrams = (run: string): string[] => pairsOf(charactersOf(run));

/** The same of characters. */
export function pairsOf(characters: readonly string[]): string[] {
  if (characters.length < 2) return [...characters];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
