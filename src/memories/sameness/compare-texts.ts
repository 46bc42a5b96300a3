import { MARK } from "../../redaction/secret-spans.ts";
import { contentTokens } from "../../text/words/content-words.ts";
import { isCalendarWord } from "../../names/words/ordinary-words.ts";
import { stem } from "../../text/words/stem.ts";
import { isShouted } from "./plain-text.ts";
import { type Sentence, saidWords, withSmallFirst } from "./said-words.ts";
import { isSameSentence } from "./word-order.ts";

/** `same`: one memory. `contradicts-maybe`: two of the same matter. `different`: two that have nothing to do with each other. */
export type Comparison = "same" | "contradicts-maybe" | "different";

/** Share of the words of two texts that both have, from which on they are of the same matter: chosen on judged pairs. */
const SAME_MATTER = 0.6;

/** A text taken apart, for several comparisons. */
export interface Told {
  readonly text: string;
  readonly sentences: readonly Sentence[];
  /** Something stood before the first sentence that says nothing. */
  readonly isOpened: boolean;
  /** Stems of all its words, and of those that carry content, as often as they are said. */
  readonly words: readonly string[];
  readonly content: readonly string[];
  /** Stems of those that say something beside when it was. */
  readonly subject: ReadonlySet<string>;
}

/** A word that says when: a number, with what follows it ("1st"), a month, a day of the week. */
const saysWhen = (word: string): boolean => /^\p{N}/u.test(word) || isCalendarWord(word);

export function tell(text: string): Told {
  const { sentences, isOpened } = saidWords(text);
  // That a secret stood in both makes them no more of the same matter.
  const bare = text.replace(MARK, " ");
  const { sentences: told } = bare === text ? { sentences } : saidWords(bare);
  const content = contentTokens(bare);
  const subject = content.filter((word) => !saysWhen(word));
  return {
    ...{ text, sentences, isOpened, words: told.flat().map(stem) },
    content: content.map(stem),
    subject: new Set(subject.map(stem)),
  };
}

/** Twice the words in both, over those of each (Dice), each as often as it is said. */
function shared(a: readonly string[], b: readonly string[]): number {
  if (a.length + b.length === 0) return 0;
  const left = new Map<string, number>();
  for (const word of b) left.set(word, (left.get(word) ?? 0) + 1);
  let both = 0;
  for (const word of a) {
    const count = left.get(word) ?? 0;
    if (count > 0) both += 1;
    left.set(word, count - 1);
  }
  return (2 * both) / (a.length + b.length);
}

/** Two texts that tell of something else on the same day are not of the same matter. */
const isOfOtherThings = ({ subject: a }: Told, { subject: b }: Told): boolean =>
  a.size > 0 && b.size > 0 && ![...a].some((word) => b.has(word));

/**
 * How much two texts are of the same matter, 0 to 1: the greater of what they share of all their words and of those that
 * carry content, 0 without any of the latter, and where only the time is the same.
 */
export function nearness(a: Told, b: Told): number {
  const content = shared(a.content, b.content);
  return content === 0 || isOfOtherThings(a, b) ? 0 : Math.max(content, shared(a.words, b.words));
}

/** Whether two texts say the same in the same words: nothing but marks, a beginning and the place of an adjunct differ. */
export function saysTheSame(a: Told, b: Told): boolean {
  if (a.sentences.length !== b.sentences.length) return false;
  const isFree = isShouted(a.text) !== isShouted(b.text);
  return a.sentences.every((sentence, at) => {
    const [one, other] = [sentence, b.sentences[at] ?? []];
    if (at === 0 && a.isOpened !== b.isOpened)
      return isSameSentence(one, other) || isSameSentence(smallUnless(a, one), smallUnless(b, other));
    return isSameSentence(one, other) || (isFree && isSameInCapitals(one, other));
  });
}

/** Where one goes on with a small letter behind its beginning, the other may begin with the capital. */
const smallUnless = ({ isOpened }: Told, words: Sentence): Sentence =>
  isOpened ? words : withSmallFirst(words);

/** Letters of a word that is no unit, in any language. */
const LONG_WORD = /^\p{Lu}?\p{Ll}{3,}$/u;

/** Whether they are the same words where one of them is written in capitals: "ss" is "ß", and each sigma any other. */
const isSameInCapitals = (a: Sentence, b: Sentence): boolean =>
  a.length === b.length &&
  a.every((word, at) => {
    const other = b[at] ?? "";
    const isWord = LONG_WORD.test(word) && LONG_WORD.test(other);
    return word === other || (isWord && word.toUpperCase() === other.toUpperCase());
  });

/** What two texts that are taken apart are to each other, as `compareTexts` says it. */
export function compare(a: Told, b: Told): Comparison {
  if (saysTheSame(a, b)) return "same";
  return nearness(a, b) >= SAME_MATTER ? "contradicts-maybe" : "different";
}

/**
 * What two memories are to each other. A word of one that the other lacks, be it a number, a unit, a name, a "not" or an
 * opposite, keeps them two: whether it changes what is said is not for a program to guess. Symmetrical.
 */
export const compareTexts = (a: string, b: string): Comparison => compare(tell(a), tell(b));
