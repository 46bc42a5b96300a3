import { describe, expect, it } from "vitest";
import { planShare, planUse } from "../../src/workspaces/plan-use.ts";

const NOW_MS = Date.UTC(2026, 5, 2, 12);
const NOTHING = {
  ...{ rowsRead: 0, rowsWritten: 0, neurons: 0 },
  ...{ vectorQueries: 0, queriedDimensions: 0, queueOperations: 0 },
};
const dayOf = (day: string, use: Partial<typeof NOTHING>) => ({ ...NOTHING, ...use, day });

describe("what is left to every token", () => {
  const share = (use: Partial<typeof NOTHING>) =>
    planShare({ ...NOTHING, ...use }, { plan: "free", nowMs: NOW_MS }).left;

  it("is in tenths, rounded down, and never below nothing", () => {
    expect(share({})).toEqual({ rowsRead: 1, rowsWritten: 1, neurons: 1, queueOperations: 1 });
    expect(share({ rowsRead: 1, rowsWritten: 10_000, neurons: 9_001, queueOperations: 20_000 })).toEqual({
      ...{ rowsRead: 0.9, rowsWritten: 0.9, neurons: 0, queueOperations: 0 },
    });
  });

  it("returns at the next midnight, and is not told where nothing is refused", () => {
    const plans = (["free", "paid"] as const).map((plan) => planShare(NOTHING, { plan, nowMs: NOW_MS }));
    expect(plans.map(({ plan, returnsAt }) => [plan, returnsAt])).toEqual([
      ["free", "2026-06-03T00:00:00.000Z"],
      ["paid", "2026-06-03T00:00:00.000Z"],
    ]);
    expect(plans[1]?.left).toBeNull();
  });
});

describe("what an owner sees", () => {
  const YESTERDAY = dayOf("2026-06-01", { rowsWritten: 60_000_000, neurons: 110_000, queueOperations: 7 });
  const TODAY = dayOf("2026-06-02", {
    ...{ rowsRead: 5, rowsWritten: 1_000_000, neurons: 9_000, queueOperations: 3 },
    ...{ vectorQueries: 10, queriedDimensions: 7_680 },
  });
  const use = (plan: "free" | "paid", days = [YESTERDAY, TODAY], storedDimensions = 768) =>
    planUse({ plan, nowMs: NOW_MS, days, storedDimensions });

  it("on the free plan is used and left of the day, which costs nothing", () => {
    const free = use("free");
    expect(free).toMatchObject({
      ...{ day: "2026-06-02", plan: "free", vectorQueries: 10, dollars: 0 },
      rowsRead: { today: 5, month: 5, included: 5_000_000, per: "day", left: 4_999_995 },
      rowsWritten: { today: 1_000_000, per: "day", left: 0, dollars: 0 },
      neurons: { today: 9_000, month: 119_000, left: 1_000, dollars: 0 },
      queueOperations: { today: 3, month: 10, left: 9_997 },
      queriedDimensions: { today: 7_680, month: 8_448, per: "month", left: 29_991_552 },
      storedDimensions: { today: 768, per: "stored", left: 4_999_232 },
    });
  });

  it("on the paid plan is the month's price; what is left only of a day and of what is stored", () => {
    const paid = use("paid");
    // 11 million rows beyond 50 million; 100,000 neurons beyond yesterday's 10,000.
    expect(paid.rowsWritten).toMatchObject({ per: "month", month: 61_000_000, left: null, dollars: 11 });
    expect(paid.neurons).toMatchObject({ per: "day", left: 1_000 });
    expect(paid.neurons.dollars).toBeCloseTo(1.1, 10);
    expect(paid.storedDimensions.left).toBe(9_999_232);
    expect(paid.queriedDimensions).toMatchObject({ left: null, dollars: 0 });
    expect(paid.dollars).toBeCloseTo(5 + 11 + 1.1, 10);
  });

  it("counts stored vectors once a month as queried, and prices both", () => {
    // 1,000 million stored: 950 beyond 50 million queried at $0.01, 990 beyond 10 million at $0.0005.
    const paid = use("paid", [], 1_000_000_000);
    expect(paid.queriedDimensions.dollars).toBeCloseTo(9.5, 10);
    expect(paid.storedDimensions.dollars).toBeCloseTo(0.495, 10);
  });

  it("of a day without use is nothing", () => {
    expect(use("paid", [YESTERDAY]).rowsWritten).toMatchObject({ today: 0, month: 60_000_000 });
    expect(use("free", []).neurons).toMatchObject({ today: 0, month: 0, left: 10_000 });
  });
});
