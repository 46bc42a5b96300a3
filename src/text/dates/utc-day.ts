/**
 * The first instant, in ms since 1970 UTC, of the day that the second to fourth of some texts name, as a match's groups do (year of four digits,
 * month and day of two); undefined for a day that is not in the calendar.
 */
export function dayInstant([, year, month, day]: readonly string[]): number | undefined {
  const instant = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const isDay = new Date(instant).toISOString().startsWith(`${year}-${month}-${day}`);
  return isDay ? instant : undefined;
}

/** Today, as the platform's daily quotas count it. */
export const utcDay = (nowMs: number): string => new Date(nowMs).toISOString().slice(0, 10);

/** The next midnight UTC, when daily quotas return. */
export function nextUtcMidnight(nowMs: number): number {
  const day = new Date(nowMs);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + 1);
}

/** Milliseconds since 1970 as ISO text; null stays null. */
export const isoTime = (ms: number | null): string | null =>
  ms === null ? null : new Date(ms).toISOString();
