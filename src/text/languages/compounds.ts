import type { Language } from "./language.ts";
import { foldLetters } from "./letters.ts";

// Words of several that are written as one. Without a dictionary: a word is cut wherever a part of it may begin, by the
// consonants that words begin with. A cut that is none makes a part that nobody asks for.

/** Groups of consonants that a word can begin with; a single one, and a vowel, always can. */
const GERMANIC_ONSET =
  /^(?:[bcfgkp][lr]|[dtvw]r|sch[lmnrw]?|s[cklmnptv]|s[ckpt][rl]|str|kn|gn|pf|qu|zw|tw|dw|[kthdfgjlns]j|st|[bdfghjklmnprstvwz])?[aeiouy]/;
const FINNISH_ONSET = /^(?:[kpt]r|[kp]l|st|[dfghjklmnprstv])?[aeiouy]/;
/** A Finnish part ends in a vowel or in one of few consonants. */
const FINNISH_END = /[aeiouynslrt]$/;
const VOWEL = /[aeiouy]/;
const ANY_END = /$/;

interface Rules {
  readonly onset: RegExp;
  readonly end: RegExp;
  readonly minChars: number;
}

const GERMANIC: Rules = { onset: GERMANIC_ONSET, end: ANY_END, minChars: 8 };
const FINNISH: Rules = { onset: FINNISH_ONSET, end: FINNISH_END, minChars: 9 };

const RULES: Readonly<Partial<Record<Language, Rules>>> = {
  german: GERMANIC,
  dutch: GERMANIC,
  swedish: GERMANIC,
  danish: GERMANIC,
  norwegian: GERMANIC,
  finnish: FINNISH,
};

/** Shorter parts are found in any word. */
const MIN_PART_CHARS = 4;
/** A longer word is cut nowhere: it is data. */
const MAX_CHARS = 40;
const LETTERS = /^[a-z]+$/;

/** Two words that a folded word may be made of. */
export type Split = readonly [left: string, right: string];

/** Where a folded word may be two words; none in a language that writes them apart. */
export function splitsOf(folded: string, language: Language): readonly Split[] {
  const rules = RULES[language];
  if (rules === undefined) return [];
  const word = foldLetters(folded);
  if (word.length < rules.minChars || word.length > MAX_CHARS || !LETTERS.test(word)) return [];
  const splits: Split[] = [];
  for (let at = MIN_PART_CHARS; at <= word.length - MIN_PART_CHARS; at++) {
    const [left, right] = [word.slice(0, at), word.slice(at)];
    const isCut = rules.onset.test(right) && rules.end.test(left) && VOWEL.test(left);
    if (isCut) splits.push([left, right]);
  }
  return splits;
}
