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
export interface ModelStop {
  readonly code: "quota" | "model_budget";
  readonly untilMs: number;
}

/**
 * Whether models may be called: the one place that decides by the platform's daily quota and the deployment's own budget.
 * It knows what it last learned, so that whoever can reads today's use and has it learn that first.
 */
export interface ModelBudget {
  learn(use: DailyUse): void;
  /** The platform has said that its quota is used up: every call is pointless until midnight UTC. */
  exhaust(): void;
  /** Undefined: they may. */
  stop(): ModelStop | undefined;
}

interface BudgetOptions {
  /** Calls a day; undefined: as many as the platform allows. */
  readonly callsPerDay: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export function createModelBudget({ callsPerDay, now }: BudgetOptions): ModelBudget {
  let stop: ModelStop | undefined;
  return {
    learn({ calls, pausedUntil }) {
      if (pausedUntil !== null && pausedUntil > now()) stop = { code: "quota", untilMs: pausedUntil };
      else if (callsPerDay !== undefined && calls >= callsPerDay)
        stop = { code: "model_budget", untilMs: nextUtcMidnight(now()) };
    },
    exhaust() {
      stop = { code: "quota", untilMs: nextUtcMidnight(now()) };
    },
    stop: () => (stop !== undefined && stop.untilMs > now() ? stop : undefined),
  };
}

const STOPPED = {
  quota: "The account's daily model quota is used up until 00:00 UTC",
  model_budget: "Today's model budget (MODEL_BUDGET_PER_DAY) is used up",
} as const;

/** Refuses calls with AppError `quota` or `model_budget` while the budget stands still, and stops it when a quota ends. */
export const budgeted =
  (budget: ModelBudget): Decorator =>
  async (call) => {
    const stop = budget.stop();
    if (stop !== undefined) throw new AppError(stop.code, STOPPED[stop.code]);
    try {
      return await call();
    } catch (error) {
      if (error instanceof AppError && error.code === "quota") budget.exhaust();
      throw error;
    }
  };
