import type { Target } from "../state/place.ts";
import type { Marked } from "./highlighted.tsx";

type Place = Pick<Target, "lines" | "columns">;

/** What a target's columns mean of a line, by its number and length; undefined: all of it, or nothing. */
export function partOfLine({ lines, columns }: Place, line: number, length: number): Marked | undefined {
  if (lines === undefined || columns === undefined || line < lines[0] || line > lines[1]) return undefined;
  const from = line === lines[0] ? columns[0] - 1 : 0;
  // Columns behind the line's end are those of an earlier text: then the line is the best that is known.
  return from < length ? [from, line === lines[1] ? columns[1] : length] : undefined;
}

const lineStart = (text: string, line: number): number => {
  let at = 0;
  for (let past = 1; past < line && at >= 0; past += 1) at = text.indexOf("\n", at) + 1 || -1;
  return at;
};

/** What a target's columns mean of a text with ends of lines of one character; undefined: whole lines. */
export function partOfText(text: string, { lines, columns }: Place): Marked | undefined {
  if (lines === undefined || columns === undefined) return undefined;
  const ends = lines.map((line): Marked | undefined => {
    const start = lineStart(text, line);
    if (start < 0) return undefined;
    const end = text.indexOf("\n", start);
    return [start, end < 0 ? text.length : end];
  });
  const [first, last] = ends;
  if (first === undefined || last === undefined) return undefined;
  const from = first[0] + columns[0] - 1;
  return from < first[1] ? [from, Math.min(last[1], last[0] + columns[1])] : undefined;
}
