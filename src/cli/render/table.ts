import { columnsOf } from "./columns.ts";
import { safeLine } from "./terminal-safe.ts";

const GAP = "  ";

/** Rows under a heading, each column as wide as its widest cell. */
export function renderTable(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const cells = [heading, ...rows.map((row) => row.map(safeLine))];
  const widths = heading.map((_, at) => Math.max(...cells.map((row) => columnsOf(row[at] ?? ""))));
  const pad = (cell: string, at: number): string => cell + " ".repeat((widths[at] ?? 0) - columnsOf(cell));
  return cells.map((row) => row.map(pad).join(GAP).trimEnd());
}
