import { wordStart } from "../../text/words/word-start.ts";
import { columnsOf, cutTo, ELLIPSIS, unitsWithin } from "../terminal/columns.ts";

/** Bold yellow: readable on dark and light. */
const START = "\u001b[1;33m";
const END = "\u001b[0m";
/** Where a match goes when the line must be cut at its start: so much of the width is left before it. */
const LEAD_SHARE = 1 / 3;

/** From and to, UTF-16 offsets into a line, end excluded. */
export type Range = readonly [number, number];

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
function windowStart(line: string, first: number, columns: number): number {
  if (columnsOf(line.slice(0, first)) < columns * (1 - LEAD_SHARE)) return 0;
  let start = first;
  let lead = 0;
  while (start > 0 && lead < columns * LEAD_SHARE) {
    start -= isLowSurrogate(line, start - 1) ? 2 : 1;
    lead = columnsOf(line.slice(start, first));
  }
  return start <= 0 ? 0 : wordStart(line, start, first);
}

export interface HighlightOptions {
  readonly ranges: readonly Range[];
  readonly columns: number;
  readonly color: boolean;
}

/** A line without controls but tabs, cut to the columns around its first match, matches coloured. */
export function highlightLine(line: string, { ranges, columns, color }: HighlightOptions): string {
  const first = Math.min(line.length, ...ranges.map(([start]) => start));
  const start = columnsOf(line) <= columns || ranges.length === 0 ? 0 : windowStart(line, first, columns);
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
