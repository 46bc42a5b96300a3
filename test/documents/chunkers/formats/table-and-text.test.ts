import { expect, it } from "vitest";
import { outlineOf } from "../outline-of.ts";

it.each<[string, string, string | undefined]>([
  ["csv", 'a"b,c', 'a"b, c'],
  ["csv", '"a","b"', "a, b"],
  ["csv", "a\uFEFF,b", "a, b"],
  ["csv", "\uFEFF1,2", undefined],
  ["tsv", "id\t1,5", undefined],
  ["tsv", "id\tx,5", "id, x,5"],
  ["csv", "-,b", undefined],
  ["csv", "+1,b", undefined],
  ["csv", `${"a,".repeat(999)}bc,5`, `${"a, ".repeat(999)}bc`],
])("a table of %s that begins with %j has the columns %s", (language, header, columns) => {
  expect(outlineOf(language, [header, "1,2"])?.sections[0]?.headings).toEqual(columns ? [columns] : []);
});

it.each<[string, string, readonly string[], string]>([
  ["each record of any length", "csv", ["a,b", "1,xy", "2,z"], "333"],
  ["no line of a record over lines", "csv", ["a,b", '1,"x', "y", 'z"', "2,w"], "33223"],
  ["a record with quotes in quotes", "csv", ["a,b", '1,"x""y"', "2,w"], "333"],
  [
    "an item with a plus sign",
    "text",
    ["a", "+ b", "-\tc", "1234. d", "12345. e", "1) f", "1] g"],
    "2333232",
  ],
  ["an indented item", "text", ["a", "        1234. b", "\t- c"], "233"],
  ["no word with a mark before it", "text", ["a", "-b", "1.b", "•b", "• b"], "22223"],
])("a passage begins best with %s", (_, language, lines, strengths) => {
  expect([...(outlineOf(language, lines)?.strengths ?? [])].join("")).toBe(strengths);
});
