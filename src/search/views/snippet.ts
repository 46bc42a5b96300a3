import type { Language } from "../../text/languages/language.ts";
import { wordStart } from "../../text/words/word-start.ts";
import { findMatches, type Match, type Range } from "./matches.ts";

/** The part of a chunk that answers best: whole lines, or columns of one line that is too long. */
export interface Snippet {
  /** A raw slice of the chunk's text. */
  readonly text: string;
  readonly startLine: number;
  readonly endLine: number;
  /** 1-based, inclusive, as in a chunk: only when the snippet is a part of one line. */
  readonly startColumn?: number;
  readonly endColumn?: number;
  /** Offsets into `text`, in order, not overlapping. */
  readonly highlights: readonly Range[];
}

/** What a snippet is cut from: a chunk. */
interface SnippetSource {
  readonly text: string;
  readonly startLine: number;
  readonly startColumn?: number | undefined;
}

/**
 * The lines of a chunk that together hold the most weight of distinct terms (by stem), with the lines around them as
 * far as 700 characters go; the chunk's beginning when nothing matches. A line longer than that is shown in part.
 */
export function snippet(
  source: SnippetSource,
  terms: TermWeights,
  languages: readonly Language[] = [],
): Snippet {
  const matches = findMatches(source.text, new Set(terms.keys()), languages);
  const range = snippetRange(source.text, matches, terms);
  const text = source.text.slice(...range);
  const startLine = source.startLine + countLineEnds(source.text.slice(0, range[0]));
  const endLine = startLine + countLineEnds(text);
  return { text, startLine, endLine, ...columnsOf(source, range), highlights: highlightsIn(matches, range) };
}

const countLineEnds = (text: string) => text.split("\n").length - 1;

/** Columns, when the range or the source itself is a part of one line. */
function columnsOf({ text, startColumn }: SnippetSource, [from, to]: Range) {
  const lineStart = from === 0 ? 0 : text.lastIndexOf("\n", from - 1) + 1;
  const isWholeLines = from === lineStart && (to === text.length || text[to] === "\n");
  if ((isWholeLines && startColumn === undefined) || from === to) return {};
  const first = (lineStart === 0 ? (startColumn ?? 1) : 1) + from - lineStart;
  return { startColumn: first, endColumn: first + to - from - 1 };
}

/** Matches inside the range as offsets into it; those that touch or overlap become one. */
function highlightsIn(matches: readonly Match[], [from, to]: Range): Range[] {
  const ranges: Range[] = [];
  for (const match of matches) {
    if (match.start < from || match.end > to) continue;
    const [start, end] = [match.start - from, match.end - from];
    const last = ranges.at(-1);
    if (last !== undefined && start <= last[1]) ranges[ranges.length - 1] = [last[0], Math.max(last[1], end)];
    else ranges.push([start, end]);
  }
  return ranges;
}

/** A snippet is at most so long, in UTF-16 units. */
export const SNIPPET_CHARS = 700;
/** Of a line too long for a snippet, so much is shown before the first match. */
const LEAD_CHARS = 120;

interface Found {
  readonly range: Range;
  readonly weight: number;
}

/** The range of a text that a snippet shows: whole lines, or a piece of one line that is longer than a snippet. */
function snippetRange(text: string, matches: readonly Match[], weights: TermWeights): Range {
  if (text.length <= SNIPPET_CHARS) return [0, text.length];
  const lines = lineRanges(text);
  let best: Found | undefined;
  for (const group of lineGroups(lines)) {
    const found = isLong(group[0])
      ? inLongLine(text, group[0], matches, weights)
      : inLines(group, matches, weights);
    if (found !== undefined && found.weight > (best?.weight ?? 0)) best = found;
  }
  return best?.range ?? beginning(text, lines);
}

const isLong = (line: Range | undefined): line is Range =>
  line !== undefined && line[1] - line[0] > SNIPPET_CHARS;

function lineRanges(text: string): Range[] {
  const lines: Range[] = [];
  let start = 0;
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
    lines.push([start, end]);
    start = end + 1;
  }
  return [...lines, [start, text.length]];
}

/** Runs of lines that a snippet can hold, and each line that it cannot by itself. */
function lineGroups(lines: readonly Range[]): Range[][] {
  const groups: Range[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    if (group === undefined || isLong(line) || isLong(group[0])) groups.push([line]);
    else group.push(line);
  }
  return groups;
}

function inLines(
  lines: readonly Range[],
  matches: readonly Match[],
  weights: TermWeights,
): Found | undefined {
  const span = bestSpan(lines, matches, { weights, limit: SNIPPET_CHARS });
  if (span === undefined) return undefined;
  return { range: widened(lines, span.first, span.last), weight: span.weight };
}

/** Adds lines after and before, in turn, as far as they fit. */
function widened(lines: readonly Range[], first: number, last: number): Range {
  let [from, to] = [first, last];
  const fits = (a: number, b: number) => {
    const [start, end] = [lines[a]?.[0], lines[b]?.[1]];
    return start !== undefined && end !== undefined && end - start <= SNIPPET_CHARS;
  };
  for (let grows = true; grows; ) {
    const after = fits(from, to + 1);
    if (after) to += 1;
    const before = fits(from - 1, to);
    if (before) from -= 1;
    grows = after || before;
  }
  return [lines[from]?.[0] ?? 0, lines[to]?.[1] ?? 0];
}

