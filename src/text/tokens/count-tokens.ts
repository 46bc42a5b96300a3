// What byte-pair vocabularies make of a text, guessed from its kinds of characters and the lengths of its words. Weights
// are tokens, fitted by least squares of the relative error to o200k and cl100k, to o200k alone where they differ by a
// fifth, on answers of searches and on files: prose, code, tables,
// conversations and documentation in thirteen languages.

const LETTER = 1;
const CAPITAL = 2;
const DIGIT = 3;
const SPACE = 4;
const NEWLINE = 5;
const MARK = 6;
const WIDE = 7;

const WORD = 0.85;
/** A word with a letter beyond ASCII: of a language that the vocabularies know less. */
const MARKED_WORD = 2.52;
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

/** Characters beyond ASCII: the first code above the range, and tokens of each; 0: letters with marks, of a word. */
const SCRIPTS: readonly (readonly [below: number, tokens: number])[] = [
  [0xc0, 0.5], // signs of Latin 1
  [0x250, 0], // Latin with marks
  [0x370, 0.5], // phonetic letters, combining marks
  [0x400, 0.41], // Greek
  [0x530, 0.28], // Cyrillic
  [0x600, 0.45], // Armenian, Hebrew
  [0x700, 0.42], // Arabic
  [0x900, 0.5], // Syriac and others
  [0xe00, 0.33], // Indic scripts
  [0xe80, 0.42], // Thai
  [0x1e00, 0.5], // Lao, Georgian, Khmer and others
  [0x2000, 0], // Latin with further marks
  [0x2070, 0.5], // dashes, quotes, ellipsis
  [0x2e80, 1.22], // arrows, mathematics, boxes, dingbats
  [0x3040, 1], // CJK punctuation
  [0x3100, 0.58], // kana
  [0x4e00, 1.5], // rare ideographs
  [0xa000, 0.72], // common ideographs
  [0xac00, 1.5], // Yi and others
  [0xd7b0, 0.67], // Hangul syllables
  [0xe000, 0.87], // each half of an emoji or of a rare ideograph
  [0xff00, 1.22], // private use, compatibility forms
  [0x10000, 1], // full-width forms
];

/** Every bound above is a multiple of 16, so one entry serves 16 characters. */
const WIDE_TOKENS = wideTable();
const KINDS = asciiKinds();

function wideTable(): Float32Array {
  const table = new Float32Array(0x10000 >> 4);
  let from = 0;
  for (const [below, tokens] of SCRIPTS) {
    table.fill(tokens, from, below >> 4);
    from = below >> 4;
  }
  return table;
}

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
  return WIDE_TOKENS[code >> 4] === 0 ? LETTER : WIDE;
}

/** A run of characters of one kind. */
interface Run {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Kinds of the characters around it; 0: none. */
  readonly before: number;
  readonly after: number;
}

/** A letter beyond ASCII. */
const MARKED = /[^\0-\u007f]/;

function wordTokens({ text, from, to, before }: Run): number {
  // Its capital is a letter of it, and has been counted as the beginning of a word.
  const isBegun = before === CAPITAL && kindAt(text, from - 2) !== CAPITAL;
  const joint = before === DIGIT ? SEAM : before === MARK ? WORD_AFTER_MARK : 0;
  if (MARKED.test(text.slice(from, to))) return MARKED_WORD + joint;
  const letters = to - from + (isBegun ? 1 : 0);
  return (isBegun ? 0 : WORD) + Math.max(0, letters - COMMON_WORD) * FURTHER_LETTER + joint;
}

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
  const isApart = after === MARK || after === DIGIT;
  return (
    SPACE_RUN + (isApart ? SPACE_RUN_BEFORE_MARK : 0) + Math.max(0, length - LONG_SPACE_RUN) * FURTHER_SPACE
  );
}

function wideTokens({ text, from, to }: Run): number {
  let tokens = 0;
  for (let at = from; at < to; at++) tokens += WIDE_TOKENS[text.charCodeAt(at) >> 4] ?? 0;
  return tokens;
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
  [WIDE]: wideTokens,
};

/**
 * Tokens of `text`, not rounded: within a tenth of what o200k and cl100k count of an answer in English or code, and of
 * o200k in other scripts. Linear. What sizes passages is the cautious `estimateTokens`.
 */
export function likelyTokens(text: string): number {
  let tokens = 0;
  let before = 0;
  for (let from = 0; from < text.length; ) {
    const kind = kindAt(text, from);
    let to = from + 1;
    while (kindAt(text, to) === kind) to++;
    tokens += TOKENS_OF[kind]?.({ text, from, to, before, after: kindAt(text, to) }) ?? 0;
    before = kind;
    from = to;
  }
  return tokens;
}

/** The same in whole tokens, at least one of a text that is not empty. */
export const countTokens = (text: string): number => Math.ceil(likelyTokens(text));
