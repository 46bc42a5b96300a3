import { describe, expect, it } from "vitest";
import { keywordRows } from "../../src/documents/keyword-row.ts";
import { containsIdentifier, queryIdentifiers } from "../../src/search/query/identifiers.ts";
import { containsPhrase, quotedPhrases } from "../../src/search/query/match-text.ts";
import { snippet } from "../../src/search/views/snippet.ts";
import { shortenDataUris } from "../../src/text/passage.ts";
import { contentTokens, contentWords } from "../../src/text/words/content-words.ts";
import { fold } from "../../src/text/words/fold.ts";
import { identifierParts } from "../../src/text/words/identifier-parts.ts";
import { stem } from "../../src/text/words/stem.ts";
import { indexableText, tokenise } from "../../src/text/words/tokenise.ts";

/** Long enough that work which grows with the square of the text would not end within a test run's patience. */
const SIZE = 120_000;
const fill = (piece: string) => piece.repeat(Math.ceil(SIZE / piece.length));

const HOSTILE: Record<string, string> = {
  "one letter": fill("a"),
  "one accented letter": fill("é"),
  "marks without a letter": fill("\u0301"),
  "letters with marks": fill("e\u0301\u0323"),
  "one CJK run": fill("東"),
  "half-width kana": fill("ｶﾞ"),
  "changing case": fill("aB"),
  "letters and digits": fill("a1"),
  "capitals before a small letter": `${fill("A")}a`,
  "open quotes": fill('"'),
  "opening brackets": fill("(["),
  "data URI beginnings": fill("data:a/b;c=d"),
  "base64 markers": fill("data:image/png;base64,"),
  "lone surrogates": fill("\ud83d"),
  emoji: fill("👍🏽"),
  "line ends": fill("\n"),
  NUL: fill("\0"),
  spaces: fill(" "),
  underscores: fill("a_"),
};

describe.each(Object.entries(HOSTILE))("a very long run of %s", (_, text) => {
  it("is analysed", () => {
    expect(indexableText(text).isWellFormed()).toBe(true);
    expect(tokenise(text).length).toBeGreaterThanOrEqual(contentTokens(text).length);
    expect(fold(text)).toBe(fold(fold(text)));
    expect(identifierParts(text).every((part) => part !== "")).toBe(true);
    expect(shortenDataUris(text).length).toBeLessThanOrEqual(text.length);
    expect(stem(tokenise(text)[0] ?? "")).toBeDefined();
  });

  it("is read as a query's, though a query would be refused", () => {
    expect(contentWords(text).every((word) => word !== "")).toBe(true);
    expect(queryIdentifiers(text).length).toBeLessThanOrEqual(1);
    expect(quotedPhrases(text).every((phrase) => phrase !== "")).toBe(true);
  });

  it("is searched and shown", () => {
    expect(containsPhrase(text, "no such phrase")).toBe(false);
    expect(containsIdentifier(text, "noSuchName")).toBe(false);
    expect(snippet({ text, startLine: 1 }, new Map([["a", 1]])).text.length).toBeLessThanOrEqual(700);
  });

  it("makes keyword rows", () => {
    expect(keywordRows("a.md", [{ startLine: 1, endLine: 1, headings: [], text }])).toHaveLength(1);
  });
});

it("a document of twenty thousand chunks without words makes as many rows", () => {
  const chunks = Array.from({ length: 20_000 }, (_, index) => ({
    startLine: index + 1,
    endLine: index + 1,
    headings: [],
    text: "---",
  }));
  expect(keywordRows("a.md", chunks)).toHaveLength(chunks.length);
});
