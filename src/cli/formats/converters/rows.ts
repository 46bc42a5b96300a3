import type { DocumentText } from "../../../text/markup/document-text.ts";

/** Rows looked at for the one that names the columns. */
const MAX_ROWS_BEFORE_HEADER = 5;
const NUMBER = /^[-+]?[\d.,:/% ]+$/;

export type Row = readonly string[];

const filled = (row: Row): readonly string[] => row.filter((cell) => cell.trim() !== "");

/** Where the row stands that names the columns: one of texts, all different, with the next as wide; undefined: none does. */
function headerAt(rows: readonly Row[]): number | undefined {
  for (let at = 0; at < Math.min(MAX_ROWS_BEFORE_HEADER, rows.length - 1); at++) {
    const names = filled(rows[at] ?? []);
    const isNames = names.length > 1 && names.every((name) => !NUMBER.test(name));
    const next = filled(rows[at + 1] ?? []).length;
    if (isNames && new Set(names).size === names.length && next > 1 && next <= names.length) return at;
  }
  return undefined;
}

/** Adds the rows of a sheet, each with the names of its columns, so that it can be understood, and found, by itself. */
export function addRows(out: DocumentText, rows: readonly Row[]): void {
  const header = headerAt(rows);
  const names = header === undefined ? [] : (rows[header] ?? []);
  for (const [at, row] of rows.entries()) {
    const isRecord = header !== undefined && at > header;
    const cells = row.map((cell, column) => {
      const name = names[column]?.trim() ?? "";
      return cell.trim() === "" || !isRecord || name === "" ? cell.trim() : `${name}: ${cell.trim()}`;
    });
    out.line(filled(cells).join(" | "));
  }
  out.gap();
}
