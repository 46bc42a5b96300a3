import { WEIGHT_PER_TOKEN, weighTokens } from "../../text/tokens/estimate-tokens.ts";
import { atOnce, CHARS_A_STEP, type Steps } from "../../text/steps.ts";
import type { Chunk } from "./chunk.ts";

const NEWLINE = 10;
const LAST_WHITE_SPACE = 32;

/**
 * A text and its lines, counted from 0. A final "\n" ends the last line and opens no new one; "" has no lines.
 *
 *   starts   offset of each line, then the offset after the last line: count + 1 entries
 *   weights  estimated weight of all lines before each line (WEIGHT_PER_TOKEN-ths of a token): count + 1 entries
 */
export interface SourceLines {
  readonly text: string;
  readonly count: number;
  readonly starts: Uint32Array;
  readonly weights: Uint32Array;
}

/** The lines of `text` with their token weights. Only "\n" separates lines. */
export const splitLines = (text: string): SourceLines => atOnce(splitSteps(text));

/** The same in steps. */
export function* splitSteps(text: string): Steps<SourceLines> {
  const count = countLines(text);
  const starts = new Uint32Array(count + 1);
  const weights = new Uint32Array(count + 1);
  let start = 0;
  let weight = 0;
  let stepAt = 0;
  for (let line = 1; line <= count; line++) {
    const end = text.indexOf("\n", start) + 1 || text.length;
    weight += weighTokens(text, start, end);
    start = end;
    starts[line] = start;
    weights[line] = weight;
    if (start - stepAt < CHARS_A_STEP) continue;
    yield start - stepAt;
    stepAt = start;
  }
  return { text, count, starts, weights };
}

/** Lines of a text; a final "\n" ends the last one and opens no new one. */
export function countLines(text: string): number {
  let count = text === "" || text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

/** Offset of the first character of a line; of the end of the text for the line after the last. */
export function lineStart(source: SourceLines, line: number): number {
  return source.starts[line] ?? source.text.length;
}

/** Offset after the last character of a line, its "\n" left out. */
export function lineEnd(source: SourceLines, line: number): number {
  const next = source.starts[line + 1] ?? source.text.length;
  const start = source.starts[line] ?? next;
  return next > start && source.text.charCodeAt(next - 1) === NEWLINE ? next - 1 : next;
}

/** Offset of the first character of a line that is not white space; of its end when it is blank. */
export function firstCharacter(source: SourceLines, line: number): number {
  const end = lineEnd(source, line);
  let at = lineStart(source, line);
  while (at < end && source.text.charCodeAt(at) <= LAST_WHITE_SPACE) at++;
  return at;
}

/** Text of one line without its "\n"; "\r" stays. */
export function lineText(source: SourceLines, line: number): string {
  return source.text.slice(lineStart(source, line), lineEnd(source, line));
}

/** Whether the lines from `from` up to, not including, `to` hold nothing but white space. */
export const isBlankRange = (source: SourceLines, from: number, to: number): boolean =>
  source.text.slice(lineStart(source, from), lineStart(source, Math.max(from, to))).trim() === "";

/** The first of `count` places, in order, that is not before what is looked for; `count` when all are. */
export function lowerBound(count: number, isBefore: (at: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Estimated tokens of the lines from `from` up to, not including, `to`. */
export function tokensOfLines(source: SourceLines, from: number, to: number): number {
  return weightOfLines(source, from, to) / WEIGHT_PER_TOKEN;
}

/** As `tokensOfLines`, in WEIGHT_PER_TOKEN-ths of a token. */
export function weightOfLines(source: SourceLines, from: number, to: number): number {
  return (source.weights[to] ?? 0) - (source.weights[from] ?? 0);
}

/** The chunk of the whole lines from `from` up to, not including, `to` (counted from 0). */
export function chunkOfLines(source: SourceLines, range: LineRange, headings: readonly string[]): Chunk {
  const text = source.text.slice(lineStart(source, range.from), lineEnd(source, range.to - 1));
  return { startLine: range.from + 1, endLine: range.to, headings, text };
}

/** Lines from `from` up to, not including, `to`, counted from 0. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}
