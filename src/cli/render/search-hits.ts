import { citationWithRoot } from "../../search/views/citation.ts";
import type { AnyHit, Hit } from "../../search/contract/hits.ts";
import type { SearchAnswer } from "../../search/contract/search.ts";
import { percent } from "../../search/views/answer-words.ts";
import { wordStart } from "../../text/words/word-edges.ts";
import { columnsOf, cutTo, ELLIPSIS, unitsWithin } from "../terminal/columns.ts";
import { isolatedPath, lineShower } from "../terminal/isolates.ts";
import { safeCode, safeLine, withoutMark } from "../terminal/terminal-safe.ts";

/** Bold yellow: readable on dark and light. */
const START = "\u001b[1;33m";
const END = "\u001b[0m";
/** Where a match goes when the line must be cut at its start: so much of the width is left before it. */
const LEAD_SHARE = 1 / 3;

/** From and to, UTF-16 offsets into a line, end excluded. */
type Range = readonly [number, number];

const isLowSurrogate = (text: string, at: number): boolean => /^[\udc00-\udfff]/.test(text.charAt(at));

function colored(line: string, ranges: readonly Range[]): string {
  let text = "";
  let from = 0;
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const begin = Math.max(from, start);
    const stop = Math.min(line.length, end);
    if (stop <= begin) continue;
    text += line.slice(from, begin) + START + line.slice(begin, stop) + END;
    from = stop;
  }
  return text + line.slice(from);
}

/** Start of the part to show, so that the first match is in it: a word's, unless one is too long. */
function shownStart(line: string, first: number, columns: number): number {
  if (columnsOf(line.slice(0, first)) < columns * (1 - LEAD_SHARE)) return 0;
  let start = first;
  let lead = 0;
  while (start > 0 && lead < columns * LEAD_SHARE) {
    start -= isLowSurrogate(line, start - 1) ? 2 : 1;
    lead = columnsOf(line.slice(start, first));
  }
  return start <= 0 ? 0 : wordStart(line, start, first);
}

/** A line without controls but tabs, cut to the columns around its first match, matches coloured. */
export function highlightLine(
  line: string,
  { ranges, columns, color }: HitOptions & { readonly ranges: readonly Range[] },
): string {
  const first = Math.min(line.length, ...ranges.map(([start]) => start));
  const start = columnsOf(line) <= columns || ranges.length === 0 ? 0 : shownStart(line, first, columns);
  const prefix = start > 0 ? ELLIPSIS : "";
  const room = columns - prefix.length;
  const rest = line.slice(start);
  const isWhole = columnsOf(rest) <= room;
  if (!color) return prefix + cutTo(rest, room);
  const shown = isWhole ? rest : rest.slice(0, unitsWithin(rest, Math.max(0, room - 1)));
  const shifted = ranges.map(([from, to]): Range => [from - start, to - start]);
  const visible = shifted.map(([from, to]): Range => [Math.max(0, from), Math.min(shown.length, to)]);
  return prefix + colored(shown, visible) + (isWhole ? "" : ELLIPSIS);
}

type Snippet = NonNullable<Hit["snippet"]>;

export interface HitOptions {
  readonly columns: number;
  readonly color: boolean;
  /** Lines with letters from right to left are isolated. @default false: it is a pipe or a file */
  readonly outIsTerminal?: boolean;
}

const INDENT = "   ";
const GAP = "  ";
/** Fewer columns would show nothing of a heading. */
const MIN_HEADING_COLUMNS = 12;
/** Lines of a passage that say what it is about; more push the next hit away. */
const MAX_SNIPPET_LINES = 8;
/** The last line of front matter. */
const FENCE = /^(?:---|\+\+\+)$/;
const BOLD = "\u001b[1m";
const RESET = "\u001b[0m";

/** A memory has no headings of its own to be known by: its type and day, then those of its text. */
const saidOf = ({ memory, date, headings }: Hit): string =>
  [[memory?.type, date?.slice(0, 10)].filter(Boolean).join(", "), ...headings].join(" > ");

/** `1. path#L3-L9  87%  Heading > Sub`: the citation whole, to be copied; the headings as far as they fit. */
function headline(hit: Hit, position: number, options: HitOptions & { readonly withRoot: boolean }): string {
  const citation = safeLine(options.withRoot ? citationWithRoot(hit) : hit.citation);
  const number = `${position}. `;
  const relevance = percent(hit.relevance);
  const used = number.length + columnsOf(citation) + GAP.length + relevance.length + GAP.length;
  const room = options.columns - used;
  const headings = safeLine(hit.memory === undefined ? hit.headings.join(" > ") : saidOf(hit));
  const { outIsTerminal = false, color } = options;
  const cut = () => lineShower(outIsTerminal)(cutTo(headings, room));
  const shown = headings !== "" && room >= MIN_HEADING_COLUMNS ? GAP + cut() : "";
  const place = outIsTerminal ? isolatedPath(citation) : citation;
  return `${number}${color ? BOLD + place + RESET : place}${GAP}${relevance}${shown}`;
}

