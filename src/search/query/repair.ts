import { type Language, languageOfTerm, untagged } from "../../text/languages/language.ts";
import { editDistance } from "../../text/words/edit-distance.ts";
import { isCorrectWord } from "../../text/words/english-words.ts";
import { stem, stemIn } from "../../text/words/stem.ts";
import type { AnalysedQuery, KnownQuery } from "./analyse.ts";
import { ENDINGS } from "./endings.ts";

export interface VocabularyTerm {
  readonly term: string;
  /** Chunks that have it. */
  readonly doc: number;
}

/** A term of the vocabulary that a word of the query may stand for. */
export interface NearTerm extends VocabularyTerm {
  /** A word whose stem is the term: safe to send to MATCH, which stems again. */
  readonly word: string;
}

/** The vocabulary's terms with a first letter; undefined: they have not been read. */
type Vocabulary = (letter: string) => readonly VocabularyTerm[] | undefined;

/** A word that no chunk has, and what it may stand for, nearest first. */
export interface UnknownWord {
  readonly word: string;
  readonly near: readonly NearTerm[];
  /** The nearest one that the searched texts hold is searched as well. False: it is only suggested. */
  readonly isSearched: boolean;
}

/** A word that nothing contains, and a word that the searched texts hold. */
export interface Correction {
  readonly from: string;
  readonly to: string;
  /** The vocabulary's term. */
  readonly stem: string;
}

/** A query with its repairs, and statistics that know the repaired terms. */
export interface RepairedQuery extends KnownQuery {
  readonly unknown: readonly UnknownWord[];
  /** Words that are searched beside what was typed; empty until it is known which terms the searched texts hold. */
  readonly repairs: readonly Correction[];
  /** Words that may have been meant and are not searched. */
  readonly suggestions: readonly Correction[];
  /** First letters whose vocabulary must be read first; until then nothing is repaired. */
  readonly lacking: readonly string[];
}

/** Shorter words and terms have too many neighbours to guess among. */
const MIN_REPAIRED_CHARS = 4;
/** Where one of two stems has so many letters, two mistakes lie between them: of fewer, two make another word. */
const LONG_STEM_CHARS = 8;
/** A term that one chunk has may itself be a mistake. */
const MIN_FREQUENCY = 2;
/** Terms that are looked for in the searched texts, in place of one word. */
const MAX_NEAR_TERMS = 5;
/** A shorter ending is one letter away from too many others. */
const MIN_ENDING_CHARS = 3;
const LONG_ENDINGS = ENDINGS.filter((ending) => ending.length >= MIN_ENDING_CHARS);
/** Endings that turn a stem into a word of that stem, most usual first. */
const STEM_ENDINGS = ["", "e", "s", "y", "ed", "ing", "al", "ion", "es"];
const ALPHABETIC = /^\p{L}+$/u;

/** Typing mistakes that may lie between the stems of what was typed and what was meant. */
export const mistakesAllowed = (typed: string, meant: string): number =>
  Math.max(typed.length, meant.length) >= LONG_STEM_CHARS ? 2 : 1;

/** The query's words that occur nowhere and may be meant otherwise, each once: letters only, 4 or more. */
export function unknownWords({ query: { terms }, statistics: { chunkFrequency } }: KnownQuery): string[] {
  return terms
    .filter(({ word, stem }) => !(chunkFrequency.get(stem) ?? 0) && word.length >= MIN_REPAIRED_CHARS)
    .map(({ word }) => word)
    .filter((word) => ALPHABETIC.test(word));
}

/**
 * The terms of the vocabulary that a word may stand for, at most 5: 4 letters or more (3 where a doubled letter lacks), the word's first letter, one
 * mistake in the stem or the ending, or two where one of the stems has 8 letters, in at least 2 chunks. Nearest first, of equally near ones the one
 * of which the word is a form with fewer mistakes, then the more frequent, then the first by name.
 */
export function nearTerms(word: string, vocabulary: readonly VocabularyTerm[]): readonly NearTerm[] {
  const stems = new Map<Language | undefined, string>();
  const stemFor = (term: string): string => {
    const language = languageOfTerm(term);
    const own =
      stems.get(language) ?? (language === undefined ? stem(word) : untagged(stemIn(word, language)));
    stems.set(language, own);
    return own;
  };
  return vocabulary
    .map((entry) => ({ ...entry, wanted: stemFor(entry.term), letters: untagged(entry.term) }))
    .filter(
      ({ letters, doc, wanted }) =>
        doc >= MIN_FREQUENCY &&
        letters[0] === wanted[0] &&
        (letters.length >= MIN_REPAIRED_CHARS || isUndoubled(word, letters)),
    )
    .map((entry) => ({ ...entry, distance: mistakesIn(word, entry.wanted, entry.letters) }))
    .filter(({ distance, letters, wanted }) => distance <= mistakesAllowed(wanted, letters))
    .map((entry) => ({ ...entry, ofWord: mistakesInWord(word, entry.letters) }))
    .sort(
      (a, b) => a.distance - b.distance || a.ofWord - b.ofWord || b.doc - a.doc || (a.term < b.term ? -1 : 1),
    )
    .flatMap(({ term, doc }) => {
      const form = surfaceForm(term);
      return form === undefined ? [] : [{ term, doc, word: form }];
    })
    .slice(0, MAX_NEAR_TERMS);
}

