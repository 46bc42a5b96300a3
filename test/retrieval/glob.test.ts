import { matchesGlob } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { globFilter } from "../../src/retrieval/glob.ts";

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

  it("answers a hostile pattern on a hostile path as fast as any other", () => {
    expect(matches("**/a".repeat(12), "a/".repeat(250))).toBe(false);
    expect(matches("*a".repeat(25), "a".repeat(500))).toBe(true);
  });

  it("refuses a range that ends before it begins", () => {
    expect(() => globFilter("[z-a]")).toThrowError(/range/);
  });
});

describe("a glob in SQL", () => {
  it.each([
    ["[a]*.md", ["[a]*.md"], true],
    ["[!a]?.md", ["[^a]?.md"], true],
    ["**/*.md", ["*.md", "*/*.md"], false],
    ["a/**/b/**/c", ["a/b/c", "a/b/*/c", "a/*/b/c", "a/*/b/*/c"], false],
    ["docs/**", ["docs/*"], false],
    ["x".repeat(51), [], false],
    ["a[b", [], false],
  ])("%s becomes %j, exact: %s", (pattern, sqlGlobs, isExact) => {
    expect(globFilter(pattern)).toMatchObject({ sqlGlobs, isExact });
  });
});
