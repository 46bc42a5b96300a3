import { describe, expect, it } from "vitest";
import {
  maySayTheSame,
  normalHash,
  normalText,
  wordOverlap,
} from "../../../src/memories/duplicates/same-text.ts";

const both = (a: string, b: string): readonly boolean[] => [maySayTheSame(a, b), maySayTheSame(b, a)];
const YES = [true, true];
const NO = [false, false];

describe("of two texts, one denies that has", () => {
  it.each([
    ..."no not never none nothing nobody without cannot can't can’t kein keine keinerlei nicht nie ne".split(
      " ",
    ),
    ..."pas jamais nunca sin не 不 没 無 ない 안 Never NICHT".split(" "),
  ])("%s", (word) => {
    expect(both("we use tabs here", `we use tabs ${word} here`)).toEqual(NO);
    expect(both("we use tabs here", `we use tabs ${word}, ${word} here`)).toEqual(YES);
  });

  it.each(
    "notes knot nonet nothingness pass since newer nieder sinew cannoth neon casino"
      .split(" ")
      .map((word) => [word]),
  )("not %s, which only holds such a word", (word) => {
    expect(both("we use tabs here", `we use tabs ${word} here`)).toEqual(YES);
  });
});

describe("numbers of two texts", () => {
  it.each([
    ["7.5", "7 5", NO],
    ["7,5", "7 5", NO],
    ["7:5", "7 5", NO],
    ["7/5", "7 5", NO],
    ["7-5", "7 5", NO],
    ["7.", "7", YES],
    ["7..5", "7 5", YES],
    ["7.55", "7.5 5", NO],
    ["7 and 5", "5 and 7", YES],
    ["7 and 7", "7", YES],
    ["7", "", NO],
    ["75", "7 5", NO],
    ["٧", "٨", NO],
  ])("%j and %j agree both ways: %j", (a, b, agree) => {
    expect(both(`take ${a} of them`, `take ${b} of them`)).toEqual(agree);
  });
});

describe("names of two texts", () => {
  it.each(["--", "::", "../"])("are words with %s inside", (signs) => {
    expect(both(`the alpha${signs}gate runs`, `the alpha${signs}work runs`)).toEqual(NO);
  });

  it.each([..."_./:@#-"])("are words with %s inside", (sign) => {
    expect(both(`the alpha${sign}gate runs`, `the alpha${sign}work runs`)).toEqual(NO);
  });

  it.each<[string, string, string, readonly boolean[]]>([
    ["are words with a capital", "the Gate runs", "the Work runs", NO],
    ["are words with a capital inside", "the myGate runs", "the myWork runs", NO],
    ["are no words in lower case", "the gate runs", "the work runs", YES],
    ["are no words with a sign at an end", "the gate- runs", "the work- runs", YES],
    ["may be beyond one text alone", "the Gate runs", "the work runs", YES],
    ["are known in another form of the word", "the Gates run, says Ann", "a gate runs, says ann", YES],
    ["are no words that every text has", "The gate runs", "That gate runs", YES],
  ])("%s", (_, a, b, agree) => {
    expect(both(a, b)).toEqual(agree);
  });
});

it.each<[string, string, string]>([
  ["a full stop", "It nests.", "it nests"],
  ["exclamation marks", "It nests!!", "it nests"],
  ["a wide exclamation mark", "它在！", "它在"],
  ["an ideographic full stop", "它在。", "它在"],
  ["an ellipsis", "It nests…", "it nests"],
  ["the way that its letters are composed", "Cafe\u0301.", "caf\u00e9"],
  ["several of them, and spaces", "It nests . ! …", "it nests"],
  ["no question mark", "It nests?", "it nests?"],
  ["no comma", "It nests,", "it nests,"],
  ["none inside", "It. Nests", "it. nests"],
  ["none at the start", "...it nests", "...it nests"],
  ["white space of every kind", "\t it \n\u3000nests \r\n", "it nests"],
])("a text is compared without %s at its end", (_, text, normal) => {
  expect(normalText(text)).toBe(normal);
});

it("a text of signs alone is compared as it is, without white space around it", async () => {
  expect(await normalHash(" ...\n")).toBe(await normalHash("..."));
  expect(await normalHash("..")).not.toBe(await normalHash("..."));
});

it.each<[string, string, number]>([
  ["red boat", "red boat", 1],
  ["red boat", "red oar", 0.5],
  ["boat", "red wooden boat", 0.5],
  ["boat boat boat", "boat", 1],
  ["boats", "boat", 1],
  ["the red boat", "a red boat", 1],
  ["boat", "oar", 0],
  ["the", "of", 0],
  ["", "", 0],
  ["", "boat", 0],
])("%j and %j are made of the same words by %d", (a, b, overlap) => {
  expect(wordOverlap(a, b)).toBe(overlap);
  expect(wordOverlap(b, a)).toBe(overlap);
});
