import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { Filters } from "../../../src/search/contract/filters.ts";
import {
  analyseQuery,
  extractKeywords,
  matchWords,
  stemsToLookUp,
  unknownShare,
} from "../../../src/search/query/analyse.ts";
import { anyOf, resolveFilters } from "../../../src/search/query/filters.ts";
import { parseDateFilter } from "../../../src/text/dates/date-filter.ts";
import { globFilter } from "../../../src/search/query/glob.ts";
import {
  containsPhrase,
  matchText,
  quotedPhrases,
  withPhrases,
} from "../../../src/search/query/match-text.ts";
import { passes } from "../../../src/search/query/passes.ts";

const ROW = {
  ...{ root: "notes", path: "guides/keys.md", kind: "memory", language: "markdown", text: "Old keys." },
  ...{ datedAt: 1_000, session: "s1", memory: { type: "fact", tags: ["ops", "web"] } },
};

describe("a chunk passes", () => {
  it.each([
    [{ root: "notes" }, true],
    [{ root: "note" }, false],
    [{ prefix: "guides/" }, true],
    [{ prefix: "keys" }, false],
    [{ prefix: ".md" }, false],
    [{ glob: globFilter("**/*.md") }, true],
    [{ glob: globFilter("*.md") }, false],
    [{ kind: "memory" as const }, true],
    [{ kind: "file" as const }, false],
    [{ language: "markdown" }, true],
    [{ language: "mark" }, false],
    [{ type: "fact" }, true],
    [{ type: "decision" }, false],
    [{ tag: "web" }, true],
    [{ tag: "we" }, false],
    [{ session: "s1" }, true],
    [{ session: "s" }, false],
    [{ afterMs: 1_000 }, true],
    [{ afterMs: 1_001 }, false],
    [{ beforeMs: 1_001 }, true],
    [{ beforeMs: 1_000 }, false],
  ])("%j: %s", (filters, isPassed) => {
    expect(passes(ROW, filters)).toBe(isPassed);
    // Each condition holds beside others that do.
    expect(passes(ROW, { root: "notes", beforeMs: 9_999, session: "s1", ...filters })).toBe(isPassed);
  });

  it("no date filter without a date, and no filter of memories as a file", () => {
    const undated = { ...ROW, datedAt: null };
    expect([{ afterMs: -1 }, { beforeMs: 9 }, {}].map((one) => passes(undated, one))).toEqual([
      false,
      false,
      true,
    ]);
    const file = { ...ROW, session: null, memory: undefined };
    expect([{ type: "fact" }, { tag: "ops" }, { session: "s1" }].map((one) => passes(file, one))).toEqual([
      ...[false, false, false],
    ]);
  });

  it("as a hit only with every phrase of the query", () => {
    const usable = (phrases: readonly string[]) => withPhrases([ROW], phrases).length === 1;
    expect(usable([])).toBe(true);
    expect(usable(["old KEYS", "keys."])).toBe(true);
    expect(usable(["old keys", "new"])).toBe(false);
  });
});

describe("filters as they are asked", () => {
  it("have paths in one spelling, and dates counted back from the search's clock", () => {
    const now = Date.UTC(2026, 0, 10);
    const { prefix, glob, afterMs, beforeMs, kind } = resolveFilters(
      Filters.parse({
        ...{ prefix: "cafe\u0301/", glob: "cafe\u0301/*", after: "2d", before: "1D", kind: "file" },
      }),
      now,
    );
    expect([prefix, kind, afterMs, beforeMs]).toEqual([
      ...["caf\u00e9/", "file"],
      ...[Date.UTC(2026, 0, 8), Date.UTC(2026, 0, 9)],
    ]);
    expect(anyOf(glob ?? []).map((one) => one.matches("caf\u00e9/x"))).toEqual([true]);
  });

  it("are none where none is asked", () => {
    const resolved = resolveFilters({}, 0);
    expect(Object.values(resolved).filter((value) => value !== undefined)).toEqual([]);
  });
});

describe("a date filter", () => {
  const NOW = Date.UTC(2026, 2, 31, 12);

  it.each([
    [" 7D ", Date.UTC(2026, 2, 24, 12)],
    ["1W", Date.UTC(2026, 2, 24, 12)],
    ["2Y", Date.UTC(2024, 2, 31, 12)],
    ["36525d", NOW - 36_525 * 86_400_000],
    ["2026-03-31T10:00:00.5Z", Date.UTC(2026, 2, 31, 10, 0, 0, 500)],
    ["2026-03-31t10:00z", Date.UTC(2026, 2, 31, 10)],
  ])("of %j is exact", (value, instant) => {
    expect(parseDateFilter(value, NOW)).toBe(instant);
  });

  it("that is refused is named, its first 40 characters", () => {
    const refused = (value: string) => {
      try {
        parseDateFilter(value, NOW);
      } catch (error) {
        return error instanceof AppError ? [error.code, error.details] : error;
      }
    };
    expect(refused(" tomorrow ")).toEqual(["invalid_input", { value: "tomorrow" }]);
    expect(refused("x".repeat(41))).toEqual(["invalid_input", { value: "x".repeat(40) }]);
    expect(refused("2026-02-30T10:00Z")).toEqual(["invalid_input", { value: "2026-02-30T10:00Z" }]);
  });
});

