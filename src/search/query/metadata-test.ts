import { MINUTE_MS } from "../../config.ts";
import { AppError } from "../../errors.ts";
import { dayInstant } from "../../text/dates/utc-day.ts";
import type { Filters, MetadataTest } from "../contract/filters.ts";

type Scalar = string | number | boolean;

/** The ends that a value lies between. */
export interface Ends {
  readonly gt?: number | undefined;
  readonly gte?: number | undefined;
  readonly lt?: number | undefined;
  readonly lte?: number | undefined;
}

/** What a number must be. */
export type NumberTest = { readonly values: readonly number[] } | { readonly ends: Ends };

/** What the value of one key must be; of a list one of its items, for each test. */
export type ValueTest =
  | { readonly kind: "values"; readonly values: readonly Scalar[] }
  | { readonly kind: "numbers"; readonly ends: Ends }
  /** Milliseconds; texts that are ISO dates. */
  | { readonly kind: "dates"; readonly ends: Ends }
  | { readonly kind: "exists"; readonly exists: boolean };

export interface KeyTest {
  readonly key: string;
  readonly tests: readonly ValueTest[];
}

export const END_NAMES = ["gt", "gte", "lt", "lte"] as const;
const listOf = <Value>(value: Value | readonly Value[]): readonly Value[] =>
  Array.isArray(value) ? value : [value as Value];

/** A test of a number as it is applied. */
export const numberTest = (given: NonNullable<Filters["priority"]>): NumberTest =>
  typeof given === "number" || Array.isArray(given) ? { values: listOf(given) } : { ends: given as Ends };

/** Tests of metadata as they are applied; `dateOf` reads a date as filters have it. Throws `invalid_input`. */
export const metadataTests = (
  given: NonNullable<Filters["metadata"]>,
  dateOf: (text: string) => number,
): readonly KeyTest[] =>
  Object.entries(given).map(([key, test]) => ({ key, tests: testsOf(key, test, dateOf) }));

function testsOf(key: string, given: MetadataTest, dateOf: (text: string) => number): readonly ValueTest[] {
  if (typeof given !== "object") return [{ kind: "values", values: [given] }];
  if (Array.isArray(given)) return [{ kind: "values", values: given }];
  const { exists, ...named } = given as Exclude<MetadataTest, Scalar | Scalar[]>;
  const ends = END_NAMES.flatMap((name) => (named[name] === undefined ? [] : [[name, named[name]] as const]));
  const dates = ends.filter(([, end]) => typeof end === "string");
  if (dates.length > 0 && dates.length < ends.length)
    throw new AppError("invalid_input", `filters.metadata.${key}: the ends of a range are numbers, or dates`);
  const there: readonly ValueTest[] = exists === undefined ? [] : [{ kind: "exists", exists }];
  if (ends.length === 0) return there;
  if (dates.length === 0) return [...there, { kind: "numbers", ends: Object.fromEntries(ends) as Ends }];
  const instants = Object.fromEntries(ends.map(([name, end]) => [name, dateOf(String(end))]));
  return [...there, { kind: "dates", ends: instants as Ends }];
}

const isBetween = (value: number, { gt, gte, lt, lte }: Ends): boolean =>
  (gt === undefined || value > gt) &&
  (gte === undefined || value >= gte) &&
  (lt === undefined || value < lt) &&
  (lte === undefined || value <= lte);

/** Whether a number passes; null never does. */
export const passesNumber = (value: number | null, test: NumberTest): boolean =>
  value !== null && ("values" in test ? test.values.includes(value) : isBetween(value, test.ends));

/** Whether a document's metadata pass the tests of one key. */
export const passesKey = (metadata: Readonly<Record<string, unknown>>, { key, tests }: KeyTest): boolean => {
  const value = Object.hasOwn(metadata, key) ? metadata[key] : undefined;
  return tests.every((test) => passesValue(value, test));
};

function passesValue(value: unknown, test: ValueTest): boolean {
  if (test.kind === "exists") return (value !== undefined && value !== null) === test.exists;
  return listOf(value).some((item) => passesItem(item, test));
}

function passesItem(item: unknown, test: Exclude<ValueTest, { readonly kind: "exists" }>): boolean {
  if (test.kind === "values") return test.values.some((wanted) => wanted === item);
  if (test.kind === "numbers") return typeof item === "number" && isBetween(item, test.ends);
  const instant = typeof item === "string" ? instantOf(item) : undefined;
  return instant !== undefined && isBetween(instant, test.ends);
}

/** Dates as SQLite reads them: a day, with or without a time, UTC unless it names its offset. */
const DATED =
  /^(\d{4})-(\d{2})-(\d{2})[ \t\n\v\f\rT]*(?:(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?[ \t\n\v\f\r]*(?:[zZ]|([+-])(\d{2}):(\d{2}))?[ \t\n\v\f\r]*)?$/;
const MAX = { hours: 24, minutes: 59, seconds: 59, offsetHours: 14 };

/** The instant that an ISO date in metadata names, milliseconds, as the database tells it; undefined: it is none. */
function instantOf(text: string): number | undefined {
  const parts = DATED.exec(text);
  const day = parts === null ? undefined : dayInstant(parts);
  if (parts === null || day === undefined) return undefined;
  const [hours, minutes, seconds] = [parts[4], parts[5], parts[6]].map((part) => Number(part ?? 0));
  const [offsetHours, offsetMinutes] = [parts[9], parts[10]].map((part) => Number(part ?? 0));
  const isTime =
    (hours ?? 0) <= MAX.hours &&
    (minutes ?? 0) <= MAX.minutes &&
    (seconds ?? 0) <= MAX.seconds &&
    (offsetHours ?? 0) <= MAX.offsetHours &&
    (offsetMinutes ?? 0) <= MAX.minutes;
  if (!isTime) return undefined;
  const offset = (parts[8] === "-" ? -1 : 1) * ((offsetHours ?? 0) * 60 + (offsetMinutes ?? 0));
  const ms = Math.floor(Number(`${seconds}.${parts[7] ?? 0}`) * 1_000 + 0.5);
  return day + ((hours ?? 0) * 60 + (minutes ?? 0) - offset) * MINUTE_MS + ms;
}
