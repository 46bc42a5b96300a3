import { describe, expect, it } from "vitest";
import { parseLines, parsePlace } from "../../src/text/places/place.ts";

describe("a place", () => {
  it.each([
    ["./a.md", { path: "a.md" }],
    ["notes:./a.md", { root: "notes", path: "a.md" }],
    ["r:a:b.md:5", { root: "r", path: "a:b.md", lines: "5" }],
    ["a.md:10-40", { path: "a.md", lines: "10-40" }],
    ["a.md:10-", { path: "a.md", lines: "10-" }],
    ["a.md#L10-40", { path: "a.md", lines: "10-40" }],
    ["a.md#L10", { path: "a.md", lines: "10-10" }],
    ["r:a.md#L1C5-L3C90", { root: "r", path: "a.md", lines: "1-3", startColumn: 5, endColumn: 90 }],
    ["a.md#L5C2", { path: "a.md", lines: "5-5", startColumn: 2 }],
    ["a.md#L1C0-L1C0", { path: "a.md", lines: "1-1", startColumn: 1, endColumn: 0 }],
    ["a.md#L123456789", { path: "a.md", lines: "123456789-123456789" }],
    ["a.md#L1234567890", { path: "a.md#L1234567890" }],
    ["a.md#L1-3", { path: "a.md", lines: "1-3" }],
    ["a.md#L1C2-3C4", { path: "a.md", lines: "1-3", startColumn: 2, endColumn: 4 }],
    ["a.md#L1-L3C4", { path: "a.md", lines: "1-3", endColumn: 4 }],
    ["a.md#L1-L3:5", { path: "a.md#L1-L3", lines: "5" }],
    ["a.md:5#L1", { path: "5", root: "a.md", lines: "1-1" }],
    ["a.md#L1C1234567890", { path: "a.md#L1C1234567890" }],
    ["a.md:123456789", { path: "a.md", lines: "123456789" }],
    ["a.md:1234567890", { root: "a.md", path: "1234567890" }],
    ["r:a.md:5-6", { root: "r", path: "a.md", lines: "5-6" }],
    ["a.md:-5", { root: "a.md", path: "-5" }],
    ["a/./b.md", { path: "a/./b.md" }],
    ["../a.md", { path: "../a.md" }],
    ["r:./", { path: "r:./" }],
    ["r:", { path: "r:" }],
    [":a", { path: ":a" }],
  ])("%s", (text, place) => {
    expect(parsePlace(text)).toEqual(place);
  });
});

describe("lines", () => {
  it.each([
    [undefined, undefined],
    ["40", [40, 40]],
    ["10-40", [10, 40]],
    ["10-10", [10, 10]],
    ["10-", [10, Number.MAX_SAFE_INTEGER]],
    ["999999999", [999_999_999, 999_999_999]],
  ])("%s are %j", (text, lines) => {
    expect(parseLines(text)).toEqual(lines);
  });

  it("say which of them is before the other", () => {
    expect(() => parseLines("40-10")).toThrow(
      "lines: 10 is before 40; first and last line, like 10-40, 10- or 12",
    );
  });

  it.each(["", "0", "0-4", "-5", "a", "1-2-3", "1234567890", " 1"])("are not %j", (text) => {
    expect(() => parseLines(text)).toThrow(
      expect.objectContaining({
        code: "invalid_input",
        message: "lines: first and last line, like 10-40, 10- or 12",
      }),
    );
  });
});
