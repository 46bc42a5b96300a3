import { describe, expect, it } from "vitest";
import { renderTable, wrapLines } from "../../../src/cli/terminal/columns.ts";
import { colors, columnsFor } from "../../../src/cli/terminal/terminal.ts";

it("takes a missing cell of a row for an empty one", () => {
  expect(renderTable(["id", "label"], [["ab"], ["c", "d"]])).toEqual(["id  label", "ab", "c   d"]);
});

describe("a line that is broken", () => {
  it.each<[string, string, number, readonly string[]]>([
    ["stays where it just fits", "one two three", 13, ["one two three"]],
    [
      "hangs under a label with two blanks after it",
      "label  one two three four five",
      27,
      [...["label  one two three four", "       five"]],
    ],
    [
      "does not hang under a word with one blank after it",
      "label one two three four five",
      27,
      [...["label one two three four", "five"]],
    ],
    [
      "hangs under a label of twenty signs",
      `${"l".repeat(20)}  one two three four five six`,
      44,
      [...[`${"l".repeat(20)}  one two three four`, `${" ".repeat(22)}five six`]],
    ],
    [
      "does not hang under a longer word",
      `${"l".repeat(21)}  one two three four five six`,
      44,
      [...[`${"l".repeat(21)}  one two three four`, "five six"]],
    ],
    [
      "has twenty columns beside a label, whatever the terminal has",
      "label  one two three four five six",
      10,
      [...["label  one two three four", "       five six"]],
    ],
    [
      "hangs under blanks and a label",
      "  label  one two three four five six",
      30,
      [...["  label  one two three four", "         five six"]],
    ],
  ])("%s", (_, line, columns, lines) => {
    expect(wrapLines([line], columns)).toEqual(lines);
  });
});

const TTY = { isTTY: true, columns: 100 };

it.each<[string | undefined, Parameters<typeof columnsFor>[1], number]>([
  ["1", TTY, 1],
  ["99999", { isTTY: false, columns: 0 }, 99_999],
  ["080", TTY, 100],
  ["80x", TTY, 100],
  ["x80", TTY, 100],
])("takes COLUMNS=%j of %j as %d columns", (named, stdout, columns) => {
  expect(columnsFor(named, stdout)).toBe(columns);
});

it.each([
  [{ FORCE_COLOR: "false" }, true, false],
  [{ FORCE_COLOR: "" }, true, true],
  [{ FORCE_COLOR: "" }, false, false],
  [{ FORCE_COLOR: "1", TERM: "dumb" }, false, true],
  [{ TERM: "xterm" }, true, true],
])("colours with %j on a terminal %s: %s", (env, isTerminal, expected) => {
  expect(colors(env, isTerminal)).toBe(expected);
});
