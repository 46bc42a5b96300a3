import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { parseDateFilter } from "../../../src/text/dates/date-filter.ts";

const NOW = Date.parse("2026-03-31T12:00:00Z");
const iso = (value: string) => new Date(parseDateFilter(value, NOW)).toISOString();

describe("parseDateFilter", () => {
  it.each([
    ["7d", "2026-03-24T12:00:00.000Z"],
    ["2w", "2026-03-17T12:00:00.000Z"],
    ["1m", "2026-02-28T12:00:00.000Z"],
    ["3m", "2025-12-31T12:00:00.000Z"],
    ["3M", "2025-12-31T12:00:00.000Z"],
    ["13m", "2025-02-28T12:00:00.000Z"],
    ["1y", "2025-03-31T12:00:00.000Z"],
    ["36525d", "1926-03-31T12:00:00.000Z"],
    ["0d", "2026-03-31T12:00:00.000Z"],
    [" 2025-11-27 ", "2025-11-27T00:00:00.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
    ["2025-11-27T08:30:00+02:00", "2025-11-27T06:30:00.000Z"],
    ["2025-11-27T08:30Z", "2025-11-27T08:30:00.000Z"],
  ])("reads %j as %s", (value, instant) => {
    expect(iso(value)).toBe(instant);
  });

  it("takes a year from a leap day to the day before the first of March", () => {
    expect(new Date(parseDateFilter("1y", Date.parse("2024-02-29T00:00:00Z"))).toISOString()).toBe(
      "2023-02-28T00:00:00.000Z",
    );
  });

  it.each([
    "",
    "yesterday",
    "7",
    "d",
    "7 d",
    "-3d",
    "99999d",
    "2025-02-29",
    "2025-13-01",
    "2025-11-27T25:00Z",
    "2025-11-27T08:30",
    "27.11.2025",
    "36526d",
    "3 months",
    "1h",
    "٣d",
    "2025-11-27T08:30:00+25",
    "9".repeat(2_000),
  ])("refuses %j", (value) => {
    expect(() => parseDateFilter(value, NOW)).toThrow(AppError);
  });
});
