import type { ListedMemory } from "../../memories/contract/memory-lists.ts";
import { columnsOf, cutTo, ELLIPSIS } from "../terminal/columns.ts";
import { day } from "../terminal/numbers.ts";
import { safeLine } from "../terminal/terminal-safe.ts";

/** Characters that name a memory in a list: what the server takes at least. */
export const SHORT_ID = 8;

export const shortId = (id: string): string => id.slice(0, SHORT_ID);

/** A text on one line, safe to show. */
export const oneLine = (text: string): string => safeLine(text.replace(/\s+/g, " ").trim());

/** A memory, or another thing in a list of them. */
export interface Row {
  readonly id: string;
  readonly date: string;
  readonly type: string;
  readonly text: string;
  readonly cut: boolean;
}

export const rowOf = ({ id, lastObserved, type, text, cut }: ListedMemory): Row => ({
  id,
  date: lastObserved,
  type,
  text,
  cut,
});

/** A line each: id, day, type and as much of the text as there is room for. */
export function rows(list: readonly Row[], columns: number): readonly string[] {
  const width = Math.max(0, ...list.map(({ type }) => columnsOf(safeLine(type))));
  return list.map(({ id, date, type, text, cut }) => {
    const kind = safeLine(type);
    const head = `${safeLine(shortId(id))}  ${safeLine(day(date))}  ${kind}${" ".repeat(width - columnsOf(kind))}  `;
    const body = `${oneLine(text)}${cut ? ELLIPSIS : ""}`;
    return cutTo(head + body, columns);
  });
}

/** As far in as an id is long. */
const INDENT = " ".repeat(SHORT_ID + 2);

/** Memories of a page, each with what it may contradict below it. */
export const renderMemories = (memories: readonly ListedMemory[], columns: number): readonly string[] =>
  memories.length === 0
    ? ["No memories."]
    : rows(memories.map(rowOf), columns).flatMap((line, at) => [
        line,
        ...(memories[at]?.mayContradict ?? []).map(({ words }) => cutTo(INDENT + safeLine(words), columns)),
      ]);
