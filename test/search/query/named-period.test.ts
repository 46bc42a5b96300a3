import { describe, expect, it } from "vitest";
import { namedPeriod } from "../../../src/search/query/named-period.ts";
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
