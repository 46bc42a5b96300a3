import { remembered } from "../words/remembered.ts";
import { LANGUAGES, type Language } from "./language.ts";
import { foldLetters } from "./letters.ts";

// Words of several that are written as one. Without a dictionary: a word is cut wherever a part of it may begin, by the
// consonants that words begin with. A cut that is none makes a part that nobody asks for.

/** Groups of consonants that a word can begin with; a single one, and a vowel, always can. */
const GERMANIC_ONSET =
  /^(?:[bcfgkp][lr]|[dtvw]r|sch[lmnrw]?|s[cklmnptv]|s[ckpt][rl]|str|kn|gn|pf|qu|zw|tw|dw|[kthdfgjlns]j|st|[bdfghjklmnprstvwz])?[aeiouy]/;
/** A part ends in a vowel, or in consonants that a word can end in. */
const GERMANIC_END =
  /(?:[aeiouy](?:[bcdfgklmnprstxz]|h[lmnr]?|[nlr][bdfgklmnpstz]|ll|nn|mm|rr|tt|pp|ff|ss|kk|gg|ng|nk|mp|ms|[pfkgbdt]s|[pfkgc]t|c[hk]|sch|st|sp|sk|tz|cht|chs|ngs|rts|nts|rst|nst|rnt)?|rk|ft|rst)$/;
/** What only ends words of its language, and begins none. */
const ENDING = /^(?:ung|bar|lich|isch|heit|keit|ende|erna|arna|orna|else|ingen?$|eren|ades?$|igt?|elig)/;
const FINNISH_ONSET = /^(?:[kpt]r|[kp]l|st|[dfghjklmnprstv])?[aeiouy]/;
/** A Finnish part ends in a vowel or in one of few consonants; one of three letters is like maa, työ, ylä. */
const FINNISH_END = /^(?:[^aeiouy][aeiouy]{2}|[aeiouy][^aeiouy][aeiouy])$|..[aeiouy][nslrt]$|...[aeiouy]$/;
const FINNISH_ENDING =
  /^(?:[aiueoy]+$|(?:a|e|i|o|u|y)?(?:ss?a|st?a|ll?a|lt?a|lle|ksi|tta|na|iden|isi|ien|vat|taan|maan|minen|mise)[a-z]{0,2}$)/;
/** Hungarian words begin with one consonant, which may be two letters; others are loans. */
const HUNGARIAN_ONSET = /^(?:cs|dz|gy|ly|ny|sz|ty|zs|[bfgkp][lr]|[dt]r|st|sp|[bcdfghjklmnprstvz])?[aeiou]/;
const HUNGARIAN_END = /[aeiou](?:cs|gy|ly|ny|sz|ty|zs|[bcdfgjklmnprstvz]|[ljmnr][bcdgkpstz]|st)?$/;
/** Whose, or how many; a case; and what a verb and its noun end in. */
const OWNER = "[aeou]?(?:k|m|d|nk|t[aeo]k|juk|j?[ae]i?)";
const CASE = "(?:[aeo]t|b[ae]n|bol|n[ae]k|rol|h[oe]z|n[ae]l|tol|v[ae]l|ert|kent|[aeo]k[ae]t|ig|r[ae]|i[tk])";
const VERBAL =
  "[aeiou]?[lrzs]?(?:[aeo]s|asa|ese|asok|esek|[aeo]tt?|t[ae]m|tuk|tunk|juk|n[ae]k|[ae]ni)[a-z]{0,3}";
const HUNGARIAN_ENDING = new RegExp(`^(?:(?:${OWNER})?${CASE}|${VERBAL})$`);
const VOWEL = /[aeiouy]/;

/** Fewer letters at the end of a word are an ending, but for a short word: Haus and hus, vej, bil, bad. */
const MIN_RIGHT_CHARS = 4;
const SHORT_RIGHT = /^[^aeiouy](?:[aiou][^aeiouy]|e[gj])$/;
const MIN_BEFORE_SHORT = 4;

interface Rules {
  readonly onset: RegExp;
  readonly end: RegExp;
  readonly ending: RegExp;
  readonly minChars: number;
  /** Shorter parts are found in any word. */
  readonly minLeft: number;
  /** Words of three letters that others end with. Undefined: none. */
  readonly shortRight?: RegExp;
}

/** Three letters as in bil, tåg, Hut. */
const GERMANIC: Rules = {
  ...{ onset: GERMANIC_ONSET, end: GERMANIC_END, ending: ENDING },
  ...{ minChars: 7, minLeft: 3, shortRight: SHORT_RIGHT },
};
const FINNISH: Rules = {
  ...{ onset: FINNISH_ONSET, end: FINNISH_END, ending: FINNISH_ENDING },
  ...{ minChars: 9, minLeft: 3 },
};

const HUNGARIAN: Rules = {
  ...{ onset: HUNGARIAN_ONSET, end: HUNGARIAN_END, ending: HUNGARIAN_ENDING },
  ...{ minChars: 8, minLeft: 3 },
};

const RULES: Readonly<Partial<Record<Language, Rules>>> = {
  german: GERMANIC,
  dutch: GERMANIC,
  swedish: GERMANIC,
  danish: GERMANIC,
  norwegian: GERMANIC,
  finnish: FINNISH,
  hungarian: HUNGARIAN,
};

/** A longer word is cut nowhere: it is data. */
const MAX_CHARS = 40;
const LETTERS = /^[a-z]+$/;

/** Two words that a folded word may be made of. */
export type Split = readonly [left: string, right: string];

/** Whether a language writes words of several as one. */
export const joinsWords = (language: Language): boolean => RULES[language] !== undefined;

/** Where a folded word may be two words; none in a language that writes them apart. */
export const splitsOf = (folded: string, language: Language): readonly Split[] =>
  KNOWN.get(language)?.(folded) ?? NONE;

const NONE: readonly Split[] = [];

function makeSplits(folded: string, rules: Rules): readonly Split[] {
  const word = foldLetters(folded);
  if (word.length < rules.minChars || word.length > MAX_CHARS || !LETTERS.test(word)) return NONE;
  const splits: Split[] = [];
  for (let at = rules.minLeft; at < word.length; at++) {
    const [left, right] = [word.slice(0, at), word.slice(at)];
    const isWord =
      right.length >= MIN_RIGHT_CHARS || (left.length >= MIN_BEFORE_SHORT && rules.shortRight?.test(right));
    const isCut =
      isWord &&
      rules.onset.test(right) &&
      rules.end.test(left) &&
      VOWEL.test(left) &&
      !rules.ending.test(right);
    if (isCut) splits.push([left, right]);
  }
  return splits;
}

/** Kept in the isolate: a cut takes as many regular expressions as a word has letters. */
const KNOWN: ReadonlyMap<Language, (folded: string) => readonly Split[]> = new Map(
  LANGUAGES.flatMap((language) => {
    const rules = RULES[language];
    return rules === undefined
      ? []
      : [[language, remembered((folded) => makeSplits(folded, rules))] as const];
  }),
);
