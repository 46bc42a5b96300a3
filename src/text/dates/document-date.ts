import { dayInstant } from "./utc-day.ts";
import { writtenDate } from "./written-date.ts";

const PATH_DATE = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g;
const PATH_MONTH = /(?<!\d)(\d{4})-(\d{2})(?!\d|-\d)/g;
/** Notes that are kept up to date whatever their age, at the root of what is pushed. */
const EVERGREEN = /^(?:(?:MEMORY|memory)\.md$|memory\/)/;
/** Keys of front matter, the one first that says when a note was last true. */
const DATE_KEYS = ["updated", "lastmod", "last_modified", "modified", "date", "created"] as const;

/**
 * The date of a document in ms: the last day in its path; else the day that its front matter gives; else the first day
 * of the last month in its path; else when it was last observed or changed. Evergreen notes (`MEMORY.md`, files in
 * `memory/`) have the date in their path or none, whatever their front matter says: they never decay.
 */
export function documentDate(
  path: string,
  changedMs: number | undefined,
  frontMatter: Readonly<Record<string, unknown>> = {},
): number | undefined {
  const day = lastDay(path, PATH_DATE);
  const month = lastDay(path, PATH_MONTH);
  if (EVERGREEN.test(path)) return day ?? month;
  return day ?? declaredDay(frontMatter) ?? month ?? changedMs;
}

function declaredDay(frontMatter: Readonly<Record<string, unknown>>): number | undefined {
  const declared = DATE_KEYS.map((key) => frontMatter[key]).find((value) => typeof value === "string");
  return typeof declared === "string" ? writtenDate(declared)?.instant : undefined;
}

const lastDay = (path: string, pattern: RegExp): number | undefined =>
  [...path.matchAll(pattern)]
    .map(([whole, year = "", month = "", day = "01"]) => dayInstant([whole, year, month, day]))
    .findLast((instant) => instant !== undefined);
