import { isCjk } from "./cjk.ts";
import { isStopWord } from "./stop-words.ts";

/** Letters and digits of any script. */
export const NAME_WORD = /[\p{L}\p{N}]+/gu;
/** In Chinese, Japanese and Korean a single character is part of too many words. */
export const MIN_CJK_NAME_CHARS = 2;
/** A shorter part of a name is an initial or a particle. */
const MIN_PART_CHARS = 3;
const NUMBER = /^\p{N}+$/u;

/** What companies and groups of people are, not what they are called. */
const GENERIC_PARTS = new Set(
  "company corp corporation gmbh group inc incorporated limited llc ltd project team".split(" "),
);

/** Whether the folded word is one that sentences are made of: a name only when it is written as one. */
export const isFunctionWord = (word: string): boolean =>
  (["english", "spanish", "portuguese"] as const).some((language) => isStopWord(word, language));

/** Of the folded words of a name, when it has several: those that may stand for it. */
export function nameParts(words: readonly string[]): string[] {
  if (words.length < 2) return [];
  return [...new Set(words)].filter(
    (word) =>
      word.length >= (isCjk(word) ? MIN_CJK_NAME_CHARS : MIN_PART_CHARS) &&
      !GENERIC_PARTS.has(word) &&
      !isFunctionWord(word) &&
      !NUMBER.test(word),
  );
}

/** A word that begins with a capital, of any script that has them; marks inside it are allowed (Wendelin-Kraft). */
export const CAPITALISED = /^\p{Lu}[\p{L}\p{N}]*(?:['’.&/-][\p{L}\p{N}]+)*$/u;
/** Two capitals: a name by itself, wherever it stands. */
export const ACRONYM = /^\p{Lu}[\p{L}\p{N}]*\p{Lu}[\p{L}\p{N}]*$/u;
/** The ending that English puts on a name, not part of it. */
export const POSSESSIVE = /['’]s$/u;
/** Small words inside names: Bank of America, Rio de Janeiro. */
export const NAME_PARTICLES: ReadonlySet<string> = new Set("of de da do dos del la van von der".split(" "));
