import { describe, expect, it } from "vitest";
import { analyseQuery } from "../../../src/search/query/analyse.ts";
import { repairQuery, type VocabularyTerm, withHeld } from "../../../src/search/query/repair.ts";

const VOCABULARY: Readonly<Record<string, readonly VocabularyTerm[]>> = {
  b: [{ term: "break", doc: 8 }],
  d: [
    { term: "data", doc: 30 },
    { term: "databas", doc: 9 },
  ],
  h: [{ term: "help", doc: 7 }],
  s: [{ term: "search", doc: 4 }],
};

interface Setup {
  readonly chunks?: number;
  readonly known?: Readonly<Record<string, number>>;
  readonly vocabulary?: Readonly<Record<string, readonly VocabularyTerm[]>>;
  readonly isTyping?: boolean;
}

function unknownOf(
  text: string,
  { chunks = 100, known = {}, vocabulary = VOCABULARY, isTyping = false }: Setup = {},
) {
  const statistics = { chunkCount: chunks, chunkFrequency: new Map(Object.entries(known)) };
  const read: string[] = [];
  const repaired = repairQuery({ query: analyseQuery(text, { isTyping }), statistics }, (letter) => {
    read.push(letter);
    return vocabulary[letter];
  });
  const found = repaired.unknown.map(({ word, near, isSearched }) => [word, near[0]?.term, isSearched]);
  return { repaired, read, found };
}

describe("words that a query may mean otherwise", () => {
  it("are searched where they are misspelt", () => {
    expect(unknownOf("fast databse", { known: { fast: 7 } }).found).toEqual([["databse", "databas", true]]);
  });

  it("wait for the vocabulary of their letters, each asked for once", () => {
    const { repaired, found } = unknownOf("databse serach zzyzx zebrra");
    expect([found, repaired.lacking]).toEqual([[], ["z"]]);
    expect(repaired.query.words).toEqual(["databse", "serach", "zzyzx", "zebrra"]);
  });

  it("are none where all is known, nothing is near, or there are no chunks", () => {
    expect(unknownOf("database", { known: { databas: 9 } })).toMatchObject({ found: [], read: [] });
    expect(unknownOf("dxxxxxx").found).toEqual([]);
    expect(unknownOf("databse", { chunks: 0 })).toMatchObject({ found: [], read: [] });
    expect(unknownOf("databse", { chunks: 1 }).found).toHaveLength(1);
  });

  it("begin with four letters at most: those of a fifth are left alone", () => {
    const words = ["aaaab", "bbbbc", "ccccd", "databse", "serach"];
    const vocabulary = { ...VOCABULARY, a: [], b: [], c: [] };
    const { found, read } = unknownOf(words.join(" "), { vocabulary });
    expect(found).toEqual([["databse", "databas", true]]);
    expect(new Set(read)).toEqual(new Set(["a", "b", "c", "d"]));
  });

  it.each([
    ["a common English word", "helm", "helm"],
    ["another", "baking bread", "bread"],
    ["a name in code", "where is load_databse", "databse"],
    ["a constant", "set DATABSE_URL", "databse"],
    ["a word in backticks", "what does `serach` do", "serach"],
    ["a word in capitals", "the DATABSE", "databse"],
    ["a quotation", 'about "fast serach"', "serach"],
    ["a path", "see src/serach/x", "serach"],
  ])("are only suggested for %s: %s", (_, text, word) => {
    const found = unknownOf(text, { vocabulary: { a: [], f: [], l: [], u: [], w: [], ...VOCABULARY } }).found;
    expect(found.find(([one]) => one === word)?.[2]).toBe(false);
  });

  it("are searched in a query that is all in capitals, and at the beginning of a sentence", () => {
    expect(unknownOf("FAST DATABSE", { known: { fast: 1 } }).found).toEqual([["databse", "databas", true]]);
    expect(unknownOf("Databse").found).toEqual([["databse", "databas", true]]);
  });

  it("are only suggested for the word that is still being typed", () => {
    expect(unknownOf("serach databse", { isTyping: true }).found).toEqual([
      ["serach", "search", true],
      ["databse", "databas", false],
    ]);
    expect(unknownOf("serach databse ", { isTyping: true }).found.map(([, , searched]) => searched)).toEqual([
      true,
      true,
    ]);
  });
});

describe("a query whose near terms have been looked up", () => {
  const database = (from: string) => ({ from, to: "databases", stem: "databas" });

  it("searches the repaired word beside the typed one, and knows how many chunks have it", () => {
    const { repaired } = unknownOf("fast databse", { known: { fast: 7 } });
    const { query, statistics, repairs, suggestions } = withHeld(repaired, [database("databse")]);
    expect([repairs, suggestions]).toEqual([[database("databse")], []]);
    expect(query.words).toEqual(["fast", "databse", "databases"]);
    expect(query.terms).toEqual([
      { word: "fast", stem: "fast" },
      { word: "databases", stem: "databas" },
    ]);
    expect(statistics.chunkCount).toBe(100);
    expect([...statistics.chunkFrequency]).toEqual([
      ["fast", 7],
      ["databas", 9],
    ]);
  });

  it("is as it was where no searched text holds one", () => {
    const { repaired } = unknownOf("fast databse", { known: { fast: 7 } });
    expect(withHeld(repaired, [])).toEqual(repaired);
  });

  it("counts a word once that two are repaired to", () => {
    const { repaired } = unknownOf("databse databace");
    const { query } = withHeld(repaired, [database("databse"), database("databace")]);
    expect(query.words).toEqual(["databse", "databace", "databases"]);
  });

  it("searches nothing that is only suggested", () => {
    const { repaired } = unknownOf("helm");
    const held = withHeld(repaired, [{ from: "helm", to: "help", stem: "help" }]);
    expect([held.query, held.repairs]).toEqual([repaired.query, []]);
    expect(held.suggestions).toEqual([{ from: "helm", to: "help", stem: "help" }]);
    expect([...held.statistics.chunkFrequency]).toEqual([]);
  });
});
