import fc from "fast-check";
import { expect, it } from "vitest";
import { upToWord } from "../../../src/text/words/word-end.ts";

it.each([
  ["one two three", 9, "one two"],
  ["one two three", 7, "one two"],
  ["one two three", 8, "one two"],
  ["one two", 7, "one two"],
  ["one two", 99, "one two"],
  ["three", 3, "thr"],
  ["a\nthree", 5, "a\nthr"],
  [`a ${"x".repeat(60)}`, 50, `a ${"x".repeat(48)}`],
  ["時計の時間", 3, "時計の"],
  ["ab🦀cd", 3, "ab"],
])("the first of %j within %d characters, up to a word, are %j", (text, chars, start) => {
  expect(upToWord(text, chars)).toBe(start);
});

it("is the beginning of any text, and holds no half of a character that it has whole", () => {
  const text = fc.string({ unit: "binary", maxLength: 60 });
  fc.assert(
    fc.property(text, fc.nat(70), (whole, chars) => {
      const start = upToWord(whole, chars);
      expect(whole.startsWith(start)).toBe(true);
      expect(start.length).toBeLessThanOrEqual(chars);
      if (whole.isWellFormed()) expect(start.isWellFormed()).toBe(true);
    }),
  );
});
