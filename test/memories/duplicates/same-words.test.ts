import { expect, it } from "vitest";
import { normalHash, normalText, wordOverlap } from "../../../src/memories/duplicates/same-text.ts";

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
