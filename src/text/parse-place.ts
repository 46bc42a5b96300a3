import type { Columns } from "./cut-columns.ts";

/** Where a passage is: what a citation says. */
export interface Place extends Columns {
  readonly root?: string;
  readonly path: string;
  /** `10-40`, `10-` or `10`, 1-based, inclusive. */
  readonly lines?: string;
}

const CITED_LINES = /#L(\d{1,9})(?:C(\d{1,9}))?(?:-L?(\d{1,9})(?:C(\d{1,9}))?)?$/;
const PLAIN_LINES = /:(\d{1,9}(?:-(?:\d{1,9})?)?)$/;

/** Lines and columns that a citation names: line, column, last line, its column. */
function citedRange([, from, startColumn, to = from, endColumn]: RegExpExecArray): Partial<Place> {
  return {
    lines: `${from}-${to}`,
    ...(startColumn !== undefined && { startColumn: Math.max(1, Number(startColumn)) }),
    ...(endColumn !== undefined && { endColumn: Number(endColumn) }),
  };
}

/** Reads `path`, `path:10-40`, `path:10-`, `path#L10-L40`, `path#L1C5-L1C90`, each also with `root:` before it. A path may hold colons itself. */
export function parsePlace(text: string): Place {
  const cited = CITED_LINES.exec(text);
  const plain = cited === null ? PLAIN_LINES.exec(text) : null;
  const whole = text.slice(0, (cited ?? plain)?.index);
  const plainRange = plain?.[1] === undefined ? {} : { lines: plain[1] };
  const range = cited === null ? plainRange : citedRange(cited);
  const colon = whole.indexOf(":");
  const path = whole.slice(colon + 1).replace(/^\.\//, "");
  return colon > 0 && path !== ""
    ? { root: whole.slice(0, colon), path, ...range }
    : { path: whole.replace(/^\.\//, ""), ...range };
}
