import { expect, it } from "vitest";
import { renderTable } from "../../../src/cli/terminal/columns.ts";
import { colors } from "../../../src/cli/terminal/terminal.ts";

const ROWS = [
  ["a1", "a label that is longer than its column", "read"],
  ["b2", "short", "write"],
];

it("makes columns as wide as their cells, and cuts the one that may be cut", () => {
  expect(renderTable(["id", "label", "scope"], ROWS)[1]).toBe(
    "a1  a label that is longer than its column  read",
  );
  expect(renderTable(["id", "label", "scope"], ROWS, { columns: 30, cut: 1 })).toEqual([
    "id  label                scope",
    "a1  a label that is lo…  read",
    "b2  short                write",
  ]);
  expect(renderTable(["id", "label", "scope"], ROWS, { columns: 5, cut: 1 })[1]).toBe("a1  a label…  read");
  expect(renderTable(["id"], [["日本語"]], { columns: 3, cut: 0 })).toEqual(["id", "日本語"]);
});

it.each([
  [{}, true, true],
  [{}, false, false],
  [{ TERM: "dumb" }, true, false],
  [{ NO_COLOR: "1" }, true, false],
  [{ NO_COLOR: "" }, true, true],
  [{ FORCE_COLOR: "1" }, false, true],
  [{ FORCE_COLOR: "0" }, true, false],
  [{ FORCE_COLOR: "1", NO_COLOR: "1" }, true, false],
])("with %j, terminal %s: colours %s", (env, isTerminal, expected) => {
  expect(colors(env, isTerminal)).toBe(expected);
});
