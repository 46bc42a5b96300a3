import { columnsOf, cutTo } from "./columns.ts";
import { safeLine } from "./terminal-safe.ts";

const GAP = "  ";
/** Fewer columns of a cell would show nothing. */
const MIN_CELL_COLUMNS = 8;

export interface TableFit {
  /** Columns that a line may take. */
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
