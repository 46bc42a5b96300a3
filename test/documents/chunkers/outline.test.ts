import { describe, expect, it } from "vitest";
import {
  countLines,
  firstCharacter,
  isBlankRange,
  lineEnd,
  lineStart,
  lowerBound,
  splitLines,
} from "../../../src/documents/chunkers/lines.ts";
import { declaredIn, metadataOf } from "../../../src/documents/chunkers/markdown/front-matter.ts";
import {
  fitHeadings,
  headingsOf,
  headingText,
  pathTo,
  shorten,
} from "../../../src/documents/chunkers/markdown/headings.ts";
import { indentations, paragraphStrengths } from "../../../src/documents/chunkers/markdown/outline.ts";
import type { FrontMatterEntry } from "../../../src/text/front-matter.ts";

describe("lines", () => {
  it("are indented by columns, a tab by four; what holds white space alone is blank", () => {
    expect([...indentations(splitLines("a\n  b\n\tc\n \td\n\r\n \n\n\rx\n"))]).toEqual([
      ...[0, 2, 4, 5, -1, -1, -1, 0],
    ]);
  });

  it("begin a paragraph after a blank one", () => {
    expect([...paragraphStrengths(indentations(splitLines("\na\nb\n\n\nc\n")))]).toEqual([1, 4, 2, 1, 1, 4]);
    expect([...paragraphStrengths(indentations(splitLines("a\n")))]).toEqual([2]);
  });

  it("have a first character, and an end before their newline", () => {
    const source = splitLines("a\n \t b \n   \nc");
    const places = [0, 1, 2, 3].map((line) => [
      lineStart(source, line),
      firstCharacter(source, line),
      lineEnd(source, line),
    ]);
    expect(places).toEqual([
      [0, 0, 1],
      [2, 5, 7],
      [8, 11, 11],
      [12, 12, 13],
    ]);
    expect(lineStart(source, 4)).toBe(13);
  });

  it("are blank as a range up to, not including, its end", () => {
    const source = splitLines("a\n\n \nb\n");
    const ranges = [
      [1, 3],
      [1, 4],
      [0, 2],
      [3, 3],
      [3, 1],
    ] as const;
    expect(ranges.map(([from, to]) => isBlankRange(source, from, to))).toEqual([
      true,
      false,
      false,
      true,
      true,
    ]);
  });

  it.each([
    ["", 0],
    ["a", 1],
    ["a\n", 1],
    ["\n\n", 2],
    ["a\n\nb", 3],
  ])("of %j are %i", (text, lines) => {
    expect(countLines(text)).toBe(lines);
  });

  it("are found by the first that is not before, also behind all", () => {
    const values = [1, 3, 3, 7];
    const first = (wanted: number) => lowerBound(values.length, (at) => (values[at] ?? 0) < wanted);
    expect([0, 1, 2, 3, 4, 7, 8].map(first)).toEqual([0, 0, 1, 1, 3, 3, 4]);
  });
});

