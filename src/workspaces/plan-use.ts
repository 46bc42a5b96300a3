import type { Plan } from "../config.ts";
import { priceBeyond } from "../contract/costs.ts";
import type { Counted } from "../database/day-counter.ts";
import { type Included, PLAN_DOLLARS, PRICES } from "../prices.ts";
import { nextUtcMidnight, utcDay } from "../text/dates/utc-day.ts";
import type { PlanShare, PlanUse, ResourceUse } from "./contract.ts";

/** Each day's use, of the calendar month up to today. */
type MonthUse = readonly (Counted & { readonly day: string })[];

type CountedResource = Exclude<keyof Counted, "vectorQueries">;

/** Resources of the free plan that end with the day, and are refused then. */
const DAILY = ["rowsRead", "rowsWritten", "neurons", "queueOperations"] as const;
type Daily = (typeof DAILY)[number];

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const returnsAt = (nowMs: number): string => new Date(nextUtcMidnight(nowMs)).toISOString();

const leftOf = (used: number, { amount }: Included): number => Math.max(0, amount - used);

/** Tenths, rounded down: what a caller could learn by being refused, and little more. */
const TENTHS = 10;

/** What is left of the day for all workspaces together, as any of their tokens may see it. */
export function planShare(today: Counted, { plan, nowMs }: { plan: Plan; nowMs: number }): PlanShare {
  const share = (resource: Daily): number => {
    const included = PRICES[resource].included.free;
    return Math.floor((leftOf(today[resource], included) / included.amount) * TENTHS) / TENTHS;
  };
  const left = {
    rowsRead: share("rowsRead"),
    rowsWritten: share("rowsWritten"),
    neurons: share("neurons"),
    queueOperations: share("queueOperations"),
  } satisfies Record<Daily, number>;
  return { plan, returnsAt: returnsAt(nowMs), left: plan === "free" ? left : null };
}

interface PlanUseOf {
  readonly plan: Plan;
  readonly nowMs: number;
  readonly days: MonthUse;
  /** Vectors of all workspaces × their dimensions. */
  readonly storedDimensions: number;
}

/** Numbers for the owner: what today and the month have used, what is left where that is known, and what it costs. */
export function planUse({ plan, nowMs, days, storedDimensions: stored }: PlanUseOf): PlanUse {
  const day = utcDay(nowMs);
  const today = days.find((one) => one.day === day);
  const use = (resource: CountedResource, more = 0): ResourceUse => {
    const included = PRICES[resource].included[plan];
    const { amount, per } = included;
    const amounts = days.map((one) => one[resource]);
    const used = today?.[resource] ?? 0;
    const month = sum(amounts) + more;
    const isLeftKnown = per === "day" || plan === "free";
    return {
      ...{ today: used, month, included: amount, per },
      left: isLeftKnown ? leftOf(per === "day" ? used : month, included) : null,
      dollars: sum((per === "day" ? amounts : [month]).map((one) => priceBeyond(resource, one, plan))),
    };
  };
  const resources = {
    rowsRead: use("rowsRead"),
    rowsWritten: use("rowsWritten"),
    neurons: use("neurons"),
    // Once a month, stored vectors count as queried.
    queriedDimensions: use("queriedDimensions", stored),
    storedDimensions: storedUse(stored, plan),
    queueOperations: use("queueOperations"),
  };
  return {
    ...{ day, plan, returnsAt: returnsAt(nowMs), vectorQueries: today?.vectorQueries ?? 0 },
    ...resources,
    dollars: PLAN_DOLLARS[plan] + sum(Object.values(resources).map(({ dollars }) => dollars)),
  };
}

function storedUse(stored: number, plan: Plan): ResourceUse {
  const included = PRICES.storedDimensions.included[plan];
  return {
    ...{ today: stored, month: stored, included: included.amount, per: "stored" },
    left: leftOf(stored, included),
    dollars: priceBeyond("storedDimensions", stored, plan),
  };
}
