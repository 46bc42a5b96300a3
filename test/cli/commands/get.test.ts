import { expect, it } from "vitest";
import { parsePlace } from "../../../src/cli/commands/get.ts";

it.each([
  ["a/b.md", { path: "a/b.md" }],
  ["./a/b.md", { path: "a/b.md" }],
  ["a/b.md:10-40", { path: "a/b.md", lines: "10-40" }],
  ["a/b.md:10", { path: "a/b.md", lines: "10" }],
  ["a/b.md:10-", { path: "a/b.md", lines: "10-" }],
  ["a/b.md#L3-L9", { path: "a/b.md", lines: "3-9" }],
  ["a/b.md#L3", { path: "a/b.md", lines: "3-3" }],
  ["a/b.md#L3C5-L3C90", { path: "a/b.md", lines: "3-3", startColumn: 5, endColumn: 90 }],
  ["a/b.md#L3C5", { path: "a/b.md", lines: "3-3", startColumn: 5 }],
  ["notes:a/b.md", { root: "notes", path: "a/b.md" }],
  ["my notes:a/b.md#L3-L9", { root: "my notes", path: "a/b.md", lines: "3-9" }],
  ["notes:a.md:2-3", { root: "notes", path: "a.md", lines: "2-3" }],
  ["c#sharp.md", { path: "c#sharp.md" }],
])("reads %s", (text, place) => {
  expect(parsePlace(text)).toEqual(place);
});
