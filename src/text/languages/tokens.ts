import { remembered } from "../words/remembered.ts";
import { hindiStem } from "./hindi.ts";
import { LANGUAGES, type Language, tagged } from "./language.ts";
import { foldLetters } from "./letters.ts";
import { codeMarks } from "./marks.ts";
import { arabicStem, hebrewStem } from "./semitic.ts";
import { czechStem, polishStem, ukrainianStem } from "./slavic.ts";
import { SNOWBALL } from "./snowball.ts";
import { isStopWord } from "../words/stop-words.ts";
import { turkishStem } from "./turkish.ts";

type Stemmer = (word: string) => string;

const { russian, greek, ...LATIN } = SNOWBALL;

const OF_LANGUAGE: Readonly<Record<Language, Stemmer>> = {
  ...LATIN,
  polish: polishStem,
  czech: czechStem,
  turkish: turkishStem,
  ukrainian: ukrainianStem,
};

const CYRILLIC = /^\p{sc=Cyrillic}/u;
const LATIN_WORD = /^[a-z]+$/;
const FIRST_GREEK = 0x370;
/** Ahead of every script that has rules: most words are Latin. */
const mayHaveRules = (word: string): boolean => word.charCodeAt(0) >= FIRST_GREEK;

const OF_SCRIPT: readonly (readonly [script: RegExp, stem: Stemmer])[] = [
  [CYRILLIC, russian],
  [/^\p{sc=Greek}+$/u, greek],
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
export const tokenOf = (folded: string, language?: Language): string => tokensBy(language)(folded);

/** The same for many words of one text. */
export const tokensBy = (language: Language | undefined): ((folded: string) => string) =>
  KNOWN[language ?? "english"];

function makeToken(folded: string, language: Language | undefined): string {
  const word = foldLetters(folded);
  if (word.length > MAX_WORD_CHARS) return codeMarks(word);
  // No stemmer leaves nothing, but for words that are no words.
  if (language !== undefined && isWrittenIn(word, language)) return tagged(stemOf(word, language), language);
  if (!mayHaveRules(word)) return codeMarks(word);
  const stem = OF_SCRIPT.find(([script]) => script.test(word))?.[1];
  return codeMarks(stem === undefined ? word : stem(word) || word);
}

/** Behind a stem that is another word without content: Wasser is not "was", nor Nacht "nach". */
const NOT_THAT_WORD = "0";

function stemOf(word: string, language: Language): string {
  const stem = OF_LANGUAGE[language](word) || word;
  if (stem === word || !isStopWord(stem, language) || isStopWord(word, language)) return stem;
  return stem + NOT_THAT_WORD;
}

/** Kept in the isolate: some 400 KB a language at most. */
const KNOWN = Object.fromEntries(
  [undefined, ...LANGUAGES].map((language) => [
    language ?? "english",
    remembered((word) => makeToken(word, language)),
  ]),
) as Readonly<Record<Language | "english", (folded: string) => string>>;

/** Whether a folded word has the script of the language. */
const isWrittenIn = (word: string, language: Language): boolean =>
  (language === "ukrainian" ? CYRILLIC : LATIN_WORD).test(word);
