import { matchesGlob } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { automaton, globFilter, type Step } from "../../../src/search/query/glob.ts";

const matches = (pattern: string, path: string): boolean => globFilter(pattern).matches(path);

describe("a glob", () => {
  it.each([
    ["*.md", "a.md", true],
    ["*.md", "b/a.md", false],
    ["**/*.md", "a.md", true],
    ["**/*.md", "x/y/a.md", true],
    ["docs/**", "docs/x/a.md", true],
    ["docs/**", "docsx/a.md", false],
    ["docs/**/a.md", "docs/a.md", true],
    ["docs/**/a.md", "docs/x/ba.md", false],
    ["a?c.md", "abc.md", true],
    ["a?c.md", "a/c.md", false],
    ["[a-c]x.md", "bx.md", true],
    ["[!a-c]x.md", "bx.md", false],
    ["[!a-c]x.md", "zx.md", true],
    ["[^a-c]x.md", "bx.md", false],
    ["[^a-c]x.md", "zx.md", true],
    ["[^]x.md", "^x.md", true],
    ["[!]x.md", "!x.md", true],
    ["a[^b]c", "a/c", false],
    ["[\u{1f600}-\u{1f610}].md", "\u{1f605}.md", true],
    ["****/a.md", "a.md", true],
    ["**/**/**/a.md", "x/a.md", true],
    ["a/**/**", "a/b/c", true],
    ["[***]x", "*x", true],
    [`**${"?".repeat(70)}`, `${"a".repeat(40)}/${"b".repeat(70)}`, true],
    [`**${"?".repeat(70)}`, `${"a".repeat(40)}/${"b".repeat(69)}`, false],
    ["a.b", "aXb", false],
    ["日*.md", "日本.md", true],
    ["(x|y)+.md", "(x|y)+.md", true],
  ])("%s on %s: %s", (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  it("agrees with Node's own on random patterns of the same signs", () => {
    const part = fc.constantFrom("a", "b", "ab", ".", "*", "?", "a*", "*b", "**");
    const pattern = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
    const name = fc.constantFrom("a", "b", "ab", "abb", "ba");
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
    const isComparable = (text: string) => !text.split("/").includes(".") && !text.endsWith("**");
    fc.assert(
      fc.property(pattern.filter(isComparable), path, (text, place) => {
        expect(matches(text, place), `${text} on ${place}`).toBe(matchesGlob(place, text));
      }),
      { numRuns: 2_000 },
    );
  });

  it("gives SQL conditions that hold for every path it matches", () => {
    const part = fc.constantFrom("a", "b", "/", "*", "?", "**", "**/", "[ab]", ".md");
    const pattern = fc.array(part, { minLength: 1, maxLength: 7 }).map((parts) => parts.join(""));
    const path = fc
      .array(fc.constantFrom("a", "b", "/", ".md"), { minLength: 1, maxLength: 8 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(pattern, path, (text, place) => {
        const glob = globFilter(text);
        if (!glob.matches(place)) return;
        expect(place.length).toBeGreaterThanOrEqual(glob.startsWith.length + glob.endsWith.length);
        expect(place.startsWith(glob.startsWith) && place.endsWith(glob.endsWith)).toBe(true);
        expect(glob.contains.every((literal) => place.includes(literal))).toBe(true);
        if (glob.slashes !== undefined) expect(place.split("/").length - 1).toBe(glob.slashes);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each(["**/".repeat(85), "*".repeat(255), `a/${"**/".repeat(40)}**`])(
    "takes %s for one wildcard",
    (pattern) => {
      expect(globFilter(pattern).sqlGlobs.length).toBeGreaterThan(0);
      expect(matches(`${pattern}x`, "a/b/c/x")).toBe(true);
    },
  );

  it.each([
    ["*/**/".repeat(51), "at most 16 of * and **, this has 102"],
    ["**/?".repeat(36), "at most 16 of * and **, this has 36"],
    ["*a".repeat(17), "this has 17"],
  ])("refuses %s", (pattern, message) => {
    expect(() => globFilter(pattern)).toThrowError(message);
  });

  it("takes sixteen wildcards, and any number of single characters", () => {
    expect(matches("*a".repeat(16), "a".repeat(500))).toBe(true);
    expect(matches(`${"**/a".repeat(16)}`, "a/".repeat(250))).toBe(false);
    expect(matches("?".repeat(255), "x".repeat(255))).toBe(true);
  });

  it("asks each step once for each different character, however many paths there are", () => {
    let asked = 0;
    const counting: Step = {
      kind: "one",
      accepts: (character) => {
        asked += 1;
        return character !== "/";
      },
    };
    const steps = Array.from({ length: 16 }, (): Step[] => [{ kind: "parts" }, counting]).flat();
    const accepts = automaton(steps);
    for (let path = 0; path < 1_200; path++) accepts("ab/".repeat(168));
    expect(asked).toBe(16 * 3);
  });

  it("gives SQL no more conditions than an expression may be deep", () => {
    const literals = Array.from({ length: 85 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join("?");
    expect(globFilter(literals).contains).toHaveLength(8);
    expect(globFilter("a/?/?/?/b").contains).toEqual(["/"]);
  });

  it("refuses a range that ends before it begins", () => {
    expect(() => globFilter("[z-a]")).toThrowError(/range/);
  });
});

describe("a glob in SQL", () => {
  it.each([
    ["[a]*.md", ["[a]*.md"], true],
    ["[!a]?.md", ["[^a]?.md"], true],
    ["[^a]?.md", ["[^a]?.md"], true],
    ["[^]?.md", ["^?.md"], true],
    ["[!]?.md", ["[!]?.md"], true],
    ["**/**/*.md", ["*.md", "*/*.md"], true],
    ["**/*.md", ["*.md", "*/*.md"], true],
    ["**/*a*.md", ["*a*.md", "*/*a*.md"], false],
    ["**/?.md", ["?.md", "*/?.md"], false],
    ["*/**", ["*/*"], false],
    ["a/**/b/**/c", ["a/b/c", "a/b/*/c", "a/*/b/c", "a/*/b/*/c"], true],
    ["docs/**", ["docs/*"], true],
    ["x".repeat(51), [], false],
    ["a[b", [], false],
  ])("%s becomes %j, exact: %s", (pattern, sqlGlobs, isExact) => {
    expect(globFilter(pattern)).toMatchObject({ sqlGlobs, isExact });
  });
});
