import { DAY_MS } from "../../config.ts";
import { dayInstant } from "../../text/dates/utc-day.ts";
import { writtenDate } from "../../text/dates/written-date.ts";
import { stem } from "../../text/words/stem.ts";
import { tokenise } from "../../text/words/tokenise.ts";

/** Days that a query names: from the first instant of one to the first after the last, milliseconds. */
export interface NamedPeriod {
  readonly fromMs: number;
  readonly toMs: number;
  /** Stems of the words that name it: they say nothing of the subject. */
  readonly stems: ReadonlySet<string>;
  /** Those words as they were typed. */
  readonly words: string;
}

/** Each month's names in English, German and Spanish. "Sept." and "Aug." are those of notes, not of questions. */
const MONTHS = [
  "january|januar|enero",
  "february|februar|febrero",
  "march|märz|marzo",
  "april|abril",
  "may|mai|mayo",
  "june|juni|junio",
  "july|juli|julio",
  "august|agosto",
  "september|septiembre",
  "october|oktober|octubre",
  "november|noviembre",
  "december|dezember|diciembre",
];
/** Words of their own in small letters, or at the beginning: "may I", "March on". */
const AMBIGUOUS = /^(?:may|march)$/i;
const MONTH = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:(?<day>[0-3]?\d)(?:st|nd|rd|th|\.)?\s+(?:de\s+|of\s+)?)?(?<month>${MONTHS.join("|")})(?![\p{L}\p{N}])(?:\s+(?<later>[0-3]?\d)(?:st|nd|rd|th)?(?![\p{L}\p{N}:]))?(?:,?\s+(?:de\s+|of\s+)?(?<year>(?:19|20)\d\d)(?!\p{N}))?`,
  "giu",
);
const ISO_MONTH = /(?<![\d-])((?:19|20)\d\d)-(0[1-9]|1[0-2])(?![\d-])/;
/** What stands before the name of a time. */
const LEAD =
  /(?:^|[\s(])(?<word>in|of|on|from|since|after|before|until|till|during|by|for|early|late|mid|last|this|im|am|seit|nach|vor|bis|ende|anfang|mitte|en|de|del|desde|hasta|antes de|después de)\s+$/iu;
const FROM_THEN_ON = /^(?:since|seit|desde)$/i;
const AFTER = /^(?:after|nach|después de)$/i;
const BEFORE = /^(?:before|until|till|vor|bis|antes de|hasta)$/i;

/**
 * The first day or month that a query names, with "since", "after", "before" and "until" before it; without a year the last one that has begun at
 * `asOfMs`. "what did we decide in May?" → that May. Undefined: it names none.
 */
export function namedPeriod(text: string, asOfMs: number): NamedPeriod | undefined {
  const named = isoPeriod(text) ?? monthPeriods(text, asOfMs).next().value;
  if (named === undefined) return undefined;
  const { fromMs, toMs, start, words } = named;
  const lead = LEAD.exec(text.slice(0, start))?.groups?.word ?? "";
  const stems = new Set(tokenise(words).map(stem));
  if (FROM_THEN_ON.test(lead)) return { fromMs, toMs: Number.POSITIVE_INFINITY, stems, words };
  if (AFTER.test(lead)) return { fromMs: toMs, toMs: Number.POSITIVE_INFINITY, stems, words };
  if (BEFORE.test(lead)) return { fromMs: Number.NEGATIVE_INFINITY, toMs: fromMs, stems, words };
  return { fromMs, toMs, stems, words };
}

interface Named {
  readonly fromMs: number;
  readonly toMs: number;
  readonly start: number;
  readonly words: string;
}

function isoPeriod(text: string): Named | undefined {
  const day = writtenDate(text);
  if (day !== undefined) {
    const words = /^(?:\S+\s+){0,2}?\S*\d{4}\S*/u.exec(text.slice(day.start))?.[0] ?? "";
    return { fromMs: day.instant, toMs: day.instant + DAY_MS, start: day.start, words };
  }
  const month = ISO_MONTH.exec(text);
  if (month === null) return undefined;
  const [words, year, number] = month;
  return { ...monthOf(Number(year), Number(number) - 1), start: month.index, words };
}

const ISO = /(?<![\p{N}.-])((?:19|20)\d\d)-(0[1-9]|1[0-2])(?:-(0[1-9]|[12]\d|3[01]))?(?![\p{N}-])/gu;

/** Whether a text names a day or a month within a period, anywhere: "The bill for October", a row that begins with 2026-10. */
export function namesTimeIn(text: string, { fromMs, toMs }: NamedPeriod, asOfMs: number): boolean {
  const isIn = (one: { readonly fromMs: number }): boolean => one.fromMs >= fromMs && one.fromMs < toMs;
  for (const [, year, month, day = "01"] of text.matchAll(ISO))
    if (isIn({ fromMs: Date.UTC(Number(year), Number(month) - 1, Number(day)) })) return true;
  for (const named of monthPeriods(text, asOfMs)) if (isIn(named)) return true;
  return false;
}

function* monthPeriods(text: string, asOfMs: number): Generator<Named, undefined> {
  for (const match of text.matchAll(MONTH)) {
    const { day, month = "", later, year } = match.groups ?? {};
    const isLed = LEAD.test(text.slice(0, match.index));
    const isNumbered = (day ?? later) !== undefined;
    const isCapital = /^\p{Lu}/u.test(month);
    if (AMBIGUOUS.test(month) && year === undefined && !((isLed || isNumbered) && isCapital)) continue;
    const number = MONTHS.findIndex((names) => names.split("|").includes(month.toLowerCase()));
    const ofMonth = Number(day ?? later ?? 1);
    const known = year === undefined ? lastYear(number, ofMonth, asOfMs) : Number(year);
    const [words] = match;
    const place = { start: match.index, words };
    if (day === undefined && later === undefined) {
      yield { ...monthOf(known, number), ...place };
      continue;
    }
    const digits = [known, number + 1, ofMonth].map((value) => String(value).padStart(2, "0"));
    const fromMs = dayInstant(["", ...digits]);
    if (fromMs !== undefined) yield { fromMs, toMs: fromMs + DAY_MS, ...place };
  }
  return undefined;
}

const monthOf = (year: number, month: number) => ({
  fromMs: Date.UTC(year, month),
  toMs: Date.UTC(year, month + 1),
});

/** Between two leap years there are eight at most. */
const LEAP_YEARS = 8;

/** The last year that has that day of that month, and in which it has begun. */
function lastYear(month: number, day: number, asOfMs: number): number {
  const thisYear = new Date(asOfMs).getUTCFullYear();
  const last = Date.UTC(thisYear, month, day) <= asOfMs ? thisYear : thisYear - 1;
  const isThere = (year: number): boolean => new Date(Date.UTC(year, month, day)).getUTCMonth() === month;
  let year = last;
  while (!isThere(year) && year > last - LEAP_YEARS) year -= 1;
  return isThere(year) ? year : last;
}
