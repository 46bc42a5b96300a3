import { describe, expect, it } from "vitest";
import { readProse } from "../../../src/names/prose/read-prose.ts";
import type { CapitalisedRun } from "../../../src/names/types.ts";

function read(text: string, from = 0) {
  const names = { mentions: [], runs: [] as CapitalisedRun[], sentenceStarts: [] as number[] };
  const ordinary = new Set<string>();
  readProse(text, { start: from, end: text.length }, { names, ordinary });
  return { ...names, ordinary };
}
const runs = (text: string) => read(text).runs.map(({ words }) => words.join(" "));
const first = (text: string, word: string) => read(text).runs.find(({ words }) => words.includes(word));

describe("a run of capitals", () => {
  it.each([
    ["it was Ludwig van Beethoven", ["Ludwig van Beethoven"]],
    ["it was Ludwig van der Rohe", ["Ludwig van der Rohe"]],
    ["it was Rio de Janeiro and Ludwig van Beethoven", ["Rio de Janeiro", "Ludwig van Beethoven"]],
    ["it was Ana de Silva de Souza", ["Ana de Silva de Souza"]],
    ["it was Ana de la von Silva", ["Ana", "Silva"]],
    ["it was Ludwig van and Beethoven", ["Ludwig", "Beethoven"]],
    ["it was Ludwig, van Beethoven", ["Ludwig", "Beethoven"]],
    ["it was Smith & Wesson", ["Smith & Wesson"]],
    ["it was J. R. Tolkien", ["J. R. Tolkien"]],
    ["it was John F. Kennedy", ["John F. Kennedy"]],
    ["it was St. Gallen", ["St. Gallen"]],
    ["it was Dr. Okafor", ["Dr Okafor"]],
    ["it was I. Marlin broke", ["I", "Marlin"]],
    ["it was Ana's Marlin", ["Ana", "Marlin"]],
    ["it was Marlin, Zephyr", ["Marlin", "Zephyr"]],
    ["it was Marlin\nZephyr", ["Marlin Zephyr"]],
    ["it was Marlin\n\nZephyr", ["Marlin", "Zephyr"]],
    ["it was Marlin\n- Zephyr", ["Marlin", "Zephyr"]],
    ["it was Marlin `code` Zephyr", ["Marlin", "Zephyr"]],
    ["it was Marlin armDriver Zephyr", ["Marlin", "Zephyr"]],
    ["it was Aa Bb Cc Dd Ee Ff", ["Aa Bb Cc Dd Ee Ff"]],
    ["it was Aa Bb Cc Dd Ee Ff Gg", []],
    [`it was A${"b".repeat(39)}`, [`A${"b".repeat(39)}`]],
    [`it was A${"b".repeat(40)}`, []],
    ["it was Ärger", ["Ärger"]],
  ])("in %j", (text, expected) => {
    expect(runs(text)).toEqual(expected);
  });

  it("stands at its place, without its possessive ending", () => {
    expect(read("it was Ana López's").runs[0]).toMatchObject({ start: 7, end: 16, isPossessive: true });
    expect(read("it was Ana López.").runs[0]).toMatchObject({ start: 7, end: 16, isPossessive: false });
    expect(read("it was the Kings' end").runs[0]).toMatchObject({ words: ["Kings"], isPossessive: true });
  });

  it.each([
    ["we ask Marlin today", "ask", "today"],
    ["we ask, Marlin, today", "", ""],
    ["we ask\nMarlin\ntoday", "ask", "today"],
    ["we met Marlin of it", "met", "of"],
    ["we met. Marlin broke", "", "broke"],
    ["we met Marlin. later", "met", ""],
  ])("in %j is between %j and %j", (text, before, after) => {
    expect(first(text, "Marlin")).toMatchObject({ before, after });
  });
});

describe("a sentence", () => {
  it.each([
    ["one. Marlin", true],
    ["one! Marlin", true],
    ["one: Marlin", true],
    ['one." Marlin', true],
    ["one\n\nMarlin", true],
    ["one\n- Marlin", true],
    ["one\n2) Marlin", true],
    ["one\n2. Marlin", true],
    ["2) Marlin", true],
    ["one (see 2) Marlin", false],
    ["one 2. Marlin", true],
    ["one\n# Marlin", true],
    ["one | Marlin", true],
    ["one? Marlin", true],
    ["one。Marlin", true],
    ["one, Marlin", false],
    ["one\nMarlin", false],
    ["one vs. Marlin", false],
    ["one b. Marlin", false],
    ["one vs.\n\nMarlin", true],
  ])("begins in %j with the name: %s", (text, isFirst) => {
    expect(first(text, "Marlin")?.isFirst).toBe(isFirst);
    expect(read(text).sentenceStarts.includes(text.indexOf("Marlin"))).toBe(isFirst);
  });

  it("has a number, which goes on from region to region", () => {
    const text = "one Marlin. Two Zephyr";
    expect(read(text).runs.map(({ sentence }) => sentence)).toEqual([1, 2]);
    expect(read(text).sentenceStarts).toEqual([0, 0, 12]);
    expect(read(text, 4).sentenceStarts).toEqual([4, 4, 12]);
  });

  it("is German whatever was read before it", () => {
    const text = "this is the Marlin. of Kafka. das ist nicht Zephyr";
    const names = { mentions: [], runs: [] as CapitalisedRun[], sentenceStarts: [] as number[] };
    for (const [start, end] of [
      [0, 29],
      [30, text.length],
    ] as const)
      readProse(text, { start, end }, { names, ordinary: new Set() });
    expect(names.runs.map(({ isGerman }) => isGerman)).toEqual([false, false, true]);
  });

  it("is a heading where it begins with its sign", () => {
    const text = "# One Marlin\n\ntwo Zephyr\n####### Three Kafka";
    expect(read(text).runs.map(({ words, isHeading }) => [words.at(-1), isHeading])).toEqual([
      ["Marlin", true],
      ["Zephyr", false],
      ["Kafka", false],
    ]);
  });

  it("is German by its own words, or by those of its region where it has none", () => {
    const german = (text: string) => read(text).runs.map(({ isGerman }) => isGerman);
    expect(german("das ist Marlin. this is the Zephyr")).toEqual([true, false]);
    expect(german("das ist nicht Marlin. see Zephyr")).toEqual([true, true]);
    expect(german("this is the Marlin. see Zephyr")).toEqual([false, false]);
    expect(german("Das war Marlin")).toEqual([true, true]);
  });
});

it("finds some four hundred candidates at most, of both kinds together", () => {
  const { mentions, runs } = read("see `code` and Marlin, ".repeat(300));
  expect(mentions.length + runs.length).toBe(401);
});

it("remembers, folded, what is written small", () => {
  expect([...read("the Élan of élan, x1 and 2x").ordinary]).toEqual(["the", "of", "elan", "x1", "and"]);
});
