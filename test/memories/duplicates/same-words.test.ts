import { expect, it } from "vitest";
import { wordOverlap } from "../../../src/memories/duplicates/same-text.ts";

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
