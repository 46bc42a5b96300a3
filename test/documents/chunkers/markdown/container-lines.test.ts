import { expect, it } from "vitest";
import { splitLines } from "../../../../src/documents/chunkers/lines.ts";
import { containerBlocks } from "../../../../src/documents/chunkers/markdown/markdown-containers.ts";

/** `first-last` line of each container, and the last line of its settings where it has some. */
const containersIn = (text: string): readonly string[] =>
  containerBlocks(splitLines(text), { from: 0, fences: [] }).map(
    (found) =>
      `${found.from + 1}-${found.to}${found.settings.to > found.settings.from ? ` (${found.settings.to})` : ""}`,
  );

it.each<[string, string, readonly string[]]>([
  ["begins behind a tab", "\t::a\n::\n", ["1-2"]],
  ["begins with a tab behind its marks", "::\ta\n::\n", ["1-2"]],
  ["begins with no two spaces behind its marks", "::  a\n::\n", []],
  ["begins behind no other text", "x ::a\n::\n", []],
  ["ends behind eight spaces", "::a\n        ::\n", ["1-2"]],
  ["ends behind no nine spaces", "::a\n         ::\n", []],
  ["ends behind a tab", "::a\n\t::\n", ["1-2"]],
  ["ends before a tab", "::a\n::\t\n", ["1-2"]],
  ["ends behind no other text", "::a\nx ::\n", []],
  ["ends before no other text", "::a\n:: x\n", []],
  ["ends with its own marks only", ":::a\n::\n", []],
  ["has settings between indented rules", "::a\n        ---\nt: 1\n        ---\n::\n", ["1-5 (4)"]],
  ["has no settings between rules of nine spaces", "::a\n         ---\nt: 1\n         ---\n::\n", ["1-5"]],
  ["has settings between rules behind tabs", "::a\n\t---\nt: 1\n\t---\n::\n", ["1-5 (4)"]],
  ["has settings between rules before a space", "::a\n--- \nt: 1\n--- \n::\n", ["1-5 (4)"]],
  ["has settings between rules before a tab", "::a\n---\t\nt: 1\n---\t\n::\n", ["1-5 (4)"]],
  ["has settings in lines of other systems", "::a\r\n---\r\nt: 1\r\n---\r\n::\r\n", ["1-5 (4)"]],
  ["has no settings behind a longer rule", "::a\n----\nt: 1\n----\n::\n", ["1-5"]],
  ["has no settings behind a rule with text", "::a\n--- x\nt: 1\n---\n::\n", ["1-5"]],
  ["has no settings behind text and a rule", "::a\nx ---\nt: 1\n---\n::\n", ["1-5"]],
  ["has empty settings", "::a\n---\n---\n::\n", ["1-4 (3)"]],
])("a container %s", (_, text, lines) => {
  expect(containersIn(text)).toEqual(lines);
});
