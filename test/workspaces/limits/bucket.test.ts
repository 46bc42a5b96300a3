import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NOTHING_SPENT, type Spent, spend, WINDOW_MS } from "../../../src/workspaces/limits/bucket.ts";

const START_MS = Date.UTC(2026, 10, 20, 12);

const limits = fc.integer({ min: 1, max: 5_000 });
const wishes = fc.array(
  fc.record({
    afterMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 2 * WINDOW_MS })),
    units: fc.oneof(fc.constantFrom(1, 3, 20), fc.integer({ min: 1, max: 6_000 })),
  }),
  { minLength: 1, maxLength: 60 },
);

interface Granted {
  readonly at: number;
  readonly units: number;
}

/** What of the wishes is granted, and how long each that is not would have to wait. */
function run(limit: number, asked: readonly { afterMs: number; units: number }[]) {
  let spent: Spent = NOTHING_SPENT;
  let nowMs = START_MS;
  const granted: Granted[] = [];
  const refused: { at: number; units: number; waitMs: number; before: Spent }[] = [];
  for (const { afterMs, units } of asked) {
    nowMs += afterMs;
    const outcome = spend(spent, { units, limit, nowMs });
    if (outcome.waitMs > 0) refused.push({ at: nowMs, units, waitMs: outcome.waitMs, before: spent });
    else {
      granted.push({ at: nowMs, units: Math.min(units, limit) });
      spent = outcome.spent;
    }
  }
  return { granted, refused };
}

describe("a limit", () => {
  it("grants in no stretch of time more than it holds and what has come back in that time", () => {
    fc.assert(
      fc.property(limits, wishes, (limit, asked) => {
        const { granted } = run(limit, asked);
        granted.forEach((first, from) => {
          let sum = 0;
          for (const { at, units } of granted.slice(from)) {
            sum += units;
            const most = limit + ((at - first.at) * limit) / WINDOW_MS;
            expect(sum).toBeLessThanOrEqual(most + 1e-3);
          }
        });
      }),
    );
  });

  it("refuses only what is beyond it, and grants it at the end of the wait that it names, not before", () => {
    fc.assert(
      fc.property(limits, wishes, (limit, asked) => {
        for (const { at, units, waitMs, before } of run(limit, asked).refused) {
          const later = (ms: number) => spend(before, { units, limit, nowMs: at + ms }).waitMs;
          expect(later(waitMs + 0.01)).toBe(0);
          if (waitMs > 1) expect(later(waitMs - 1)).toBeGreaterThan(0);
          expect(waitMs).toBeLessThanOrEqual(WINDOW_MS + 0.01);
        }
      }),
    );
  });

  it("is whole again after a window, whatever was spent", () => {
    fc.assert(
      fc.property(limits, wishes, (limit, asked) => {
        const all = [...asked, { afterMs: WINDOW_MS, units: limit }];
        const { granted } = run(limit, all);
        expect(granted.at(-1)).toEqual({ at: START_MS + sumOf(all), units: limit });
      }),
    );
  });

  it("lets what costs more than all of it pass when it is whole", () => {
    expect(spend(NOTHING_SPENT, { units: 20, limit: 10, nowMs: START_MS })).toMatchObject({
      waitMs: 0,
      spent: { units: 10 },
    });
  });

  it("gives nothing back to a clock that goes back", () => {
    const spent = { units: 10, at: START_MS };
    expect(spend(spent, { units: 1, limit: 10, nowMs: START_MS - WINDOW_MS }).waitMs).toBeGreaterThan(0);
  });
});

const sumOf = (asked: readonly { afterMs: number }[]) => asked.reduce((sum, { afterMs }) => sum + afterMs, 0);
