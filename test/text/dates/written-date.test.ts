import { describe, expect, it } from "vitest";
import { writtenDate } from "../../../src/text/dates/written-date.ts";

const day = (text: string) => {
  const found = writtenDate(text);
  return found && [new Date(found.instant).toISOString().slice(0, 10), found.start];
};

describe("writtenDate", () => {
  it.each([
    ["2026-03-04", 0],
    ["# 2026-3-4", 2],
    ["Stand-up 2026/03/04, all there", 9],
    ["[[2026_03_04]]", 2],
    ["## 4 March 2026", 3],
    ["4th Mar 2026", 0],
    ["Wednesday, March 4, 2026", 11],
    ["Mar. 4th 2026", 0],
    ["Besprechung am 4.3.2026", 15],
    ["04.03.2026", 0],
    ["2026年3月4日 会议", 0],
    ["2026년 3월 4일", 0],
    ["2026-03-04T22:00:00Z", 0],
  ])("reads %s", (text, start) => {
    expect(day(text)).toEqual(["2026-03-04", start]);
  });

  it.each([
    "3/4/2026",
    "04/03/26",
    "2026-03",
    "2026-02-30",
    "2026-3/4",
    "version 12026-03-04",
    "31 April 2026",
    "March 2026",
    "0 May 2026",
    "",
  ])("finds no day in %j, which is none or not clearly one", (text) => {
    expect(day(text)).toBeUndefined();
  });
});
