import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SNIPPET_CHARS, snippet } from "../../../src/search/views/snippet.ts";

const FILLER = Array.from({ length: 40 }, (_, index) => `line ${index} says nothing much of any interest`);
const terms = (...stems: string[]) => new Map(stems.map((stem) => [stem, 1]));
const lines = (changes: Record<number, string>) =>
  FILLER.map((line, index) => changes[index] ?? line).join("\n");

describe("snippet", () => {
  it("is the whole chunk when that is short enough", () => {
    expect(snippet({ text: "one\ntwo caches", startLine: 5 }, terms("cach"))).toEqual({
      text: "one\ntwo caches",
      startLine: 5,
      endLine: 6,
      highlights: [[8, 14]],
    });
  });

  it("of a line that is too long ends with a whole character", () => {
    const text = `${"a".repeat(SNIPPET_CHARS - 1)}\u{1f9ea}${" tail".repeat(100)}`;
    expect(snippet({ text, startLine: 1 }, terms("absent")).text).toBe("a".repeat(SNIPPET_CHARS - 1));
  });

  it("shows the lines that hold the most distinct terms, with the lines around them", () => {
    const text = lines({ 2: "cache cache cache", 30: "the cache size", 31: "has a limit" });
    const {
      text: shown,
      startLine,
      endLine,
    } = snippet({ text, startLine: 1 }, terms("cach", "size", "limit"));
    expect(shown).toContain("the cache size\nhas a limit");
    expect(shown.split("\n")).toEqual(text.split("\n").slice(startLine - 1, endLine));
    expect(shown.length).toBeGreaterThan(SNIPPET_CHARS - 100);
    expect(startLine).toBeLessThan(31);
    expect(endLine).toBeGreaterThan(32);
  });

  it("prefers the rarer term when weights say so", () => {
    const text = lines({ 2: "common word", 30: "precious" });
    const weights = new Map([
      ["common", 1],
      ["preciou", 5],
    ]);
    expect(snippet({ text, startLine: 1 }, weights).text).toContain("precious");
  });

  it("is the chunk's beginning when nothing matches", () => {
    const { startLine, text, highlights } = snippet({ text: lines({}), startLine: 1 }, terms("absent"));
    expect([startLine, highlights]).toEqual([1, []]);
    expect(lines({}).startsWith(`${text}\n`)).toBe(true);
  });

  it("shows columns of a line that is too long", () => {
    const long = `${"x ".repeat(2_000)}the cache ${"y ".repeat(2_000)}`;
    const found = snippet({ text: `short\n${long}`, startLine: 8 }, terms("cach"));
    expect([found.startLine, found.endLine]).toEqual([9, 9]);
    expect(found.text).toBe(long.slice((found.startColumn ?? 0) - 1, found.endColumn));
    expect(found.text).toContain("cache");
  });

  it("begins with a word where a line is cut at its front", () => {
    for (const filler of ["wrapper of ", "a wrapper of ", "the wrapper of "]) {
      const found = snippet({ text: `${filler.repeat(100)}cache`, startLine: 1 }, terms("cach"));
      expect(found.text).toMatch(/^(?:a|the|wrapper|of) /);
      expect(found.startColumn).toBeGreaterThan(1);
    }
  });

  it("counts columns on from those of a chunk that is a part of a line", () => {
    const found = snippet({ text: "a cache", startLine: 3, startColumn: 101 }, terms("cach"));
    expect([found.startColumn, found.endColumn]).toEqual([101, 107]);
  });

  it("highlights words of one stem, accented and wide ones, and CJK pairs as one run", () => {
    const text = "Caching ｃａｃｈｅ: 我们的数据库";
    const { highlights } = snippet({ text, startLine: 1 }, terms("cach", "数据", "据库"));
    expect(highlights.map(([start, end]) => text.slice(start, end))).toEqual([
      "Caching",
      "ｃａｃｈｅ",
      "数据库",
    ]);
  });

  it("is always a raw slice of its lines, within the limit, with highlights in order", () => {
    const piece = fc.constantFrom(
      "cache",
      "limit",
      " ",
      "\n",
      "\r\n",
      "word ",
      "数据库",
      "😀",
      "x".repeat(300),
      "é",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 120 }), (pieces) => {
        const text = pieces.join("");
        const found = snippet({ text, startLine: 1 }, terms("cach", "limit", "数据"));
        const of = text
          .split("\n")
          .slice(found.startLine - 1, found.endLine)
          .join("\n");
        const column = (found.startColumn ?? 1) - 1;
        expect(found.text).toBe(of.slice(column, found.endColumn));
        expect(found.text.length).toBeLessThanOrEqual(SNIPPET_CHARS);
        expect(found.text.isWellFormed()).toBe(true);
        const offsets = found.highlights.flat();
        expect(offsets).toEqual([...offsets].sort((a, b) => a - b));
        if (/(?<![a-zé])(?:cache|limit)(?![a-zé])/.test(text))
          expect(found.highlights.length).toBeGreaterThan(0);
      }),
    );
  });

  it("reads a line of two megabytes of matches", () => {
    const found = snippet({ text: "cache ".repeat(350_000), startLine: 1 }, terms("cach"));
    expect(found.text.length).toBeLessThanOrEqual(SNIPPET_CHARS);
  });
});
