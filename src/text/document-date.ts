import { dayInstant } from "./calendar-day.ts";

const PATH_DATE = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/g;
/** Notes that are kept up to date whatever their age. */
const EVERGREEN = /(?:^|\/)(?:memory\.md$|memory\/)/i;

/**
 * The date of a document in ms: the last date in its path; none for evergreen notes (`MEMORY.md`, undated files in
 * `memory/`), which never decay; else the given one, when it was last observed or changed.
 */
export function documentDate(path: string, changedMs: number | undefined): number | undefined {
  const inPath = [...path.matchAll(PATH_DATE)].map(dayInstant).findLast((instant) => instant !== undefined);
  if (inPath !== undefined) return inPath;
  return EVERGREEN.test(path) ? undefined : changedMs;
}
