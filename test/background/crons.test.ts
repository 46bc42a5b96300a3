import { describe, expect, it } from "vitest";
import { CRON_MS, roundAt } from "../../src/background/crons.ts";

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
