import { describe, expect, it } from "vitest";
import { writtenDate } from "../../../src/text/dates/written-date.ts";

const day = (text: string) => {
  const found = writtenDate(text);
  return found && [new Date(found.instant).toISOString().slice(0, 10), found.start];
};

describe("writtenDate", () => {
  it("knows every month by its first three letters, and the ordinals of days", () => {
    const months = "January Feb. mar APRIL May June jul. August Sept Oct november Dec".split(" ");
    const ends = ["st", "nd", "rd", "th", ""];
    const found = months.map((month, at) => writtenDate(`${at + 1}${ends[at % 5]} ${month} 2026`)?.instant);
    expect(found).toEqual(months.map((_, at) => Date.UTC(2026, at, at + 1)));
    const behind = months.map((month, at) => writtenDate(`${month} ${at + 1}${ends[at % 5]} 2026`)?.instant);
    expect(behind).toEqual(found);
  });

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
    ["2026.3.4", 0],
    ["4. 3. 2026", 0],
    ["2026 年 3 月 4 日", 0],
    ["4th march, 2026", 0],
    ["MARCH 4 2026", 0],
    ["Mar 4th, 2026", 0],
    ["march 4,\n2026", 0],
    ["2026-13-45, 4 March 2026", 12],
    ["5 May 2026 and 2026-03-04", 15],
    ["x2026-03-04x", 1],
    ["4 Marchish 2026", 0],
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
    "2026-03-045",
    "2026-003-04",
    "126-03-04",
    "2026-03/04",
    "2026 03 04",
    "4.3.20261",
    "114.3.2026",
    "4.3.26",
    "March 4 20261",
    "xMarch 4 2026",
    "March 4th. 2026",
    "4 Mrz. 2026",
    "114 March 2026",
    "March 114 2026",
    "2026年13月4日",
    "",
  ])("finds no day in %j, which is none or not clearly one", (text) => {
    expect(day(text)).toBeUndefined();
  });
});
