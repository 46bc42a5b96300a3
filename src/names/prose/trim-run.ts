import { fold } from "../../text/words/fold.ts";
import { ACRONYM } from "../../text/words/name-parts.ts";
import { isStopWord } from "../../text/words/stop-words.ts";
import type { CapitalisedRun } from "../types.ts";
import {
  isKnownOrganisation,
  isKnownPlace,
  isKnownProduct,
  isOrganisationWord,
} from "../words/known-names.ts";
import { isCalendarWord, isOrdinaryWord } from "../words/ordinary-words.ts";
import {
  isGermanWord,
  PERSON_TITLES,
  PROJECT_WORDS,
  SMALL_TITLES,
  SPEECH,
  WORD_NAMES,
} from "./word-lists.ts";

export interface RunContext {
  /** Folded words that the document writes small as well. */
  readonly ordinary: ReadonlySet<string>;
  /** Folded words that are capitalised inside a sentence of the document, or in its title. */
  readonly witnessed: ReadonlySet<string>;
  /** Folded words that stand by themselves among those, or begin a sentence of the document so. */
  readonly alone: ReadonlySet<string>;
}

export interface Trimmed {
  readonly words: readonly string[];
  readonly folded: readonly string[];
  /** Words taken off the front, which then spoke for the sentence. */
  readonly cut: number;
}

/** Endings of verbs and adverbs that begin notes: "Decided for Parquet", "Recently". */
const VERB_ENDING = /^[\p{L}]+(?:ed|ing|ly)$/u;
const MIN_VERB_CHARS = 5;
/** Without function words, ordinary words and dates at the front of a sentence, and dates at the end. */
export function trimRun(run: CapitalisedRun, context: RunContext): Trimmed {
  const { words } = run;
  const folded = words.map(fold);
  let from = 0;
  let to = words.length;
  while (from < to && isCutFront(run, { folded, at: from, context })) from += 1;
  while (to > from && isDateWord(folded[to - 1] ?? "")) to -= 1;
  return { words: words.slice(from, to), folded: folded.slice(from, to), cut: from };
}

const isDateWord = (word: string) => isCalendarWord(word) || /^\d+$/.test(word);

/** Whether some list has the words as a name. */
export const isKnown = (folded: readonly string[]): boolean => {
  const name = folded.join(" ");
  return isKnownPlace(name) || isKnownOrganisation(name) || isKnownProduct(name);
};

/** What follows a subject: "Kafka was", "Vienna and Graz", "Debian 13". */
const AFTER_SUBJECT =
  /^(?:is|was|has|had|will|can|cannot|could|should|must|does|did|and|or|v?\d[\d.]*|[\p{Ll}]{3,}(?:s|ed))$/u;

export const isSubject = ({ after, isPossessive }: CapitalisedRun): boolean =>
  isPossessive || AFTER_SUBJECT.test(after) || SPEECH.has(after);

/** "CTO of Globex Corp": what somebody is there. */
const JOBS = new Set("ceo cto cfo coo cio cpo vp svp head director president chair".split(" "));

/** "Eve Stone works", "Mark Reed said": a given name that is a word of everyday too, where two words are a subject. */
const isGivenWord = (run: CapitalisedRun, [first = "", last = ""]: readonly string[]): boolean =>
  run.isFirst &&
  run.words.length === 2 &&
  WORD_NAMES.has(first) &&
  !isDateWord(last) &&
  !isOrganisationWord(last) &&
  isSubject(run);

function isCutFront(
  run: CapitalisedRun,
  {
    folded,
    at,
    context,
  }: { readonly folded: readonly string[]; readonly at: number; readonly context: RunContext },
): boolean {
  const { words, isFirst } = run;
  const word = folded[at] ?? "";
  if (at === 0 && isGivenWord(run, folded)) return false;
  if (JOBS.has(word) && folded[at + 1] === "of") return true;
  if (isDateWord(word) || word === "because" || isTitleOfAddress(words, at, word)) return true;
  const written = words[at] ?? "";
  if (isStopWord(word, "english")) return !ACRONYM.test(written);
  if (!isFirst || at > 0 || ACRONYM.test(written)) return false;
  if (isForeignFunctionWord(word)) return true;
  // The only word is left: it is weighed as what begins a sentence.
  if (words.length === 1 || isKnown(folded) || isInstitution(folded)) return false;
  if (folded[1] === "of") return true;
  if (PROJECT_WORDS.has(word)) return false;
  return isOrdinary(word, context) || isVerbForm(word);
}

const isTitleOfAddress = (words: readonly string[], at: number, word: string) =>
  PERSON_TITLES.has(word) && at + 1 < words.length;

const isForeignFunctionWord = (word: string) =>
  isGermanWord(word) || isStopWord(word, "spanish") || isStopWord(word, "portuguese");

export const isVerbForm = (word: string) => word.length >= MIN_VERB_CHARS && VERB_ENDING.test(word);

/** "University of Tartu". */
export const isInstitution = (folded: readonly string[]): boolean =>
  folded[1] === "of" && isOrganisationWord(folded[0] ?? "");

export const isOrdinary = (word: string, { ordinary }: RunContext) =>
  ordinary.has(word) || isOrdinaryWord(word);

/** The word before the name, also when it is capitalised because it begins the sentence: "Ask Tobias". */
export const wordBefore = ({ words, before }: CapitalisedRun, cut: number): string =>
  cut > 0 ? fold(words[cut - 1] ?? "") : before;

/** "Frau Stubenrauch", "Dr. Okafor": the title is no part of the name. */
export const isAddressed = (run: CapitalisedRun, cut: number): boolean =>
  SMALL_TITLES.has(run.before) || PERSON_TITLES.has(fold(run.words[cut - 1] ?? ""));
