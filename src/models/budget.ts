import { AppError } from "../errors.ts";
import { nextUtcMidnight } from "../text/dates/utc-day.ts";
import type { Decorator } from "./decorators.ts";

/** Today's use of models, as the database counts it for all isolates. */
export interface DailyUse {
  readonly calls: number;
  /** Milliseconds; the platform's quota is used up until then. */
  readonly pausedUntil: number | null;
}

/** Why and until when (milliseconds) no model may be called. */
interface ModelStop {
  readonly code: "quota" | "model_budget";
  readonly untilMs: number;
}

interface Allowance {
  /** Calls a day; undefined: as many as the platform allows. */
  readonly callsPerDay: number | undefined;
  /** Milliseconds since 1970. */
  readonly nowMs: number;
}

/**
 * Decides by today's use whether models may be called, for searches and background work alike; undefined: they may, until
 * the platform's daily quota or the deployment's own budget is used up.
 */
function stopOf({ calls, pausedUntil }: DailyUse, { callsPerDay, nowMs }: Allowance): ModelStop | undefined {
  if (pausedUntil !== null && pausedUntil > nowMs) return { code: "quota", untilMs: pausedUntil };
  if (callsPerDay === undefined || calls < callsPerDay) return undefined;
  return { code: "model_budget", untilMs: nextUtcMidnight(nowMs) };
}

const STOPPED = {
  quota: "The account's daily model quota is used up until 00:00 UTC",
  model_budget: "Today's model budget (MODEL_BUDGET_PER_DAY) is used up",
} as const;

function refuseAfter(stop: ModelStop | undefined): void {
  if (stop !== undefined) throw new AppError(stop.code, STOPPED[stop.code]);
}

/** Throws AppError `quota` or `model_budget` where today's use leaves no call. */
export const requireCalls = (use: DailyUse, allowance: Allowance): void =>
  refuseAfter(stopOf(use, allowance));

/** Calls that today's use leaves. */
export const callsLeft = (use: DailyUse, allowance: Allowance): number =>
  stopOf(use, allowance) === undefined ? (allowance.callsPerDay ?? Number.POSITIVE_INFINITY) - use.calls : 0;

/** The budget of an isolate. It knows what it last learned: whoever can reads today's use has it learn that first. */
export type ModelBudget = ReturnType<typeof createModelBudget>;

interface BudgetOptions extends Pick<Allowance, "callsPerDay"> {
  readonly now: () => number;
}

export function createModelBudget({ callsPerDay, now }: BudgetOptions) {
  let stop: ModelStop | undefined;
  return {
    learn(use: DailyUse): void {
      stop = stopOf(use, { callsPerDay, nowMs: now() }) ?? stop;
    },
    /** The platform has said that its quota is used up: every call is pointless until midnight UTC. */
    exhaust(): void {
      stop = { code: "quota", untilMs: nextUtcMidnight(now()) };
    },
    /** Undefined: models may be called. */
    stop: () => (stop !== undefined && stop.untilMs > now() ? stop : undefined),
  };
}

/** Refuses calls with AppError `quota` or `model_budget` while the budget stands still, and stops it when a quota ends. */
export const budgeted =
  (budget: ModelBudget): Decorator =>
  async (call) => {
    refuseAfter(budget.stop());
    try {
      return await call();
    } catch (error) {
      if (error instanceof AppError && error.code === "quota") budget.exhaust();
      throw error;
    }
  };
