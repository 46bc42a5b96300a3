import { expect, it } from "vitest";
import { editDistance, nearestName } from "../../../src/text/words/edit-distance.ts";

it.each([
  ["abc", "abc", 0, 0],
  ["abc", "abd", 0, 1],
  ["ab", "ba", 2, 1],
  ["ca", "abc", 3, 3],
  ["", "abc", 3, 3],
  ["abcd", "a", 2, 3],
  ["abcd", "ab", 2, 2],
  ["kitten", "sitting", 3, 3],
  ["kitten", "sitting", 2, 3],
  ["abcdef", "azcdyf", 1, 2],
  ["xab", "xba", 1, 1],
])("from %s to %s, up to %d, it is %d", (a, b, limit, distance) => {
  expect(editDistance(a, b, limit)).toBe(distance);
  expect(editDistance(b, a, limit)).toBe(distance);
});

it.each<[string, readonly string[], string | undefined]>([
  ["LAMBDA", ["a.b", "mmr.Lambda"], "mmr.Lambda"],
  ["lambda", ["mmr.lambda", "x.lambdas"], "mmr.lambda"],
  ["lambda", ["one.lambda", "two.lambda"], undefined],
  ["limt", ["limb", "limit"], "limb"],
  ["limi", ["limbo", "limit"], "limit"],
  ["abc", ["abd", "abe"], "abd"],
  ["ab", ["ac"], undefined],
  ["abcdef", ["abcxyz", "abxyef"], "abxyef"],
  ["abcdef", ["abcxyz"], undefined],
  ["x", [], undefined],
])("%s of %j is meant as %s", (typed, names, meant) => {
  expect(nearestName(typed, names)).toBe(meant);
});
