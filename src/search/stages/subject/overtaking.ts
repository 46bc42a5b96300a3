import { indexLetters } from "../../../text/languages/letters.ts";
import { contentWords } from "../../../text/words/content-words.ts";
import { stem } from "../../../text/words/stem.ts";
import { tokenise } from "../../../text/words/tokenise.ts";
import type { Candidate, StageContext } from "../stage.ts";
import { asksForNumber, COPULAS, DETERMINERS, isOfThePast, PREPOSITIONS, saysNumber } from "./grammar.ts";
import { isNamedApart, type Naming, namingOf, namingOfAll, neighboursOf } from "./named-apart.ts";
import type { SaidOn } from "./same-subject.ts";

/** A newer passage that has less of the query may have so much less log-odds of being an answer: a twentieth of the odds. */
const LESS_LOG_ODDS = 3;
/** A statement with so much of a passage's text is what the passage is about. */
const MOST = 0.5;
/** A probability so near 0 or 1 is no surer. */
const LEAST_PROBABILITY = 1e-3;
/** The day that a statement begins with is no part of what it says. */
const STATED_DAY = /^.{0,12}?\d{4}([-/.])\d{1,2}\1\d{1,2}(?!\d)/;
/** A statement with so few words of its own says what has become of its subject: it is cancelled. */
const FEW_WORDS = 1;

type Days = ReadonlyMap<string, readonly SaidOn[]>;

/**
 * Whether what a newer passage says may stand above what an older one says. Not where it has less of the query and is
 * clearly less likely to answer; nor where the older speaks of the subject and the newer only names it beside something
 * else ("the machine in the kitchen"); nor where it tells how something was; nor where the older has a number, the newer
 * has none and says something else, and a number is asked for or the newer has less of the query;
 * nor where the older names the thing as the query does, and the newer another of its kind.
 */
export function overtaking(
  { query, terms, relevanceOf }: StageContext,
  days: Days,
): (newer: Candidate, older: Candidate) => boolean {
  const wantsNumber = asksForNumber(query.text);
  const grammar = new Set(query.terms.filter(({ word }) => isGrammar(word)).map((term) => term.stem));
  const asked = new Set(terms.map((term) => term.stem).filter((one) => !grammar.has(one)));
  const told = new Map<string, Told>();
  const isMostOf = ({ id, text }: Candidate): boolean =>
    (days.get(id) ?? []).some((said) => said.text.length >= MOST * text.length);
  const isLessLikely = (one: Candidate, other: Candidate): boolean =>
    isClearlyLess(relevanceOf(one), relevanceOf(other));
  const neighbours = neighboursOf(query.text, terms);
  const toldBy = ({ id, headings }: Candidate): Told => {
    const known = told.get(id);
    if (known !== undefined) return known;
    const names = { neighbours, headings: indexLetters(headings.join("\n")) };
    const own = mostOf((days.get(id) ?? []).map((one) => tellingOf(one, { asked, names })));
    told.set(id, own);
    return own;
  };
  return (newer, older) => {
    const [now, before] = [toldBy(newer), toldBy(older)];
    if (before.isPresent && !now.isPresent) return false;
    if (isNamedApart(now.naming, before.naming)) return false;
    const hasLess = now.weight < before.weight;
    // Of a log with many entries the relevance says little of the one that is compared.
    if (hasLess && isMostOf(newer) && isLessLikely(newer, older)) return false;
    if ((wantsNumber || hasLess) && before.hasNumber && !now.hasNumber && !now.isShort) return false;
    return now.isAbout || !before.isAbout || (now.hasNumber && before.hasNumber);
  };
}

const isGrammar = (word: string): boolean => DETERMINERS.has(word) || COPULAS.has(word);

/** Whether the first of two probabilities leaves little doubt which of them answers. */
export const isClearlyLess = (one: number, other: number): boolean =>
  logOdds(one) < logOdds(other) - LESS_LOG_ODDS;

function logOdds(probability: number): number {
  const p = Math.min(1 - LEAST_PROBABILITY, Math.max(LEAST_PROBABILITY, probability));
  return Math.log(p / (1 - p));
}

/** How a passage speaks of what is asked, in one of its statements at least. */
interface Told {
  /** What it has of the query's words, by rarity. */
  readonly weight: number;
  /** It is what the statement is about, not where or whose something else is. */
  readonly isAbout: boolean;
  readonly isPresent: boolean;
  readonly hasNumber: boolean;
  /** It has hardly a word that was not asked for. */
  readonly isShort: boolean;
  readonly naming: Naming;
}

interface Asked {
  /** Stems of the query's words but for grammar. */
  readonly asked: ReadonlySet<string>;
  readonly names: Parameters<typeof namingOf>[1];
}

function tellingOf({ text, weight }: SaidOn, { asked, names }: Asked): Told {
  const said = text.replace(STATED_DAY, "");
  const words = tokenise(said);
  const own = contentWords(said).filter((word) => !asked.has(stem(word)));
  return {
    weight,
    isAbout: isAbout(words, asked),
    isPresent: !isOfThePast(text),
    hasNumber: own.some(saysNumber),
    isShort: own.length <= FEW_WORDS,
    naming: namingOf(said, names),
  };
}

const mostOf = (all: readonly Told[]): Told => ({
  weight: Math.max(0, ...all.map(({ weight }) => weight)),
  isAbout: all.some((one) => one.isAbout),
  isPresent: all.some((one) => one.isPresent),
  hasNumber: all.some((one) => one.hasNumber),
  isShort: all.some((one) => one.isShort),
  naming: namingOfAll(all.map(({ naming }) => naming)),
});

const LETTER = /\p{L}/u;

/**
 * Whether a statement is about what was asked for. Not where all of it stands in one place and hangs on another word by a
 * preposition: "machine in the kitchen", "password of the office".
 */
function isAbout(words: readonly string[], asked: ReadonlySet<string>): boolean {
  const places = [...words.keys()].filter((at) => asked.has(stem(words[at] ?? "")));
  const [first = 0] = places;
  const isOnePlace = places.every((at, index) => at === (places[index - 1] ?? at - 1) + 1);
  return places.length === 0 || !isOnePlace || !hangs(words.slice(0, first));
}

/**
 * Whether words end with a preposition, articles left out, and have something before it or nothing: "in the kitchen a spoon
 * is missing" says no more of the kitchen than "a spoon in the kitchen".
 */
function hangs(before: readonly string[]): boolean {
  const last = before.findLastIndex((word) => !DETERMINERS.has(word));
  return PREPOSITIONS.has(before[last] ?? "") && (last === 0 || before.slice(0, last).some(isName));
}

const isName = (word: string): boolean =>
  LETTER.test(word) && !DETERMINERS.has(word) && !PREPOSITIONS.has(word);
