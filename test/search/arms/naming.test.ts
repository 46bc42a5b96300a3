import { describe, expect, it } from "vitest";
import { mentioning, namedIn, rankByEntity } from "../../../src/search/arms/entity/entity.ts";
import { type NamedEntity, nameCandidates } from "../../../src/search/arms/entity/named-entities.ts";
import { type EntityName, queryEntities } from "../../../src/search/arms/entity/query-entities.ts";
import { slugOf } from "../../../src/text/slug.ts";

const named = (num: number, name: string, more: Partial<NamedEntity> = {}): NamedEntity => ({
  ...{ name, slug: slugOf(name), type: "person", aliases: [], count: 1 },
  ...{ mentions: [{ id: `m${num}`, at: num }], ...more },
});

describe("names to look up", () => {
  it.each([
    ["a word in brackets and quotes", '"(Ana)"', ["ana"]],
    ["a word in stars and ticks", "**Ana** `Bo`", ["ana-bo", "ana", "bo"]],
    ["a possessive in typographic signs", "Ana’s", ["ana"]],
    ["a possessive before a comma: the sign stays", "Anas Bo", ["anas-bo", "anas", "bo"]],
    ["two names of one token", "Ana/Bo", ["ana-bo", "ana", "bo"]],
    ["a small word within, none at an end", "of Bank of Lima", ["bank-of-lima", "bank", "lima"]],
    ["a small word in capitals", "WHO", ["who"]],
    ["a small word with one capital", "Who", []],
    ["a closed bracket ends a clause", "Ana) Bo", ["ana", "bo"]],
    ["an opened bracket ends none", "Ana (Bo", ["ana-bo", "ana", "bo"]],
    ["a colon ends a clause", "Ana: Bo", ["ana", "bo"]],
    ["a dash ends none", "Ana - Bo", ["ana-bo", "ana", "bo"]],
    ["nothing but punctuation", "?! ...", []],
    ["width does not count", "Ａｎａ", ["ana"]],
  ])("%s: %j", (_, query, slugs) => {
    const candidates = nameCandidates(query);
    expect(candidates.filter((slug) => !slug.includes("---")).toSorted()).toEqual(slugs.toSorted());
  });

  it.each([
    ["an apostrophe within a name is none of a possessive", "O'sullivan", "o-sullivan"],
    ["a dot within a token ends no clause", "a.b Cyd", "a-b-cyd"],
  ])("%s", (_, query, slug) => {
    expect(nameCandidates(query)).toContain(slug);
  });

  it("are the longest first", () => {
    const lengths = nameCandidates("Eva Beatrix Cyd").map(({ length }) => length);
    expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
    expect(lengths.length).toBeGreaterThan(3);
  });

  it("have up to six words, not seven", () => {
    const slugs = nameCandidates("Ana Bea Cyd Dov Eve Fay Gus");
    expect(slugs).toContain("ana-bea-cyd-dov-eve-fay");
    expect(slugs).not.toContain("ana-bea-cyd-dov-eve-fay-gus");
  });

  it("have two to eight characters of Chinese, Japanese and Korean", () => {
    const cjk = nameCandidates("日月火水木金土天地").filter((slug) => slug.length < 9);
    expect(new Set(cjk.map(({ length }) => length))).toEqual(new Set([2, 3, 4, 5, 6, 7, 8]));
  });
});

describe("entities that a query names", () => {
  const of = (id: string, name: string, ...aliases: readonly string[]): EntityName => ({ id, name, aliases });
  const found = (query: string, ...names: readonly EntityName[]) =>
    queryEntities(query, names).map(({ id, match }) => `${id} ${match}`);

  it.each([
    ["C without its sign is not C++", "in C++", [of("c", "C")], []],
    ["C before a letter's sign is C", "in C+x", [of("c", "C")], ["c name"]],
    ["C++ is not C", "in C", [of("cpp", "C++")], []],
    ["C before a space and a sign is C", "C + D", [of("c", "C")], ["c name"]],
    ["a dot within a name does not count", "node js", [of("n", "node.js")], ["n name"]],
    ["a sign within a name does not count", "c x", [of("c", "C#x")], ["c name"]],
    ["C# in another case is C#", "in c#", [of("cs", "C#")], ["cs name"]],
    ["a scope is not its word", "scope", [of("s", "@scope")], []],
    ["a scope with its sign", "see @scope", [of("s", "@scope")], ["s name"]],
    ["a function word in its own case only", "ask who", [of("w", "WHO")], []],
    ["a name of eight words", "a1 b1 c1 d1 e1 f1 g1 h1", [of("n", "a1 b1 c1 d1 e1 f1 g1 h1")], ["n name"]],
    [
      "a name of nine words by none",
      "a1 b1 c1 d1 e1 f1 g1 h1 i1",
      [of("n", "a1 b1 c1 d1 e1 f1 g1 h1 i1")],
      [],
    ],
    [
      "a name within a longer name is not meant",
      "New York Times",
      [of("y", "York"), of("t", "New York Times")],
      ["t name"],
    ],
    [
      "nor a name that begins a longer one",
      "New York Times",
      [of("n", "New York"), of("t", "New York Times")],
      ["t name"],
    ],
    [
      "two names that overlap are both meant",
      "Ana Bo Cy",
      [of("ab", "Ana Bo"), of("bc", "Bo Cy")],
      ["ab name", "bc name"],
    ],
    [
      "a part within a longer part's name",
      "Ana Bo",
      [of("b", "Bobby Bo Dee"), of("ab", "Ana Bo")],
      ["ab name"],
    ],
    [
      "a name next to it is meant as well",
      "York New York Times",
      [of("y", "York"), of("t", "New York Times")],
      ["t name", "y name"],
    ],
    [
      "an alias beats a part, whichever comes first",
      "Kraft or TK",
      [of("k", "Tobias Kraft", "TK")],
      ["k alias"],
    ],
    ["equal ones by id", "Bo and Al", [of("2", "Al"), of("1", "Bo")], ["1 name", "2 name"]],
    ["a part of two characters is none", "Al", [of("a", "Al Zed")], []],
    ["a Japanese name after another word", "山田東京大学", [of("t", "東京大学")], ["t name"]],
    ["a Korean name within a word", "큰김철수", [of("k", "김철수")], []],
    ["a Korean name before a particle", "김철수는", [of("k", "김철수")], ["k name"]],
    ["one Chinese character is no name", "我是王", [of("w", "王")], []],
    ["a mixed name within a longer Latin word", "myapi网关", [of("m", "api网关")], []],
    ["a name that ends in Latin before more of it", "网关apis", [of("m", "网关api")], []],
    ["a name that ends in Latin at its end", "网关api", [of("m", "网关api")], ["m name"]],
    ["the second of two places of a name", "xapi网关 api网关", [of("m", "api网关")], ["m name"]],
  ] as const)("%s", (_, query, names, ids) => {
    expect(found(query, ...names)).toEqual(ids);
  });

  it("are none of eleven that are called alike, and ten of ten", () => {
    const alike = (count: number) => Array.from({ length: count }, (_, at) => of(`${at}`, "Kit"));
    expect(found("Kit", ...alike(10))).toHaveLength(10);
    expect(found("Kit", ...alike(11))).toEqual([]);
    // One entity that is called so eleven times is one.
    expect(found("Kit", of("k", "Kit", ...Array.from({ length: 10 }, () => "KIT")))).toEqual(["k name"]);
  });
});

