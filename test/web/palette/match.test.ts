import { describe, expect, it } from "vitest";
import { bestOf, matchScore, slips } from "../../../src/web/palette/match.ts";

describe("a typed text", () => {
  it.each([
    [
      "names itself before what begins with it, then words of it, parts, slips",
      "heron",
      [...["Heron", "Heron project", "Project Heron", "Subheronic", "Project Heorn"]],
    ],
    ["names by the starts of several words", "kes la", ["Kestrel Labs"]],
    ["names without its accents, and with them", "lopez", ["Ana López"]],
  ])("%s", (_, typed, names) => {
    const scores = names.map((name) => matchScore(typed, name));
    expect(scores.every((score) => score > 0)).toBe(true);
    expect(scores).toEqual([...scores].sort((one, other) => other - one));
  });

  it.each([
    ["kestrle", "Kestrel Labs"],
    ["kestel", "Kestrel Labs"],
    ["kesstrel", "Kestrel Labs"],
    ["documantation", "Documentation"],
  ])("%s names %s with a slip", (typed, name) => expect(matchScore(typed, name)).toBeGreaterThan(0));

  it.each([
    ["the", "Tha"],
    ["kestrel", "Harbour Systems"],
    ["kxxtrel", "Kestrel"],
    ["zestrel", "Kestrel"],
    ["", ""],
  ])("%j is not %j", (typed, name) => expect(matchScore(typed, name)).toBe(typed === "" ? 1 : 0));

  it("counts slips up to the beginning of a word", () => {
    expect([slips("ab", "ab", 2), slips("abc", "acb", 2), slips("abx", "abcd", 2)]).toEqual([0, 1, 1]);
    expect([slips("kest", "kestrel", 1), slips("", "a", 1)]).toEqual([0, 0]);
  });
});

it("the best come first, at most so many, of equals the earlier", () => {
  const names = ["b key", "a key", "keys", "none"];
  const best = bestOf(names, (name) => matchScore("key", name), 2);
  expect(best.map(({ thing }) => thing)).toEqual(["keys", "b key"]);
});
