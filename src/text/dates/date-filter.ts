import { DAY_MS } from "../../config.ts";
import { AppError } from "../../errors.ts";
import { isoInstant } from "./iso-instant.ts";

const DAYS_PER_WEEK = 7;
/** A hundred years in days: a longer span is a typing mistake, and stays within what a Date can hold. */
const MAX_SPAN = 36_525;
const SPAN = /^(\d{1,5})([dwmy])$/i;

/**
 * The instant a date filter names, in ms since 1970 UTC: `7d`, `2w`, `3m`, `1y` before now (months and years by the
 * calendar, the last day of a shorter month), or an ISO date (its first instant in UTC) or date-time with offset.
 * Throws AppError `invalid_input` for anything else.
 */
export function parseDateFilter(value: string, nowMs: number): number {
  const text = value.trim();
  const span = SPAN.exec(text);
  if (span !== null && Number(span[1]) <= MAX_SPAN) return before(nowMs, Number(span[1]), span[2] ?? "d");
  const parsed = isoInstant(text);
  if (parsed !== undefined) return parsed;
  throw new AppError("invalid_input", "A date filter is 7d, 2w, 3m, 1y or an ISO date such as 2025-11-27.", {
    details: { value: text.slice(0, 40) },
  });
}

function before(nowMs: number, count: number, unit: string): number {
  if (unit.toLowerCase() === "d") return nowMs - count * DAY_MS;
  if (unit.toLowerCase() === "w") return nowMs - count * DAYS_PER_WEEK * DAY_MS;
  const months = unit.toLowerCase() === "y" ? count * 12 : count;
  const then = new Date(nowMs);
  const day = then.getUTCDate();
  then.setUTCMonth(then.getUTCMonth() - months);
  // A day that the month does not have has moved into the next one: back to the last day of the month meant.
  if (then.getUTCDate() !== day) then.setUTCDate(0);
  return then.getTime();
}
