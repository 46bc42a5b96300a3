import { describe, expect, it } from "vitest";
import { isPersonRole, relationWord, roleOf } from "../../../src/names/prose/relation-words.ts";
import { type PlacedName, relationsOf } from "../../../src/names/prose/relations.ts";
import type { EntityType } from "../../../src/names/types.ts";

interface Said {
  readonly title?: string;
  readonly isSubject?: boolean;
  readonly type?: EntityType;
  readonly isLinked?: boolean;
}

/** What a text says whose names stand in braces; § begins another sentence. */
function stated(marked: string, { title, isSubject = false, type = "other", isLinked = false }: Said = {}) {
  const names: PlacedName[] = [];
  let text = "";
  let sentence = 0;
  for (const part of marked.split(/(\{[^}]*\}|§)/)) {
    if (part === "§") sentence += 1;
    else if (part.startsWith("{")) {
      const name = part.slice(1, -1);
      const slug = name.toLowerCase().replaceAll(" ", "-");
      names.push({ slug, start: text.length, end: text.length + name.length, sentence, isLinked, type });
      text += name;
    } else text += part;
  }
  return relationsOf({ text, names, title, isSubject }).map(({ from, type, to }) => `${from} ${type} ${to}`);
}

describe("what stands between two names", () => {
  it.each([
    ["{a} uses {b}", ["a uses b"]],
    ["{a} **uses** {b}", ["a uses b"]],
    ["{a} is used by {b}", ["b uses a"]],
    ...["is", "are", "was", "were", "has been", "have been"].map((be): [string, readonly string[]] => [
      `{a} ${be} maintained by {b}`,
      ["b maintains a"],
    ]),
    ["{a}, maintained by {b}", ["b maintains a"]],
    ["{a}, maintains {b}", []],
    ["{a} uses {b}, {c} and the {d}", ["a uses b", "a uses c", "a uses d"]],
    ["{a} is used by {b} and {c}", ["b uses a"]],
    ["{a} reports to {b} and {c}", ["a reports_to b"]],
    ["{a} uses {b} {a} uses {b}", ["a uses b"]],
    ["{a} uses {a}", []],
    ["{a} uses §{b}", []],
    ["{a}, who currently leads the {b}", ["a leads b"]],
    ["{a} still uses our new {b}", ["a uses b"]],
    ["{a}. Uses {b}", []],
    ["{a} (uses) {b}", []],
    ["moved from {a} to {b}", ["a replaced_by b"]],
    ["Migration from the {a} over to {b}", ["a replaced_by b"]],
    ["was moved from {a} to {b}", []],
    ["we spoke from {a} to {b}", []],
    ["{a}, founder of {b}", ["a created b"]],
    ["{a}, the director of {b}", ["a leads b"]],
    ["{a}'s manager in the summer is {b}", ["a manager b"]],
    ["{a}'s colour is {b}", []],
    ["{Model Context Protocol} ({MCP})", ["mcp alias_of model-context-protocol"]],
    ["{Model Context Protocol} ({XYZ})", []],
    ["{Model Context Protocol} ({MCP} of old)", []],
  ])("%s", (marked, relations) => {
    expect(stated(marked)).toEqual(relations);
  });

  it("is sixty characters at most", () => {
    expect(stated(`{a} uses${" ".repeat(55)}{b}`)).toEqual(["a uses b"]);
    expect(stated(`{a} uses${" ".repeat(56)}{b}`)).toEqual([]);
  });

  it.each<[EntityType, boolean]>([
    ["person", true],
    ["handle", true],
    ["heading", true],
    ["concept", true],
    ["code", false],
    ["organisation", false],
    ["product", false],
  ])("says where a %s works: %s", (type, isSaid) => {
    expect(stated("{a}, an engineer at {b}", { type })).toEqual(isSaid ? ["a works_at b"] : []);
  });
});

