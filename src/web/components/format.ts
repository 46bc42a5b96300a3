import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../config.ts";

const LOCALE = "en";

const wholeNumber = new Intl.NumberFormat(LOCALE);
const wholePercent = new Intl.NumberFormat(LOCALE, { style: "percent" });
const shortNumber = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const money = new Intl.NumberFormat(LOCALE, { style: "currency", currency: "USD" });
const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium" });
const dayOfMonth = new Intl.DateTimeFormat(LOCALE, { month: "short", day: "numeric", timeZone: "UTC" });
const moment = new Intl.DateTimeFormat(LOCALE, { dateStyle: "medium", timeStyle: "short" });
const clock = new Intl.DateTimeFormat(LOCALE, { timeStyle: "short" });
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto" });
const narrow = new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto", style: "narrow" });

/** 12,345 */
export const count = (number: number): string => wholeNumber.format(number);

/** 1 passage, 12,345 passages */
export const many = (number: number, one: string): string =>
  `${count(number)} ${one}${number === 1 ? "" : "s"}`;

/** A name of types, kinds and relations as words: `workflow_note` is a workflow note. */
export const inWords = (name: string): string => name.replaceAll("_", " ");

/** A share of 0 to 1 as 92% */
export const percent = (share: number): string => wholePercent.format(share);

/** $1,234.50 */
export const dollars = (amount: number): string => money.format(amount);

const UNITS = ["bytes", "KB", "MB", "GB", "TB"] as const;

/** 1,234 bytes, 1.2 MB; a kilobyte has 1,000 bytes. */
export function bytes(size: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, size)) / 3)));
  const scaled = size / 1_000 ** step;
  return `${step === 0 || scaled >= 100 ? count(Math.round(scaled)) : scaled.toFixed(1)} ${UNITS[step]}`;
}

/** Milliseconds, or seconds from one on. */
export const duration = (ms: number): string =>
  ms < 1_000 ? `${shortNumber.format(ms)} ms` : `${shortNumber.format(ms / 1_000)} s`;

/** Nov 21, 2026 */
export const date = (iso: string | number): string => day.format(new Date(iso));

/** Nov 21, of a day such as 2026-11-21, whatever the reader's time zone. */
export const monthDay = (iso: string): string => dayOfMonth.format(new Date(`${iso}T00:00Z`));

/** 10:17 PM */
export const hour = (iso: string | number): string => clock.format(new Date(iso));

/** Nov 21, 2026, 10:17 PM */
export const time = (iso: string | number): string => moment.format(new Date(iso));

/** Days of the calendar, numbered: the reader's, but of a day without a time that day, which begins at 0:00 UTC. */
function dayNumber(ms: number, isMoment = ms % DAY_MS !== 0): number {
  if (!isMoment) return ms / DAY_MS;
  const date = new Date(ms);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
}

/** yesterday, 3 weeks ago: by days of the calendar before that of `nowMs`. */
export function since(iso: string | number, nowMs: number): string {
  const days = dayNumber(new Date(iso).getTime()) - dayNumber(nowMs, true);
  const size = Math.abs(days);
  if (size < 14) return relative.format(days, "day");
  if (size < 60) return relative.format(Math.round(days / 7), "week");
  if (size < 700) return relative.format(Math.round(days / 30.4), "month");
  return relative.format(Math.round(days / 365.25), "year");
}

/** Days from which on a moment is told in months and years: nobody counts 3,650 days. */
const COUNTED_DAYS = 60;

/** 5m ago; within a minute: now. */
export function ago(iso: string, nowMs: number): string {
  const awayMs = Date.parse(iso) - nowMs;
  const size = Math.abs(awayMs);
  if (size >= COUNTED_DAYS * DAY_MS) return since(iso, nowMs);
  if (size >= DAY_MS) return narrow.format(Math.round(awayMs / DAY_MS), "day");
  if (size >= HOUR_MS) return narrow.format(Math.round(awayMs / HOUR_MS), "hour");
  if (size >= MINUTE_MS) return narrow.format(Math.round(awayMs / MINUTE_MS), "minute");
  return narrow.format(0, "second");
}
