import { describe, expect, it } from "vitest";
import { analyseQuery } from "../../../src/search/query/analyse.ts";
import {
  repairQuery,
  repairWord,
  surfaceForm,
  type VocabularyTerm,
  withRepairs,
} from "../../../src/search/query/repair.ts";

const VOCABULARY: Readonly<Record<string, readonly VocabularyTerm[]>> = {
  d: [
    { term: "data", doc: 30 },
    { term: "databas", doc: 9 },
  ],
  s: [{ term: "search", doc: 4 }],
};

function repaired(
  text: string,
  {
    chunks = 100,
    known = {},
    vocabulary = VOCABULARY,
  }: {
    chunks?: number;
    known?: Readonly<Record<string, number>>;
    vocabulary?: Readonly<Record<string, readonly VocabularyTerm[]>>;
  } = {},
) {
  const statistics = { chunkCount: chunks, chunkFrequency: new Map(Object.entries(known)) };
  const read: string[] = [];
  const result = repairQuery({ query: analyseQuery(text), statistics }, (letter) => {
    read.push(letter);
    return vocabulary[letter];
  });
  return { ...result, read, to: result.repairs.map(({ from, to }) => [from, to]) };
}

describe("the repair of a query", () => {
  it("searches the repaired word beside the typed one, and knows how many chunks have it", () => {
    const { query, statistics, to, lacking } = repaired("fast databse", { known: { fast: 7 } });
    expect([to, lacking]).toEqual([[["databse", "database"]], []]);
    expect(query.words).toEqual(["fast", "databse", "database"]);
    expect(query.terms).toEqual([
      { word: "fast", stem: "fast" },
      { word: "database", stem: "databas" },
    ]);
    expect(statistics.chunkCount).toBe(100);
    expect([...statistics.chunkFrequency]).toEqual([
      ["fast", 7],
      ["databas", 9],
    ]);
  });

  it("repairs nothing while a vocabulary is unread, and names its letters once each", () => {
    const { to, lacking, query } = repaired("databse serach zzyzx zebrra");
    expect([to, lacking]).toEqual([[], ["z"]]);
    expect(query.words).toEqual(["databse", "serach", "zzyzx", "zebrra"]);
  });

  it("leaves a query as it is where all is known, nothing is near, or there are no chunks", () => {
    expect(repaired("database", { known: { databas: 9 } })).toMatchObject({
      repairs: [],
      lacking: [],
      read: [],
    });
    expect(repaired("dxxxxxx")).toMatchObject({ repairs: [], lacking: [] });
    expect(repaired("databse", { chunks: 0 })).toMatchObject({ repairs: [], lacking: [], read: [] });
    expect(repaired("databse", { chunks: 1 }).to).toHaveLength(1);
  });

  it("reads the vocabularies of four first letters, and leaves words of a fifth alone", () => {
    const words = ["aaaab", "bbbbc", "ccccd", "databse", "serach"];
    const vocabulary = { ...VOCABULARY, a: [], b: [], c: [] };
    const { to, read } = repaired(words.join(" "), { vocabulary });
    expect(to).toEqual([["databse", "database"]]);
    expect(new Set(read)).toEqual(new Set(["a", "b", "c", "d"]));
  });

  it("counts a word once that two are repaired to", () => {
    expect(repaired("databse databace").query.words).toEqual(["databse", "databace", "database"]);
    const both = [
      { from: "databse", to: "database", stem: "databas" },
      { from: "databace", to: "database", stem: "databas" },
    ];
    expect(withRepairs(analyseQuery("databse"), both).words).toEqual(["databse", "database"]);
  });
});

describe("the nearest term", () => {
  it.each([
    ["two mistakes in eight letters", "abcdefgh", "abcdxxgh", true],
    ["two mistakes in seven letters", "abcdefg", "abxxefg", false],
    ["one mistake in seven letters", "abcdefg", "abxdefg", true],
    ["three mistakes in nine letters", "abcdefghk", "abxxxfghk", false],
  ])("with %s: %s, %s", (_, word, term, isNear) => {
    expect(repairWord(word, [{ term, doc: 5 }])?.stem).toBe(isNear ? term : undefined);
  });

  it("is the same whatever the order of the vocabulary", () => {
    const terms = [
      { term: "tabz", doc: 3 },
      { term: "tabk", doc: 3 },
      { term: "tabx", doc: 2 },
    ];
    for (const order of [terms, [...terms].reverse()])
      expect(repairWord("tabl", order)).toEqual({ from: "tabl", to: "tabk", stem: "tabk" });
  });
});

it.each([
  ["databas", "database"],
  ["search", "search"],
  ["happi", "happi"],
])("of the stem %s a word is %s", (stem, word) => {
  expect(surfaceForm(stem)).toBe(word);
});
