import { DAY_MS } from "../../config.ts";
import { writtenDate } from "./written-date.ts";

/** A day so near the start of a statement is its date; later ones are what it speaks of. */
const LEADING_CHARS = 12;

/** No day takes more to be written: 30th September, 2026. */
const MAX_DATE_CHARS = 24;

/** Characters of a text that decide whether it begins with a day. */
export const STATED_DAY_CHARS = LEADING_CHARS + MAX_DATE_CHARS;

/** The day that a text begins with, as the instant at which it began, milliseconds; undefined: it begins with none. */
export function statedDay(text: string): number | undefined {
  const date = writtenDate(text.slice(0, STATED_DAY_CHARS));
  return date !== undefined && date.start <= LEADING_CHARS ? date.instant : undefined;
}

/** When a text was said that was noted at `notedMs`: on the day that it begins with, unless that was still to come. */
export function saidAt(text: string, notedMs: number): number {
  const day = statedDay(text);
  // Today may have begun earlier elsewhere.
  return day !== undefined && day <= notedMs + DAY_MS ? day : notedMs;
}
