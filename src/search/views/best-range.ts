import { wordStart } from "../../text/words/word-edges.ts";
import type { Match, Range } from "./matches.ts";

/** Of a line too long for a range, so much of the range stands before the first match. */
const LEAD = 6 / 35;

interface Found {
  readonly range: Range;
  readonly weight: number;
}

/** What a range is sought by. */
interface Wanted {
  readonly weights: TermWeights;
  /** Its length at most, in UTF-16 units. */
  readonly limit: number;
}

/**
 * The lines of a text that together hold the most weight of distinct terms, with the lines around them as far as the limit
 * goes; the text's beginning when nothing matches. Of a line that is longer than that, a piece.
 */
export function bestRange(text: string, matches: readonly Match[], wanted: Wanted): Range {
  const { limit } = wanted;
  if (text.length <= limit) return [0, text.length];
  const lines = lineRanges(text);
  let best: Found | undefined;
  for (const group of lineGroups(lines, limit)) {
    const found = isLong(group[0], limit)
      ? inLongLine(text, group[0], matches, wanted)
      : inLines(group, matches, wanted);
    if (found !== undefined && found.weight > (best?.weight ?? 0)) best = found;
  }
  return best?.range ?? beginning(text, lines, limit);
}

const isLong = (line: Range | undefined, limit: number): line is Range =>
  line !== undefined && line[1] - line[0] > limit;

function lineRanges(text: string): Range[] {
  const lines: Range[] = [];
  let start = 0;
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", start)) {
    lines.push([start, end]);
    start = end + 1;
  }
  return [...lines, [start, text.length]];
}

/** Runs of lines that a range can hold, and each line that it cannot by itself. */
function lineGroups(lines: readonly Range[], limit: number): Range[][] {
  const groups: Range[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    if (group === undefined || isLong(line, limit) || isLong(group[0], limit)) groups.push([line]);
    else group.push(line);
  }
  return groups;
}

function inLines(lines: readonly Range[], matches: readonly Match[], wanted: Wanted): Found | undefined {
  const span = bestSpan(lines, matches, wanted);
  if (span === undefined) return undefined;
  return { range: widened(lines, span, wanted.limit), weight: span.weight };
}

/** Adds lines after and before, in turn, as far as they fit. */
function widened(lines: readonly Range[], { first, last }: Span, limit: number): Range {
  let [from, to] = [first, last];
  const fits = (a: number, b: number) => {
    const [start, end] = [lines[a]?.[0], lines[b]?.[1]];
    return start !== undefined && end !== undefined && end - start <= limit;
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
  { weights, limit }: Wanted,
): Found | undefined {
  const lead = Math.round(limit * LEAD);
  const inLine = matches.filter(({ start, end }) => start >= line[0] && end <= line[1]);
  const units = inLine.map(({ start, end }): Range => [start, end]);
  const span = bestSpan(disjoint(units), inLine, { weights, limit: limit - lead });
  const at = span && disjoint(units)[span.first]?.[0];
  if (span === undefined || at === undefined) return undefined;
  const earliest = Math.max(line[0], Math.min(at - lead, line[1] - limit));
  const start = earliest === line[0] ? earliest : wordStart(text, earliest, at);
  return { range: cutRange(text, start, Math.min(line[1], start + limit)), weight: span.weight };
}

/** Overlapping ranges (CJK pairs) cut where the next begins. */
function disjoint(ranges: readonly Range[]): Range[] {
  return ranges.map(([start, end], index) => [start, Math.min(end, ranges[index + 1]?.[0] ?? end)]);
}

/** The first lines that fit, or the first characters of a first line that does not. */
function beginning(text: string, lines: readonly Range[], limit: number): Range {
  const end = lines.findLast(([, lineEnd]) => lineEnd <= limit)?.[1] ?? 0;
  return end > 0 ? [0, end] : cutRange(text, 0, limit);
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
export type TermWeights = ReadonlyMap<string, number>;

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
  { weights, limit }: Wanted,
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
