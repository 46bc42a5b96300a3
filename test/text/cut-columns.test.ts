import { expect, it } from "vitest";
import { cutColumns } from "../../src/text/places/place.ts";

it.each([
  ["a part of one line", "abcdef\n", 1, { startColumn: 2, endColumn: 4 }, "bcd"],
  ["one character", "abcdef", 1, { startColumn: 1, endColumn: 1 }, "a"],
  [
    "from the middle of one line to that of another",
    "abc\r\ndef\nghi\n",
    3,
    { startColumn: 3, endColumn: 2 },
    "c\r\ndef\ngh",
  ],
  ["nothing of a line that is not there", "ab\ncd", 5, { startColumn: 2, endColumn: 9 }, "b\ncd"],
  ["nothing where the end is before the start", "abcdef", 1, { startColumn: 4, endColumn: 2 }, ""],
  ["no part of an empty last line", "ab\n\n", 2, { startColumn: 1, endColumn: 5 }, "ab\n"],
  ["nothing past a line's end", "ab\ncd\n", 2, { startColumn: 1, endColumn: 99 }, "ab\ncd"],
  ["to the end without an end", "ab\ncd\n", 2, { startColumn: 2 }, "b\ncd\n"],
  ["the start of a line without a start", "abcdef", 1, { endColumn: 3 }, "abc"],
  ["UTF-16 units", "🦀🦀x", 1, { startColumn: 3, endColumn: 5 }, "🦀x"],
])("prints %s", (_, text, lines, columns, cut) => {
  expect(cutColumns(text, lines, columns)).toBe(cut);
});
