/** Columns of a citation: UTF-16 units, 1-based, inclusive. */
export interface Columns {
  /** In the first line. */
  readonly startColumn?: number;
  /** In the last line. */
  readonly endColumn?: number;
}

/**
 * Whole lines cut to the columns of their first and last line: exactly what a citation with columns names. What lies
 * beyond a line's end adds nothing; without an end column the last line stays whole.
 */
export function cutColumns(text: string, lines: number, { startColumn = 1, endColumn }: Columns): string {
  let lastLine = 0;
  for (let line = 1; line < lines; line++) lastLine = text.indexOf("\n", lastLine) + 1 || text.length;
  const newline = text.indexOf("\n", lastLine);
  const lineEnd = newline === -1 ? text.length : newline;
  const end = endColumn === undefined ? text.length : Math.min(lineEnd, lastLine + endColumn);
  return text.slice(startColumn - 1, end);
}
