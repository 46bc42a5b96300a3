import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyseQuery } from "../../../src/search/query/analyse.ts";
import { repairWord, surfaceForm, withRepairs, wordsToRepair } from "../../../src/search/query/repair.ts";
import { editDistance } from "../../../src/text/words/edit-distance.ts";
import { stem } from "../../../src/text/words/stem.ts";

const vocabulary = (terms: Record<string, number>) =>
  Object.entries(terms).map(([term, doc]) => ({ term, doc }));

describe("repairWord", () => {
  it("finds a term at one mistake and sends a word of that stem", () => {
    expect(repairWord("databse", vocabulary({ databas: 9, datum: 50 }))).toEqual({
      from: "databse",
      to: "database",
      stem: "databas",
    });
  });

  it("allows two mistakes from eight letters, one below", () => {
    expect(repairWord("mgiraiton", vocabulary({ migrat: 5 }))?.stem).toBeUndefined();
    expect(repairWord("kubernets", vocabulary({ kubernet: 5 }))?.stem).toBe("kubernet");
    expect(repairWord("docmuntation", vocabulary({ document: 5 }))?.stem).toBe("document");
    expect(repairWord("cahces", vocabulary({ cachx: 5 }))).toBeUndefined();
  });

  it("keeps the first letter", () => {
    expect(repairWord("batabase", vocabulary({ databas: 9 }))).toBeUndefined();
  });

  it("ignores terms that one chunk has: they may be mistakes themselves", () => {
    expect(repairWord("serach", vocabulary({ search: 1 }))).toBeUndefined();
    expect(repairWord("serach", vocabulary({ search: 2 }))?.to).toBe("search");
  });

  it("prefers the nearer, then the more frequent, then the first by name", () => {
    expect(repairWord("settingx", vocabulary({ settlngz: 99, setting: 2 }))?.stem).toBe("setting");
    expect(repairWord("tabl", vocabulary({ tabs: 3, tall: 8 }))?.stem).toBe("tall");
    expect(repairWord("tabl", vocabulary({ tabz: 3, tabk: 3 }))?.stem).toBe("tabk");
  });
});

describe("wordsToRepair", () => {
  const chunkFrequency = new Map([["known", 3]]);

  it("asks only for words of letters, 4 or more, that nothing contains", () => {
    const query = analyseQuery("known serach il6x abc 12345 serach");
    expect(wordsToRepair(query, { chunkCount: 9, chunkFrequency })).toEqual(["serach"]);
  });

  it("keeps the typed word beside the repaired one and scores the repaired term", () => {
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
