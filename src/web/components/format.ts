import { DAY_MS } from "../../config.ts";

const LOCALE = "en";

const wholeNumber = new Intl.NumberFormat(LOCALE);
const wholePercent = new Intl.NumberFormat(LOCALE, { style: "percent" });
const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium" });
const moment = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "short" });
const ago = new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto" });

/** 12,345 */
export const count = (number: number): string => wholeNumber.format(number);

/** A share of 0 to 1 as 92% */
export const percent = (share: number): string => wholePercent.format(share);

const UNITS = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** 1,234 bytes, 1.2 MB; a kilobyte has 1,000 bytes. */
export function bytes(size: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, size)) / 3)));
  const scaled = size / 1_000 ** step;
  return `${step === 0 || scaled >= 100 ? count(Math.round(scaled)) : scaled.toFixed(1)} ${UNITS[step]}`;
}

/** Nov 21, 2026 */
export const date = (iso: string | number): string => day.format(new Date(iso));

/** Nov 21, 2026, 10:17 PM */
export const time = (iso: string | number): string => moment.format(new Date(iso));

/** yesterday, 3 weeks ago; by calendar-free days, seen from `nowMs`. */
export function since(iso: string | number, nowMs: number): string {
  const days = Math.round((new Date(iso).getTime() - nowMs) / DAY_MS);
  const size = Math.abs(days);
  if (size < 14) return ago.format(days, "day");
  if (size < 60) return ago.format(Math.round(days / 7), "week");
  if (size < 700) return ago.format(Math.round(days / 30.4), "month");
  return ago.format(Math.round(days / 365.25), "year");
}
