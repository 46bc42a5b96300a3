import { expect, it } from "vitest";
import { wordStart } from "../../../src/text/words/word-start.ts";

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
