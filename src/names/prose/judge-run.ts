import { fold } from "../../text/words/fold.ts";
import { ACRONYM } from "../../text/words/name-parts.ts";
import { isStopWord } from "../../text/words/stop-words.ts";
import type { CapitalisedRun, EntityType, Mention } from "../types.ts";
import {
  GERMAN_PREPOSITIONS,
  GIVEN_NAMES,
  isGermanWord,
  NOT_ACRONYMS,
  OPENERS,
  ORGANISATION_WORDS,
  PERSON_PREPOSITIONS,
  PERSON_TITLES,
  PERSON_VERBS,
  PLACE_PREPOSITIONS,
  PLACE_WORDS,
  PROJECT_WORDS,
  SMALL_TITLES,
  TIME_AND_LANGUAGE_WORDS,
  TOOL_PREPOSITIONS,
} from "./word-lists.ts";

export interface RunContext {
  /** Folded words that the document writes small as well. */
  readonly ordinary: ReadonlySet<string>;
  /** Folded words that are capitalised inside a sentence of the document, or in its title. */
  readonly witnessed: ReadonlySet<string>;
  /** Folded words of the document's title, when that is a name: "Tobias" on the page of Tobias Wendelin-Kraft. */
  readonly titleWords: ReadonlySet<string>;
}

/** What a single mention weighs before cues are added; tuned on labelled notes, see test/names. */
const WEIGHT = {
  several: 1,
  severalOrdinary: 0.3,
  single: 0.6,
  /** Whatever begins a sentence is capitalised. */
  first: 0.02,
  /** Unless the same word stands inside a sentence of the document. */
  firstWitnessed: 0.3,
  firstInside: 0.6,
  acronym: 0.6,
  /** MongoDB, TypeScript: nothing else is written so. */
  mixedCase: 1,
  german: 0.12,
  germanSeveral: 0.4,
  heading: 0.5,
} as const;
const CUE = {
  bold: 0.35,
  possessive: 0.25,
  person: 0.5,
  givenName: 0.5,
  preposition: 0.4,
  title: 0.4,
  address: 0.9,
  abbreviated: 0.6,
} as const;
/** Endings of verbs and adverbs that begin notes: "Decided for Parquet", "Recently". */
const VERB_ENDING = /^[\p{L}]+(?:ed|ing|ly)$/u;
const GERMAN_NOUN_ENDING = /(?:ung|heit|keit|schaft|tion|tat|ismus|ungen|ionen)$/u;
const MIN_VERB_CHARS = 5;
const HUMP = /\p{Ll}\p{Lu}/u;
const MIN_NAME_CHARS = 2;

interface Trimmed {
  readonly words: readonly string[];
  readonly folded: readonly string[];
  /** Words taken off the front, which then spoke for the sentence. */
  readonly cut: number;
}

/** A run of capitalised words as a mention, or undefined when it is a date, a language or an ordinary word. */
export function judgeRun(run: CapitalisedRun, context: RunContext): Mention | undefined {
  const trimmed = trimRun(run, context);
  const { words, folded } = trimmed;
  const name = words.join(" ");
  if (name.length < MIN_NAME_CHARS) return undefined;
  if (words.length === 1 && isNoName(name, folded[0] ?? "")) return undefined;
  const type = typeOf(run, trimmed);
  const evidence = Math.min(1, weightOf(run, trimmed, context) + cuesOf(run, trimmed, context));
  const start = run.start + cutLength(run, trimmed.cut);
  return evidence <= 0 ? undefined : { name, type, evidence, start, end: run.end, sentence: run.sentence };
}

const cutLength = ({ words }: CapitalisedRun, cut: number) =>
  words.slice(0, cut).reduce((sum, word) => sum + word.length + 1, 0);

function isNoName(name: string, folded: string): boolean {
  if (TIME_AND_LANGUAGE_WORDS.has(folded) || NOT_ACRONYMS.has(folded)) return true;
  return isStopWord(folded, "english") && name !== "WHO";
}

/** Without function words, openers and dates at the front, and dates at the end. */
function trimRun(run: CapitalisedRun, context: RunContext): Trimmed {
  const { words } = run;
  const folded = words.map(fold);
  let from = 0;
  let to = words.length;
  while (from < to && isCutFront(run, { word: folded[from] ?? "", at: from, context })) from += 1;
  while (to > from && isDateWord(folded[to - 1] ?? "")) to -= 1;
  return { words: words.slice(from, to), folded: folded.slice(from, to), cut: from };
}

const isDateWord = (word: string) => TIME_AND_LANGUAGE_WORDS.has(word) || /^\d+$/.test(word);

function isCutFront(
  { words, isFirst }: CapitalisedRun,
  { word, at, context }: { readonly word: string; readonly at: number; readonly context: RunContext },
): boolean {
  if (isDateWord(word) || word === "because" || isTitleOfAddress(words, at, word)) return true;
  const written = words[at] ?? "";
  if (isStopWord(word, "english")) return !ACRONYM.test(written);
  if (!isFirst || at > 0 || ACRONYM.test(written)) return false;
  if (isForeignFunctionWord(word)) return true;
  // The only word is left: it is weighed as what begins a sentence.
  if (words.length === 1) return false;
  return OPENERS.has(word) || context.ordinary.has(word) || isVerbForm(word);
}

