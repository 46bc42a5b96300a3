import { type Language, languageOfTerm } from "../../text/languages/language.ts";
import { bigrams, CJK_CLASS, CJK_RUN, charactersOf, isCjk } from "../../text/words/cjk.ts";
import { fold, UNSEEN_CLASS } from "../../text/words/fold.ts";
import { stem, stemIn } from "../../text/words/stem.ts";
import { tokenise } from "../../text/words/tokenise.ts";
import { isAsciiWordUnit, stemStart } from "../arms/keyword/proximity.ts";

/** A range of a text: offsets in UTF-16 units, end exclusive. */
export type Range = readonly [start: number, end: number];

/** A place in a raw text that matches a query term; offsets in UTF-16 units, end exclusive. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly stem: string;
}

const LETTER = `[[\\p{L}\\p{N}\\p{M}\\p{Co}]--${CJK_CLASS}]`;
/** A run of CJK characters, or of other letters, numbers and marks with what nobody sees between them. */
const WORD = new RegExp(`${CJK_RUN.source}|${LETTER}+(?:${UNSEEN_CLASS}+${LETTER}+)*`, "vy");
const NON_ASCII = /[\u0080-\uffff]/;
const FIRST_NON_ASCII = 0x80;
/** A longer run is encoded data, not a word. */
const MAX_WORD_CHARS = 200;

/**
 * Where a raw text matches any of the stems, in order. Words are compared as the index has them, in texts of English and of
 * the languages.
 */
export function findMatches(
  text: string,
  stems: ReadonlySet<string>,
  languages: readonly Language[] = [],
): Match[] {
  if (stems.size === 0) return [];
  const known = new Map<string, string | undefined>();
  const found: Match[] = [];
  const starts = asciiStarts(stems, languages);
  const ranges = NON_ASCII.test(text) ? wordRanges(text, starts) : asciiRanges(text, starts);
  for (const [start, end] of ranges) {
    const word = text.slice(start, end);
    if (isCjk(word)) {
      for (const match of matchesOfRun(word, start, stems)) found.push(match);
      continue;
    }
    if (!known.has(word)) known.set(word, matchedStem(word, stems, languages));
    const stem = known.get(word);
    if (stem !== undefined) found.push({ start, end, stem });
  }
  return found;
}

/** What words of a language begin with that its stems do not: participles. */
const ADDED_STARTS: Readonly<Partial<Record<Language, string>>> = { german: "ge", dutch: "ge" };
/** Rules of a language change what stands behind: trawnik trawnikach, rookworst. */
const SAME_LETTERS = 2;

/** Beginnings of the stems' words, by their first UTF-16 unit where it is ASCII. */
function asciiStarts(
  stems: ReadonlySet<string>,
  languages: readonly Language[],
): ReadonlyMap<number, readonly string[]> {
  const beginnings = Array.from(stems, (one) =>
    languageOfTerm(one) === undefined ? stemStart(one) : one.slice(0, SAME_LETTERS),
  );
  const added = languages.flatMap((language) => ADDED_STARTS[language] ?? []);
  const starts = Map.groupBy(new Set([...beginnings, ...added]), (start) => start.charCodeAt(0));
  return new Map([...starts].filter(([unit]) => unit < FIRST_NON_ASCII));
}

/** The words of a text of ASCII alone that begin like a stem's: most texts are, and are searched rather than read. */
function asciiRanges(text: string, starts: ReadonlyMap<number, readonly string[]>): readonly Range[] {
  const lower = text.toLowerCase();
  const ends = new Map<number, number>();
  for (const beginning of [...starts.values()].flat())
    for (let at = lower.indexOf(beginning); at !== -1; at = lower.indexOf(beginning, at + 1)) {
      if (isAsciiWordUnit(lower.charCodeAt(at - 1))) continue;
      let end = at + beginning.length;
      while (isAsciiWordUnit(lower.charCodeAt(end))) end += 1;
      ends.set(at, end);
    }
  return [...ends].sort(([a], [b]) => a - b);
}

/**
 * The words of a text, without those in ASCII that begin like no stem's: ASCII folds to lower case. They are most of a
 * text, so they are passed by without a pattern.
 */
function wordRanges(text: string, starts: ReadonlyMap<number, readonly string[]>): Range[] {
  const ranges: Range[] = [];
  let at = 0;
  while (at < text.length) {
    const start = at;
    while (isAsciiWordUnit(text.charCodeAt(at))) at += 1;
    if (text.charCodeAt(at) >= FIRST_NON_ASCII) {
      WORD.lastIndex = start;
      const { length = 0 } = WORD.exec(text)?.[0] ?? "";
      if (length > 0) ranges.push([start, start + length]);
      at = start + (length || ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1));
    } else if (at === start) at += 1;
    else {
      const known = starts.get(text.charCodeAt(start) | LOWER_CASE_BIT);
      const word = known && text.slice(start, at).toLowerCase();
      if (known?.some((beginning) => word?.startsWith(beginning))) ranges.push([start, at]);
    }
  }
  return ranges;
}

/** Set in ASCII's digits and lower-case letters, not in its capitals. */
const LOWER_CASE_BIT = 0x20;

/** The stem of a word that is among those sought. */
function matchedStem(
  word: string,
  stems: ReadonlySet<string>,
  languages: readonly Language[],
): string | undefined {
  if (word.length > MAX_WORD_CHARS) return undefined;
  return tokenise(word)
    .flatMap((token) => [stem(token), ...languages.map((language) => stemIn(token, language))])
    .find((candidate) => stems.has(candidate));
}

/** Pairs (and single characters asked for) at their own places. */
function matchesOfRun(run: string, at: number, stems: ReadonlySet<string>): Match[] {
  const units = [...charactersOf(run), ...bigrams(run)];
  const found: Match[] = [];
  for (const unit of new Set(units)) {
    const term = stem(fold(unit));
    if (!stems.has(term)) continue;
    for (let place = run.indexOf(unit); place !== -1; place = run.indexOf(unit, place + unit.length)) {
      found.push({ start: at + place, end: at + place + unit.length, stem: term });
    }
  }
  return found.sort((a, b) => a.start - b.start);
}
