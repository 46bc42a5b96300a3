/** A limit counts what came in within so long, milliseconds: what was spent comes back evenly over it. */
export const WINDOW_MS = 60_000;

/** Units that were spent and have not come back yet, as of a time in milliseconds. */
export interface Spent {
  readonly units: number;
  readonly at: number;
}

export const NOTHING_SPENT: Spent = { units: 0, at: 0 };

interface Spending {
  readonly units: number;
  /** Units that may be spent at once, and that come back within a window; more than 0. */
  readonly limit: number;
  readonly nowMs: number;
}

interface Outcome {
  /** Milliseconds to wait until it may be spent; 0: it may now. */
  readonly waitMs: number;
  /** As it is once that is spent. */
  readonly spent: Spent;
  /** Units left before it is spent. */
  readonly left: number;
}

/** Adding up fractions may be out by this much. */
const ROUNDING = 1e-6;

/** What of it has not come back by a time. A clock that goes back gives nothing back. */
export const spentBy = ({ units, at }: Spent, { limit, nowMs }: Omit<Spending, "units">): Spent => ({
  units: Math.max(0, units - (Math.max(0, nowMs - at) * limit) / WINDOW_MS),
  at: nowMs,
});

/** Whether units may be spent, and what that leaves. What costs more than the whole limit costs the whole limit. */
export function spend(before: Spent, { units, limit, nowMs }: Spending): Outcome {
  const still = spentBy(before, { limit, nowMs });
  const after = still.units + Math.min(units, limit);
  const waitMs = after <= limit + ROUNDING ? 0 : ((after - limit) * WINDOW_MS) / limit;
  return { waitMs, spent: { units: after, at: nowMs }, left: Math.max(0, limit - still.units) };
}
