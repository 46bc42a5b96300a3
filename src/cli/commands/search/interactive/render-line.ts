import { columnsOf, cutTo, ELLIPSIS, unitsWithin } from "../../../terminal/columns.ts";
import { safeLine } from "../../../terminal/terminal-safe.ts";
import type { Line } from "./line.ts";

/** A row of the screen and where in it the cursor is, from 0. */
export interface TypedRow {
  readonly text: string;
  readonly cursorColumn: number;
}

const PROMPT = "> ";
const GAP = "  ";
/** What stands at the right goes before the query has fewer columns than this. */
const MIN_QUERY_COLUMNS = 24;
/** The cursor stands behind the last character. */
const CURSOR_COLUMNS = 1;

/** The longest end of a text that takes at most so many columns. */
function endWithin(text: string, columns: number): string {
  let start = text.length;
  let used = 0;
  for (const character of [...text].reverse()) {
    used += columnsOf(character);
    if (used > columns) break;
    start -= character.length;
  }
  return text.slice(start);
}

/** A text cut at its start: the end of a path says more than where it begins. */
export const cutStart = (text: string, columns: number): string =>
  columnsOf(text) <= columns ? text : ELLIPSIS + endWithin(text, Math.max(0, columns - 1));

/** The query with the part around the cursor in sight, and what is said of the answer at the right. */
export function typedRow({ text, cursor }: Line, right: string, columns: number): TypedRow {
  const safe = safeLine(text);
  const fits = columns - PROMPT.length - columnsOf(right) - GAP.length >= MIN_QUERY_COLUMNS;
  const side = fits ? right : "";
  const room = columns - PROMPT.length - (fits ? columnsOf(side) + GAP.length : 0) - CURSOR_COLUMNS;
  const head = cutStart(safe.slice(0, cursor), room);
  const rest = safe.slice(cursor);
  const left = room - columnsOf(head);
  const tail = columnsOf(rest) <= left ? rest : rest.slice(0, unitsWithin(rest, left));
  const shown = PROMPT + head + tail;
  const blanks = Math.max(0, columns - columnsOf(shown) - columnsOf(side));
  return {
    text: cutTo(side === "" ? shown : shown + " ".repeat(blanks) + side, columns),
    cursorColumn: PROMPT.length + columnsOf(head),
  };
}
