import type { Language } from "../../text/languages/language.ts";
import { bestRange, type TermWeights } from "./best-range.ts";
import { findMatches, type Match, type Range } from "./matches.ts";

/** A snippet is at most so long, in UTF-16 units. */
export const SNIPPET_CHARS = 700;

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

/** What a chunk has of the terms (by stem) at its best, 700 characters long: see bestRange. */
export function snippet(
  source: SnippetSource,
  terms: TermWeights,
  languages: readonly Language[] = [],
): Snippet {
  const matches = findMatches(source.text, new Set(terms.keys()), languages);
  const range = bestRange(source.text, matches, { weights: terms, limit: SNIPPET_CHARS });
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