interface SnippetLine {
  readonly text: string;
  readonly ranges: readonly Range[];
}

function linesOf({ text, highlights }: Snippet): readonly SnippetLine[] {
  const shown = withoutMark(text);
  let offset = text.length - shown.length;
  const lines = shown.split("\n").map((line) => {
    const start = offset;
    offset += line.length + 1;
    const ranges = highlights
      .filter(([from, to]) => from < start + line.length && to > start)
      .map(([from, to]): Range => [Math.max(0, from - start), to - start]);
    return { text: line.trimEnd(), ranges };
  });
  return lines.slice(0, lines.findLastIndex(({ text: line }) => line !== "") + 1);
}

/**
 * First of the `most` lines to show: those with most highlights. Of several such windows the passage's start, where its
 * heading is, else the middle one of the first that overlap, so that the highlights have lines around them.
 */
function windowStart(lines: readonly SnippetLine[], most: number): number {
  const weights = lines.map(({ ranges }) => ranges.length);
  const windows = Array.from({ length: lines.length - most + 1 }, (_, start) =>
    weights.slice(start, start + most).reduce((sum, weight) => sum + weight, 0),
  );
  const best = Math.max(...windows);
  const first = windows.indexOf(best);
  const after = windows.findIndex((sum, start) => start > first && sum < best);
  const last = (after === -1 ? windows.length : after) - 1;
  return first === 0 ? 0 : Math.floor((first + last) / 2);
}

/** At most MAX_SNIPPET_LINES of the snippet, with a mark where lines of the passage are missing. */
function snippetLines(
  snippet: Snippet,
  { startLine, endLine }: Pick<Hit, "startLine" | "endLine">,
  { columns, color }: HitOptions,
): readonly string[] {
  const lines = linesOf(snippet);
  const first = lines.length > MAX_SNIPPET_LINES ? windowStart(lines, MAX_SNIPPET_LINES) : 0;
  const isCut = first > 0 || snippet.startLine > startLine;
  // The end of front matter alone says nothing.
  const start = isCut && FENCE.test(lines[first]?.text ?? "") ? first + 1 : first;
  const end = Math.min(lines.length, start + MAX_SNIPPET_LINES);
  const shown = lines
    .slice(start, end)
    .map(({ text, ranges }) =>
      highlightLine(safeCode(text), { ranges, columns: columns - INDENT.length, color }),
    );
  const before = isCut ? [ELLIPSIS] : [];
  const after = end < lines.length || snippet.endLine < endLine ? [ELLIPSIS] : [];
  return [...before, ...shown, ...after].map((line) => (INDENT + line).trimEnd());
}

/** With `--full` nothing is cut: a person asked for the passage. */
const fullLines = (text: string): string[] =>
  withoutMark(text)
    .split("\n")
    .map((line) => line.replace(/\r$/, ""))
    .map((line) => (line === "" ? "" : INDENT + safeCode(line)));

/** The lines without the empty ones at the end, which only push the next hit away. */
function bodyOf(hit: Hit, options: HitOptions): readonly string[] {
  const lines =
    hit.text !== undefined ? fullLines(hit.text) : hit.snippet && snippetLines(hit.snippet, hit, options);
  const shown = (lines ?? []).slice(0, (lines ?? []).findLastIndex((line) => line.trim() !== "") + 1);
  return shown.map(lineShower(options.outIsTerminal ?? false));
}

/** A hit as lines for a terminal: where it is, then its text. */
export const renderHit = (
  hit: Hit,
  position: number,
  options: HitOptions & { readonly withRoot: boolean },
): readonly string[] => [
  headline(hit, position, options),
  ...rivalLines(hit, options),
  ...bodyOf(hit, options),
];

const rivalLines = ({ memory }: Hit, { columns }: HitOptions): readonly string[] =>
  (memory?.mayContradict ?? []).map(({ words }) => cutTo(INDENT + safeLine(words), columns));

type Shown = Pick<SearchAnswer<AnyHit>, "hits"> & Partial<Pick<SearchAnswer, "index">>;

/** Whether citations are shown with their root: one place for all, so that more hits never change the first ones. */
export const showsRoots = ({ hits, index }: Shown): boolean =>
  index?.severalRoots ?? new Set(hits.map((hit) => ("root" in hit ? hit.root : ""))).size > 1;
