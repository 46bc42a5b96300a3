import { describe, expect, it } from "vitest";
import { aliasSuggestions, type ComparedEntity } from "../../src/names/alias-suggestions.ts";
import type { EntityType } from "../../src/names/types.ts";
import { slugOf } from "../../src/text/slug.ts";

const entity = (
  name: string,
  type: EntityType = "person",
  aliases: readonly string[] = [],
): ComparedEntity => ({
  slug: slugOf(name),
  name,
  type,
  aliases,
});
const reasons = (one: ComparedEntity, ...others: readonly ComparedEntity[]) =>
  aliasSuggestions(one, others).map(({ slug, reason }) => `${slug} ${reason}`);

describe("alias suggestions", () => {
  it.each([
    ["AnaLopez", "Ana López", "spelling"],
    ["Ana María López", "Ana López", "shortened"],
    ["A. López", "Ana María López", "shortened"],
    ["Ana M. López", "Ana María López", "shortened"],
    ["Tobias", "Tobias Kraft", "first_name"],
    ["MCP", "Model Context Protocol", "abbreviation"],
    ["BoE", "Bank of England", undefined],
    ["BE", "Bank of England", "abbreviation"],
    ["Ana López", "Ana Lara", undefined],
    ["B. López", "Ana López", undefined],
    ["López", "Ana López", undefined],
    ["Ana Lara López", "Ana María López", undefined],
  ])("of %s and %s: %s", (one, other, reason) => {
    const expected = reason === undefined ? [] : [`${slugOf(other)} ${reason}`];
    expect(reasons(entity(one), entity(other))).toEqual(expected);
    const back = reason === undefined ? [] : [`${slugOf(one)} ${reason}`];
    expect(reasons(entity(other), entity(one))).toEqual(back);
  });

  it.each<[string, EntityType, string, EntityType, string | undefined]>([
    ["Ali", "person", "Ali Kraft", "person", "first_name"],
    ["Al", "person", "Al Kraft", "person", undefined],
    ["Tobias", "other", "Tobias Kraft", "person", "first_name"],
    ["Tobias", "other", "Tobias Kraft", "other", undefined],
    ["MP", "product", "Model Protocol", "concept", "abbreviation"],
    ["mp", "product", "Model Protocol", "concept", undefined],
    ["MP", "code", "Model Protocol", "concept", undefined],
    ["M", "product", "Model", "concept", undefined],
    ["DOT", "organisation", "Department of Transport", "organisation", "abbreviation"],
    ["DT", "organisation", "Department of Transport", "organisation", "abbreviation"],
    ["Bo Cy", "person", "Bo Cy Do", "person", undefined],
    ["Cy Do", "person", "Bo Cy Do", "person", undefined],
  ])("of %s (%s) and %s (%s): %s", (one, type, other, otherType, reason) => {
    const expected = reason === undefined ? [] : [`${slugOf(other)} ${reason}`];
    expect(reasons(entity(one, type), entity(other, otherType))).toEqual(expected);
  });

  it.each("of the and for de la del und für der y".split(" "))(
    "leave %s out of an abbreviation, or not",
    (small) => {
      const long = entity(`Marlin ${small} Bay`);
      expect(reasons(entity("MB"), long)).toEqual([`${long.slug} abbreviation`]);
      expect(reasons(entity(`M${small.charAt(0)}B`.toUpperCase()), long)).toEqual([
        `${long.slug} abbreviation`,
      ]);
    },
  );

  it.each<[string, string, string | undefined]>([
    ["M2P", "Model 2 Protocol", "abbreviation"],
    ["MCs", "Model Context Stuff", "abbreviation"],
    ["MCS", "Model Context Stuff", "abbreviation"],
    ["Mcs", "Model Context Stuff", undefined],
    ["MCx", "Model Context X", undefined],
    ["MC P", "Model Context Protocol", undefined],
    ["MCP", "Model Context", undefined],
    ["MC", "Model Context Protocol", undefined],
    ["A. B. López", "Ana Beatriz López", "shortened"],
    ["A. C. López", "Ana Beatriz López", undefined],
    ["B. López", "Ana Beatriz López", undefined],
    ["Ana López", "Ana López Beatriz", undefined],
    ["Ana López Lara", "Ana López", undefined],
    ["Ana Ana López", "Ana López", "shortened"],
    ["Ana-López", "Ana López", "spelling"],
    ["ana lopez 2", "Ana López 2", "spelling"],
  ])("of %s and %s: %s, whichever is asked about", (one, other, reason) => {
    const [first, second] = [entity(one), { ...entity(other), slug: "other" }];
    expect(reasons(first, second)).toEqual(reason === undefined ? [] : [`other ${reason}`]);
    expect(reasons(second, first)).toEqual(reason === undefined ? [] : [`${first.slug} ${reason}`]);
  });

  it.each<EntityType>([
    "person",
    "organisation",
    "project",
    "place",
    "product",
    "concept",
    "heading",
    "other",
  ])("of a %s may be shortened", (type) => {
    expect(reasons(entity("Ana López", type), entity("Ana Lara López", type))).toHaveLength(1);
  });

  it.each<EntityType>(["code", "path", "url", "ticket", "variable", "error", "package", "handle", "key"])(
    "of a %s may not",
    (type) => {
      expect(reasons(entity("Ana López", type), entity("Ana Lara López", type))).toEqual([]);
    },
  );

  it("put equals in the order of their slugs, and abbreviations before first names", () => {
    const one = entity("Ana López", "person", ["AL"]);
    const others = [
      entity("Ana"),
      entity("Abe Lot"),
      entity("X. López", "person", ["Ana López"]),
      entity("AnaLópez"),
    ];
    expect(reasons(one, ...others)).toEqual([
      ...["analopez spelling", "x-lopez spelling", "abe-lot abbreviation", "ana first_name"],
    ]);
  });

  it("compare the first fifty names of each, so that no list of aliases costs more", () => {
    const aliases = Array.from({ length: 60 }, (_, at) => `Name number ${at}`);
    const many = entity("Ana López", "person", aliases);
    expect(reasons(many, entity("Name number 48"))).toEqual(["name-number-48 spelling"]);
    expect(reasons(many, entity("Name number 49"))).toEqual([]);
  });

  it("leave a first name alone that two people have", () => {
    expect(reasons(entity("Ana"), entity("Ana López"), entity("Ana Lara"))).toEqual([]);
    expect(reasons(entity("Ana López"), entity("Ana"), entity("Ana Lara"))).toEqual([]);
  });

  it("compare code by its spelling only", () => {
    expect(reasons(entity("use_fetch", "code"), entity("useFetch", "code"))).toEqual(["usefetch spelling"]);
    expect(reasons(entity("a run b", "code"), entity("a b", "code"))).toEqual([]);
  });

  it("shorten no name of another kind", () => {
    expect(reasons(entity("search view", "project"), entity("search/graph/view", "code"))).toEqual([]);
    expect(reasons(entity("search/graph/view", "code"), entity("search view", "project"))).toEqual([]);
  });

  it("look at aliases, put the surest first, never name the entity itself, and end somewhere", () => {
    const one = entity("Ana López", "person", ["AL"]);
    const others = [entity("Ana"), entity("Analopez"), entity("A. López"), one];
    expect(reasons(one, ...others)).toEqual(["analopez spelling", "a-lopez shortened", "ana first_name"]);
    const many = Array.from({ length: 50 }, (_, at) => entity(`Ana M${at} López`));
    expect(aliasSuggestions(entity("Ana López"), many)).toHaveLength(20);
    expect(aliasSuggestions(entity("!?"), [entity("…")])).toEqual([]);
  });
});
