import type { Language } from "../languages/language.ts";
import { tokenOf } from "../languages/tokens.ts";
import { remembered } from "./remembered.ts";

/*
 * Porter's algorithm (M. F. Porter, "An algorithm for suffix stripping", 1980) with the particulars of FTS5's `porter`
 * tokenizer: it works on UTF-8 bytes, leaves tokens under 3 or over 64 bytes alone, and takes `y` for a vowel
 * anywhere but at the start when it looks for a vowel at all.
 */
const MIN_BYTES = 3;
const MAX_BYTES = 64;
const NON_ASCII = /[\u0080-\uffff]/;
const FIRST_NON_ASCII = 0x80;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

type Rule = readonly [suffix: string, replacement: string];

/** `suffix-replacement` each. */
const rules = (list: string): readonly Rule[] =>
  list.split(" ").map((rule) => {
    const [suffix = "", replacement = ""] = rule.split("-");
    return [suffix, replacement];
  });

const STEP_2 = rules(
  "ational-ate tional-tion enci-ence anci-ance izer-ize logi-log bli-ble alli-al entli-ent eli-e ousli-ous " +
    "ization-ize ation-ate ator-ate alism-al iveness-ive fulness-ful ousness-ous aliti-al iviti-ive biliti-ble",
);
const STEP_3 = rules("icate-ic ative- alize-al iciti-ic ical-ic ful- ness-");
const STEP_4 = "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize".split(" ");
const RESTORED_E = rules("at-ate bl-ble iz-ize");

/** The term under which the index has a word that `tokenise` made, in an English text. Stemming a stem may change it. */
export const stem = remembered((word) => porterStem(tokenOf(word)));

/** The same in a text of another language. */
export const stemIn = (word: string, language: Language): string => porterStem(tokenOf(word, language));

/** The term under which FTS5's `porter unicode61` stores a token. */
function porterStem(token: string): string {
  // Every rule goes by the end of a word, and each of these is ASCII: the words of other languages end with a tag.
  if (token.charCodeAt(token.length - 1) >= FIRST_NON_ASCII) return token;
  if (!NON_ASCII.test(token)) return isStemmable(token) ? stemBytes(token) : token;
  const bytes = encoder.encode(token);
  const units = String.fromCharCode(...bytes.subarray(0, MAX_BYTES + 1));
  if (!isStemmable(units)) return token;
  return decoder.decode(Uint8Array.from(stemBytes(units), (unit) => unit.charCodeAt(0)));
}

const isStemmable = (units: string) => units.length >= MIN_BYTES && units.length <= MAX_BYTES;

function stemBytes(token: string): string {
  let word = withoutPlural(token);
  word = withoutPastOrGerund(word);
  if (word.endsWith("y") && hasVowel(word.slice(0, -1))) word = `${word.slice(0, -1)}i`;
  word = replaceSuffix(word, STEP_2);
  word = replaceSuffix(word, STEP_3);
  return withoutFinalE(withoutDerivation(word));
}

/** Step 1a: plurals. */
function withoutPlural(word: string): string {
  if (!word.endsWith("s")) return word;
  const long = (word.endsWith("sses") && word.length > 4) || (word.endsWith("ies") && word.length > 3);
  if (long) return word.slice(0, -2);
  return word.endsWith("ss") ? word : word.slice(0, -1);
}

/** Step 1b: -eed, -ed, -ing. */
function withoutPastOrGerund(word: string): string {
  if (word.endsWith("eed") && word.length > 3)
    return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const cut = word.endsWith("ed") && word.length > 2 ? 2 : word.endsWith("ing") && word.length > 3 ? 3 : 0;
  const base = word.slice(0, word.length - cut);
  return cut > 0 && hasVowel(base) ? afterCut(base) : word;
}

/** The end of step 1b: puts back an e, or takes one of two equal consonants. */
function afterCut(base: string): string {
  const restored = RESTORED_E.find(([suffix]) => base.endsWith(suffix) && base.length > suffix.length);
  if (restored !== undefined) return `${base}e`;
  const last = base.at(-1) ?? "";
  const isDouble = base.length > 1 && last === base.at(-2) && !isVowel(last, false);
  if (isDouble && !"lsz".includes(last)) return base.slice(0, -1);
  return measure(base) === 1 && endsShort(base) ? `${base}e` : base;
}

/** Steps 2 and 3: one long suffix for a shorter one, when what stays has a vowel-consonant pair. */
function replaceSuffix(word: string, rules: readonly Rule[]): string {
  const rule = rules.find(([suffix]) => word.length > suffix.length && word.endsWith(suffix));
  if (rule === undefined) return word;
  const base = word.slice(0, -rule[0].length);
  return measure(base) > 0 ? base + rule[1] : word;
}

/** Step 4: drops a suffix when what stays has two vowel-consonant pairs. */
function withoutDerivation(word: string): string {
  const suffix = STEP_4.find((candidate) => word.length > candidate.length && word.endsWith(candidate));
  if (suffix === undefined) return word;
  const base = word.slice(0, -suffix.length);
  if (suffix === "ion" && !/[st]$/.test(base)) return word;
  return measure(base) > 1 ? base : word;
}

/** Step 5: a final e, then one l of two. */
function withoutFinalE(word: string): string {
  let result = word;
  if (word.endsWith("e")) {
    const base = word.slice(0, -1);
    const pairs = measure(base);
    if (pairs > 1 || (pairs === 1 && !endsShort(base))) result = base;
  }
  return result.endsWith("ll") && measure(result.slice(0, -1)) > 1 ? result.slice(0, -1) : result;
}

const isVowel = (unit: string, yIsVowel: boolean) => "aeiou".includes(unit) || (yIsVowel && unit === "y");

/** Porter's m: how often a consonant follows a vowel; y is a vowel after a consonant. Two are as good as more. */
function measure(word: string): number {
  let pairs = 0;
  let previousIsConsonant = false;
  let inVowels = false;
  for (const unit of word) {
    const vowel = isVowel(unit, previousIsConsonant);
    if (!vowel && inVowels) pairs += 1;
    inVowels = vowel;
    previousIsConsonant = !vowel;
  }
  return pairs;
}

function hasVowel(word: string): boolean {
  return [...word].some((unit, index) => isVowel(unit, index > 0));
}

/** Porter's *o: consonant, vowel, consonant at the end, the last not w, x or y. */
function endsShort(word: string): boolean {
  if (word === "" || /[wxy]$/.test(word)) return false;
  let shape = "";
  let previousIsConsonant = false;
  for (const unit of word) {
    previousIsConsonant = !isVowel(unit, previousIsConsonant);
    shape += previousIsConsonant ? "c" : "v";
  }
  return shape.endsWith("cvc");
}
