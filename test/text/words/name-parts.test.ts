import { describe, expect, it } from "vitest";
import {
  ACRONYM,
  CAPITALISED,
  isFunctionWord,
  NAME_WORD,
  nameParts,
  POSSESSIVE,
} from "../../../src/text/words/name-parts.ts";

describe("the parts of a name", () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ["of one word are none", ["lopez"], []],
    ["are each there once", ["ana", "lopez", "ana"], ["ana", "lopez"]],
    ["have three characters at least", ["al", "ana"], ["ana"]],
    ["have two in Chinese, Japanese and Korean", ["東", "京都", "ana"], ["京都", "ana"]],
    ["are not what every company is", ["quill", "gmbh"], ["quill"]],
    ["are not what every group is", ["marlin", "team"], ["marlin"]],
    ["are no words of English sentences", ["they", "marlin"], ["marlin"]],
    ["are no words of Spanish sentences", ["está", "esta", "marlin"], ["está", "marlin"]],
    ["are no words of Portuguese sentences", ["onde", "marlin"], ["marlin"]],
    ["are no numbers of any script", ["2031", "٢٠٣١", "marlin"], ["marlin"]],
    ["may hold a digit", ["web2000", "marlin"], ["web2000", "marlin"]],
  ])("%s", (_, words, parts) => {
    expect(nameParts(words)).toEqual(parts);
  });

  it("are cut at anything but letters and digits", () => {
    expect("ana-lópez_2 & co.".match(NAME_WORD)).toEqual(["ana", "lópez", "2", "co"]);
  });
});

it.each([
  ["the", true],
  ["donde", true],
  ["voce", true],
  ["marlin", false],
  ["und", false],
])("%s makes sentences: %s", (word, is) => {
  expect(isFunctionWord(word)).toBe(is);
});

it.each([
  ["Marlin", true, false],
  ["M", true, false],
  ["MCP", true, true],
  ["M2", true, false],
  ["McKay", true, true],
  ["M2P", true, true],
  ["Wendelin-Kraft", true, false],
  ["O'Brien", true, false],
  ["O’Brien", true, false],
  ["A&B", true, false],
  ["A/B", true, false],
  ["A.B", true, false],
  ["A-B-C", true, false],
  ["A-", false, false],
  ["A--B", false, false],
  ["A+B", false, false],
  ["Ärger", true, false],
  ["marlin", false, false],
  ["mCP", false, false],
  ["2M", false, false],
  ["MCP.", false, false],
  ["", false, false],
])("%j begins with a capital: %s, and is an acronym: %s", (word, isCapitalised, isAcronym) => {
  expect([CAPITALISED.test(word), ACRONYM.test(word)]).toEqual([isCapitalised, isAcronym]);
});

it("an ending of possession is an s behind an apostrophe, at the end", () => {
  expect(["Ana's", "Ana’s", "Anas", "Ana's x", "Ana'"].map((word) => word.replace(POSSESSIVE, ""))).toEqual([
    ...["Ana", "Ana", "Anas", "Ana's x", "Ana'"],
  ]);
});
