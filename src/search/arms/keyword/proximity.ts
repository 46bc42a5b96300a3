import { joinsWords } from "../../../text/languages/compounds.ts";
import { languageOf, type TextLanguage } from "../../../text/languages/detect.ts";
import { type Language, languageOfTerm, untagged } from "../../../text/languages/language.ts";
import { readMarks, WORD_MARKS } from "../../../text/languages/marks.ts";
import { isCjk } from "../../../text/words/cjk.ts";
import { contentTokens } from "../../../text/words/content-words.ts";
import { oncePer, remembered } from "../../../text/words/remembered.ts";
import { stem, stemIn } from "../../../text/words/stem.ts";
import type { WeighedTerm } from "../../query/analyse.ts";

/** Terms that start within so many characters stand together. */
const WINDOW_CHARS = 50;
/** The second word of a pair starts at most so many characters after the first ends. */
const PAIR_GAP_CHARS = 18;
/** Saturation of repeated pairs, FTS5's k1: n pairs count (k1 + 1)·n / (n + k1). */
const K1 = 1.2;
/** Shorter stems are found inside too many words to mean anything. */
const MIN_INSIDE_CHARS = 4;

/** W: the largest sum of idf of distinct terms that start within one window, of 50 characters unless told. */
export function bestWindow(
  terms: readonly WeighedTerm[],
  found: readonly TermOccurrences[],
  chars = WINDOW_CHARS,
): number {
  const starts = found
    .flatMap(({ whole }, term) => whole.map(({ start }) => ({ start, term })))
    .sort((a, b) => a.start - b.start);
  const inWindow = new Array<number>(terms.length).fill(0);
  let sum = 0;
  let best = 0;
  let first = 0;
  for (const { start, term } of starts) {
    if (inWindow[term] === 0) sum += terms[term]?.idf ?? 0;
    inWindow[term] = (inWindow[term] ?? 0) + 1;
    for (let oldest = starts[first]; oldest && start - oldest.start > chars; oldest = starts[first]) {
      first += 1;
      inWindow[oldest.term] = (inWindow[oldest.term] ?? 0) - 1;
      if (inWindow[oldest.term] === 0) sum -= terms[oldest.term]?.idf ?? 0;
    }
    best = Math.max(best, sum);
  }
  return best;
}

/** B: for adjacent terms a, b of the query, min(idf) times the saturated count of b's that follow an a closely. */
export function pairScore(terms: readonly WeighedTerm[], found: readonly TermOccurrences[]): number {
  let sum = 0;
  for (let index = 1; index < terms.length; index += 1) {
    const count = closePairs(found[index - 1]?.whole ?? [], found[index]?.whole ?? []);
    const idf = Math.min(terms[index - 1]?.idf ?? 0, terms[index]?.idf ?? 0);
    sum += (idf * (K1 + 1) * count) / (count + K1);
  }
  return sum;
}

/** What `pairScore` can be at most: every pair stands together, very often. */
export const mostPairs = (terms: readonly WeighedTerm[]): number =>
  terms.slice(1).reduce((sum, { idf }, before) => sum + (K1 + 1) * Math.min(idf, terms[before]?.idf ?? 0), 0);

/** How many of the second start 0 to 18 characters after one of the first ends. Both in order of their place. */
function closePairs(firsts: readonly Occurrence[], seconds: readonly Occurrence[]): number {
  let count = 0;
  let next = 0;
  for (const { start } of seconds) {
    while (next < firsts.length && (firsts[next]?.end ?? 0) + PAIR_GAP_CHARS < start) next += 1;
    const end = firsts[next]?.end;
    if (end !== undefined && end <= start) count += 1;
  }
  return count;
}

/** S: the idf of terms that occur only inside longer words. */
export function insideScore(terms: readonly WeighedTerm[], found: readonly TermOccurrences[]): number {
  const inside = terms.filter(({ stem }, index) => isInsideWord(stem, found[index]));
  return inside.reduce((sum, { idf }) => sum + idf, 0);
}

/** Whether a term stands only inside longer words, and is long enough for that to mean something. */
export const isInsideWord = (stem: string, occurrences: TermOccurrences | undefined): boolean =>
  stem.length >= MIN_INSIDE_CHARS && occurrences?.whole.length === 0 && occurrences.isInside;

