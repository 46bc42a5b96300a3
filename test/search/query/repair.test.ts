import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyseQuery } from "../../../src/search/query/analyse.ts";
import {
  mistakesAllowed,
  nearTerms,
  surfaceForm,
  unknownWords,
  withRepairs,
} from "../../../src/search/query/repair.ts";
import { editDistance } from "../../../src/text/words/edit-distance.ts";
import { stem } from "../../../src/text/words/stem.ts";

const vocabulary = (terms: Record<string, number>) =>
  Object.entries(terms).map(([term, doc]) => ({ term, doc }));

const nearest = (word: string, terms: Record<string, number>) => nearTerms(word, vocabulary(terms))[0];

describe("the terms that a word may stand for", () => {
  it("are found at one mistake, each with a word of that stem", () => {
    expect(nearTerms("databse", vocabulary({ databas: 9, datum: 50 }))).toEqual([
      { word: "database", term: "databas", doc: 9 },
    ]);
  });

  it("are first those of which the word is a form with fewer mistakes, of equally near stems", () => {
    expect(nearest("stagging", { star: 9, stage: 2 })?.term).toBe("stage");
    expect(nearest("writting", { wait: 9, write: 2 })?.term).toBe("write");
    expect(nearest("sevrer", { server: 9, sever: 2 })?.term).toBe("server");
  });

  it("may have three letters where only a doubled letter lacks", () => {
    expect(nearest("loging", { log: 2, lodge: 9 })?.word).toBe("log");
    expect(nearest("baged", { bag: 2 })?.word).toBe("bag");
    for (const [word, term] of [
      ["redis", "red"],
      ["tabbing", "tax"],
      ["bowing", "bow"],
      ["logs", "log"],
    ] as const)
      expect(nearest(word, { [term]: 9 })).toBeUndefined();
  });

  it("may have two mistakes where one of the stems has eight letters, below it one", () => {
    expect(nearest("mgiraiton", { migrat: 5 })).toBeUndefined();
    expect(nearest("kubernets", { kubernet: 5 })?.term).toBe("kubernet");
    expect(nearest("docmuntation", { document: 5 })?.term).toBe("document");
    expect(nearest("cahces", { cachx: 5 })).toBeUndefined();
    // Twelve letters, but a stem of six: import is another word.
    expect(nearest("impossible", { import: 5 })).toBeUndefined();
    expect(nearest("conducting", { connect: 5 })).toBeUndefined();
  });

  it.each([
    ["two mistakes in eight letters", "abcdefgh", "abcdxxgh", true],
    ["two mistakes in seven letters", "abcdefg", "abxxefg", false],
    ["one mistake in seven letters", "abcdefg", "abxdefg", true],
    ["three mistakes in nine letters", "abcdefghk", "abxxxfghk", false],
    ["a term of three letters", "tabb", "tab", false],
  ])("with %s: %s, %s", (_, word, term, isNear) => {
    expect(nearest(word, { [term]: 5 })?.term).toBe(isNear ? term : undefined);
  });

  it.each([
    ["mutaiton", "mutat", undefined],
    ["modernizaiton", "modern", "modern"],
    ["availabiltiy", "avail", "avail"],
    ["governemnt", "govern", "govern"],
    ["undergo", "under", undefined],
  ])("may have one in a long ending, which then is no ending: of %s", (word, term, found) => {
    expect(nearest(word, { [term]: 5 })?.term).toBe(found);
  });

  it("keep the first letter", () => {
    expect(nearest("batabase", { databas: 9 })).toBeUndefined();
  });

  it("are none that one chunk has: it may be a mistake itself", () => {
    expect(nearest("serach", { search: 1 })).toBeUndefined();
    expect(nearest("serach", { search: 2 })?.word).toBe("search");
  });

  it("come nearest first, then the more frequent, then the first by name, whatever their order", () => {
    expect(nearest("settingx", { settlngz: 99, setting: 2 })?.term).toBe("setting");
    const terms = vocabulary({ tabz: 3, tabk: 3, tall: 8, tabx: 2 });
    for (const order of [terms, [...terms].reverse()])
      expect(nearTerms("tabl", order).map(({ term }) => term)).toEqual(["tall", "tabk", "tabz", "tabx"]);
  });

  it("are five at most, none of them further than what the stem allows", () => {
    const word = fc.stringMatching(/^a[a-c]{3,9}$/);
    fc.assert(
      fc.property(word, fc.array(word), (typed, terms) => {
        const found = nearTerms(typed, vocabulary(Object.fromEntries(terms.map((term) => [term, 2]))));
        const wanted = stem(typed);
        const distances = found.map(({ term }) => editDistance(wanted, term, 9));
        expect(found.length).toBeLessThanOrEqual(5);
        expect(distances).toEqual([...distances].sort((a, b) => a - b));
        for (const { word: form, term } of found) {
          expect(editDistance(wanted, term, 9)).toBeLessThanOrEqual(mistakesAllowed(wanted, term));
          expect(stem(form)).toBe(term);
        }
      }),
    );
  });
});

describe("words that no chunk has", () => {
  const chunkFrequency = new Map([["known", 3]]);

  it("are only those of letters, 4 or more", () => {
    const query = analyseQuery("known serach il6x abc 12345 serach");
    expect(unknownWords({ query, statistics: { chunkCount: 9, chunkFrequency } })).toEqual(["serach"]);
  });

  it("stay beside the repaired one, whose term is scored", () => {
    const repaired = withRepairs(analyseQuery("fast serach"), [
      { from: "serach", to: "search", stem: "search" },
    ]);
    expect(repaired.words).toEqual(["fast", "serach", "search"]);
    expect(repaired.terms.map((term) => term.stem)).toEqual(["fast", "search"]);
  });
});

describe("surfaceForm", () => {
  it.each("databas happi fli cach abil relat comput studi servic agre polici analysi univers".split(" "))(
    "finds a word whose stem is %s",
    (term) => {
      expect(stem(surfaceForm(term) ?? "")).toBe(term);
    },
  );

  it.each([
    ["databas", "database"],
    ["search", "search"],
    ["happi", "happi"],
  ])("of the stem %s is %s", (term, word) => {
    expect(surfaceForm(term)).toBe(word);
  });

  it("never gives a word that FTS5 would stem to something else", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{3,12}$/), (word) => {
        const form = surfaceForm(stem(word));
        expect(form === undefined ? stem(word) : stem(form)).toBe(stem(word));
      }),
    );
  });
});

describe("editDistance", () => {
  it.each([
    ["abcd", "abcd", 0],
    ["abcd", "abdc", 1],
    ["abcd", "abd", 1],
    ["abcd", "abxcd", 1],
    ["abcd", "axyd", 2],
    ["", "ab", 2],
  ])("of %s and %s is %i", (a, b, distance) => {
    expect(editDistance(a, b, 3)).toBe(distance);
  });

  it("is symmetric, 0 only for equals, and stops one above the limit", () => {
    const word = fc.stringMatching(/^[abc]{0,8}$/);
    fc.assert(
      fc.property(word, word, fc.nat(3), (a, b, limit) => {
        const exact = editDistance(a, b, 99);
        expect(editDistance(b, a, 99)).toBe(exact);
        expect(exact === 0).toBe(a === b);
        expect(editDistance(a, b, limit)).toBe(Math.min(exact, limit + 1));
      }),
    );
  });
});
