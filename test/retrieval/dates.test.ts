import { describe, expect, it } from "vitest";
import { AppError } from "../../src/errors.ts";
import { documentDate, parseDateFilter } from "../../src/retrieval/dates.ts";

const NOW = Date.parse("2026-03-31T12:00:00Z");
const iso = (value: string) => new Date(parseDateFilter(value, NOW)).toISOString();

describe("parseDateFilter", () => {
  it.each([
    ["7d", "2026-03-24T12:00:00.000Z"],
    ["2w", "2026-03-17T12:00:00.000Z"],
    ["1m", "2026-02-28T12:00:00.000Z"],
    ["3M", "2025-12-31T12:00:00.000Z"],
    ["13m", "2025-02-28T12:00:00.000Z"],
    ["1y", "2025-03-31T12:00:00.000Z"],
    ["0d", "2026-03-31T12:00:00.000Z"],
    [" 2025-11-27 ", "2025-11-27T00:00:00.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
    ["2025-11-27T08:30:00+02:00", "2025-11-27T06:30:00.000Z"],
    ["2025-11-27T08:30Z", "2025-11-27T08:30:00.000Z"],
  ])("reads %j as %s", (value, instant) => {
    expect(iso(value)).toBe(instant);
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
  ])("refuses %j", (value) => {
    expect(() => parseDateFilter(value, NOW)).toThrow(AppError);
  });
});

describe("documentDate", () => {
  const CHANGED = Date.parse("2026-01-02T03:04:05Z");
  const day = (path: string) => {
    const date = documentDate(path, CHANGED);
    return date === undefined ? undefined : new Date(date).toISOString().slice(0, 10);
  };

  it("is the day in the path, in sub-folders too, the last if there are several", () => {
    expect(day("memory/2025-11-27.md")).toBe("2025-11-27");
    expect(day("memory/work/2025-11-27-standup.md")).toBe("2025-11-27");
    expect(day("2024-01-01/notes/2025-11-27.md")).toBe("2025-11-27");
  });

  it("is not taken from numbers that are no day", () => {
    expect(day("notes/2025-13-40.md")).toBe("2026-01-02");
    expect(day("notes/12025-11-27.md")).toBe("2026-01-02");
    expect(day("notes/2025-02-29.md")).toBe("2026-01-02");
  });

  it("is none for evergreen notes", () => {
    expect(
      ["MEMORY.md", "memory.md", "team/MEMORY.md", "memory/people.md", "a/memory/b/c.md"].map(day),
    ).toEqual(Array.from({ length: 5 }, () => undefined));
  });

  it("is else when the document changed, and none when nobody knows", () => {
    expect(day("docs/my-memory.md")).toBe("2026-01-02");
    expect(documentDate("docs/a.md", undefined)).toBeUndefined();
  });
});