describe("chunks of what a query names", () => {
  it.each([
    ["a word in capitals", "HEADS", {}, true],
    ["a word in small letters", "heads", {}, false],
    ["a word with a digit", "h2", {}, true],
    ["a word with a dot", "a.b", {}, true],
    ["a word in a script without capitals", "東京", {}, true],
    ["two words in small letters", "cold heads", {}, true],
    ["a heading of one word", "Heads", { type: "heading" }, false],
    ["a key of one word", "Heads", { type: "key" }, false],
    ["a heading of two words", "Cold Heads", { type: "heading" }, true],
  ])("%s: %j %j", (_, name, more, isTold) => {
    expect(mentioning(`about ${name} now`, [named(1, name, more)]) !== undefined).toBe(isTold);
  });

  it("count by the best way in which they are named, whatever the order", () => {
    const both = [{ id: "x", at: 1 }];
    const ana = named(1, "Ana", { mentions: both });
    const kraft = named(2, "Tobias Kraft", { mentions: both });
    for (const known of [
      [ana, kraft],
      [kraft, ana],
    ])
      expect(mentioning("Ana and Kraft", known)).toEqual([{ id: "x", at: 1, weight: 1 }]);
  });

  it("raise a whole name by a first name that nobody else has, not the other way round", () => {
    const weights = (query: string, ...known: readonly NamedEntity[]) =>
      namedIn(query, known).map(({ entity, weight }) => [entity.slug, weight]);
    expect(weights("Ana", named(1, "Ana"), named(2, "Ana López"))).toEqual([
      ["ana", 1],
      ["ana-lopez", 1],
    ]);
    expect(weights("López", named(1, "Ana"), named(2, "Ana López"))).toEqual([["ana-lopez", 0.6]]);
    // The part keeps its own weight where the owner's first name is named by an alias.
    expect(weights("Annie López", named(1, "Ana", { aliases: ["Annie"] }), named(2, "Ana López"))).toEqual([
      ["ana", 0.9],
      ["ana-lopez", 0.9],
    ]);
  });

  it("rank by likeness, of the best likeness, a negative one as none", () => {
    const found = ["a", "b", "c"].map((id) => ({ id, at: 0, weight: 1 }));
    const list = rankByEntity(found, [
      { id: "a", score: -4 },
      { id: "b", score: 2 },
      { id: "c", score: 8 },
    ]);
    expect(list?.map(({ id }) => id)).toEqual(["c", "b", "a"]);
    const [first = 0, second = 0, third = 0] = list?.map(({ score }) => score) ?? [];
    expect(third).toBeGreaterThan(0.5);
    expect([first, second, third].map((score) => Number(score.toFixed(3)))).toEqual([1, 0.625, 0.5]);
  });

  it("rank equal ones by date, then by id, and as they are where no likeness is above 0", () => {
    const found = [
      { id: "b", at: 5, weight: 1 },
      { id: "a", at: 5, weight: 1 },
      { id: "c", at: 9, weight: 1 },
      { id: "d", at: 99, weight: 0.6 },
    ];
    const flat = rankByEntity(found, [{ id: "a", score: 0 }]);
    expect(flat?.map(({ id }) => id)).toEqual(["c", "a", "b", "d"]);
    expect(flat?.at(0)?.score).toBe(1);
    expect(rankByEntity(undefined, [])).toBeUndefined();
    expect(rankByEntity([], [])).toEqual([]);
  });

  it("are a hundred at most", () => {
    const found = Array.from({ length: 101 }, (_, at) => ({ id: `${at}`, at, weight: 1 }));
    expect(rankByEntity(found, undefined)?.at(-1)?.id).toBe("1");
    expect(rankByEntity(found, undefined)).toHaveLength(100);
  });
});