describe("what a line says before its first name", () => {
  const PAGE = { title: "t" };
  const SUBJECT = { title: "t", isSubject: true };
  it.each<[string, Said, readonly string[]]>([
    ["- Owns {a}", SUBJECT, ["t owns a"]],
    ["1. Owns {a}", SUBJECT, ["t owns a"]],
    ["- [x] Owns {a}", SUBJECT, ["t owns a"]],
    ["> Owns {a}", SUBJECT, ["t owns a"]],
    ["Is led by {a}", SUBJECT, ["a leads t"]],
    ["- Owns {a}", PAGE, []],
    ["- Owns {a}", { isSubject: true }, []],
    ["Owner: {a}", PAGE, ["t owner a"]],
    ["| Owner | {a}", PAGE, ["t owner a"]],
    ["Team: {a}", PAGE, []],
    ["Team: {a}", SUBJECT, ["t team a"]],
    ["Colour: {a}", SUBJECT, []],
    ["Her deputy in summer is {a}", PAGE, ["t deputy a"]],
    ["Her team is {a}", PAGE, []],
    ["Her team is {a}", SUBJECT, ["t team a"]],
    ["Uses {a} owns {b}", SUBJECT, ["t uses a", "a owns b"]],
    ["Uses {a}\nOwns {b}", SUBJECT, ["t uses a", "t owns b"]],
    ["Owns {t}", SUBJECT, []],
    [`Owns ${" ".repeat(75)}{a}`, SUBJECT, ["t owns a"]],
    [`Owns ${" ".repeat(76)}{a}`, SUBJECT, []],
  ])("%j, %j", (marked, said, relations) => {
    expect(stated(marked, said)).toEqual(relations);
  });

  it("comes before what stands between names, and links come last, each once", () => {
    expect(stated("Uses {a} which owns {b}; {a}", { ...SUBJECT, isLinked: true })).toEqual([
      ...["t uses a", "a owns b", "t links_to a", "t links_to b"],
    ]);
    expect(stated("see {a}", { isLinked: true })).toEqual([]);
  });
});

it.each([
  ["works_at", "arbeitet bei", "employs"],
  ["leads", "is head of", "led by"],
  ["owns", "is responsible for", "is owned by"],
  ["uses", "is built with", "used by"],
  ["depends_on", "requires", "is needed by"],
  ["replaced_by", "was superseded by", "replaces"],
  ["reports_to", "reporta a", "supervises"],
  ["manages", "verwaltet", "is managed by"],
  ["maintains", "pflegt", "maintained by"],
  ["created", "wrote", "founded by"],
  ["part_of", "belongs to", "includes"],
  ["implements", "implement", "implemented by"],
  ["calls", "invokes", "is wrapped by"],
  ["blocks", "blocks", "blocked by"],
  ["fixes", "resolves", "was fixed by"],
])("%s is said by %j, and by %j of the second name", (type, forward, backward) => {
  expect(relationWord(forward)).toEqual({ type, isReversed: false });
  expect(relationWord(backward)).toEqual({ type, isReversed: true });
});

it.each([
  ["runs_on", "is hosted on"],
  ["located_in", "lives in"],
  ["member_of", "joined"],
  ["extends", "inherits from"],
  ["returns", "return"],
  ["imports", "imports"],
  ["alias_of", "stands for"],
  ["deputy_of", "stands in for"],
  ["married_to", "married"],
  ["points_to", "=>"],
])("%s is said by %j", (type, phrase) => {
  expect(relationWord(phrase)).toEqual({ type, isReversed: false });
  expect(relationWord(`${phrase} not`)).toBeUndefined();
});

it("a role is written with spaces, dashes or underscores, and is somebody's or something's", () => {
  expect(["see also", "see-also", " works_at ", "owner"].map(roleOf)).toEqual([
    ...["see_also", "see_also", "works_at", "owner"],
  ]);
  expect(["colour", "", "own"].map(roleOf)).toEqual([undefined, undefined, undefined]);
  expect(["owner", "deputy", "contact", "team", "uses"].map(isPersonRole)).toEqual([
    ...[true, true, true, false, false],
  ]);
});
