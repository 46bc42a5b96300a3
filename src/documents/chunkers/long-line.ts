import { WEIGHT_PER_TOKEN, weighTokens } from "../../text/tokens/estimate-tokens.ts";
import { CHARS_A_STEP, type Steps } from "../../text/steps.ts";
import type { Chunk } from "./chunk.ts";
import { cutPoints, hashText, KEY_SPAN, type PieceSize } from "./cut-points.ts";
import { BOUNDARY } from "./markdown/outline.ts";

/** A run without white space is offered for cutting after so many UTF-16 units at most. */
const MAX_UNIT = 32;
/** How far behind that the platform's dictionary looks for the end of a word. */
const LOOK_AHEAD = 16;
const UNITS_A_STEP = CHARS_A_STEP / 10;
/** Estimated tokens that a piece may weigh more for beginning inside a word. */
const RESTART_TOKENS = 2;
const unitsOf = (marks: string): ReadonlySet<number> => new Set([...marks].map((mark) => mark.charCodeAt(0)));
/** Marks that end a sentence without white space behind them, and what belongs to it behind those. */
const WIDE_ENDS = unitsOf("。！？；｡");
const CLOSING = unitsOf("」』）】〉》”’\"')]）」");
const SENTENCE_ENDS: ReadonlySet<number> = new Set([...WIDE_ENDS, ...unitsOf(".!?;")]);
const NON_ASCII = /[\u0080-\uffff]/;
/** Where a run of ASCII may be cut, but for its ends: not inside a word or a number. */
const ASCII_CUT = /(?<=[^\w.])(?=\w)|(?<=\w)(?=[^\w.])/g;
const FIRST_LOW_SURROGATE = 0xdc00;
const LAST_LOW_SURROGATE = 0xdfff;
const LAST_WHITE_SPACE = 32;

/** One line, longer than a chunk, with its number counted from 1. */
interface LongLine {
  readonly text: string;
  readonly line: number;
  readonly headings: readonly string[];
}

interface LongLineSize extends PieceSize {
  /** Weight of the piece before that a piece may repeat. */
  readonly overlap: number;
}

/**
 * Cuts one line by columns, preferably after a sentence, else at white space, else between words, never inside a surrogate
 * pair. A piece repeats the last sentences of the one before it, as far as there is room, where white space parts them: of
 * scripts without it the largest file would not fit one write.
 */
export function* chunksOfLongLine(
  { text, line, headings }: LongLine,
  size: LongLineSize,
): Steps<readonly Chunk[]> {
  const starts = yield* unitStarts(text);
  const weights = yield* unitWeights(text, starts);
  const limit = size.limit - RESTART_TOKENS * WEIGHT_PER_TOKEN;
  const cuts = yield* cutPoints(
    {
      count: starts.length - 1,
      weightBefore: (at) => weights[at] ?? 0,
      keyOf: (at) => unitKey(text, starts[at] ?? 0, starts[at + 1] ?? text.length),
    },
    { ...size, limit },
  );
  const bounds = [0, ...cuts, starts.length - 1];
  const chunks: Chunk[] = [];
  for (const [index, end] of bounds.slice(1).entries()) {
    const own = bounds[index] ?? 0;
    const range = { before: bounds[index - 1] ?? own, own, end };
    const start = starts[firstRepeated({ text, starts, weights }, range, { ...size, limit })] ?? 0;
    const columns = { startColumn: start + 1, endColumn: starts[end] ?? text.length };
    const part = text.slice(start, columns.endColumn);
    chunks.push({ startLine: line, endLine: line, ...columns, headings, text: part });
    yield part.length;
  }
  return chunks;
}

/** Weight of all units before each one. */
function* unitWeights(text: string, starts: readonly number[]): Steps<Uint32Array> {
  const weights = new Uint32Array(starts.length);
  for (let unit = 1; unit < starts.length; unit++) {
    // Weighed after its predecessor: a long word weighs more than its parts.
    const context = starts[unit - 2] ?? 0;
    const start = starts[unit - 1] ?? 0;
    const end = starts[unit] ?? text.length;
    weights[unit] =
      (weights[unit - 1] ?? 0) + weighTokens(text, context, end) - weighTokens(text, context, start);
    if (unit % UNITS_A_STEP === 0) yield CHARS_A_STEP;
  }
  return weights;
}

