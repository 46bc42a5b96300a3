import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CRON_MS, NO_ROUND_MS, roundAt, runsOwed } from "../../src/background/crons.ts";

const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 10, 20);
const runs = Array.from({ length: DAY_MS / CRON_MS }, (_, run) => START_MS + run * CRON_MS);
const timesOf = (is: "isHourly" | "isDaily"): readonly string[] =>
  runs.filter((at) => roundAt(at)[is]).map((at) => new Date(at).toISOString().slice(11, 16));

describe("the rounds of a day of runs", () => {
  it("are one daily and 24 hourly ones, off the full hour", () => {
    expect(timesOf("isDaily")).toEqual(["03:40"]);
    expect(timesOf("isHourly")).toHaveLength(24);
    expect(new Set(timesOf("isHourly").map((time) => time.slice(3)))).toEqual(new Set(["15"]));
  });

  it("are the same for a run that comes up to five minutes late, and for none after that", () => {
    const daily = Date.UTC(2026, 10, 20, 3, 40);
    expect([daily - 1, daily, daily + CRON_MS - 1, daily + CRON_MS].map((at) => roundAt(at).isDaily)).toEqual(
      [...[false, true, true, false]],
    );
  });
});

describe("what a scheduler owes that may have slept", () => {
  const at = (day: number, hour: number, minute: number): number => Date.UTC(2026, 10, day, hour, minute);

  it("is a run without a round, where none was to begin", () => {
    expect(runsOwed(at(20, 12, 20), at(20, 12, 25))).toEqual([NO_ROUND_MS]);
    expect(roundAt(NO_ROUND_MS)).toEqual({ isHourly: false, isDaily: false });
  });

  it("is each kind of round once, however many were slept through, and at its time", () => {
    expect(runsOwed(at(18, 23, 0), at(20, 8, 2))).toEqual([at(20, 3, 40), at(20, 7, 15)]);
    expect(runsOwed(at(20, 3, 38), at(20, 3, 43))).toEqual([at(20, 3, 40)]);
    expect(runsOwed(at(20, 3, 40), at(20, 3, 45))).toEqual([NO_ROUND_MS]);
    expect(runsOwed(0, at(20, 3, 39))).toEqual([at(19, 3, 40), at(20, 3, 15)]);
  });

  it("has each round of a month of runs exactly once, whenever they come", () => {
    const times = fc.array(fc.integer({ min: 1, max: 40 * CRON_MS }), { minLength: 1, maxLength: 400 });
    fc.assert(
      fc.property(times, (gaps) => {
        let lastMs = START_MS;
        const daily: number[] = [];
        for (const gap of gaps) {
          const nowMs = lastMs + gap;
          daily.push(...runsOwed(lastMs, nowMs).filter((time) => roundAt(time).isDaily));
          lastMs = nowMs;
        }
        const due =
          Math.floor((lastMs - at(20, 3, 40)) / DAY_MS) - Math.floor((START_MS - at(20, 3, 40)) / DAY_MS);
        expect(daily).toHaveLength(due);
      }),
    );
  });
});
