import { describe, expect, it } from "vitest";
import { readEntries, readFrontMatter } from "../../src/text/front-matter.ts";

const read = (text: string) => {
  const lines = text.split("\n");
  const { lines: count, isClosed, entries } = readFrontMatter((line) => lines[line]);
  return [count, isClosed, entries.length];
};
const values = (...lines: readonly string[]) => readEntries(lines).map(({ key, values }) => [key, ...values]);

describe("front matter", () => {
  it.each([
    ["---\na: 1\n---\nx", [3, true, 1]],
    ["---\na: 1\n...\nx", [3, true, 1]],
    ["\uFEFF--- \na: 1\n---\r\nx", [3, true, 1]],
    ["---\na: 1\n----\n---\n", [4, true, 1]],
    ["---\na: 1", [2, false, 1]],
    ["----\na: 1\n---", [0, false, 0]],
    ["a: 1\n---", [0, false, 0]],
    [`---\n${"a: 1\n".repeat(998)}---\n`, [1_000, true, 998]],
    [`---\n${"a: 1\n".repeat(999)}---\n`, [1_000, false, 999]],
  ])("%#: lines, end and entries", (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it("tells lists, their items and what is nested", () => {
    expect(readEntries(["a: [1]", "b:", "  - x", "c:", "  d: y", "e: z"])).toEqual([
      { key: "a", values: [1], isList: true, isNested: false },
      { key: "b", values: ["x"], isList: true, isNested: false },
      { key: "c.d", values: ["y"], isList: false, isNested: true },
      { key: "e", values: ["z"], isList: false, isNested: false },
    ]);
  });

  it.each([
    ["-0.50", -0.5],
    ["0", 0],
    ["01", "01"],
    ["123456789012345", 123_456_789_012_345],
    ["1234567890123456", "1234567890123456"],
    ["1.", "1."],
    ["false", false],
    ["TRUE", "TRUE"],
    ["x #y", "x"],
    ["x#y", "x#y"],
    ["'x' # y", "x"],
    ["'it''s'", "it's"],
    ['"a\\\\b\\r\\n"', "a\\b\r\n"],
    ["x'y", "x'y"],
  ])("the value %s is %j", (raw, value) => {
    expect(values(`a: ${raw}`)).toEqual([["a", value]]);
  });

  it.each([
    ["a comment alone", ["a: # none", "b: 1"], [["b", 1]]],
    ["a key without a space", ["a:1", "b : 2"], [["b", 2]]],
    ["a list with a comment", ["a: [x, 'y, z'] # c"], [["a", "x", "y, z"]]],
    [
      "a list over lines",
      ["a: [", "  x,", "]", "b: 1"],
      [
        ["a", "x"],
        ["b", 1],
      ],
    ],
    [
      "a list that never ends",
      ["a: [x", "b: 1"],
      [
        ["a", "[x"],
        ["b", 1],
      ],
    ],
    ["a text before a comment", ["a: x", "  # c", "  y"], [["a", "x"]]],
    ["a text before an empty line", ["a: x", "", "  y"], [["a", "x"]]],
    [
      "a text before an item",
      ["a: x", "  - y"],
      [
        ["a", "x"],
        ["a", "y"],
      ],
    ],
    [
      "a quoted text",
      ["a: 'x", "  y'", "b: 1"],
      [
        ["a", "x y"],
        ["b", 1],
      ],
    ],
    [
      "a folded block with its width",
      ["a: >2", "  x", "b: 1"],
      [
        ["a", "x"],
        ["b", 1],
      ],
    ],
    [
      "an item with keys",
      ["l:", "  - a: 1", "    b: 2"],
      [
        ["l.a", 1],
        ["l.b", 2],
      ],
    ],
    [
      "an item as deep as its key",
      ["a:", "- x", "b: 1"],
      [
        ["a", "x"],
        ["b", 1],
      ],
    ],
    [
      "keys as deep as others",
      ["a:", "  b: 1", "c: 2"],
      [
        ["a.b", 1],
        ["c", 2],
      ],
    ],
  ])("reads %s", (_, lines, expected) => {
    expect(values(...lines)).toEqual(expected);
  });

  it("lets a list go on over twenty lines at most", () => {
    const list = (lines: number) =>
      values("a: [x", ...Array.from({ length: lines - 1 }, () => "  y,"), "  z]");
    expect(list(20)[0]).toHaveLength(22 - 1);
    expect(list(21)).toEqual([["a", "[x"]]);
  });

  it("reads 3,000 entries and no more", () => {
    const lines = (count: number) => Array.from({ length: count }, (_, at) => `k${at}: 1`);
    expect(readEntries(lines(3_000))).toHaveLength(3_000);
    expect(readEntries(lines(3_001))).toHaveLength(3_000);
  });
});
