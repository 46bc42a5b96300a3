import { describe, expect, it } from "vitest";
import { readEntries, readFrontMatter } from "../../src/text/front-matter.ts";

const values = (...lines: readonly string[]) => readEntries(lines).map(({ key, values }) => [key, ...values]);

describe("a key of front matter", () => {
  it.each<[string, string, string | undefined]>([
    ["quoted, with a space", '"a b": 1', "a b"],
    ["quoted, with a colon", "'a: b': 1", "a: b"],
    ["two words", "see also: 1", "see also"],
    ["a space before its colon", "a : 1", "a"],
    ["dots, slashes, dashes and signs", "$a.b/c-d@e: 1", "$a.b/c-d@e"],
    ["accented letters", "título: 1", "título"],
    ["one letter", "a: 1", "a"],
    ["a bracket", "{a}: 1", undefined],
    ["a question mark", "?a: 1", undefined],
    ["a quote that stays open", '"a: 1', undefined],
    ["a tab before it", "\ta: 1", undefined],
    ["nothing", ": 1", undefined],
  ])("may be with %s or not: %#", (_, line, key) => {
    expect(values(line)).toEqual(key === undefined ? [] : [[key, 1]]);
  });

  it("is below the nearest key that is less indented, eight at most above it", () => {
    const names = [..."abcdefghij"];
    const last = names.map((name, at) => `${" ".repeat(at)}${name}:${at > 7 ? " 1" : ""}`);
    expect(values(...last)).toEqual([
      ["a.b.c.d.e.f.g.h.i", 1],
      ["a.b.c.d.e.f.g.h.j", 1],
    ]);
    expect(values("a:", "  b:", "    c: 1", "   d: 2", " e: 3", "f: 4")).toEqual([
      ["a.b.c", 1],
      ["a.b.d", 2],
      ["a.e", 3],
      ["f", 4],
    ]);
  });
});

describe("an item of a list", () => {
  it.each<[string, readonly string[], unknown]>([
    [
      "belongs to the nearest key that is not more indented",
      ["a:", "  b:", "    - x", "  - y", " - z"],
      ["a.b=x", "a.b=y", "a=z"],
    ],
    ["belongs to nothing without a key before it", ["- x", "a: 1"], ["a=1"]],
    ["is read like any value", ["a:", "- 7", "- true", "- 'x' # y"], ["a=7", "a=true", "a=x"]],
    ["may hold keys below a key of its own", ["l:", "  - a:", "      b: 1"], ["l.a.b=1"]],
    ["needs a space behind its dash", ["a:", "-x"], []],
    ["is something", ["a:", "-  "], []],
  ])("%s", (_, lines, expected) => {
    expect(values(...lines).map(([key, value]) => `${key}=${value}`)).toEqual(expected);
  });

  it("is nested where its key is", () => {
    const nested = (...lines: readonly string[]) => readEntries(lines).map(({ isNested }) => isNested);
    expect(nested("a:", "- x")).toEqual([false]);
    expect(nested("a:", "  b:", "    - x")).toEqual([true]);
  });
});

