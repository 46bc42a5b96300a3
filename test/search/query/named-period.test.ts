import { describe, expect, it } from "vitest";
import { namedPeriod, namesTimeIn } from "../../../src/search/query/named-period.ts";
import { isPastQuestion } from "../../../src/search/query/past-question.ts";

const AS_OF = Date.UTC(2026, 5, 10);

const isoDay = (ms: number): string => (Number.isFinite(ms) ? new Date(ms).toISOString().slice(0, 10) : "");

/** First day and the first after the last; empty: without an end. */
const daysOf = (query: string): readonly string[] | undefined => {
  const period = namedPeriod(query, AS_OF);
  return period && [isoDay(period.fromMs), isoDay(period.toMs)];
};

describe("the time that a query names", () => {
  it.each([
    ["what did we decide in May?", ["2026-05-01", "2026-06-01"]],
    ["what did we decide in June?", ["2026-06-01", "2026-07-01"]],
    ["what did we decide in July?", ["2025-07-01", "2025-08-01"]],
    ["storage, february 2025", ["2025-02-01", "2025-03-01"]],
    ["was war im März?", ["2026-03-01", "2026-04-01"]],
    ["qué pasó en marzo de 2025", ["2025-03-01", "2025-04-01"]],
    ["on 28 June", ["2025-06-28", "2025-06-29"]],
    ["what was decided on 29 February?", ["2024-02-29", "2024-03-01"]],
    ["on June 3rd, 2026", ["2026-06-03", "2026-06-04"]],
    ["the outage of 2026-04-02", ["2026-04-02", "2026-04-03"]],
    ["the outage of 2026-04", ["2026-04-01", "2026-05-01"]],
    ["changes since April", ["2026-04-01", ""]],
    ["why was it changed after 28 May?", ["2026-05-29", ""]],
    ["rent before April 2026", ["", "2026-04-01"]],
    ["December rent", ["2025-12-01", "2026-01-01"]],
  ])("%s", (query, days) => {
    expect(daysOf(query)).toEqual(days);
  });

  it.each(["may I deploy?", "March on", "who is May", "marches of the band", "port 2026", "on 31 February"])(
    "is none in: %s",
    (query) => {
      expect(daysOf(query)).toBeUndefined();
    },
  );

  it("tells which words name it", () => {
    expect([...(namedPeriod("rent of the flat in April 2026", AS_OF)?.stems ?? [])]).toEqual([
      "april",
      "2026",
    ]);
    expect([...(namedPeriod("what did we do on 2 April 2026?", AS_OF)?.stems ?? [])]).toEqual([
      ...["2", "april", "2026"],
    ]);
  });
});

describe("a text that names a day or a month of the time asked for", () => {
  const names = (text: string, query = "how much did the cloud cost in October 2025?"): boolean => {
    const period = namedPeriod(query, AS_OF);
    return period !== undefined && namesTimeIn(text, period, AS_OF);
  };

  it.each([
    "The cloud bill for October was 8,420 euros",
    "In March it was cold. The bill of 3 October 2025 is paid",
    "| 2025-09 | 90 |\n| 2025-10 | 88 |",
    "Flu: 2025-10-15 at the pharmacy",
    "im Oktober 2025",
  ])("does: %s", (text) => expect(names(text)).toBe(true));

  it.each([
    "The cloud bill for October 2024 was 8,420 euros",
    "The bill of September, and that of November",
    "ticket 12025-10, build 2025-10-15-3, version 1.2025-10",
    "2025-13",
    "",
  ])("does not: %s", (text) => expect(names(text)).toBe(false));

  it("does within a day or after one", () => {
    expect(names("paid on 2 April 2026", "what did we do on 2 April 2026?")).toBe(true);
    expect(names("paid on 3 April 2026", "what did we do on 2 April 2026?")).toBe(false);
    expect(names("paid on 3 April 2026", "what changed since 2 April 2026?")).toBe(true);
  });
});

describe("a question for what happened", () => {
  it.each([
    ["when did the gateway fail?", true],
    ["who was on call?", true],
    ["what has she finished?", true],
    ["who has the keys?", false],
    ["where is the data stored?", false],
    ["what did we decide on storage?", false],
    ["what was the latest rent?", false],
  ])("%s %s", (query, isPast) => {
    expect(isPastQuestion(query)).toBe(isPast);
  });
});
