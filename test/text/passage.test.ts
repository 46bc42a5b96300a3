import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../src/text/tokens/estimate-tokens.ts";
import {
  cutToTokens,
  headingPath,
  longestFitting,
  passageText,
  shortenDataUris,
} from "../../src/text/passage.ts";

describe("a passage", () => {
  it.each<[string, readonly string[], string, string]>([
    ["its headings, then its text", ["A", "B"], "c", "A > B\nc"],
    ["its text alone without headings", [], "c", "c"],
    ["its headings alone without text", ["A"], "", "A"],
    ["nothing around it", ["A"], "c\n\n", "A\nc"],
    ["no payload of a picture", ["A"], "x data:image/png;base64,AAAA y", "A\nx data:image/png y"],
  ])("is %s", (_, headings, text, expected) => {
    expect(passageText(headings, text)).toBe(expected);
  });

  it("has a path of one heading without a sign between", () => {
    expect([headingPath([]), headingPath(["A"]), headingPath(["A", "B", "C"])]).toEqual([
      "",
      "A",
      "A > B > C",
    ]);
  });
});

describe("a data URI", () => {
  const part = (chars: number) => "x".repeat(chars);
  it.each([
    ["every one of a text", "data:a/b;base64,AA data:c/d;base64,BB", "data:a/b data:c/d"],
    ["four parameters", `data:a/b${";c=d".repeat(4)};base64,AA`, "data:a/b"],
    ["five parameters", `data:a/b${";c=d".repeat(5)};base64,AA`, undefined],
    ["64 characters of a type", `data:${part(64)}/${part(64)};base64,AA`, `data:${part(64)}/${part(64)}`],
    ["65 characters of a type", `data:${part(65)}/b;base64,AA`, undefined],
    ["65 characters of a subtype", `data:a/${part(65)};base64,AA`, undefined],
    ["64 characters of a parameter", `data:a/b;${part(64)};base64,AA`, "data:a/b"],
    ["65 characters of a parameter", `data:a/b;${part(65)};base64,AA`, undefined],
    ["signs in its type", "data:image/svg+xml;base64,AA", "data:image/svg+xml"],
    ["every sign of both alphabets", "data:a/b;base64,aZ09+/-_==.", "data:a/b."],
    ["no payload", "data:a/b;base64,", "data:a/b"],
    ["no type", "data:;base64,AA", undefined],
  ])("is cut with %s, or not: %#", (_, text, cut) => {
    expect(shortenDataUris(text)).toBe(cut ?? text);
  });
});

describe("a text cut to tokens", () => {
  const TEXT = "one two three four five six seven";

  it("is whole where it fits, and else the longest start that does", () => {
    const whole = estimateTokens(TEXT);
    expect(cutToTokens(TEXT, whole)).toBe(TEXT);
    for (const most of [1, 2, whole - 1]) {
      const cut = cutToTokens(TEXT, most);
      expect(TEXT.startsWith(cut)).toBe(true);
      expect(estimateTokens(cut)).toBeLessThanOrEqual(most);
      expect(estimateTokens(TEXT.slice(0, cut.length + 1))).toBeGreaterThan(most);
    }
    expect(cutToTokens(TEXT, 0)).toBe("");
  });

  it("is as long as a search over the whole text finds it, whatever its lines", () => {
    const part = fc.constantFrom(
      "\n",
      "\n\n",
      "\r\n",
      "  ",
      "word ",
      "camelCase(",
      "2026-11-22",
      "日本",
      "\t",
      "é;",
      "====",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), fc.nat({ max: 80 }), (parts, most) => {
        const text = parts.join("");
        const length = longestFitting(text.length, (chars) => estimateTokens(text.slice(0, chars)) <= most);
        expect(cutToTokens(text, most)).toBe(text.slice(0, length));
      }),
    );
  });

  it("never ends inside a character of two units", () => {
    const text = "🦀".repeat(40);
    for (let most = 0; most <= 40; most++) {
      const cut = cutToTokens(text, most);
      expect(cut.isWellFormed()).toBe(true);
      expect(estimateTokens(cut)).toBeLessThanOrEqual(most);
      expect(estimateTokens(`${cut}🦀`)).toBeGreaterThan(most);
    }
  });

  it.each([
    [10, 10, 10],
    [10, 0, 0],
    [10, 7, 7],
    [10, 99, 10],
    [1, 1, 1],
    [0, 5, 0],
  ])("of at most %d units, of which %d fit, is %d long", (most, fitting, length) => {
    expect(longestFitting(most, (chars) => chars <= fitting)).toBe(length);
  });
});
