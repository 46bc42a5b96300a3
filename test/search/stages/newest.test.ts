import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Candidate } from "../../../src/search/stages/stage.ts";
import { AS_OF, candidate, context, DAY_MS, daysOld, memory, stage } from "./candidates.ts";

const order = (candidates: readonly Candidate[], query: string, settings = {}) =>
  stage("newest", settings)(candidates, context(query)).map(({ id }) => id);

const note = (id: string, score: number, days: number, text: string): Candidate =>
  candidate(id, score, { ...daysOld(days), text });

const MEETINGS = [
  note("tuesday", 0.9, 90, "- Weekly meeting is on Tuesday."),
  note("wednesday", 0.7, 60, "- Card reader is broken.\n- Weekly meeting moved to Wednesday."),
  candidate("evergreen", 0.6, { text: "Weekly meeting: ask Ann." }),
  note("cancelled", 0.5, 30, "- Weekly meeting is cancelled."),
];

describe("newest", () => {
  it("puts the newest first of those that say what is asked, in the places and with the scores that they had", () => {
    const after = stage("newest")(MEETINGS, context("when is the weekly meeting now?"));
    expect(after.map(({ id, score }) => [id, score])).toEqual([
      ["cancelled", 0.9],
      ["wednesday", 0.7],
      ["evergreen", 0.6],
      ["tuesday", 0.5],
    ]);
  });

  it("takes no notice of words that ask for the newest, which an old note may have", () => {
    const notes = [
      note("old", 0.9, 90, "The threshold for birds is 0.65 now, currently."),
      note("new", 0.5, 10, "Threshold for birds down to 0.70."),
    ];
    for (const query of [
      "current threshold for birds now",
      "latest threshold birds",
      "aktuell threshold birds",
    ])
      expect(order(notes, query)).toEqual(["new", "old"]);
  });

  it("wants something of each aspect: a newer note of another thing stays behind", () => {
    const notes = [
      note("mill", 0.9, 90, "Rent of the Mill Lane cottage is 800."),
      note("quay", 0.8, 1, "Rent of the Quay Street studio is 700."),
      note("keys", 0.7, 2, "Keys of the Mill Lane cottage are with Ann."),
      note("rise", 0.6, 30, "Mill Lane cottage: rent goes to 850."),
    ];
    expect(order(notes, "rent of the Mill Lane cottage")).toEqual(["rise", "quay", "keys", "mill"]);
  });

  it("counts words of one statement, or of the headings above it, together; not those of two statements", () => {
    const apart = note("apart", 0.8, 1, "- A weekly digest.\n\n- The meeting room is painted.");
    const under = { ...note("under", 0.7, 20, "- Now at nine."), headings: ["Weekly meeting"] };
    const old = note("old", 0.9, 90, "Weekly meeting at ten.");
    expect(order([old, apart, under], "weekly meeting", { share: 0.8 })).toEqual(["under", "apart", "old"]);
  });

  it("takes the day of a heading or of a line's beginning before that of the file", () => {
    const sections = [
      note("march", 0.9, 0, "## 2026-03-04\n\n- Rent is 800."),
      note("may", 0.5, 0, "## 2026-05-04\n\n- Rent is 850."),
      note("lines", 0.4, 0, "- 2026-01-04: Rent is 700.\n- 2026-04-04: Rent is 820."),
    ];
    expect(order(sections, "rent")).toEqual(["may", "lines", "march"]);
  });

  it("takes the newest of several days, also where a log is written newest first", () => {
    const notes = [
      note("old", 0.9, 0, "- 2026-03-01: Rent is 800."),
      note("log", 0.5, 0, "- 2026-05-01: Rent is 850.\n- 2025-01-01: Rent is 700."),
    ];
    expect(order(notes, "rent")).toEqual(["log", "old"]);
  });

  it("takes a day to come for what the note speaks of", () => {
    const notes = [
      note("plan", 0.9, 90, "- 2027-01-01: rent to be looked at again."),
      note("fact", 0.5, 30, "Rent is 850."),
    ];
    expect(order(notes, "rent")).toEqual(["fact", "plan"]);
  });

  it("takes files of one hour for equally old, memories not", () => {
    const texts = [0, 1].map((at) => ({ text: "Rent is 850.", datedAt: AS_OF - DAY_MS + at * 60_000 }));
    const [early = {}, late = {}] = texts;
    expect(order([candidate("a", 0.9, early), candidate("b", 0.5, late)], "rent")).toEqual(["a", "b"]);
    expect(order([memory("a", 0.9, early), memory("b", 0.5, late)], "rent")).toEqual(["b", "a"]);
  });

  it("takes a sentence for what is said together", () => {
    const notes = [
      note("old", 0.9, 90, "Rent of the cottage is 800."),
      note("apart", 0.8, 1, "The cottage is painted. Rent was never late."),
      note("new", 0.7, 30, "Painted. The rent of the cottage is 850 e.g. without heating."),
    ];
    expect(order(notes, "rent of the cottage")).toEqual(["new", "apart", "old"]);
  });

  it.each([
    ["of the month that is named", "rent in April", ["april", "new", "old"]],
    ["of the month of a year", "rent, march 2026", ["old", "new", "april"]],
    ["of the day", "what is the rent on 12 April?", ["april", "new", "old"]],
    ["since a month", "rent since April", ["new", "april", "old"]],
    ["before it", "rent before April 2026", ["old", "new", "april"]],
    ["though it is a question of the past", "what was the rent in April?", ["april", "new", "old"]],
    ["of a month without any, which changes nothing", "rent in January", ["new", "old", "april"]],
    ["of no month: the newest", "may I see the rent", ["new", "april", "old"]],
  ])("puts first what was said in the time asked for: %s", (_, query, ids) => {
    const on = (id: string, score: number, month: number, day: number) =>
      candidate(id, score, { text: "Rent.", datedAt: Date.UTC(2026, month - 1, day) });
    const notes = [on("new", 0.9, 5, 20), on("old", 0.8, 3, 1), on("april", 0.7, 4, 12)];
    expect(order(notes, query)).toEqual(ids);
  });

  it.each([
    ["when did the rent rise?", ["old", "new"]],
    ["who was late with the rent?", ["old", "new"]],
    ["what was the latest rent?", ["new", "old"]],
    ["what did we decide on the rent?", ["new", "old"]],
    ["who has the rent?", ["new", "old"]],
  ])("keeps the order for what happened once, unless told otherwise: %s", (query, ids) => {
    const notes = [note("old", 0.9, 90, "Rent."), note("new", 0.8, 1, "Rent.")];
    expect(order(notes, query)).toEqual(ids);
    expect(order(notes, query, { past: true })).toEqual(["new", "old"]);
  });

  describe("where only a file's time dates a passage", () => {
    const file = (id: string, score: number, days: number, more: Partial<Candidate> = {}) =>
      candidate(id, score, { ...daysOld(days), text: "Rent is 850.", isFileTime: true, ...more });
    const log = note("log", 0.9, 90, "Rent is 800.");

    it("keeps the order of documentation", () => {
      const files = [file("old", 0.9, 90), file("new", 0.8, 1)];
      expect(order(files, "rent")).toEqual(["old", "new"]);
      expect(order(files, "rent", { fileTimes: "always" })).toEqual(["new", "old"]);
    });

    it("compares notes beside files with a written day, in a line as well, and not beside memories", () => {
      expect(order([log, file("new", 0.8, 1)], "rent")).toEqual(["new", "log"]);
      expect(order([log, file("new", 0.8, 1)], "rent", { fileTimes: "never" })).toEqual(["log", "new"]);
      const line = file("line", 0.9, 0, { text: "- 2026-03-01: Rent is 800." });
      expect(order([line, file("new", 0.8, 1)], "rent")).toEqual(["new", "line"]);
      const told = memory("told", 0.9, { ...daysOld(90), text: "Rent is 800." });
      expect(order([told, file("new", 0.8, 1)], "rent")).toEqual(["told", "new"]);
    });

    it("takes no code, and nothing that a checkout dated", () => {
      expect(order([log, file("code", 0.8, 1, { language: "typescript" })], "rent")).toEqual(["log", "code"]);
      const together = ["a", "b", "c"].map((id, at) => file(id, 0.8 - at / 10, 1));
      expect(order([log, ...together], "rent")).toEqual(["log", "a", "b", "c"]);
      expect(order([log, ...together.slice(1)], "rent")).toEqual(["b", "c", "log"]);
    });
  });

  it("leaves alone what scores too low, and everything when no word is found", () => {
    const notes = [note("old", 0.9, 90, "Rent is 800."), note("weak", 0.2, 1, "Rent is 850.")];
    expect(order(notes, "rent")).toEqual(["old", "weak"]);
    expect(order(notes, "rent", { minScore: 0.2 })).toEqual(["weak", "old"]);
    expect(order(notes, "zyzzyva")).toEqual(["old", "weak"]);
    expect(order([], "rent")).toEqual([]);
  });

  it("works on Chinese, and on a query of two hundred words", () => {
    const notes = [note("old", 0.9, 90, "会议室在三楼。"), note("new", 0.8, 1, "会议室搬到五楼。")];
    expect(order(notes, "会议室现在在哪里")).toEqual(["new", "old"]);
    const long = Array.from({ length: 200 }, (_, at) => `word${at}`).join(" ");
    expect(order([note("a", 0.9, 9, long), note("b", 0.8, 1, long)], long)).toEqual(["b", "a"]);
  });

  it("only ever changes places: same candidates, same scores in the same order", () => {
    const one = fc.record({
      text: fc.constantFrom("rent mill", "rent", "mill\n- rent", "## 2026-05-01\nrent mill", ""),
      score: fc.double({ min: 0, max: 1, noNaN: true }),
      days: fc.option(fc.nat(400), { nil: undefined }),
    });
    fc.assert(
      fc.property(
        fc.array(one, { maxLength: 12 }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (all, share) => {
          const before = all
            .map(({ text, score, days }, at) =>
              candidate(`c${at}`, score, { text, ...(days !== undefined && daysOld(days)) }),
            )
            .sort((a, b) => b.score - a.score);
          const after = stage("newest", { share })(before, context("rent mill"));
          expect(after.map(({ score }) => score)).toEqual(before.map(({ score }) => score));
          expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort());
        },
      ),
    );
  });
});

it("leaves what names the month in its text where it is, before what was only said in it", () => {
  const bill = candidate("bill", 0.9, { ...daysOld(0), text: "The cloud bill for May was 8,420 euros" });
  const meeting = candidate("meeting", 0.5, { ...daysOld(12), text: "The old Jenkins box is off" });
  const other = candidate("other", 0.7, { ...daysOld(0), text: "The cloud moves to Frankfurt" });
  expect(order([bill, other, meeting], "how much did the cloud cost in May?")).toEqual([
    "bill",
    "meeting",
    "other",
  ]);
});
