import { dayInstant } from "./utc-day.ts";

const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const ISO_TIME = /^(\d{4})-(\d{2})-(\d{2})T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/i;

/** The instant of an ISO day (its first, UTC) or time with its zone, in ms since 1970 UTC; undefined: it is neither, or in no calendar. */
export function isoInstant(text: string): number | undefined {
  const day = ISO_DATE.exec(text) ?? ISO_TIME.exec(text);
  if (day === null || dayInstant(day) === undefined) return undefined;
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? undefined : instant;
}