describe("a glob's conditions", () => {
  it.each([
    ["docs/*.md", { startsWith: "docs/", endsWith: ".md", contains: [], slashes: 1 }],
    ["docs/a.md", { startsWith: "docs/a.md", endsWith: "", contains: [], slashes: 1 }],
    ["**/x/**/long/*.md", { startsWith: "", endsWith: ".md", contains: ["long/", "x/"], slashes: undefined }],
    ["a?b?b?ccc?", { startsWith: "a", endsWith: "", contains: ["ccc", "b"], slashes: 0 }],
    ["[ab]/*", { startsWith: "", endsWith: "", contains: ["/"], slashes: 1 }],
  ])("of %s are %j", (pattern, conditions) => {
    expect(globFilter(pattern)).toMatchObject(conditions);
  });

  it.each([
    ["50 bytes", "x".repeat(50), 1],
    ["51 bytes", "x".repeat(51), 0],
    ["50 bytes in 25 letters", "é".repeat(25), 1],
    ["52 bytes in 26 letters", "é".repeat(26), 0],
    ["one of two patterns too long", `**/${"x".repeat(49)}`, 0],
    ["two of **/", "**/a/**/b", 4],
    ["three of **/", "**/a/**/b/**/c", 0],
  ])("with %s are %s in SQL: %i patterns", (_, pattern, count) => {
    expect(globFilter(pattern).sqlGlobs).toHaveLength(count);
  });

  it("answer the same again for a path", () => {
    const { matches } = globFilter("*.md");
    expect(["a.md", "a.ts", "a.md", "a.ts"].map(matches)).toEqual([true, false, true, false]);
  });

  it("take a set of several ranges and characters", () => {
    const { matches } = globFilter("[a-cx-z_]");
    expect([..."abcdwxyz_"].filter(matches)).toEqual([..."abcxyz_"]);
    expect([..."ad"].filter(globFilter("[!a-c]").matches)).toEqual(["d"]);
    expect(() => globFilter("[a-cz-x]")).toThrow("range");
  });
});

describe("the words of a query", () => {
  it("are joined with their neighbours, but a word not with itself nor with Chinese", () => {
    expect(analyseQuery("data data base").joined).toEqual(["database"]);
    expect(analyseQuery("data 会议 base").joined).toEqual([]);
    expect(matchWords(analyseQuery("data base"))).toEqual(["data", "base", "database"]);
  });

  it("are looked up with what the names among them are made of", () => {
    expect(stemsToLookUp(analyseQuery("src/a.ts"))).toEqual(expect.arrayContaining(["src", "a", "ts"]));
  });

  it("may stand between any white space, and are refused by their own length", () => {
    expect(analyseQuery(`${" ".repeat(900)}${"x".repeat(2_000)}${" ".repeat(900)}`).text).toHaveLength(2_000);
    try {
      analyseQuery(` ${"x".repeat(2_001)} `);
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ code: "invalid_input", details: { limit: 2_000, length: 2_001 } });
    }
  });

  it("worth searching one by one have three letters, and are numbers only where nothing else is left", () => {
    expect(extractKeywords("db api v2 2026 keys keys")).toEqual(["api", "keys"]);
    expect(extractKeywords("db 2026 7")).toEqual(["2026", "7"]);
    expect(extractKeywords("db")).toEqual(["db"]);
  });

  it("are unknown by the rarity of those in no chunk", () => {
    const query = analyseQuery("known foreign");
    const share = (known: Readonly<Record<string, number>>) =>
      unknownShare({ query, statistics: { chunkCount: 9, chunkFrequency: new Map(Object.entries(known)) } });
    expect([share({}), share({ known: 9, foreign: 9 })]).toEqual([1, 0]);
    // ln(1 + 0.5 / 9.5) of ln(1 + 9.5 / 0.5) + that.
    expect(share({ known: 9 })).toBeCloseTo(Math.log(20) / (Math.log(20) + Math.log(1 + 0.5 / 9.5)), 10);
    expect(
      unknownShare({ query: analyseQuery("?!"), statistics: { chunkCount: 9, chunkFrequency: new Map() } }),
    ).toBe(0);
  });
});

describe("what is sought in the keyword index", () => {
  it("is each word once, NUL no part of it, one Chinese character as a beginning", () => {
    expect(matchText(["a", "b", "a"])).toBe('"a" OR "b"');
    expect(matchText(["a\0b"])).toBe('"a b"');
    expect(matchText(["京", "東京", "k"])).toBe('"京" * OR "东京" OR "k"');
  });

  it("is at most 128 words, the first", () => {
    const words = Array.from({ length: 129 }, (_, at) => `w${at}`);
    expect(matchText(words)).toBe(matchText(words.slice(0, 128)));
    expect(matchText(words.slice(0, 128))?.endsWith('"w127"')).toBe(true);
  });
});

describe("phrases", () => {
  it("lose the white space around them", () => {
    expect(quotedPhrases('" cold start " "  "')).toEqual(["cold start"]);
    expect(containsPhrase("a cold\n start", "  cold start ")).toBe(true);
  });

  it("must all be held by a row", () => {
    const rows = [{ text: "cold start of keys" }, { text: "cold start" }, { text: "keys" }];
    expect(withPhrases(rows, ["cold start", "keys"])).toEqual(rows.slice(0, 1));
    expect(withPhrases(rows, [])).toBe(rows);
  });
});
