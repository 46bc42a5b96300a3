import { describe, expect, it } from "vitest";
import { readProse } from "../../../src/names/prose/read-prose.ts";
import type { CapitalisedRun } from "../../../src/names/types.ts";

function read(text: string) {
  const names = { mentions: [], runs: [] as CapitalisedRun[], sentenceStarts: [] as number[] };
  readProse(text, { start: 0, end: text.length }, { names, ordinary: new Set() });
  return names;
}
const marlin = (text: string) => read(text).runs.find(({ words }) => words.includes("Marlin"));

describe("a name begins a sentence", () => {
  it.each([
    ...["one.' Marlin", "one.) Marlin", "one.* Marlin", "one._ Marlin", "one.” Marlin", "one.’ Marlin"],
    ...["one：Marlin", "one！Marlin", "one？Marlin", "one! Marlin", "one?\nMarlin"],
    ...[
      "one\n* Marlin",
      "one\n+ Marlin",
      "one\n> Marlin",
      "one\n| Marlin",
      "one\n• Marlin",
      "one\n   - Marlin",
    ],
    ...["one\n \n Marlin", 'one="Marlin"', "one}\nMarlin", "one|Marlin", "one\n123) Marlin"],
  ])("in %j", (text) => {
    expect(marlin(text)?.isFirst).toBe(true);
  });

  it.each([
    ...["one.(Marlin", "one}Marlin", "one = Marlin", "one (Marlin", "one; Marlin", "one - Marlin"],
    ...[
      "one * Marlin",
      "one > Marlin",
      "one\n1234) Marlin",
      "one\n12 Marlin",
      "one\n  Marlin",
      "one/ Marlin",
    ],
  ])("not in %j", (text) => {
    expect(marlin(text)?.isFirst).toBe(false);
  });
});

describe("a name in a heading", () => {
  it.each([
    ["# Marlin", true],
    ["###### Marlin", true],
    ["text\n## Marlin", true],
    ["text\n\n## Marlin", true],
    ["#  Marlin", false],
    ["text # Marlin", false],
    ["text\n# - Marlin", false],
    ["# One. Marlin", true],
    ["# One\n\nMarlin", false],
    ["# One\n- Marlin", false],
  ])("is one in %j: %s", (text, isHeading) => {
    expect(marlin(text)?.isHeading).toBe(isHeading);
  });
});

describe("a name", () => {
  it.each([
    ["it was Marlin' end", true],
    ["it was Marlin’ end", true],
    ["it was Marlin’s end", true],
    ["it was Marlin ' end", false],
    ["it was Marlin'x end", undefined],
  ])("is somebody's in %j: %s", (text, isPossessive) => {
    expect(marlin(text)?.isPossessive).toBe(isPossessive);
  });

  it.each<[string, readonly string[]]>([
    ["das ist nicht Marlin und ein Kafka. the Zephyr", ["Marlin German", "Kafka German", "Zephyr"]],
    ["see Zephyr. das ist nicht Marlin", ["Zephyr German", "Marlin German"]],
    ["this is the Marlin. das Kafka", ["Marlin", "Kafka German"]],
  ])("is German or not, and the same name: %j", (text, expected) => {
    expect(
      read(text).runs.map(({ words, isGerman }) => words.join(" ") + (isGerman ? " German" : "")),
    ).toEqual(expected);
  });

  it.each<[string, readonly string[]]>([
    ["it was Anna &Marlin", ["Anna", "Marlin"]],
    ["it was A. Marlin. Later Zephyr", ["A. Marlin", "Later Zephyr"]],
    ["it was Anna A. Marlin", ["Anna A. Marlin"]],
    ["it was Anna. Marlin", ["Anna", "Marlin"]],
    ["it was Anna\tMarlin", ["Anna Marlin"]],
    ["it was Anna \n Marlin", ["Anna Marlin"]],
    ["it was Anna \n\n Marlin", ["Anna", "Marlin"]],
    ["it was Anna/Marlin", []],
    ["it was Bank of Marlin", ["Bank of Marlin"]],
    ["it was Bank of the Marlin", ["Bank", "Marlin"]],
    ["it was Bank\nof Marlin", ["Bank", "Marlin"]],
  ])("ends where something else begins: %j", (text, expected) => {
    expect(read(text).runs.map(({ words }) => words.join(" "))).toEqual(expected);
  });
});
