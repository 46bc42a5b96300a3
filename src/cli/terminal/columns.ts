import stringWidth from "fast-string-width";
import { wrapAnsi } from "fast-wrap-ansi";
import { safeLine } from "./terminal-safe.ts";

const GAP = "  ";
/** Fewer columns of a cell would show nothing. */
const MIN_CELL_COLUMNS = 8;

interface TableFit {
  readonly columns: number;
  /** The column, from 0, that is cut where the lines are longer. */
  readonly cut: number;
}

/** Rows under a heading, each column as wide as its widest cell; with `fit` one of them gives way to the line's end. */
export function renderTable(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  fit?: TableFit,
): readonly string[] {
  const cells = [heading, ...rows.map((row) => row.map(safeLine))];
  const widest = heading.map((_, at) => Math.max(...cells.map((row) => columnsOf(row[at] ?? ""))));
  const widths = fit === undefined ? widest : fitted(widest, fit);
  const pad = (cell: string, at: number): string => {
    const width = widths[at] ?? 0;
    const shown = cutTo(cell, width);
    return shown + " ".repeat(width - columnsOf(shown));
  };
  return cells.map((row) => row.map(pad).join(GAP).trimEnd());
}

function fitted(widths: readonly number[], { columns, cut }: TableFit): readonly number[] {
  const line = widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1);
  const over = Math.max(0, line - columns);
  return widths.map((width, at) =>
    at === cut ? Math.max(Math.min(width, MIN_CELL_COLUMNS), width - over) : width,
  );
}

/** A table whose lines are cut to the terminal's width. */
export const cutTable = (
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  columns: number,
): readonly string[] => renderTable(heading, rows).map((line) => cutTo(line, columns));

/** Width of text on a terminal. Right for scripts and emoji; a font may still differ. */

export const ELLIPSIS = "…";

/** A tab takes at most this much: how far the next stop is depends on what stands before it. */
const WIDTHS = { tabWidth: 8 };

/** Marks of direction that `isolates.ts` puts in: no column is theirs. */
const ISOLATES = /[\u2066-\u2069]/g;

/** Columns that a line takes at most. */
export const columnsOf = (line: string): number => stringWidth(line.replace(ISOLATES, ""), WIDTHS);

let characters: Intl.Segmenter | undefined;
/** Made for the first line that is cut: its tables take 8 ms. */
function charactersOf(line: string): Intl.Segments {
  characters ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return characters.segment(line);
}

/** Longest start of a line, in UTF-16 units, that takes at most so many columns; no character that people see is cut. */
export function unitsWithin(line: string, columns: number): number {
  let used = 0;
  for (const { segment, index } of charactersOf(line)) {
    used += columnsOf(segment);
    if (used > columns) return index;
  }
  return line.length;
}

/** The line, cut with an ellipsis when it takes more columns. */
export function cutTo(line: string, columns: number): string {
  if (columnsOf(line) <= columns) return line;
  return line.slice(0, unitsWithin(line, Math.max(0, columns - 1))) + ELLIPSIS;
}

/** Words on lines of at most so many columns; a longer word has its own line. */
export const wrap = (text: string, columns: number): readonly string[] =>
  columnsOf(text) <= columns ? [text] : wrapAnsi(text, columns).split("\n");

/** Blanks before a line, and a label with two blanks or more after it. */
const HANG = /^ {0,20}(?:\S{1,20} {2,20})?/;
/** Narrower columns beside a label are unreadable. */
const MIN_COLUMNS = 20;

/** Lines of prose broken between words, going on where their text began; what fits stays as it is. */
export const wrapLines = (lines: readonly string[], columns: number): readonly string[] =>
  lines.flatMap((line) => {
    if (columnsOf(line) <= columns) return [line];
    const head = HANG.exec(line)?.[0] ?? "";
    const room = Math.max(MIN_COLUMNS, columns - columnsOf(head));
    const [first = "", ...others] = wrap(line.slice(head.length), room);
    return [head + first, ...others.map((other) => " ".repeat(columnsOf(head)) + other)];
  });

/** The same for a text of several lines. */
export const wrapText = (text: string, columns: number): string =>
  wrapLines(text.split("\n"), columns).join("\n");
