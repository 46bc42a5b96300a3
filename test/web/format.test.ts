import { describe, expect, it } from "vitest";
import { ago, bytes, duration, many, percent, since } from "../../src/web/components/format.ts";
import { strings } from "../../src/web/strings.ts";
import { pushStrings } from "../../src/web/strings/push.ts";
import { healthStrings } from "../../src/web/strings/health.ts";
import { graphStrings } from "../../src/web/strings/graph.ts";

const NOW = Date.UTC(2026, 10, 22, 12);
const DAY_MS = 86_400_000;

it("tells a day without a time by the calendar, whatever the hour is now", () => {
  const [early, late] = ["2026-11-30T00:10:00", "2026-11-30T23:50:00"].map((at) => new Date(at).getTime());
  for (const now of [early ?? 0, late ?? 0]) {
    expect(since("2026-11-30", now)).toBe("today");
    expect(since("2026-11-29", now)).toBe("yesterday");
    expect(since("2026-11-27", now)).toBe("3 days ago");
    expect(since("2026-12-01", now)).toBe("tomorrow");
  }
});

describe("figures", () => {
  it.each([
    [0, "0 bytes"],
    [1_234, "1.2 KB"],
    [99_900, "99.9 KB"],
    [100_000, "100 KB"],
    [1_000_000, "1.0 MB"],
    [1.5e9, "1.5 GB"],
    [2e12, "2.0 TB"],
    [5e15, "5,000 TB"],
  ])("of %d bytes are %s", (size, text) => expect(bytes(size)).toBe(text));

  it.each([
    [0.26, "0.3 ms"],
    [999, "999 ms"],
    [1_000, "1 s"],
    [1_250, "1.3 s"],
  ])("of %d milliseconds are %s", (ms, text) => expect(duration(ms)).toBe(text));

  it("are one or many, and shares in percent", () => {
    expect([0, 1, 2, 1_234].map((number) => many(number, "file"))).toEqual([
      ...["0 files", "1 file", "2 files", "1,234 files"],
    ]);
    expect([percent(0), percent(0.555), percent(1)]).toEqual(["0%", "56%", "100%"]);
  });

  it.each([
    [0.4, "today"],
    [0.6, "yesterday"],
    [13, "13 days ago"],
    [14, "2 weeks ago"],
    [59, "8 weeks ago"],
    [60, "2 months ago"],
    [699, "23 months ago"],
    [700, "2 years ago"],
    [24, "3 weeks ago"],
    [25, "4 weeks ago"],
    [75, "2 months ago"],
    [77, "3 months ago"],
    [900, "2 years ago"],
    [920, "3 years ago"],
    [-21, "in 3 weeks"],
    [-1, "tomorrow"],
  ])("of %d days are %s", (days, text) => expect(since(NOW - days * DAY_MS, NOW)).toBe(text));

  it.each([
    [0, "now"],
    [59, "now"],
    [60, "1m ago"],
    [3_599, "60m ago"],
    [3_600, "1h ago"],
    [86_399, "24h ago"],
    [86_400, "yesterday"],
    [172_800, "2d ago"],
    [89, "1m ago"],
    [91, "2m ago"],
    [5_399, "1h ago"],
    [5_401, "2h ago"],
    [129_599, "yesterday"],
    [129_601, "2d ago"],
    [-59, "now"],
    [-120, "in 2m"],
    [-7_200, "in 2h"],
    [-86_400, "tomorrow"],
    [-59 * 86_400, "in 59d"],
    [-3_650 * 86_400, "in 10 years"],
  ])("of %d seconds are %s", (seconds, text) =>
    expect(ago(new Date(NOW - seconds * 1_000).toISOString(), NOW)).toBe(text),
  );
});

describe("texts", () => {
  it.each([
    [strings.search.lines(3, 3), "line 3"],
    [strings.search.lines(3, 4), "lines 3–4"],
    [strings.search.filters.between("a", "b"), "from a before b"],
    [strings.search.filters.between("", "b"), "before b"],
    [strings.search.filters.between("a", ""), "from a"],
    [pushStrings.secrets(["a", "b"]), "Skipped as secret by name: a, b"],
    [pushStrings.secrets([..."abcdefg"]), "Skipped as secret by name: a, b, c, d, e and 2 more"],
    [graphStrings.relation("a", "works_at_the", "b"), "a works at the b"],
    [healthStrings.runWork({ a: 1_000, b: 0, c: 1 }), "1,000 a, 1 c"],
    [
      healthStrings.runWork({ sourceSlices: 9, sourceDocuments: 2, sourcesFailed: 1 }),
      "9 steps of sources, 2 documents of sources, 1 failed sources",
    ],
    [strings.preview.image(""), "Image"],
    [strings.failures.retryAfter(7), "Try again in 7 seconds."],
  ])("%# are %s", (text, expected) => expect(text).toBe(expected));
});
