import { hindiStem } from "./hindi.ts";
import { type Language, tagged } from "./language.ts";
import { foldLetters } from "./letters.ts";
import { codeMarks } from "./marks.ts";
import { arabicStem, hebrewStem } from "./semitic.ts";
import { czechStem, polishStem, ukrainianStem } from "./slavic.ts";
import { SNOWBALL } from "./snowball.ts";
import { turkishStem } from "./turkish.ts";

type Stemmer = (word: string) => string;

const { russian, ...LATIN } = SNOWBALL;

const OF_LANGUAGE: Readonly<Record<Language, Stemmer>> = {
  ...LATIN,
  polish: polishStem,
  czech: czechStem,
  turkish: turkishStem,
  ukrainian: ukrainianStem,
};

const CYRILLIC = /^\p{sc=Cyrillic}/u;
const LATIN_WORD = /^[a-z]+$/;
const FIRST_CYRILLIC = 0x400;
/** Ahead of every script that has rules: most words are Latin. */
const mayHaveRules = (word: string): boolean => word.charCodeAt(0) >= FIRST_CYRILLIC;

const OF_SCRIPT: readonly (readonly [script: RegExp, stem: Stemmer])[] = [
  [CYRILLIC, russian],
  [/^\p{sc=Arabic}+$/u, arabicStem],
  [/^\p{sc=Hebrew}+$/u, hebrewStem],
  [/^\p{sc=Devanagari}+$/u, hindiStem],
];

/** A longer run of letters is not a word. */
const MAX_WORD_CHARS = 40;

/**
 * What the index holds in place of a folded word, in a text of that language; without one as in English. A query's words
 * become the same, in each language that the index has.
 */
export function tokenOf(folded: string, language?: Language): string {
  const word = foldLetters(folded);
  if (word.length > MAX_WORD_CHARS) return codeMarks(word);
  if (language !== undefined && isWrittenIn(word, language)) return remembered(word, language);
  if (!mayHaveRules(word)) return codeMarks(word);
  const stem = OF_SCRIPT.find(([script]) => script.test(word))?.[1];
  return codeMarks(stem === undefined ? word : stem(word) || word);
}

/** Tokens kept in the isolate for each language: some 100 KB each. */
const MAX_REMEMBERED = 2_000;
const known = new Map<Language, Map<string, string>>();

/** A text repeats its words, and stemming takes microseconds. */
function remembered(word: string, language: Language): string {
  const tokens = known.get(language) ?? new Map<string, string>();
  known.set(language, tokens);
  const token = tokens.get(word);
  if (token !== undefined) return token;
  if (tokens.size >= MAX_REMEMBERED) tokens.clear();
  // No stemmer leaves nothing, but for words that are no words.
  const made = tagged(OF_LANGUAGE[language](word) || word, language);
  tokens.set(word, made);
  return made;
}

/** Whether a folded word has the script of the language. */
const isWrittenIn = (word: string, language: Language): boolean =>
  (language === "ukrainian" ? CYRILLIC : LATIN_WORD).test(word);
