import { languageOf } from "../languages/detect.ts";
import type { Language } from "../languages/language.ts";
import { isLatin, scriptTokens } from "./script-weights.ts";

// What byte-pair vocabularies make of a text, guessed from its kinds of characters, the lengths of its words and its
// language. Weights are tokens, fitted by least squares of the relative error to o200k and cl100k on answers of searches
// and on files (prose, code, tables, conversations and documentation), and to o200k alone on texts in 30 languages other
// than English: messages of a program, a declaration and half of the notes of test/quality/fixtures/languages.

const LETTER = 1;
const CAPITAL = 2;
const DIGIT = 3;
const SPACE = 4;
const NEWLINE = 5;
const MARK = 6;
const WIDE = 7;

const WORD = 0.85;
/** A word with a letter beyond ASCII: of a language that the vocabularies know less. */
const MARKED_WORD = 2.02;
const COMMON_MARKED_WORD = 2;
const FURTHER_MARKED_LETTER = 0.1;
/** A syllable of Vietnamese with marks, whatever its letters. */
const VIETNAMESE_SYLLABLE = 1.15;
const VIETNAMESE = /[\u1ea0-\u1ef9]/;
/** Words of other languages cost so many times as much as English ones of their length. */
const WORDS_OF: Readonly<Partial<Record<Language, number>>> = {
  czech: 1.1,
  danish: 1.22,
  dutch: 1.21,
  finnish: 1.48,
  french: 0.97,
  german: 1.05,
  hungarian: 1.18,
  italian: 1.29,
  norwegian: 1.22,
  polish: 1.24,
  portuguese: 0.98,
  romanian: 1.06,
  spanish: 1,
  swedish: 1.17,
  turkish: 1.12,
};
/** Characters that tell the language: a few sentences. */
const TELLING_CHARS = 400;
/** A word of so many letters is one token as often as not; each further one adds a little. */
const COMMON_WORD = 4;
const FURTHER_LETTER = 0.13;
/** Letters behind a digit are of an identifier or an encoding, and break at the seam. */
const SEAM = 0.37;
const WORD_AFTER_MARK = -0.13;
const CAPITALISED = 0.77;
/** A capital after a small letter: "findById", base64. */
const INNER_CAPITAL = 0.07;
const LONE_CAPITAL = 1.63;
const CAPITALS = 1.25;
const COMMON_CAPITALS = 3;
const FURTHER_CAPITAL = 0.05;
/** "HTTPServer": its second word is counted as one already. */
const CAPITALS_BEFORE_WORD = -0.66;
const DIGITS = 1;
const DIGITS_PER_TOKEN = 3;
/** Unlike a word, a number does not take in the space before it. */
const SPACE_BEFORE_DIGITS = 1;
/** A single space joins the word that follows; the last of a run does so too, but joins no mark or digit. */
const SPACE_RUN = 1.07;
const SPACE_RUN_BEFORE_MARK = 0.46;
const SPACE_RUN_BEFORE_DIGITS = 0.93;
const LONG_SPACE_RUN = 32;
const FURTHER_SPACE = 0.03;
const TAB = 0.7;
const NEWLINE_AFTER_TEXT = 0.4;
const NEWLINE_AFTER_NEWLINE = 0.44;
/** A line's last marks take its end in. */
const NEWLINE_AFTER_MARK = -0.9;
const FIRST_MARK = 0.87;
const FURTHER_MARK = 0.24;
const REPEATED_MARK = 0.13;
/** Three and more are often one token: "====", "});". */
const MARKS = -0.61;
const MANY_MARKS = 2;
const MARK_AFTER_SPACE = 0.16;
const MARK_BEFORE_WORD = 0.38;
/** One mark within a word, ".name", joins what follows; one at its end, "name,", does not. */
const MARK_IN_WORD = -0.65;
const MARK_AFTER_WORD = 0.2;

const KINDS = asciiKinds();

function asciiKinds(): Uint8Array {
  const kinds = new Uint8Array(128).fill(MARK);
  kinds.fill(LETTER, 97, 123);
  kinds.fill(CAPITAL, 65, 91);
  kinds.fill(DIGIT, 48, 58);
  for (const code of [9, 11, 12, 13, 32]) kinds[code] = SPACE;
  kinds[10] = NEWLINE;
  return kinds;
}

/** 0 at the end of the text. */
function kindAt(text: string, at: number): number {
  if (at >= text.length) return 0;
  const code = text.charCodeAt(at);
  if (code < 128) return KINDS[code] ?? MARK;
  return isLatin(text, at) ? LETTER : WIDE;
}

/** A run of characters of one kind. */
interface Run {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Kinds of the characters around it; 0: none. */
  readonly before: number;
  readonly after: number;
  readonly words: Words;
}

/** What words cost in the language of the text. */
interface Words {
  /** Times as much as in English. */
  readonly share: number;
  readonly isVietnamese: boolean;
}