const isTitleOfAddress = (words: readonly string[], at: number, word: string) =>
  PERSON_TITLES.has(word) && at + 1 < words.length;

const isForeignFunctionWord = (word: string) =>
  isGermanWord(word) || isStopWord(word, "spanish") || isStopWord(word, "portuguese");

const isVerbForm = (word: string) => word.length >= MIN_VERB_CHARS && VERB_ENDING.test(word);

function weightOf(run: CapitalisedRun, { words, folded, cut }: Trimmed, context: RunContext): number {
  const isFirst = run.isFirst && cut === 0;
  const ordinary = folded.filter((word) => isOrdinary(word, context)).length;
  const isShouted = words.length > 1 && words.every((word) => word === word.toUpperCase());
  if (isShouted) return WEIGHT.first;
  if (words.length > 1) return severalWeight(run, { isFirst, share: ordinary / words.length });
  const [name = ""] = words;
  if (HUMP.test(name)) return WEIGHT.mixedCase;
  if (ACRONYM.test(name)) return WEIGHT.acronym;
  if (ordinary > 0) return 0;
  if (run.isGerman) return isFirst ? 0 : WEIGHT.german;
  return isFirst ? firstWeight(folded[0] ?? "", context) : WEIGHT.single;
}

function firstWeight(word: string, { witnessed }: RunContext): number {
  if (isVerbForm(word)) return 0;
  return witnessed.has(word) ? WEIGHT.firstWitnessed : WEIGHT.first;
}

const isOrdinary = (word: string, { ordinary }: RunContext) => ordinary.has(word) || OPENERS.has(word);

function severalWeight(
  run: CapitalisedRun,
  { isFirst, share }: { readonly isFirst: boolean; readonly share: number },
): number {
  if (run.isGerman) return isFirst ? WEIGHT.german : WEIGHT.germanSeveral;
  const base = isFirst ? WEIGHT.firstInside : WEIGHT.several;
  const weight = base - (base - WEIGHT.severalOrdinary * (isFirst ? 0.5 : 1)) * share;
  return run.isHeading ? weight * WEIGHT.heading : weight;
}

/** The word before the name, also when it is capitalised because it begins the sentence: "Ask Tobias". */
const wordBefore = ({ words, before }: CapitalisedRun, cut: number) =>
  cut > 0 ? fold(words[cut - 1] ?? "") : before;

/** A preposition without an article stands before a name, or before a noun of these endings. */
const germanCue = (word: string, { before }: CapitalisedRun) =>
  GERMAN_PREPOSITIONS.has(before) && !GERMAN_NOUN_ENDING.test(word) ? CUE.preposition : 0;

/** "Frau Stubenrauch", "Dr. Okafor": the title is no part of the name. */
const isAddressed = (run: CapitalisedRun, cut: number) =>
  SMALL_TITLES.has(run.before) || PERSON_TITLES.has(fold(run.words[cut - 1] ?? ""));

const BEFORE_NAMES = [PERSON_PREPOSITIONS, PLACE_PREPOSITIONS, TOOL_PREPOSITIONS, PROJECT_WORDS];

/** What around the name says that it is one. */
function cuesOf(run: CapitalisedRun, { folded, words, cut }: Trimmed, context: RunContext): number {
  const [first = ""] = folded;
  const isVerb = words.length === 1 && (OPENERS.has(first) || isVerbForm(first));
  if (isVerb) return 0;
  let sum = 0;
  const isOrdinaryWord = folded.every((word) => isOrdinary(word, context));
  if (run.isBold) sum += isOrdinaryWord ? CUE.bold / 2 : CUE.bold;
  if (GIVEN_NAMES.has(first)) sum += CUE.givenName;
  if (context.titleWords.has(first)) sum += CUE.title;
  if (isAddressed(run, cut)) sum += CUE.address;
  if (run.isAbbreviated) sum += CUE.abbreviated;
  if (isOrdinaryWord) return sum;
  if (run.isPossessive) sum += CUE.possessive;
  if (PERSON_VERBS.has(run.after) && (!run.isGerman || GIVEN_NAMES.has(first))) sum += CUE.person;
  const before = wordBefore(run, cut);
  if (run.isGerman) return sum + germanCue(first, run);
  return BEFORE_NAMES.some((words) => words.has(before)) ? sum + CUE.preposition : sum;
}

/** What it stands for, as far as its words and the words beside it tell. */
function typeOf(run: CapitalisedRun, { words, folded, cut }: Trimmed): EntityType {
  const [first = ""] = folded;
  const last = folded.at(-1) ?? "";
  if (words.length > 1 && ORGANISATION_WORDS.has(last)) return "organisation";
  const before = wordBefore(run, cut);
  if (PROJECT_WORDS.has(before) || PROJECT_WORDS.has(first) || PROJECT_WORDS.has(last)) return "project";
  if (GIVEN_NAMES.has(first) || isAddressed(run, cut)) return "person";
  if (words.length > 1 && (PLACE_WORDS.has(last) || PLACE_WORDS.has(first))) return "place";
  if (words.length === 1 && (ACRONYM.test(words[0] ?? "") || HUMP.test(words[0] ?? ""))) return "product";
  if (PLACE_PREPOSITIONS.has(before) && !/^v?\d/.test(run.after)) return "place";
  if (PERSON_VERBS.has(run.after) && !run.isGerman && !words.some((word) => ACRONYM.test(word)))
    return "person";
  return "other";
}
