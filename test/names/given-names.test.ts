import fc from "fast-check";
import { expect, it } from "vitest";
import { givenMentions, givenPattern } from "../../src/names/given-names.ts";

const found = (text: string, names: readonly string[]): string[] => {
  const given = givenPattern(names);
  return given === undefined ? [] : givenMentions(text, given, [0]).map(({ name }) => name);
};

it.each([
  ["zarbon-lab", "We met at Zarbon-Lab."],
  ["C++", "It is written in C++ and Lua."],
  ["a/b [x] {2} (y) ^$.*|\\", "See a/b [x] {2} (y) ^$.*|\\ there."],
  ["Ana Lopez", "Then Ana\n  Lopez left."],
])("finds %s as it is written, whatever signs it has", (name, text) => {
  expect(found(text, ["Otto Weir", name])).toHaveLength(1);
});

it.each([["zarbon-labs"], ["pre-zarbon-lab"], ["zarbon-lab-two"]])("takes no part of %s for it", (text) => {
  expect(found(text, ["zarbon-lab"])).toEqual([]);
});

it("makes a pattern of any names", () => {
  const names = fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }), { maxLength: 20 });
  fc.assert(fc.property(names, (given) => (givenPattern(given) === undefined) === (given.length === 0)));
});
