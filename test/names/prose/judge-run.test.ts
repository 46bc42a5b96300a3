import { describe, expect, it } from "vitest";
import { judgeRun } from "../../../src/names/prose/judge-run.ts";
import type { RunContext } from "../../../src/names/prose/trim-run.ts";
import type { CapitalisedRun } from "../../../src/names/types.ts";

const START = 10;
const run = (text: string, more: Partial<CapitalisedRun> = {}): CapitalisedRun => ({
  ...{ words: text.split(" "), start: START, end: START + text.length, sentence: 3, before: "", after: "" },
  ...{ isFirst: false, isPossessive: false, isHeading: false, isGerman: false },
  ...more,
});
const NOTHING: RunContext = { ordinary: new Set(), witnessed: new Set(), alone: new Set() };
const judged = (text: string, more: Partial<CapitalisedRun> = {}, context: Partial<RunContext> = {}) =>
  judgeRun(run(text, more), { ...NOTHING, ...context });
const evidence = (...all: Parameters<typeof judged>) => judged(...all)?.evidence ?? 0;
const shown = (...all: Parameters<typeof judged>) => {
  const found = judged(...all);
  return found && `${found.type} ${found.name}`;
};
const small = (...words: readonly string[]) => ({ ordinary: new Set(words) });
const FIRST = { isFirst: true };
const GERMAN = { isGerman: true };

describe("the evidence of capitals", () => {
  it.each<[string, string, Partial<CapitalisedRun>, Partial<RunContext>, number]>([
    ["one word", "Marlin", {}, {}, 1],
    ["one that is written small too", "Marlin", {}, small("marlin"), 0],
    ["one at the start", "Marlin", FIRST, {}, 0.1],
    ["one at the start that stands inside too", "Marlin", FIRST, { witnessed: new Set(["marlin"]) }, 0.6],
    ["a verb at the start", "Ended", FIRST, {}, 0],
    ["four letters like a verb at the start", "Seed", FIRST, {}, 0],
    ["a given name at the start", "Tobias", FIRST, {}, 1],
    ["a given name that is written small too", "Tobias", FIRST, small("tobias"), 0],
    ["possessive", "Marlin", { isPossessive: true }, {}, 1],
    ["possessive, but written small too", "Marlin", { isPossessive: true }, small("marlin"), 0],
    ["said of somebody, at the start", "Marlin", { ...FIRST, after: "says" }, {}, 1],
    ["told to somebody, at the start", "Marlin", { ...FIRST, before: "with" }, {}, 0.5],
    ["worked with, at the start", "Marlin", { ...FIRST, before: "via" }, {}, 0.5],
    ["behind another word", "Marlin", { before: "under" }, {}, 1],
    ["several words", "Marlin Zephyr", {}, {}, 1],
    ["several, one written small too", "Marlin Zephyr", {}, small("zephyr"), 1],
    ["several, all written small too", "Marlin Zephyr", {}, small("zephyr", "marlin"), 0.4],
    ["several at the start", "Marlin Zephyr", FIRST, {}, 1],
    ["several at the start, one written small too", "Marlin Zephyr", FIRST, small("zephyr"), 1],
    ["several in a heading", "Marlin Zephyr", { isHeading: true }, {}, 1],
    ["several that are shouted", "MARLIN ZEPHYR", {}, {}, 0.1],
    ["two capitals", "MCP", FIRST, {}, 0.1],
    ["a capital inside", "MongoDB", FIRST, {}, 1],
    ["a German word", "Marlin", GERMAN, {}, 0.12],
    ["a German word at the start", "Marlin", { ...GERMAN, ...FIRST }, {}, 0],
    ["a German word behind a preposition", "Marlin", { ...GERMAN, before: "mit" }, {}, 0.52],
    ["a German noun behind a preposition", "Messung", { ...GERMAN, before: "mit" }, {}, 0.12],
    ["several German words", "Marlin Zephyr", GERMAN, {}, 0.4],
    ["several German words at the start", "Marlin Zephyr", { ...GERMAN, ...FIRST }, {}, 0.12],
    ["a German word before a verb", "Marlin", { ...GERMAN, after: "sagt" }, {}, 0.12],
    ["a German given name before a verb", "Tobias", { ...GERMAN, after: "sagt" }, {}, 1],
  ])("of %s", (_, text, more, context, expected) => {
    expect(evidence(text, more, context)).toBeCloseTo(expected, 5);
  });
});