function wordsOf(text: string): Words {
  const start = text.slice(0, TELLING_CHARS);
  const language = languageOf(start);
  const share = language === undefined || language === "other" ? 1 : (WORDS_OF[language] ?? 1);
  return { share, isVietnamese: VIETNAMESE.test(start) };
}

/** A letter beyond ASCII. */
const MARKED = /[^\0-\u007f]/;

function wordTokens({ text, from, to, before, words }: Run): number {
  // Its capital is a letter of it, and has been counted as the beginning of a word.
  const isBegun = before === CAPITAL && kindAt(text, from - 2) !== CAPITAL;
  const joint = before === DIGIT ? SEAM : before === MARK ? WORD_AFTER_MARK : 0;
  if (MARKED.test(text.slice(from, to))) return words.share * markedTokens(to - from, words) + joint;
  const letters = to - from + (isBegun ? 1 : 0);
  const own = (isBegun ? 0 : WORD) + Math.max(0, letters - COMMON_WORD) * FURTHER_LETTER;
  return words.share * own + joint;
}

const markedTokens = (letters: number, { isVietnamese }: Words): number =>
  isVietnamese
    ? VIETNAMESE_SYLLABLE
    : MARKED_WORD + Math.max(0, letters - COMMON_MARKED_WORD) * FURTHER_MARKED_LETTER;

function capitalTokens({ from, to, before, after }: Run): number {
  const inner = before === LETTER ? INNER_CAPITAL : 0;
  if (to - from === 1) return (after === LETTER ? CAPITALISED : LONE_CAPITAL) + inner;
  const joined = after === LETTER ? CAPITALS_BEFORE_WORD : 0;
  return CAPITALS + Math.max(0, to - from - COMMON_CAPITALS) * FURTHER_CAPITAL + joined + inner;
}

const isSpace = (kind: number): boolean => kind === SPACE || kind === NEWLINE || kind === 0;

const isWord = (kind: number): boolean => kind === LETTER || kind === CAPITAL;

function markTokens({ text, from, to, before, after }: Run): number {
  let tokens = FIRST_MARK;
  for (let at = from + 1; at < to; at++)
    tokens += text.charCodeAt(at) === text.charCodeAt(at - 1) ? REPEATED_MARK : FURTHER_MARK;
  if (to - from > MANY_MARKS) tokens += MARKS;
  // A run of spaces is a token without the marks behind it.
  const isApart = isSpace(before) && kindAt(text, from - 2) !== SPACE;
  if (isApart) tokens += MARK_AFTER_SPACE;
  if (isWord(after) || after === WIDE) tokens += MARK_BEFORE_WORD;
  if (to - from === 1 && !isSpace(before)) tokens += isWord(after) ? MARK_IN_WORD : MARK_AFTER_WORD;
  return tokens;
}

function spaceTokens({ text, from, to, after }: Run): number {
  const length = to - from;
  if (length === 1) return text[from] === "\t" ? TAB : 0;
  const apart = after === DIGIT ? SPACE_RUN_BEFORE_DIGITS : after === MARK ? SPACE_RUN_BEFORE_MARK : 0;
  return SPACE_RUN + apart + Math.max(0, length - LONG_SPACE_RUN) * FURTHER_SPACE;
}

const TOKENS_OF: Readonly<Record<number, (run: Run) => number>> = {
  [LETTER]: wordTokens,
  [CAPITAL]: capitalTokens,
  [DIGIT]: ({ text, from, to, before }) =>
    Math.ceil((to - from) / DIGITS_PER_TOKEN) * DIGITS +
    (before === SPACE && kindAt(text, from - 2) !== SPACE ? SPACE_BEFORE_DIGITS : 0),
  [SPACE]: spaceTokens,
  [NEWLINE]: ({ from, to, before }) =>
    NEWLINE_AFTER_TEXT + (to - from - 1) * NEWLINE_AFTER_NEWLINE + (before === MARK ? NEWLINE_AFTER_MARK : 0),
  [MARK]: markTokens,
  [WIDE]: ({ text, from, to }) => scriptTokens(text, from, to),
};

/**
 * Tokens of `text`, not rounded: within a tenth of what o200k and cl100k count of an answer in English or code, and of
 * o200k in other scripts. Linear. What sizes passages is the cautious `estimateTokens`.
 */
export function likelyTokens(text: string): number {
  const words = wordsOf(text);
  let tokens = 0;
  let before = 0;
  for (let from = 0; from < text.length; ) {
    const kind = kindAt(text, from);
    let to = from + 1;
    while (kindAt(text, to) === kind) to++;
    tokens += TOKENS_OF[kind]?.({ text, from, to, before, after: kindAt(text, to), words }) ?? 0;
    before = kind;
    from = to;
  }
  return tokens;
}

/** The same in whole tokens, at least one of a text that is not empty. */
export const countTokens = (text: string): number => Math.ceil(likelyTokens(text));
