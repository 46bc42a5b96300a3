/** One character of a script written without spaces between words, or (Korean) with long compounds: a regex class. */
export const CJK_CLASS = "[[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}]&&[\\p{L}\\p{N}]]";

/** A run of such characters. */
export const CJK_RUN = new RegExp(`${CJK_CLASS}+`, "gv");

const ANY_CJK = new RegExp(CJK_CLASS, "v");

/** Whether the text holds a Chinese, Japanese or Korean character. */
export const isCjk = (text: string): boolean => ANY_CJK.test(text);

/** Overlapping pairs of a run's characters (code points); a single character stays itself. */
export function bigrams(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
