import { hasRightToLeft, leftToRightRuns } from "../../text/languages/directions.ts";

// Unicode's isolates (https://www.unicode.org/reports/tr9/): what stands between them turns nothing outside. A terminal that
// does not know them shows nothing for them. Foreign text has none: `terminal-safe.ts` takes them out.

/** From left to right; by the first letter; the end of either. */
const LRI = "\u2066";
const FSI = "\u2068";
const PDI = "\u2069";

/**
 * A line of a text as a terminal is to show it, by its own direction, with paths, code and flags in it from left to right.
 * A line without letters from right to left stays as it is. To be called last, on what was cut: every mark has its end.
 */
export function isolatedLine(line: string): string {
  if (!hasRightToLeft(line)) return line;
  const indent = /^\s*/.exec(line)?.[0] ?? "";
  const rest = line.slice(indent.length);
  let shown = "";
  let at = 0;
  for (const [from, to] of leftToRightRuns(rest)) {
    shown += `${rest.slice(at, from)}${LRI}${rest.slice(from, to)}${PDI}`;
    at = to;
  }
  return `${indent}${FSI}${shown}${rest.slice(at)}${PDI}`;
}

/** How lines of foreign text are shown where they are printed. */
export type ShowLine = (line: string) => string;

/** On a terminal isolated; elsewhere as they are: a program reads them, or a file keeps them. */
export const lineShower = (outIsTerminal: boolean): ShowLine =>
  outIsTerminal ? isolatedLine : (line) => line;

/** The same for each line. */
export const isolatedText = (text: string): string =>
  hasRightToLeft(text) ? text.split("\n").map(isolatedLine).join("\n") : text;

/** A path or a citation: from left to right whatever its names are. */
export const isolatedPath = (path: string): string => (hasRightToLeft(path) ? `${LRI}${path}${PDI}` : path);
