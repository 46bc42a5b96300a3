import { isGreeting, spoken } from "../../search/skip/small-talk.ts";
import { isCjk } from "./cjk.ts";
import { APOLOGY, BOILER, DENIAL, MARKED_MEMORY_QUESTION, MEMORY_QUESTION, OFFER } from "./noise-phrases.ts";

/** Why a text is not worth remembering, nor showing as a memory. */
export type NoiseReason = "too_short" | "greeting" | "denial" | "memory_question" | "boilerplate";

/** Shorter texts say nothing. */
const MIN_CHARS = 5;
/** The same in Chinese, Japanese and Korean, where four characters can be a fact: 会议三点, the meeting is at three. */
const MIN_CJK_CHARS = 3;
/** Noise is a few sentences at most. A longer text that begins like it goes on to say something. */
const MAX_CHARS = 600;

/** A question without its mark is short, or a statement that begins like one. */
const MAX_UNMARKED_WORDS = 10;

const SENTENCE = /[^.!?。！？؟\n]+[.!?。！？؟\n]?/gu;
const QUESTION_END = /[?？؟]$/;

/**
 * Why a memory's text is noise: under 5 characters, a greeting, a denial ("I don't have any information"), a question
 * about memory itself, or what tools write by rote. Undefined when it says something. A text that talks about such a
 * sentence, or goes on after it, says something.
 */
export function noiseReason(text: string): NoiseReason | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_CHARS) return undefined;
  if ([...trimmed].length < (isCjk(trimmed) ? MIN_CJK_CHARS : MIN_CHARS)) return "too_short";
  if (isGreeting(trimmed)) return "greeting";
  if (BOILER.test(spoken(trimmed))) return "boilerplate";
  const sentences = sentencesOf(trimmed);
  if (isDenial(sentences)) return "denial";
  return isMemoryQuestion(sentences) ? "memory_question" : undefined;
}

interface Sentence {
  readonly words: string;
  readonly isQuestion: boolean;
}

function sentencesOf(text: string): Sentence[] {
  return (text.match(SENTENCE) ?? [])
    .map((raw) => ({ words: spoken(raw), isQuestion: QUESTION_END.test(raw) }))
    .filter(({ words }) => words !== "");
}

/** Nothing is known, and then nothing but questions and offers. */
function isDenial(sentences: readonly Sentence[]): boolean {
  const [first, ...others] = sentences.filter(({ words }) => !APOLOGY.test(words));
  if (first === undefined || !DENIAL.test(first.words)) return false;
  return others.every(
    ({ words, isQuestion }) => isQuestion || OFFER.test(words) || DENIAL.test(words) || isGreeting(words),
  );
}

/** One question, after greetings at most: an answer beside it would be worth keeping. */
function isMemoryQuestion(sentences: readonly Sentence[]): boolean {
  const [only, ...others] = sentences.filter(({ words }) => !isGreeting(words));
  if (only === undefined || others.length > 0) return false;
  if (only.isQuestion) return MEMORY_QUESTION.test(only.words) || MARKED_MEMORY_QUESTION.test(only.words);
  return MEMORY_QUESTION.test(only.words) && only.words.split(" ").length <= MAX_UNMARKED_WORDS;
}
