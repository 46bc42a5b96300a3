/** A run of characters of scripts that are written without spaces between words, or (Korean) with long compounds. */
export const CJK_RUN = /[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]&&[\p{L}\p{N}]]+/gv;

const ANY_CJK = /[[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]&&[\p{L}\p{N}]]/v;

/** Whether the text holds a Chinese, Japanese or Korean character. */
export const isCjk = (text: string): boolean => ANY_CJK.test(text);

/** Overlapping pairs of a run's characters (code points); a single character stays itself. */
export function bigrams(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
