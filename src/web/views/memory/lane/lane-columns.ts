import { DAY_MS } from "../../../../config.ts";
import type { LaneAnswer, LaneParameters } from "../../../../lane/contract.ts";

/** One column of the bar: some days, and what happened in them. */
export interface LaneColumn {
  /** First day, UTC, as YYYY-MM-DD. */
  readonly from: string;
  /** Day after the last one. */
  readonly until: string;
  readonly recalled: number;
  readonly remembered: number;
}

/** First and last day. */
interface Period {
  readonly first: string;
  readonly last: string;
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Midnight, UTC, milliseconds. */
const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/**
 * The days of a period as columns of equal width, the last one ending with the last day: as many days to a column as keep
 * them within `most`. What lies outside of the period is left out.
 */
export function laneColumns(
  days: LaneAnswer["days"],
  { first, last, most }: Period & { readonly most: number },
): readonly LaneColumn[] {
  const endMs = startOf(last) + DAY_MS;
  const count = Math.max(1, Math.round((endMs - startOf(first)) / DAY_MS));
  const width = Math.ceil(count / most);
  const columns = Math.ceil(count / width);
  return Array.from({ length: columns }, (_, at) => {
    const untilMs = endMs - (columns - 1 - at) * width * DAY_MS;
    const from = dayOf(untilMs - width * DAY_MS);
    const until = dayOf(untilMs);
    const inside = days.filter(({ day }) => day >= from && day < until);
    const sumOf = (of: "recalled" | "remembered") => inside.reduce((sum, day) => sum + day[of], 0);
    return { from, until, recalled: sumOf("recalled"), remembered: sumOf("remembered") };
  });
}

/** The default period. */
export const USUAL_PERIOD = "30d";
const USUAL_DAYS = 30;
const PERIOD_DAYS: ReadonlyMap<string, number> = new Map([
  ["7d", 7],
  [USUAL_PERIOD, USUAL_DAYS],
  ["90d", 90],
  ["1y", 365],
]);

/** First and last day of what `after` and `before` name, as far as this page writes them: a period's name or a date. */
export function daysShown(
  { after = USUAL_PERIOD, before }: Pick<LaneParameters, "after" | "before">,
  nowMs: number,
): Period {
  const isDate = (text: string | undefined): text is string =>
    /^\d{4}-\d{2}-\d{2}$/.test(text ?? "") && !Number.isNaN(startOf(text ?? ""));
  const last = isDate(before) ? dayOf(startOf(before) - DAY_MS) : dayOf(nowMs);
  const days = PERIOD_DAYS.get(after) ?? USUAL_DAYS;
  const first = isDate(after) ? after : dayOf(nowMs - days * DAY_MS);
  return first <= last ? { first, last } : { first: last, last };
}
