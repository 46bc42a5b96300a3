import { describe, expect, it } from "vitest";
import { type PlacedName, relationsOf } from "../../../src/names/prose/relations.ts";
import type { EntityType } from "../../../src/names/types.ts";

/** What a text says whose names stand in braces. */
function stated(
  marked: string,
  {
    title,
    isSubject = false,
    type = "person" as EntityType,
  }: { title?: string; isSubject?: boolean; type?: EntityType } = {},
) {
  const names: PlacedName[] = [];
  let text = "";
  for (const part of marked.split(/(\{[^}]*\})/)) {
    if (part.startsWith("{")) {
      const name = part.slice(1, -1);
      names.push({
        slug: name,
        start: text.length,
        end: text.length + name.length,
        sentence: 0,
        isLinked: false,
        type,
      });
      text += name;
    } else text += part;
  }
  return relationsOf({ text, names, title, isSubject }).map(({ from, type, to }) => `${from} ${type} ${to}`);
}
const words = (text: string) => text.split(" ");

describe("between two names", () => {
  it.each(
    words("the a an our their his her its new old der die das dem den el la los las both project team"),
  )("%s before the second says nothing", (article) => {
    expect(stated(`{a} uses ${article} {b}`)).toEqual(["a uses b"]);
    expect(stated(`{a} uses ${article}x {b}`)).toEqual([]);
  });

  it.each(words("who which that is now still also currently already mostly only just then he she it they"))(
    "%s before the verb says nothing",
    (word) => {
      expect(stated(`{a} ${word} uses {b}`)).toEqual(["a uses b"]);
      expect(stated(`{a}, ${word} uses {b}`)).toEqual(["a uses b"]);
      expect(stated(`{a} x${word} uses {b}`)).toEqual([]);
    },
  );

  it.each([";", "–", "—", ", who still"])("%j before the verb says nothing", (sign) => {
    expect(stated(`{a} ${sign} which uses {b}`)).toEqual(["a uses b"]);
  });

  it.each(["and", "or", "und", "oder", "y", "o", "e", "&", ",", ", and", "and the", ", or the"])(
    "%j goes on with a list",
    (sign) => {
      expect(stated(`{a} uses {b} ${sign} {c}`)).toEqual(["a uses b", "a uses c"]);
    },
  );

  it.each(["but", "nor", ";", "and so", ", ,", "the"])("%j ends a list", (sign) => {
    expect(stated(`{a} uses {b} ${sign} {c}`)).toEqual(["a uses b"]);
  });

  it.each(words("uses owns leads manages maintains created fixes blocks imports"))(
    "a list of what one %s goes on",
    (verb) => {
      expect(stated(`{a} ${verb} {b} and {c}`)).toHaveLength(2);
    },
  );

  it.each(["depends on", "works at", "employs", "is a member of"])(
    "a list behind %j goes on, of what is said forward",
    (verb) => {
      expect(stated(`{a} ${verb} {b} and {c}`)).toHaveLength(verb === "employs" ? 1 : 2);
    },
  );

  it.each(["replaces", "extends", "calls", "is part of", "lives in"])(
    "a list behind %j does not go on",
    (verb) => {
      expect(stated(`{a} ${verb} {b} and {c}`)).toHaveLength(1);
    },
  );

  it.each([
    ...words("moved switched migrated changed went move switch migrate migration upgraded Moved"),
    "we have moved",
  ])("%s from one to another replaces the first", (verb) => {
    expect(stated(`${verb} from {a} to {b}`)).toEqual(["a replaced_by b"]);
    expect(stated(`${verb} from the {a} over to {b}`)).toEqual(["a replaced_by b"]);
  });

  it.each([
    "been moved",
    "was moved",
    "were moved",
    "is moved",
    "are moved",
    "removed",
    "unchanged",
    "moved away",
  ])("%s from one to another does not", (verb) => {
    expect(stated(`${verb} from {a} to {b}`)).toEqual([]);
  });

  it.each<[string, string | undefined]>([
    [", engineer at", "works_at"],
    [", an engineer at", "works_at"],
    [", the one two three four at", "works_at"],
    [", the one two three four five at", undefined],
    [", engineer bei", "works_at"],
    [" engineer at", undefined],
    [", engineer in", undefined],
    [", head of", "leads"],
    [" the head of", "leads"],
    [", leiterin von", "leads"],
    [", ceo of", "leads"],
    [", head at", "works_at"],
    [", header of", undefined],
    [", co-founder of", "created"],
    [" an inventor of", "created"],
    [", author of", "created"],
    [", founder at", "works_at"],
    [", founder of the", "created"],
    ["'s manager is", "manager"],
    ["s manager was", "manager"],
    ["'s manager ist", "manager"],
    ["'s manager es", "manager"],
    ["'s manager one two three four is", "manager"],
    ["'s manager one two three four five is", undefined],
    ["'s manager are", undefined],
    ["'s manager is not", undefined],
    ["'s colour is", undefined],
  ])("%j says %s", (phrase, type) => {
    expect(stated(`{a}${phrase} {b}`)).toEqual(type === undefined ? [] : [`a ${type} b`]);
  });

  it.each<[string, readonly string[]]>([
    ["{a} _uses_ {b}", ["a uses b"]],
    ['{a} ~`"uses"`~ {b}', ["a uses b"]],
    ["{a} uses [{b}]", ["a uses b"]],
    ["{a} *Uses {b}", []],
    ["{a} _Uses {b}", []],
    ["{a} USES {b}", []],
    ["{a} uses\n {b}", ["a uses b"]],
    ["{a}{b}", []],
    ["{a} uses (see {b}", []],
    ["{a} uses) {b}", []],
  ])("marks say nothing, capitals and brackets something else: %s", (marked, expected) => {
    expect(stated(marked)).toEqual(expected);
  });
});

describe("before the first name of a line", () => {
  const lead = (text: string, isSubject = true) => stated(`${text}{a}`, { title: "t", isSubject });

  it.each([
    "- ",
    "* ",
    "+ ",
    "• ",
    "1. ",
    "12) ",
    "> ",
    "> - ",
    "| ",
    "  - ",
    "- [ ] ",
    "- [x] ",
    "- | ",
    "\n\n- ",
  ])("%j says nothing", (mark) => {
    expect(lead(`${mark}Owner: `)).toEqual(["t owner a"]);
  });

  it.each(["1 ", "x. ", "- [y] "])("%j says something", (mark) => {
    expect(lead(`${mark}Owner: `)).toEqual([]);
  });

  it.each(words("Her His Their Its Ihr Ihre Sein Seine Su"))("%s is the page's", (pronoun) => {
    expect(lead(`${pronoun} deputy is `)).toEqual(["t deputy a"]);
    expect(lead(`${pronoun} deputy one two three four five are `)).toEqual(["t deputy a"]);
    expect(lead(`${pronoun} deputy one two three four five six are `)).toEqual([]);
    expect(lead(`${pronoun} deputy may be `)).toEqual([]);
  });

  it.each([
    ["Owner: ", true],
    ["Owner | ", true],
    ["Owner : ", true],
    ["Reports to: ", true],
    ["reports-to: ", true],
    ["Owner ", false],
    ["Owner:: ", false],
    ["Owner: the ", true],
    ["X: ", false],
  ])("%j is a key: %s", (text, isKey) => {
    expect(lead(text).length).toBe(isKey ? 1 : 0);
  });

  it("is of somebody only, where the page is about nothing", () => {
    expect([lead("Owner: ", false), lead("Team: ", false), lead("Owns ", false)]).toEqual([
      ["t owner a"],
      [],
      [],
    ]);
  });
});
