import { expect, it } from "vitest";
import { byteSize, count, day, hour, minute, number, some } from "../../../src/cli/terminal/numbers.ts";

it("shortens an ISO time to its day, hour or minute", () => {
  const time = "2026-11-20T08:31:59.999Z";
  expect([day(time), hour(time), minute(time)]).toEqual(["2026-11-20", "2026-11-20 08", "2026-11-20 08:31"]);
});

it("groups digits, and says the plural of everything but one", () => {
  expect([number(999), number(1_000), number(1_234_567)]).toEqual(["999", "1,000", "1,234,567"]);
  expect([count(0, "file"), count(1, "file"), count(1_000, "file")]).toEqual([
    "0 files",
    "1 file",
    "1,000 files",
  ]);
  expect([count(1, "query", "queries"), count(2, "query", "queries")]).toEqual(["1 query", "2 queries"]);
});

it.each([
  [[], ""],
  [["a"], "a"],
  [["a", "b"], "a, b"],
  [["a", "b", "c"], "a, b and 1 more"],
  [["a", "b", "c", "d"], "a, b and 2 more"],
])("names the first two of %j: %s", (names, said) => {
  expect(some(names, 2)).toBe(said);
});

it.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1_000, "1.0 KB"],
  [1_549, "1.5 KB"],
  [999_940, "999.9 KB"],
  [1_000_000, "1.0 MB"],
  [2_500_000_000, "2.5 GB"],
  [3_000_000_000_000, "3.0 TB"],
  [4_000_000_000_000_000, "4000.0 TB"],
])("tells %i bytes as %s", (bytes, told) => {
  expect(byteSize(bytes)).toBe(told);
});
