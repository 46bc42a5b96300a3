import { describe, expect, it } from "vitest";
import { analyseQuery, extractKeywords } from "../../../src/search/query/analyse.ts";
import { resolveFilters, splitForVectors } from "../../../src/search/query/filters.ts";
import { parseDateFilter } from "../../../src/text/dates/date-filter.ts";
import { globFilter } from "../../../src/search/query/glob.ts";
import { nearTerms, surfaceForm } from "../../../src/search/query/repair.ts";

describe("a date filter is the whole text", () => {
  const NOW = Date.UTC(2026, 2, 31, 12);

  it.each([
    ["days written out", "7days"],
    ["a word before a day", "on 2025-11-27"],
    ["a word after a day", "2025-11-27 (Thu)"],
    ["a word before an instant", "at 2025-11-27T08:30Z"],
    ["a word after an instant", "2025-11-27T08:30Z (UTC)"],
    ["ten digits of a second", "2025-11-27T08:30:00.1234567890Z"],
    ["a dot without digits", "2025-11-27T08:30:00.Z"],
  ])("and not %s: %s", (_, value) => {
    expect(() => parseDateFilter(value, NOW)).toThrow("A date filter is");
  });

  it.each([
    ["2025-11-27T08:30:00.25Z", Date.UTC(2025, 10, 27, 8, 30, 0, 250)],
    ["2025-11-27T08:30:00.125000000Z", Date.UTC(2025, 10, 27, 8, 30, 0, 125)],
    ["2025-11-27T08:30:00-02:00", Date.UTC(2025, 10, 27, 10, 30)],
  ])("with parts of a second and offsets: %s", (value, instant) => {
    expect(parseDateFilter(value, NOW)).toBe(instant);
  });
});

it.each([
  ["nothing", {}, {}],
  ["a root only", { root: "notes" }, { root: "notes" }],
  [
    "memories of the kind asked for, not of that their type implies",
    { kind: "file", type: "fact" },
    { kind: "file" },
  ],
] as const)("a vector index is asked for %s, and has no empty fields", (_, filters, filter) => {
  expect(splitForVectors(resolveFilters(filters, 0)).filter).toStrictEqual(filter);
});

describe("words of a query", () => {
  it("have the first spelling of a stem beside it", () => {
    expect(analyseQuery("tests testing").terms).toEqual([{ word: "tests", stem: "test" }]);
    expect(analyseQuery("testing tests").terms).toEqual([{ word: "testing", stem: "test" }]);
  });

  it.each([
    ["a short word that begins as Latin and ends in another script", "vж base", ["vж", "base"]],
    ["a short word that ends as Latin", "жv base", ["жv", "base"]],
    ["a word that begins with digits", "3rd 2026", ["3rd"]],
    ["a word that ends with digits", "log4 2026", ["log4"]],
    ["no vague word beside a number", "things 2026", ["2026"]],
    ["a word of three letters, none of two", "abc ab", ["abc"]],
    ["vague words where there is nothing else", "some things", ["some", "things"]],
  ])("worth searching one by one: %s", (_, query, words) => {
    expect(extractKeywords(query)).toEqual(words);
  });
});

describe("a glob in SQL", () => {
  it.each([
    ["a set outside of several", "[!ab]*.md", ["[^ab]*.md"]],
    ["parts and then all", "**/**", ["*"]],
    ["parts twice and then all", "**/**/**", ["*"]],
    ["all before a letter", "**/**x", ["*x"]],
    ["parts twice before a name", "**/**/x", ["x", "*/x"]],
    ["three stars", "a***b", ["a*b"]],
    ["stars of a set", "[*]***x", ["[*]*x"]],
    ["parts in a set", "[**a]/**/**/x", ["[*a]/x", "[*a]/*/x"]],
  ])("translates %s", (_, pattern, sqlGlobs) => {
    expect(globFilter(pattern).sqlGlobs).toEqual(sqlGlobs);
  });

  it("holds the eight longest of the literals, each once, and no empty one", () => {
    const literals = ["b", "cc", "d", "e", "f", "g", "h", "i", "j", "kkk"];
    const { contains } = globFilter(`a?${literals.join("?")}?cc?z`);
    expect(contains).toEqual(["kkk", "cc", "b", "d", "e", "f", "g", "h"]);
    expect(globFilter("a*?b").contains).toEqual([]);
  });

  it.each([
    ["a set that begins with a bracket", "[[]x", "[x", true],
    ["a bracket that is never closed", "a[b", "a[b", true],
    ["a set of a dash alone", "[-]x", "-x", true],
    ["a set of a bound", "[a-c]x", "cx", true],
    ["a set beyond a bound", "[a-c]x", "dx", false],
    ["no set across parts", "[a/b]", "a", false],
    ["a set and a line break", "[\n]x", "\nx", true],
    ["one sign for one character of two units", "?.md", "\u{1f600}.md", true],
    ["no sign for nothing", "?.md", ".md", false],
    ["no set for a slash, not even one outside it", "a[!b]c", "a/c", false],
    ["parts for none at the beginning", "**/a", "a", true],
    ["no parts for half a name", "**/a", "ba", false],
    ["all without a part behind it", "a/**", "a/", true],
    ["not all for less than its slash", "a/**", "a", false],
    ["thirty-two characters and no more", "?".repeat(32), "a".repeat(33), false],
    ["thirty-two characters", "?".repeat(32), "a".repeat(32), true],
    ["not thirty-one for thirty-two", "?".repeat(32), "a".repeat(31), false],
    ["a run at the thirty-third sign", `${"?".repeat(32)}*`, "a".repeat(40), true],
    ["parts across the thirty-second sign", `${"?".repeat(31)}**/b`, `${"a".repeat(31)}b`, true],
  ])("%s: %j on %j", (_, pattern, path, isMatch) => {
    expect(globFilter(pattern).matches(path)).toBe(isMatch);
  });
});

describe("a repair", () => {
  it.each([
    ["in one chunk is none", [{ term: "tabk", doc: 1 }], undefined],
    ["in two chunks is one", [{ term: "tabk", doc: 2 }], "tabk"],
    ["with another first letter is none", [{ term: "kabl", doc: 9 }], undefined],
    ["at distance two is none in a short word", [{ term: "takk", doc: 9 }], undefined],
    [
      "that is more frequent wins",
      [
        { term: "tabk", doc: 2 },
        { term: "tabz", doc: 3 },
      ],
      "tabz",
    ],
    [
      "that is as frequent wins by name",
      [
        { term: "tabz", doc: 3 },
        { term: "tabk", doc: 3 },
      ],
      "tabk",
    ],
  ])("%s", (_, vocabulary, term) => {
    expect(nearTerms("tabl", vocabulary)[0]?.term).toBe(term);
  });

  it("that is nearer wins against a more frequent one, in any order", () => {
    const near = { term: "abcdexgh", doc: 2 };
    const far = { term: "abcxxfgh", doc: 99 };
    const terms = [near.term, far.term];
    expect(nearTerms("abcdefgh", [near, far]).map(({ term }) => term)).toEqual(terms);
    expect(nearTerms("abcdefgh", [far, near]).map(({ term }) => term)).toEqual(terms);
  });

  it("is none where no word has the term for its stem", () => {
    expect(surfaceForm("eloll")).toBeUndefined();
    expect(nearTerms("elola", [{ term: "eloll", doc: 9 }])).toEqual([]);
  });
});
