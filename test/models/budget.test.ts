import { describe, expect, it } from "vitest";
import { budgeted, callsLeft, createModelBudget, requireCalls } from "../../src/models/budget.ts";

const NOW_MS = Date.UTC(2026, 5, 1, 12);
const MIDNIGHT = Date.UTC(2026, 5, 2);
const use = (calls: number, pausedUntil: number | null = null) => ({ calls, pausedUntil });
const allowance = (callsPerDay?: number) => ({ callsPerDay, nowMs: NOW_MS });

describe("today's use of models", () => {
  it.each([
    ["leaves what the day has left", use(3), 5, 2, undefined],
    ["leaves one call before the last", use(4), 5, 1, undefined],
    ["leaves none at the day's calls", use(5), 5, 0, "model_budget"],
    ["leaves none beyond them", use(6), 5, 0, "model_budget"],
    ["leaves none of none", use(0), 0, 0, "model_budget"],
    ["leaves any number without a budget", use(9), undefined, Number.POSITIVE_INFINITY, undefined],
    ["leaves none while the quota is used up", use(0, NOW_MS + 1), 5, 0, "quota"],
    ["leaves all once the quota is back", use(0, NOW_MS), 5, 5, undefined],
    ["names the quota before the budget", use(5, NOW_MS + 1), 5, 0, "quota"],
  ])("%s", (_, today, callsPerDay, left, code) => {
    expect(callsLeft(today, allowance(callsPerDay))).toBe(left);
    const require = () => requireCalls(today, allowance(callsPerDay));
    if (code === undefined) expect(require).not.toThrow();
    else expect(require).toThrow(expect.objectContaining({ code }));
  });

  it("says why nothing may be called", () => {
    expect(() => requireCalls(use(5), allowance(5))).toThrow(
      "Today's model budget (MODEL_BUDGET_PER_DAY) is used up",
    );
    expect(() => requireCalls(use(0, MIDNIGHT), allowance())).toThrow(
      "The account's daily model quota is used up until 00:00 UTC",
    );
  });
});

it("a quota that is none of ours stops nothing", async () => {
  const budget = createModelBudget({ callsPerDay: undefined, now: () => NOW_MS });
  const size = { texts: 0, passages: 0, signal: undefined };
  const strange = Object.assign(new Error("strange"), { code: "quota" });
  await expect(budgeted(budget)(() => Promise.reject(strange), size)).rejects.toBe(strange);
  expect(budget.stop()).toBeUndefined();
  expect(await budgeted(budget)(async () => 7, size)).toBe(7);
});

it("an isolate keeps the stop that it knows when it learns of none, until its time", () => {
  let nowMs = NOW_MS;
  const budget = createModelBudget({ callsPerDay: 2, now: () => nowMs });
  expect(budget.stop()).toBeUndefined();
  budget.exhaust();
  budget.learn(use(0));
  expect(budget.stop()).toEqual({ code: "quota", untilMs: MIDNIGHT });
  nowMs = MIDNIGHT - 1;
  expect(budget.stop()?.code).toBe("quota");
  nowMs = MIDNIGHT;
  expect(budget.stop()).toBeUndefined();
  budget.learn(use(2));
  expect(budget.stop()).toEqual({ code: "model_budget", untilMs: Date.UTC(2026, 5, 3) });
});
