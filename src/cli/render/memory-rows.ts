import type { ListedMemory } from "../../memories/contract/memory-lists.ts";
import { columnsOf, cutTo, ELLIPSIS } from "../terminal/columns.ts";
import { day } from "../terminal/numbers.ts";
import type { ShowLine } from "../terminal/isolates.ts";
import { safeLine } from "../terminal/terminal-safe.ts";

/** Characters that name a memory in a list: what the server takes at least. */
export const SHORT_ID = 8;

export const shortId = (id: string): string => id.slice(0, SHORT_ID);

const asIs: ShowLine = (line) => line;

/** A text on one line, safe to show. */
export const oneLine = (text: string): string => safeLine(text.replace(/\s+/g, " ").trim());

/** A memory, or another thing in a list of them. */
export interface Row {
  readonly id: string;
  readonly date: string;
  readonly type: string;
  readonly text: string;
  readonly cut: boolean;
  readonly mayContradict?: ListedMemory["mayContradict"];
}

export const rowOf = ({ id, lastObserved, type, text, cut, mayContradict }: ListedMemory): Row => ({
  id,
  date: lastObserved,
  type,
  text,
  cut,
  mayContradict,
});

/** As far in as an id is long. */
const INDENT = " ".repeat(SHORT_ID + 2);

/** Of each a line: id, day, type and as much of the text as there is room for; below it what it may contradict. */
export function rows(
  list: readonly Row[],
  columns: number,
  showLine: ShowLine = asIs,
): readonly (readonly string[])[] {
  const width = Math.max(0, ...list.map(({ type }) => columnsOf(safeLine(type))));
  return list.map(({ id, date, type, text, cut, mayContradict = [] }) => {
    const kind = safeLine(type);
    const head = `${safeLine(shortId(id))}  ${safeLine(day(date))}  ${kind}${" ".repeat(width - columnsOf(kind))}  `;
    const body = cutTo(`${oneLine(text)}${cut ? ELLIPSIS : ""}`, Math.max(0, columns - columnsOf(head)));
    const rivals = mayContradict.map(({ words }) => INDENT + safeLine(words));
    const lines = [head + body, ...rivals].map((line) => cutTo(line, columns));
    // Without room for a text the line is cut within its head.
    const [first = "", ...others] = lines;
    return [first === head + body ? head + showLine(body) : first, ...others];
  });
}

/** Memories of a page. */
export const renderMemories = (
  memories: readonly ListedMemory[],
  columns: number,
  showLine?: ShowLine,
): readonly string[] =>
  memories.length === 0 ? ["No memories."] : rows(memories.map(rowOf), columns, showLine).flat();