describe("what of the capitals is the name", () => {
  it.each<[string, Partial<CapitalisedRun>, Partial<RunContext>, string | undefined]>([
    ["Ask Tobias", FIRST, {}, "person Tobias"],
    ["Ask Tobias", {}, {}, "other Ask Tobias"],
    ["Decided Marlin", FIRST, {}, "other Marlin"],
    ["Brand Marlin", FIRST, small("brand"), "other Marlin"],
    ["Brand Marlin", {}, small("brand"), "other Brand Marlin"],
    ["Die Marlin", FIRST, {}, "other Marlin"],
    ["La Marlin", FIRST, {}, "other Marlin"],
    ["The MCP Marlin", {}, {}, "other MCP Marlin"],
    ["Because Marlin", {}, {}, "other Marlin"],
    ["Monday Marlin", {}, {}, "other Marlin"],
    ["Marlin March", {}, {}, "other Marlin"],
    ["Marlin 2031", {}, {}, "other Marlin"],
    ["Dr Okafor", {}, {}, "person Okafor"],
    ["March", {}, {}, undefined],
    ["The", {}, {}, undefined],
    ["NOT", {}, {}, undefined],
    ["A", {}, {}, undefined],
    ["Early", {}, {}, "other Early"],
  ])("%s, %j", (text, more, context, expected) => {
    expect(shown(text, more, context)).toBe(expected);
  });

  it("begins behind what was taken off its front", () => {
    expect(judged("Ask Tobias", FIRST)).toMatchObject({ start: START + 4, end: START + 10, sentence: 3 });
    expect(judged("Marlin Bay")).toMatchObject({ start: START, end: START + 10 });
  });
});

describe("the kind of a name in capitals", () => {
  it.each<[string, Partial<CapitalisedRun>, string]>([
    ["Northgate Institute", {}, "organisation"],
    ["Institute", {}, "other"],
    ["Project Marlin", {}, "project"],
    ["Marlin Project", {}, "project"],
    ["Marlin", { before: "project" }, "project"],
    ["Tobias", { before: "project" }, "project"],
    ["Tobias Bay", {}, "person"],
    ["Okafor", { before: "senor" }, "person"],
    ["South Sudan", {}, "place"],
    ["Marlin Bay", {}, "other"],
    ["Marlin Zephyr", {}, "person"],
    ["Marlin Zephyr", { before: "via" }, "other"],
    ["Mei-Ling Zephyr", {}, "person"],
    ["Server-Side Zephyr", {}, "other"],
    ["Hollis & Crane", {}, "organisation"],
    ["Hollis & Crane", { isHeading: true }, "other"],
    ["Street", {}, "other"],
    ["Marlin", { before: "in" }, "other"],
    ["In Bremen", FIRST, "place"],
    ["Marlin", { before: "in", after: "v2" }, "other"],
    ["Marlin", { before: "in", after: "2" }, "other"],
    ["MCP", { before: "in" }, "other"],
    ["MongoDB", {}, "product"],
    ["Marlin", { after: "says" }, "person"],
    ["Marlin", { after: "sagt", isGerman: true }, "other"],
    ["MCP Marlin", { after: "says" }, "other"],
  ])("%s, %j: %s", (text, more, type) => {
    expect(judged(text, more)?.type).toBe(type);
  });

  it("is nobody's where one of its words stands alone in the document", () => {
    expect(judged("Marlin Zephyr", {}, { alone: new Set(["marlin"]) })?.type).toBe("other");
  });
});