/** A heading's words that nobody asked for count against it by this power of the share of those that were. */
const HEADING_POWER = 3;

/**
 * H: how much of what is asked the best heading of a passage's path says, in idf: the terms in it, times the cube of their
 * share of its content words. "Route rules", asked for "route rules for caching", has all of its two terms' idf.
 * Headings are folded, outermost first.
 */
export function headingScore(terms: readonly WeighedTerm[], headings: readonly string[]): number {
  const scores = headings.map((heading) => {
    const asked = terms.filter((term) => findTerm(heading, term).whole.length > 0);
    if (asked.length === 0) return 0;
    const words = new Set(contentTokens(heading)).size;
    const share = Math.min(1, asked.length / Math.max(1, words));
    return asked.reduce((sum, { idf }) => sum + idf, 0) * share ** HEADING_POWER;
  });
  return Math.max(0, ...scores);
}

/** Where a term stands in a folded text: offsets in UTF-16 units. */
interface Occurrence {
  readonly start: number;
  readonly end: number;
}

/** The occurrences of one stem, and whether it also stands inside a longer word. */
export interface TermOccurrences {
  readonly whole: readonly Occurrence[];
  readonly isInside: boolean;
}

/** Repeats of a word beyond this do not count; it bounds the work on hostile texts. */
const MAX_OCCURRENCES = 200;
/** A stem's last letter may differ from its words' (`studi`: study), the ones before it do not. */
const CHANGED_LETTERS = 1;
/** Two letters of a stem are the least to look for. */
const MIN_PREFIX_CHARS = 2;
/** A longer run is not a word that anybody asks for: it is not stemmed. */
const MAX_WORD_CHARS = 64;

/** What every word of a stem begins with, folded. */
export const stemStart = (stem: string): string =>
  stem.slice(0, Math.max(Math.min(MIN_PREFIX_CHARS, stem.length), stem.length - CHANGED_LETTERS));

/**
 * Finds a term in a folded text: `indexOf` on the stem's beginning, then the word found is stemmed and compared. Of a word
 * that is still being typed every word is one that begins so. Words are not looked for anywhere else, so the text is never
 * tokenised. A CJK pair is found wherever it stands. A word is found by any of the terms that the query's word has in the
 * languages of the index, and in scripts that write words onto others by all words that hold its letters.
 */
export function findTerm(folded: string, term: SoughtTerm): TermOccurrences {
  const { cjk, letters, start: prefix, hasPrefixes, hasCompounds, isFound } = readied(term);
  if (cjk !== undefined) return { whole: findLiteral(folded, cjk), isInside: false };
  const isPart = (text: string, from: number, startsWord: boolean): boolean =>
    startsWord
      ? letters.some((one) => one.length >= MIN_INSIDE_CHARS && text.startsWith(one, from))
      : isFound(text.slice(from, wordEnd(text, from)));
  const whole: Occurrence[] = [];
  let isInside = false;
  let at = folded.indexOf(prefix);
  for (let seen = 0; at !== -1 && seen < MAX_OCCURRENCES; seen += 1) {
    const start = hasPrefixes ? wordBegin(folded, at) : at;
    const startsWord = start === 0 || !isWordUnit(folded.charCodeAt(start - 1));
    const end = startsWord ? wordEnd(folded, at + prefix.length) : at + prefix.length;
    if (startsWord && isFound(folded.slice(start, end))) whole.push({ start, end });
    else if (hasCompounds && isPart(folded, at, startsWord))
      whole.push({ start: at, end: at + prefix.length });
    else isInside ||= letters.some((one) => folded.startsWith(one, at));
    at = folded.indexOf(prefix, end);
  }
  return { whole, isInside };
}

/** What looking for a term needs and no text changes. */
interface ReadyTerm {
  /** A CJK pair, which is found as it stands. */
  readonly cjk: string | undefined;
  /** Of its forms. */
  readonly letters: readonly string[];
  /** What all its words begin with. */
  readonly start: string;
  readonly hasPrefixes: boolean;
  readonly hasCompounds: boolean;
  /** Whether a folded word is one of its words. */
  isFound(word: string): boolean;
}