interface Words {
  readonly text: string;
  readonly starts: readonly number[];
  readonly weights: Uint32Array;
}

/** The unit at which a piece begins that repeats whole sentences of the piece before. */
function firstRepeated(
  { text, starts, weights }: Words,
  { before, own, end }: { readonly before: number; readonly own: number; readonly end: number },
  { overlap, limit }: LongLineSize,
): number {
  const weightTo = (to: number, from: number) => (weights[to] ?? 0) - (weights[from] ?? 0);
  let first = own;
  for (let unit = own - 1; unit > before; unit--) {
    if (weightTo(own, unit) > overlap || weightTo(end, unit) > limit) break;
    const start = starts[unit] ?? 0;
    if (isWordStart(text, start) && unitStrength(text, start) === BOUNDARY.paragraph) first = unit;
  }
  return first;
}

/**
 * Offsets of the words of a line, then its length. White space goes with the word before. What is written without it is cut
 * into sentences, and these where they are long.
 */
function* unitStarts(text: string): Steps<readonly number[]> {
  const starts = [0];
  let start = 0;
  for (let at = 1; at < text.length; at++) {
    if (at % CHARS_A_STEP === 0) yield CHARS_A_STEP;
    if (!isWordStart(text, at) && !isSentenceStart(text, at)) {
      if (at - start < MAX_UNIT) continue;
      at = start + lastWordIn(text.slice(start, at + LOOK_AHEAD));
    }
    starts.push(at);
    start = at;
  }
  starts.push(text.length);
  return starts;
}

const isWordStart = (text: string, at: number): boolean =>
  text.charCodeAt(at) > LAST_WHITE_SPACE && text.charCodeAt(at - 1) <= LAST_WHITE_SPACE;

/** Where a sentence begins right behind another one's end. */
function isSentenceStart(text: string, at: number): boolean {
  const own = text.charCodeAt(at);
  if (own <= LAST_WHITE_SPACE || WIDE_ENDS.has(own) || CLOSING.has(own)) return false;
  return WIDE_ENDS.has(lastMarkBefore(text, at));
}

/** The unit before an offset, closing quotes and brackets left out. */
function lastMarkBefore(text: string, at: number): number {
  let before = at - 1;
  while (CLOSING.has(text.charCodeAt(before))) before--;
  return text.charCodeAt(before);
}

/** Made when it is first needed: the platform's dictionaries of scripts without white space. */
let words: Intl.Segmenter | undefined;

/** Where the last word begins that begins in the first `MAX_UNIT` units of a run; where it is one word, where they end. */
function lastWordIn(run: string): number {
  let last = 0;
  if (NON_ASCII.test(run)) {
    words ??= new Intl.Segmenter("en", { granularity: "word" });
    for (const { index } of words.segment(run)) if (index <= MAX_UNIT) last = index;
  } else for (const { index } of run.matchAll(ASCII_CUT)) if (index <= MAX_UNIT) last = index;
  return last || (isLowSurrogate(run.charCodeAt(MAX_UNIT)) ? MAX_UNIT + 1 : MAX_UNIT);
}

function isLowSurrogate(code: number): boolean {
  return code >= FIRST_LOW_SURROGATE && code <= LAST_LOW_SURROGATE;
}

function unitKey(text: string, start: number, end: number): number {
  return unitStrength(text, start) * KEY_SPAN + hashText(text, start, end);
}

function unitStrength(text: string, start: number): number {
  const before = text.charCodeAt(start - 1);
  if (before > LAST_WHITE_SPACE) {
    if (isSentenceStart(text, start)) return BOUNDARY.paragraph;
    return SENTENCE_ENDS.has(before) ? BOUNDARY.line : BOUNDARY.poor;
  }
  return SENTENCE_ENDS.has(text.charCodeAt(start - 2)) ? BOUNDARY.paragraph : BOUNDARY.item;
}
