import { findMatches, type Match, type Range } from "./matches.ts";
import { snippetRange, type TermWeights } from "./snippet-range.ts";

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
export interface SnippetSource {
  readonly text: string;
  readonly startLine: number;
  readonly startColumn?: number | undefined;
}

/**
 * The lines of a chunk that together hold the most weight of distinct terms (by stem), with the lines around them as
 * far as 700 characters go; the chunk's beginning when nothing matches. A line longer than that is shown in part.
 */
export function snippet(source: SnippetSource, terms: TermWeights): Snippet {
  const matches = findMatches(source.text, new Set(terms.keys()));
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
