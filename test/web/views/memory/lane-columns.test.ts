import { describe, expect, it } from "vitest";
import { daysShown, laneColumns } from "../../../../src/web/views/memory/lane/lane-columns.ts";

const NOW = Date.UTC(2026, 10, 22, 15);
const day = (name: string, recalled: number, remembered: number) => ({ day: name, recalled, remembered });

describe("the columns of the lane", () => {
  it("have a day each where they fit, from the first to the last, and leave out what lies outside", () => {
    const days = [day("2026-11-01", 9, 9), day("2026-11-20", 1, 2), day("2026-11-22", 3, 0)];
    const columns = laneColumns(days, { first: "2026-11-20", last: "2026-11-22", most: 60 });
    expect(columns).toEqual([
      { from: "2026-11-20", until: "2026-11-21", recalled: 1, remembered: 2 },
      { from: "2026-11-21", until: "2026-11-22", recalled: 0, remembered: 0 },
      { from: "2026-11-22", until: "2026-11-23", recalled: 3, remembered: 0 },
    ]);
  });

  it("are days together where there are too many, ending with the last day", () => {
    const days = [day("2025-11-23", 1, 0), day("2026-11-21", 1, 1), day("2026-11-22", 1, 1)];
    const columns = laneColumns(days, { first: "2025-11-23", last: "2026-11-22", most: 60 });
    expect(columns.length).toBe(53);
    expect(columns.at(-1)).toEqual({ from: "2026-11-16", until: "2026-11-23", recalled: 2, remembered: 2 });
    expect(columns[0]).toMatchObject({ recalled: 1 });
    for (const [at, { from }] of columns.entries()) if (at > 0) expect(columns[at - 1]?.until).toBe(from);
  });

  it("cover the period by its name, by dates, and never less than a day", () => {
    expect(daysShown({}, NOW)).toEqual({ first: "2026-10-23", last: "2026-11-22" });
    expect(daysShown({ after: "7d" }, NOW)).toEqual({ first: "2026-11-15", last: "2026-11-22" });
    const week = { after: "2026-11-02", before: "2026-11-09" };
    expect(daysShown(week, NOW)).toEqual({ first: "2026-11-02", last: "2026-11-08" });
    expect(daysShown({ after: "2027-01-01" }, NOW)).toEqual({ first: "2026-11-22", last: "2026-11-22" });
    expect(daysShown({ after: "nonsense" }, NOW).last).toBe("2026-11-22");
  });

  it.each([
    [{ after: "constructor" }, "2026-10-23", "2026-11-22"],
    [{ after: "2026-13-01" }, "2026-10-23", "2026-11-22"],
    [{ before: "2026-13-01" }, "2026-10-23", "2026-11-22"],
    [{ before: "toString" }, "2026-10-23", "2026-11-22"],
    [{ after: "x2026-01-01" }, "2026-10-23", "2026-11-22"],
    [{ after: "2026-01-01x" }, "2026-10-23", "2026-11-22"],
    [{ after: "2026-11-22" }, "2026-11-22", "2026-11-22"],
    [{ after: "2026-11-23" }, "2026-11-22", "2026-11-22"],
    [{ before: "2026-11-23" }, "2026-10-23", "2026-11-22"],
    [{ after: "1y", before: "2026-01-01" }, "2025-11-22", "2025-12-31"],
    [{ after: "30d", before: "2026-01-01" }, "2025-12-31", "2025-12-31"],
  ])("of %j go from %s to %s", (period, first, last) => {
    expect(daysShown(period, NOW)).toEqual({ first, last });
  });
});