/** Once a search: a term is looked for in some hundred texts, in which the same words come again. */
const readied = oncePer(({ stem: term, start, forms = [term], languages = [] }: SoughtTerm): ReadyTerm => {
  const own = readMarks(term);
  const letters = forms.map((form) => readMarks(untagged(form)));
  const known = new Map<string, boolean>();
  const isOwn = (word: string): boolean =>
    (start !== undefined && word.startsWith(start)) ||
    forms.includes(stem(word)) ||
    languages.some((language) => forms.includes(stemIn(word, language)));
  return {
    cjk: isCjk(own) ? own : undefined,
    letters,
    start: commonStart(letters),
    hasPrefixes: PREFIXED.test(term),
    hasCompounds: languages.some(joinsWords),
    isFound(word) {
      const found = known.get(word) ?? isOwn(word);
      known.set(word, found);
      return found;
    },
  };
});

/** The language of a text, where the terms of a query have forms in several; undefined: it does not matter, or is not told. */
export const languageAmong = (text: string, terms: readonly WeighedTerm[]): TextLanguage | undefined =>
  terms.some(({ languages = [] }) => languages.length > 0) ? knownLanguage(text) : undefined;

/**
 * Kept in the isolate, a megabyte or two and eight at most: several parts of a search ask for a passage's, and the searches of
 * a request find the same ones.
 */
const knownLanguage = remembered(languageOf, { most: 500, maxChars: 4_000 });

/**
 * The terms of a query with those forms alone that a text of its language has; all where the text is too short to tell. In
 * an English text they are what they are in a workspace of English texts.
 */
export const termsIn = (
  language: TextLanguage | undefined,
  terms: readonly WeighedTerm[],
): readonly WeighedTerm[] => (language === undefined ? terms : narrowedTo(terms)(language));

const narrowedTo = oncePer((terms: readonly WeighedTerm[]) =>
  remembered((language) => {
    const isOwn = (one: Language | undefined): boolean => one === language;
    return terms.map(({ forms, languages = [], ...term }) => ({
      ...term,
      forms: forms?.filter((form) => {
        const of = languageOfTerm(form);
        return of === undefined || isOwn(of);
      }),
      languages: languages.filter(isOwn),
    }));
  }),
);

/** What is looked for in a text. */
type SoughtTerm = Pick<WeighedTerm, "stem" | "start" | "forms" | "languages">;

/** Scripts whose words begin with others: the, and, in. */
const PREFIXED = /^[\p{sc=Arabic}\p{sc=Hebrew}]/u;

/** What the words of all these terms begin with; of Arabic and Hebrew the first letter of the stem. */
function commonStart([first = "", ...others]: readonly string[]): string {
  let start = PREFIXED.test(first) ? first.slice(0, 1) : stemStart(first);
  for (const other of others) while (start.length > 1 && !other.startsWith(start)) start = start.slice(0, -1);
  return start;
}

function wordBegin(text: string, from: number): number {
  let start = from;
  const limit = Math.max(0, from - MAX_WORD_CHARS);
  while (start > limit && isWordUnit(text.charCodeAt(start - 1))) start -= 1;
  return start;
}

function findLiteral(text: string, literal: string): Occurrence[] {
  const found: Occurrence[] = [];
  let at = text.indexOf(literal);
  while (at !== -1 && found.length < MAX_OCCURRENCES) {
    found.push({ start: at, end: at + literal.length });
    at = text.indexOf(literal, at + literal.length);
  }
  return found;
}

function wordEnd(text: string, from: number): number {
  let end = from;
  const limit = Math.min(text.length, from + MAX_WORD_CHARS);
  while (end < limit && isWordUnit(text.charCodeAt(end))) end += 1;
  return end;
}

const FIRST_NON_ASCII = 0x80;
const LETTER_OR_NUMBER = new RegExp(`[\\p{L}\\p{N}\\p{Co}\\p{Cs}${WORD_MARKS}]`, "v");

/** Whether the UTF-16 unit belongs to a word of a folded text; halves of a pair count as letters. */
function isWordUnit(unit: number): boolean {
  if (unit >= FIRST_NON_ASCII) return LETTER_OR_NUMBER.test(String.fromCharCode(unit));
  return isAsciiWordUnit(unit);
}

/** A letter or a digit. */
export const isAsciiWordUnit = (unit: number): boolean =>
  (unit >= 97 && unit <= 122) || (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90);
