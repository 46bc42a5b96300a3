import fc from "fast-check";
import { expect, it } from "vitest";
import { upToWord, wordStart } from "../../../src/text/words/word-edges.ts";

/** The text from there on, cut at the bar. */
const from = (marked: string, last = marked.length - 1): string => {
  const start = marked.indexOf("|");
  const text = marked.replace("|", "");
  return text.slice(wordStart(text, start, last));
};

it.each([
  ["wra|pper of should", "of should"],
  ["a wrapper| of should", "of should"],
  ["the wrapper |of should", "of should"],
  ["wrapper, |, (of) should", "(of) should"],
  ["don|'t over-do it", "over-do it"],
  ["𝒂𝒃|𝒄 next", "next"],
  ["数据|库 next", "库 next"],
  ["か|な next", "な next"],
  ["カ|ナ next", "ナ next"],
  ["ที|่นี่ next", "ที่นี่ next".slice(2)],
  ["snake_|case next", "next"],
  ["a1|2 next", "next"],
  ["e\u0301|\u0301a next", "next"],
  ["over|-do next", "next"],
  ["don’|t next", "next"],
  ["end|.;:!?)]}… next", "next"],
  ['end|"next', '"next'],
  ["end| [next", "[next"],
  ["end.|next", "next"],
  ["|next", "next"],
])("begins %j with a word", (marked, shown) => {
  expect(from(marked)).toBe(shown);
});

it("begins no later than it may, and with a part of a word that goes on until there", () => {
  expect(from("lon|gword match", 9)).toBe("match");
  expect(from("lon|gword", 6)).toBe("gword");
});

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