describe("headings", () => {
  it.each([
    ["# A", "A"],
    ["###### A", "A"],
    ["## B ##", "B"],
    ["  ## x", "x"],
    ["\uFEFF# x", "x"],
    ["# C#", "C#"],
    ["# [a](b) c", "a c"],
    ["# ![i](u) d", "i d"],
    ["# `code` **b** __i__ ~~s~~", "code b i s"],
    ["# a_b *c*", "a_b *c*"],
    ["# T {#id}", "T"],
    ["# T {.c}", "T"],
    ["# T {:c}", "T"],
    ["# T {x}", "T {x}"],
    ["# a    b", "a b"],
    ["#", ""],
  ])("%j reads %j", (raw, text) => {
    expect(headingText(raw)).toBe(text);
  });

  it("are read from their first 500 characters", () => {
    expect(headingText(`# ${"x".repeat(600)}`)).toBe("x".repeat(498));
  });

  it("stand below those further out, and end those as far in", () => {
    const path = [1, 2, 3].map((level) => ({ level, text: `h${level}` }));
    const levels = (level: number) => pathTo(path, { level, text: "new" }).map(({ text }) => text);
    expect([1, 2, 3, 4].map(levels)).toEqual([
      ["new"],
      ["h1", "new"],
      ["h1", "h2", "new"],
      ["h1", "h2", "h3", "new"],
    ]);
  });

  it.each<[readonly string[], string | undefined, readonly string[]]>([
    [["A", "B"], undefined, ["A", "B"]],
    [["A", "B"], "A", ["A", "B"]],
    [["A", "B"], "T", ["T", "A", "B"]],
    [["B", "A"], "A", ["A", "B", "A"]],
    [["A", "", "B"], undefined, ["A", "B"]],
    [["A"], "", ["A"]],
    [[], "T", ["T"]],
  ])("%j under the title %s are %j", (texts, title, headings) => {
    const path = texts.map((text, at) => ({ level: at + 1, text }));
    expect(headingsOf(path, title)).toEqual(headings);
  });

  it("are cut short only as far as it takes", () => {
    const words = "word ".repeat(300);
    expect(fitHeadings(["Guide", words, "Boots"])).toEqual(["Guide", `${words.slice(0, 399)}…`, "Boots"]);
    expect(fitHeadings([words, words])).toEqual(Array.from({ length: 2 }, () => `${words.slice(0, 199)}…`));
  });

  it("are shortened beyond their length, without the space before the cut", () => {
    expect(shorten("abcd", 4)).toBe("abcd");
    expect(shorten("abcde", 4)).toBe("abcd…");
    expect(shorten("abc de", 4)).toBe("abc…");
  });
});

describe("front matter as metadata", () => {
  const entry = (key: string, value: string | number = 1): FrontMatterEntry => ({
    ...{ key, values: [value], isList: false, isNested: false },
  });

  it("has 200 keys, and goes on with those that it has", () => {
    const keys = Array.from({ length: 201 }, (_, at) => entry(`k${at}`));
    const metadata = metadataOf([...keys, entry("k0", 2)]);
    expect(Object.keys(metadata)).toHaveLength(200);
    expect([metadata.k0, metadata.k199, metadata.k200]).toEqual([[1, 2], 1, undefined]);
  });

  it("has keys of 200 characters and values of 2,000", () => {
    const metadata = metadataOf([
      entry("k".repeat(200)),
      entry("l".repeat(201)),
      entry("a", "x".repeat(2_000)),
      entry("b", "x".repeat(2_001)),
    ]);
    expect(metadata).toEqual({
      ["k".repeat(200)]: 1,
      a: "x".repeat(2_000),
      b: `${"x".repeat(2_000)}…`,
    });
  });

  it("has 16,000 characters as JSON", () => {
    // A key of one character and a value: eight signs around them.
    const full = Array.from({ length: 8 }, (_, at) => entry(`${at}`, "x".repeat(1_992)));
    expect(Object.keys(metadataOf(full))).toHaveLength(8);
    expect(Object.keys(metadataOf([entry("0", "x".repeat(1_993)), ...full.slice(1)]))).toHaveLength(7);
  });

  it("has what is given once as one value, a list as a list, and nothing for an empty one", () => {
    const list = (key: string, values: readonly string[]): FrontMatterEntry => ({
      ...{ key, values, isList: true, isNested: false },
    });
    expect(metadataOf([list("one", ["a"]), entry("two", "b"), list("two", ["c"])])).toEqual({
      one: ["a"],
      two: ["b", "c"],
    });
    expect(declaredIn(splitLines("---\na: 1\n...\nb"))).toEqual({ lines: 3, metadata: { a: 1 } });
    expect(declaredIn(splitLines("---\na: 1\n"))).toEqual({ lines: 0, metadata: {} });
  });
});