/** Mistakes between two stems; one where it is in the ending, which then is not taken off: `governemnt`. */
function mistakesIn(word: string, wanted: string, term: string): number {
  const mistakes = editDistance(wanted, term, mistakesAllowed(wanted, term));
  if (mistakes <= 1 || !word.startsWith(term)) return mistakes;
  const rest = word.slice(term.length);
  return LONG_ENDINGS.some((ending) => editDistance(rest, ending, 1) === 1) ? 1 : mistakes;
}

/** The last letter of such a word is doubled before an ending: stop, stopped. */
const IS_DOUBLED = /[^aeiou][aeiou][^aeiouwxy]$/;

/** Whether nothing but the doubled letter lacks: `loging` of log. */
const isUndoubled = (word: string, term: string): boolean =>
  IS_DOUBLED.test(term) && [`${term}ing`, `${term}ed`].includes(word);

/** Further ones than this are all alike. */
const MOST_IN_WORD = 3;

/**
 * Mistakes between a word and the nearest form of a term: short stems are all near each other (`stagging`: stag, and so star
 * and stage), and of their forms few are (starring, staging).
 */
function mistakesInWord(word: string, term: string): number {
  const doubled = IS_DOUBLED.test(term) ? [`${term}${term.at(-1)}`] : [];
  const bases = [term, ...doubled, term.replace(/e$/, ""), term.replace(/i$/, "y")];
  const forms = new Set(bases.flatMap((base) => STEM_ENDINGS.map((ending) => base + ending)));
  return Math.min(...[...forms].map((form) => editDistance(word, form, MOST_IN_WORD)));
}

/**
 * A word whose stem is the given stem: the stem itself where stemming leaves it, else the stem with a usual ending
 * (`databas` → `database`). Undefined when no ending fits.
 */
export function surfaceForm(term: string): string | undefined {
  if (languageOfTerm(term) !== undefined) return term;
  const bases = term.endsWith("i") ? [term, `${term.slice(0, -1)}y`] : [term];
  const forms = bases.flatMap((base) => STEM_ENDINGS.map((ending) => base + ending));
  return forms.find((form) => stem(form) === term);
}

/** Each first letter reads some thousand rows: a query with more unknown words than this is not misspelt but foreign. */
const MAX_LETTERS = 4;

const firstLetter = (word: string): string => [...stem(word)][0] ?? "";

/** The query with what its words that no chunk has may stand for; which of that is searched, `withHeld` decides. */
export function repairQuery(known: KnownQuery, vocabulary: Vocabulary): RepairedQuery {
  if (known.statistics.chunkCount === 0) return unrepaired(known);
  const words = unknownWords(known);
  const letters = [...new Set(words.map(firstLetter))].slice(0, MAX_LETTERS);
  const lacking = letters.filter((letter) => vocabulary(letter) === undefined);
  if (lacking.length > 0) return { ...unrepaired(known), lacking };
  const unknown = words.flatMap((word): UnknownWord[] => {
    const letter = firstLetter(word);
    const near = letters.includes(letter) ? nearTerms(word, vocabulary(letter) ?? []) : [];
    return near.length === 0 ? [] : [{ word, near, isSearched: isMisspelt(word, known.query) }];
  });
  return { ...unrepaired(known), unknown };
}

/** A name, a quotation and a correct word are searched as they are, and so is a word that is still being typed. */
const isMisspelt = (word: string, { literals, typed }: AnalysedQuery): boolean =>
  !literals.has(word) && word !== typed && !isCorrectWord(stem(word));

/** The query with the terms that the searched texts hold: what is searched of them, and what is suggested. */
export function withHeld(repaired: RepairedQuery, held: readonly Correction[]): RepairedQuery {
  const found = repaired.unknown.flatMap((one) => {
    const correction = held.find(({ from }) => from === one.word);
    return correction === undefined ? [] : [{ ...one, correction }];
  });
  const searched = found.filter(({ isSearched }) => isSearched);
  const repairs = searched.map(({ correction }) => correction);
  const frequency = new Map(repaired.statistics.chunkFrequency);
  for (const { near, correction } of searched)
    frequency.set(correction.stem, near.find(({ term }) => term === correction.stem)?.doc ?? 0);
  return {
    ...repaired,
    query: withRepairs(repaired.query, repairs),
    statistics: { ...repaired.statistics, chunkFrequency: frequency },
    repairs,
    suggestions: found.filter(({ isSearched }) => !isSearched).map(({ correction }) => correction),
  };
}

/** The query with every repaired word beside the typed one, and the repaired term in the typed one's place. */
export function withRepairs(query: AnalysedQuery, repairs: readonly Correction[]): AnalysedQuery {
  const byWord = new Map(repairs.map((repair) => [repair.from, repair]));
  const terms = query.terms.map((term) => {
    const repair = byWord.get(term.word);
    return repair === undefined ? term : { word: repair.to, stem: repair.stem };
  });
  return { ...query, terms, words: [...new Set([...query.words, ...repairs.map(({ to }) => to)])] };
}

/** A query as it is. */
export const unrepaired = (known: KnownQuery): RepairedQuery => ({
  ...known,
  unknown: [],
  repairs: [],
  suggestions: [],
  lacking: [],
});
