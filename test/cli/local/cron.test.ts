import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CRONS } from "../../../src/background/crons.ts";
import { isDue } from "../../../src/cli/local/start-server.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const startOfDay = Date.UTC(2026, 10, 20);

const timesADay = (cron: string): number =>
  Array.from({ length: DAY_MS / MINUTE_MS }, (_, minute) => new Date(startOfDay + minute * MINUTE_MS)).filter(
    (at) => isDue(cron, at),
  ).length;

describe("a cron line", () => {
  it("is due every fifth minute, once an hour, or once a day", () => {
    expect(CRONS.map(timesADay)).toEqual([288, 24, 1]);
  });

  it("reads UTC, dates, months, weekdays and lists", () => {
    expect(isDue("43 3 * * *", new Date("2026-11-20T03:43:59Z"))).toBe(true);
    expect(isDue("43 3 * * *", new Date("2026-11-20T04:43:00Z"))).toBe(false);
    expect(isDue("0,30 0 20 11 5", new Date("2026-11-20T00:30:00Z"))).toBe(true);
    expect(isDue("0,30 0 20 12 5", new Date("2026-11-20T00:30:00Z"))).toBe(false);
  });

  it("is refused when it is written in a way that is not read", () => {
    const now = new Date();
    for (const cron of ["1-5 * * * *", "* * * * MON", "* * * *", "* * * * * *", "*/0 * * * *"])
      expect(() => isDue(cron, now), cron).toThrow(/cron/);
  });

  it("with a star in every field is due at any time", () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (at) => {
        expect(isDue("* * * * *", at)).toBe(true);
      }),
    );
  });
});
