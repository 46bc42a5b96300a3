import { DAY_MS } from "../../config.ts";

const LOCALE = "en";

const short = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const clock = new Intl.DateTimeFormat(LOCALE, { timeStyle: "short" });
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: "auto", style: "narrow" });

/** Milliseconds, or seconds from one on. */
export const duration = (ms: number): string =>
  ms < 1_000 ? `${short.format(ms)} ms` : `${short.format(ms / 1_000)} s`;

/** 10:17 PM */
export const hour = (iso: string | number): string => clock.format(new Date(iso));

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["day", DAY_MS],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** 5m ago; within a minute: now. */
export function ago(iso: string, nowMs: number): string {
  const awayMs = Date.parse(iso) - nowMs;
  for (const [unit, ms] of STEPS)
    if (Math.abs(awayMs) >= ms) return relative.format(Math.round(awayMs / ms), unit);
  return relative.format(0, "second");
}
