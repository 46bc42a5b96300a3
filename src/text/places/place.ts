import { AppError } from "../../errors.ts";
import { ANCHOR_PATTERN } from "./anchors.ts";

/** Where a passage is: what a citation says. */
export interface Place extends Columns {
  readonly root?: string;
  readonly path: string;
  /** `10-40`, `10-` or `10`, 1-based, inclusive. */
  readonly lines?: string;
  /** `page=12`: a part of a document by its number or name, where no lines are given. */
  readonly anchor?: string;
}

const CITED_LINES = new RegExp(
  `#(?:${ANCHOR_PATTERN},)?L(\\d{1,9})(?:C(\\d{1,9}))?(?:-L?(\\d{1,9})(?:C(\\d{1,9}))?)?$`,
);
const CITED_PART = new RegExp(`#${ANCHOR_PATTERN}$`);
const PLAIN_LINES = /:(\d{1,9}(?:-(?:\d{1,9})?)?)$/;

/** Lines and columns that a citation names: line, column, last line, its column. */
function citedRange([, , from, startColumn, to = from, endColumn]: RegExpExecArray): Partial<Place> {
  return {
    lines: `${from}-${to}`,
    ...(startColumn !== undefined && { startColumn: Math.max(1, Number(startColumn)) }),
    ...(endColumn !== undefined && { endColumn: Number(endColumn) }),
  };
}

/**
 * Reads `path`, `path:10-40`, `path:10-`, `path#L10-L40`, `path#L1C5-L1C90`, `path#page=12`, `path#page=12,L3-L9`, each
 * also with `root:` before it. A path may hold colons itself.
 */
export function parsePlace(text: string): Place {
  const cited = CITED_LINES.exec(text);
  const part = cited === null ? CITED_PART.exec(text) : null;
  const plain = (cited ?? part) === null ? PLAIN_LINES.exec(text) : null;
  const whole = text.slice(0, (cited ?? part ?? plain)?.index);
  const plainRange = plain?.[1] === undefined ? {} : { lines: plain[1] };
  const partRange = part?.[1] === undefined ? plainRange : { anchor: part[1] };
  const range = cited === null ? partRange : citedRange(cited);
  const colon = whole.indexOf(":");
  const path = whole.slice(colon + 1).replace(/^\.\//, "");
  return colon > 0 && path !== ""
    ? { root: whole.slice(0, colon), path, ...range }
    : { path: whole.replace(/^\.\//, ""), ...range };
}

/** The document that is called as a place reads, where what looks like lines belongs to its name: `time 10:30`. */
export function placeOfName(text: string): Place | undefined {
  const lines = PLAIN_LINES.exec(text);
  if (lines === null) return undefined;
  const { path, ...place } = parsePlace(text.slice(0, lines.index));
  return { ...place, path: `${path}${lines[0]}` };
}

/** `40`, `10-40` or `10-` as first and last line. Throws `invalid_input`. */
export function parseLines(text: string | undefined): readonly [number, number] | undefined {
  if (text === undefined) return undefined;
  const match = /^(\d{1,9})(?:(-)(\d{1,9})?)?$/.exec(text);
  const from = Number(match?.[1]);
  const to =
    match?.[2] === undefined ? from : match[3] === undefined ? Number.MAX_SAFE_INTEGER : Number(match[3]);
  if (match === null || from < 1 || to < from) {
    const problem = to < from && from > 0 ? `${to} is before ${from}; ` : "";
    throw new AppError("invalid_input", `lines: ${problem}first and last line, like 10-40, 10- or 12`);
  }
  return [from, to];
}

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
