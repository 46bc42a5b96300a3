import { ACRONYM } from "../../text/words/name-parts.ts";
import { isStopWord } from "../../text/words/stop-words.ts";
import type { CapitalisedRun, Mention } from "../types.ts";
import { isGivenName } from "../words/known-names.ts";
import { isCalendarWord, isOrdinaryWord } from "../words/ordinary-words.ts";
import { runType } from "./run-type.ts";
import {
  isAddressed,
  isInstitution,
  isKnown,
  isOrdinary,
  isSubject,
  isVerbForm,
  type RunContext,
  type Trimmed,
  trimRun,
  wordBefore,
} from "./trim-run.ts";
import { BEFORE_NAMES, GERMAN_PREPOSITIONS } from "./word-lists.ts";

/** What a single mention weighs; tuned on labelled notes, see test/quality. */
const WEIGHT = {
  /** Capitalised although nothing but being a name asks for it. */
  name: 1,
  /** An ordinary word in the middle of a sentence: Heron, but also "the Support team". */
  ordinary: 0.6,
  severalOrdinary: 0.4,
  /** Whatever begins a sentence is capitalised. */
  first: 0.1,
  /** Unless the same word stands inside a sentence of the document. */
  firstWitnessed: 0.3,
  /** HTTP, IBM, or a word for a job. */
  acronym: 0.1,
  german: 0.12,
  germanSeveral: 0.4,
  heading: 0.5,
  /** Added to what stands after "with", "ask", "via". */
  preposition: 0.4,
} as const;
const GERMAN_NOUN_ENDING = /(?:ung|heit|keit|schaft|tion|tat|ismus|ungen|ionen)$/u;
const HUMP = /\p{Ll}\p{Lu}/u;
const MIN_NAME_CHARS = 2;
/** P1, Q3, B: numbers of something. */
const NUMBERED = /^\p{Lu}{1,2}\d*$/u;

/** A run of capitalised words as a mention, or undefined when it is a date, a language or an ordinary word. */
export function judgeRun(run: CapitalisedRun, context: RunContext): Mention | undefined {
  const trimmed = trimRun(run, context);
  const { words, folded } = trimmed;
  const name = words.join(" ");
  if (name.length < MIN_NAME_CHARS) return undefined;
  if (words.length === 1 && isNoName(name, folded[0] ?? "")) return undefined;
  const evidence = Math.min(1, weightOf(run, trimmed, context) + prepositionCue(run, trimmed, context));
  const start = run.start + cutLength(run, trimmed.cut);
  const place = { start, end: run.end, sentence: run.sentence };
  return evidence <= 0 ? undefined : { name, type: runType(run, trimmed, context), evidence, ...place };
}

const cutLength = ({ words }: CapitalisedRun, cut: number) =>
  words.slice(0, cut).reduce((sum, word) => sum + word.length + 1, 0);

const isNoName = (name: string, folded: string): boolean =>
  isCalendarWord(folded) || NUMBERED.test(name) || isStopWord(folded, "english");

function weightOf(run: CapitalisedRun, trimmed: Trimmed, context: RunContext): number {
  const { words, folded, cut } = trimmed;
  const isFirst = run.isFirst && cut === 0;
  if (isKnown(folded) || isInstitution(folded) || isAddressed(run, cut)) return WEIGHT.name;
  if (words.length > 1) return severalWeight(run, trimmed, context);
  const [name = ""] = words;
  const [word = ""] = folded;
  if (HUMP.test(name)) return WEIGHT.name;
  if (ACRONYM.test(name)) return WEIGHT.acronym;
  if (context.ordinary.has(word)) return 0;
  if (run.isGerman) return germanWeight(word, isFirst);
  if (isFirst) return firstWeight(run, word, context);
  if (!isOrdinaryWord(word)) return WEIGHT.name;
  return run.isHeading ? 0 : WEIGHT.ordinary;
}

function germanWeight(word: string, isFirst: boolean): number {
  if (isGivenName(word)) return WEIGHT.name;
  return isFirst ? 0 : WEIGHT.german;
}

function firstWeight(run: CapitalisedRun, word: string, { witnessed }: RunContext): number {
  if (isGivenName(word)) return WEIGHT.name;
  if (isOrdinaryWord(word)) return witnessed.has(word) ? WEIGHT.firstWitnessed : 0;
  // "Linting is slow" is no name, "Lapwing is led by Ana" is one: the relation tells.
  if (isVerbForm(word)) return isSubject(run) ? WEIGHT.first : 0;
  if (isSubject(run)) return WEIGHT.name;
  return witnessed.has(word) || run.isHeading ? WEIGHT.ordinary : WEIGHT.first;
}

function severalWeight(run: CapitalisedRun, { words, folded, cut }: Trimmed, context: RunContext): number {
  const isFirst = run.isFirst && cut === 0;
  const isShouted = words.every((word) => word === word.toUpperCase());
  if (isShouted) return WEIGHT.first;
  if (run.isGerman) return isFirst ? WEIGHT.german : WEIGHT.germanSeveral;
  const ordinary = folded.filter((word) => isOrdinary(word, context)).length;
  if (ordinary === 0) return WEIGHT.name;
  if (run.isHeading) return WEIGHT.severalOrdinary * WEIGHT.heading;
  return ordinary === words.length ? WEIGHT.severalOrdinary : WEIGHT.name;
}

/** A preposition before a name, by itself: "mit Marlin", "ask Heron"; no word of the document, no short form. */
function prepositionCue(run: CapitalisedRun, { folded, words, cut }: Trimmed, context: RunContext): number {
  const [first = ""] = folded;
  if (folded.some((word) => context.ordinary.has(word))) return 0;
  if (run.isGerman)
    return GERMAN_PREPOSITIONS.has(run.before) && !GERMAN_NOUN_ENDING.test(first) ? WEIGHT.preposition : 0;
  const opens =
    words.length === 1 && run.isFirst && cut === 0 && (isOrdinaryWord(first) || isVerbForm(first));
  if (opens || (words.length === 1 && ACRONYM.test(words[0] ?? ""))) return 0;
  return BEFORE_NAMES.some((before) => before.has(wordBefore(run, cut))) ? WEIGHT.preposition : 0;
}
