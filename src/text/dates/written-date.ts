import { dayInstant } from "./utc-day.ts";

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const MONTH = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?";

/** Every form has a year; most lines of notes have none, and then need no further look. */
const YEAR = /\d{4}/;

interface Form {
  readonly pattern: RegExp;
  /** Which groups are year, month and day. */
  readonly groups: readonly [year: number, month: number, day: number];
}

/** Days as people write them where day and month cannot be mistaken for each other: 3/4/2026 is left out. */
const FORMS: readonly Form[] = [
  { pattern: /(?<!\d)(\d{4})([-/._])(\d{1,2})\2(\d{1,2})(?!\d)/, groups: [1, 3, 4] },
  { pattern: /(?<!\d)(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/, groups: [1, 2, 3] },
  { pattern: /(?<!\d)(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/, groups: [3, 2, 1] },
  {
    pattern: new RegExp(`(?<!\\d)(\\d{1,2})(?:st|nd|rd|th)?\\s+${MONTH},?\\s+(\\d{4})(?!\\d)`, "i"),
    groups: [3, 2, 1],
  },
  {
    pattern: new RegExp(`\\b${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})(?!\\d)`, "i"),
    groups: [3, 1, 2],
  },
];

/** A day found in a text: the first instant of it in ms since 1970 UTC, and where it starts. */
export interface WrittenDate {
  readonly instant: number;
  readonly start: number;
}

/** The first day that a text names, in the first of the forms that it has: 2026-03-04, 4 March 2026, 4.3.2026 … */
export function writtenDate(text: string): WrittenDate | undefined {
  if (!YEAR.test(text)) return undefined;
  for (const { pattern, groups } of FORMS) {
    const match = pattern.exec(text);
    const instant = match === null ? undefined : instantOf(match, groups);
    if (match !== null && instant !== undefined) return { instant, start: match.index };
  }
  return undefined;
}

function instantOf(match: RegExpExecArray, groups: Form["groups"]): number | undefined {
  const [year = "", month = "", day = ""] = groups.map((group) => match[group] ?? "");
  const named = MONTHS.indexOf(month.toLowerCase().slice(0, 3)) + 1;
  const padded = (value: string | number): string => String(value).padStart(2, "0");
  return dayInstant(["", year, padded(named > 0 ? named : month), padded(day)]);
}