describe("a value that goes on", () => {
  it.each<[string, readonly string[], readonly unknown[]]>([
    [
      "as plain text, over more indented lines",
      ["a: x", "  y z", "   w", "b: 1"],
      [
        ["a", "x y z w"],
        ["b", 1],
      ],
    ],
    ["not over a line as indented as its key", ["a: x", "y"], [["a", "x"]]],
    ["not behind quotes that are closed", ["a: 'x'", "  y"], [["a", "x"]]],
    ["not behind a brace", ["a: {x", "  y}"], [["a", "{x"]]],
    ["not behind a list that is closed", ["a: [x]", "  y"], [["a", "x"]]],
    [
      "not over a key below it",
      ["a: x", "  b: y"],
      [
        ["a", "x"],
        ["a.b", "y"],
      ],
    ],
    [
      "as a list, over an empty line too",
      ["a: [x,", "", "  y]", "b: 1"],
      [
        ["a", "x", "y"],
        ["b", 1],
      ],
    ],
    [
      "not as a list over a line that is not indented",
      ["a: [x,", "y]", "b: 1"],
      [
        ["a", "[x,"],
        ["b", 1],
      ],
    ],
    [
      "in double quotes, over an escaped one",
      ['a: "x\\"', '  y"', "b: 1"],
      [
        ["a", 'x" y'],
        ["b", 1],
      ],
    ],
    [
      "in single quotes, over a doubled one",
      ["a: 'x''", "  y'", "b: 1"],
      [
        ["a", "x' y"],
        ["b", 1],
      ],
    ],
    [
      "as a block, over what looks like keys and items",
      ["a: |", "  b: 1", "  - c", "d: 2"],
      [
        ["a", "b: 1 - c"],
        ["d", 2],
      ],
    ],
    [
      "as a block, over empty lines",
      ["a: >", "  x", "", "  y", "b: 1"],
      [
        ["a", "x  y"],
        ["b", 1],
      ],
    ],
    [
      "as a block that says nothing",
      ["a: |", "b: 1"],
      [
        ["a", ""],
        ["b", 1],
      ],
    ],
  ])("%s", (_, lines, expected) => {
    expect(values(...lines)).toEqual(expected);
  });

  it.each(["|", ">", "|-", "|+", ">-", ">2", "|+1"])("%s opens a block", (sign) => {
    expect(values(`a: ${sign}`, "  x: y")).toEqual([["a", "x: y"]]);
  });

  it.each(["|x", "||", ">12", "-|"])("%s opens none", (sign) => {
    expect(values(`a: ${sign}`, "  x: y")).toEqual([
      ["a", sign],
      ["a.x", "y"],
    ]);
  });

  it("may be a block of any number of lines, a text of twenty more, and of 4,000 characters before the last", () => {
    const lines = Array.from({ length: 30 }, () => "  y");
    expect(String(values("a: |", ...lines)[0]?.[1])).toHaveLength(30 * 2 - 1);
    expect(String(values("a: x", ...lines)[0]?.[1])).toHaveLength(1 + 20 * 2);
    const text = (chars: number) => String(values(`a: ${"x".repeat(chars)}`, "  y")[0]?.[1]).length;
    expect([text(3_999), text(4_000)]).toEqual([4_001, 4_000]);
  });
});

describe("a value of front matter", () => {
  it.each<[string, readonly unknown[]]>([
    ["[a, , b,]", ["a", "b"]],
    ['["a, b", c]', ["a, b", "c"]],
    ['["a\\", b", c]', ['a", b', "c"]],
    ["[it's, b]", ["it's", "b"]],
    ["[1, true, '2']", [1, true, "2"]],
    ["[]", []],
    ["[a]#b", ["[a]#b"]],
    ["[a] #b", ["a"]],
    ["0.123456789012345", [0.123456789012345]],
    ["0.1234567890123456", ["0.1234567890123456"]],
    ["-0", [-0]],
    ["+1", ["+1"]],
    ["1e3", ["1e3"]],
    ["1_000", ["1_000"]],
    ["true # yes", [true]],
    ["True", ["True"]],
    ['"a\\tb\\x"', ["a\tbx"]],
    ['"a" b', ["a"]],
    ["'a\\n'", ["a\\n"]],
    ["x # y # z", ["x"]],
  ])("%s is %j", (raw, expected) => {
    expect(values(`a: ${raw}`)).toEqual([["a", ...expected]]);
  });

  it("is cut where its line has 4,000 characters", () => {
    const lines = ["---", `a: ${"x".repeat(4_000)}`, "---"];
    const { entries } = readFrontMatter((line) => lines[line]);
    expect(String(entries[0]?.values[0])).toHaveLength(4_000 - "a: ".length);
  });
});
