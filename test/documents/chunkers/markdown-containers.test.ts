import { expect, it } from "vitest";
import { splitLines } from "../../../src/documents/chunkers/lines.ts";
import { containerBlocks } from "../../../src/documents/chunkers/markdown/markdown-containers.ts";

/** `first-last` line of each container, and the last line of its settings where it has some. */
const containersIn = (text: string, from = 0, fences: readonly { from: number; to: number }[] = []) =>
  containerBlocks(splitLines(text), { from, fences }).map(
    (found) =>
      `${found.from + 1}-${found.to}${found.settings.to > found.settings.from ? ` (${found.settings.to})` : ""}`,
  );

it.each([
  ["::a\ntext\n::\nb\n", ["1-3"]],
  ["::a\n::\n::b\n::\n", ["1-2", "3-4"]],
  ["::a\n:::b\nx\n:::\n::\n", ["1-5"]],
  [":::a\n::b\nx\n:::\ny\n", ["1-4"]],
  ["::a\nx\n", []],
  ["::\n::a\n::\n", ["2-3"]],
  ["::a{b=1}\n::\n", ["1-2"]],
  [":: a\n:: \r\n", ["1-2"]],
  [":a\n:\n", []],
  ["::1\n::\n", []],
  ["        ::a\n::\n", ["1-2"]],
  ["         ::a\n::\n", []],
  ["::::::::a\n::::::::\n", ["1-2"]],
  [":::::::::a\n:::::::::\n", []],
])("containers of %j are lines %j", (text, lines) => {
  expect(containersIn(text)).toEqual(lines);
});

it("begin after the front matter, and not inside a code block", () => {
  expect(containersIn("::a\n::b\n::\n", 1)).toEqual(["2-3"]);
  expect(containersIn("::b\n::\n", 1)).toEqual([]);
  expect(containersIn("::a\n```\n::\n```\n::\n", 0, [{ from: 1, to: 4 }])).toEqual(["1-5"]);
  expect(containersIn("```\n::a\n```\n::b\n::\n", 0, [{ from: 0, to: 3 }])).toEqual(["4-5"]);
});

it("have settings only right after their first line, closed before their end, within a hundred lines", () => {
  expect(containersIn("::a\n---\nt: 1\n---\nx\n::\n")).toEqual(["1-6 (4)"]);
  expect(containersIn("::a\n\n---\nt: 1\n---\n::\n")).toEqual(["1-6"]);
  expect(containersIn("::a\n---\nt: 1\nx\n::\n---\n")).toEqual(["1-5"]);
  const settings = (lines: number) => containersIn(`::a\n---\n${"t: 1\n".repeat(lines)}---\n::\n`);
  expect(settings(97)).toEqual(["1-101 (100)"]);
  expect(settings(98)).toEqual(["1-102"]);
});