function inLongLine(
  text: string,
  line: Range,
  matches: readonly Match[],
  weights: TermWeights,
): Found | undefined {
  const inLine = matches.filter(({ start, end }) => start >= line[0] && end <= line[1]);
  const units = inLine.map(({ start, end }): Range => [start, end]);
  const span = bestSpan(disjoint(units), inLine, { weights, limit: SNIPPET_CHARS - LEAD_CHARS });
  const at = span && disjoint(units)[span.first]?.[0];
  if (span === undefined || at === undefined) return undefined;
  const earliest = Math.max(line[0], Math.min(at - LEAD_CHARS, line[1] - SNIPPET_CHARS));
  const start = earliest === line[0] ? earliest : wordStart(text, earliest, at);
  return { range: cutRange(text, start, Math.min(line[1], start + SNIPPET_CHARS)), weight: span.weight };
}

/** Overlapping ranges (CJK pairs) cut where the next begins. */
function disjoint(ranges: readonly Range[]): Range[] {
  return ranges.map(([start, end], index) => [start, Math.min(end, ranges[index + 1]?.[0] ?? end)]);
}

/** The first lines that fit, or the first characters of a first line that does not. */
function beginning(text: string, lines: readonly Range[]): Range {
  const end = lines.findLast(([, lineEnd]) => lineEnd <= SNIPPET_CHARS)?.[1] ?? 0;
  return end > 0 ? [0, end] : cutRange(text, 0, SNIPPET_CHARS);
}

/** A range that begins and ends between characters, never within a surrogate pair. */
function cutRange(text: string, start: number, end: number): Range {
  const from = isLowHalf(text, start) ? start + 1 : start;
  return [from, isLowHalf(text, end) ? end - 1 : end];
}

/** Whether the unit is the second of a pair. */
function isLowHalf(text: string, at: number): boolean {
  const [before, here] = [text.charCodeAt(at - 1), text.charCodeAt(at)];
  return before >= 0xd800 && before < 0xdc00 && here >= 0xdc00 && here < 0xe000;
}

/** What a query term is worth, by stem. */
type TermWeights = ReadonlyMap<string, number>;

/** Neighbouring units, by their places in a list (both inclusive), and the weight of the distinct terms in them. */
interface Span {
  readonly first: number;
  readonly last: number;
  readonly weight: number;
}

/**
 * The shortest run of neighbouring units, no longer than `limit` from its start to its end, that holds the most weight
 * of distinct terms; the earliest of equals. Undefined when no unit holds a match. Units and matches are in order and
 * units do not overlap; linear in both.
 */
function bestSpan(
  units: readonly Range[],
  matches: readonly Match[],
  { weights, limit }: { readonly weights: TermWeights; readonly limit: number },
): Span | undefined {
  const inUnits = stemsOfUnits(units, matches);
  const tally = distinctWeight(weights);
  let best: Span | undefined;
  let first = 0;
  for (const [last, [, end]] of units.entries()) {
    tally.add(inUnits[last] ?? []);
    while (first < last && (end - (units[first]?.[0] ?? 0) > limit || tally.isSpare(inUnits[first] ?? []))) {
      tally.remove(inUnits[first] ?? []);
      first += 1;
    }
    const fits = end - (units[first]?.[0] ?? 0) <= limit;
    if (fits && tally.weight() > (best?.weight ?? 0)) best = { first, last, weight: tally.weight() };
  }
  return best;
}

/** The stems of the matches that start in each unit. */
function stemsOfUnits(units: readonly Range[], matches: readonly Match[]): string[][] {
  let next = 0;
  return units.map(([start, end]) => {
    while ((matches[next]?.start ?? Number.POSITIVE_INFINITY) < start) next += 1;
    const stems: string[] = [];
    for (let match = matches[next]; match !== undefined && match.start < end; match = matches[next]) {
      stems.push(match.stem);
      next += 1;
    }
    return stems;
  });
}

/** Counts stems that come and go, and weighs those present, each once. */
function distinctWeight(weights: TermWeights) {
  const counts = new Map<string, number>();
  const change = (stems: readonly string[], by: number) => {
    for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + by);
  };
  return {
    add: (stems: readonly string[]) => change(stems, 1),
    remove: (stems: readonly string[]) => change(stems, -1),
    /** Whether every one of them stands elsewhere too, so that nothing is lost without these. */
    isSpare: (stems: readonly string[]) => {
      const own = new Map<string, number>();
      for (const stem of stems) own.set(stem, (own.get(stem) ?? 0) + 1);
      return [...own].every(([stem, count]) => (counts.get(stem) ?? 0) > count);
    },
    weight: () => {
      let sum = 0;
      for (const [stem, count] of counts) if (count > 0) sum += weights.get(stem) ?? 0;
      return sum;
    },
  };
}
