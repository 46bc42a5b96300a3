import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fitHeadings,
  headingTokens,
  MAX_HEADING_TOKENS,
  shorten,
} from "../../../src/documents/chunkers/markdown/headings.ts";

describe("fitHeadings", () => {
  it("leaves a path alone that fits", () => {
    const path = ["Guide", "Equipment", "Boots"];
    expect(fitHeadings(path)).toBe(path);
  });

  it("shortens long headings and keeps the path", () => {
    const fitted = fitHeadings(["Guide", "word ".repeat(300), "Boots"]);
    expect(fitted).toHaveLength(3);
    expect(fitted[0]).toBe("Guide");
    expect(fitted[1]).toMatch(/^word word.*…$/);
    expect(fitted[2]).toBe("Boots");
  });

  it("drops outer headings of a path with too many", () => {
    const fitted = fitHeadings(Array.from({ length: 300 }, (_, level) => `level ${level}`));
    expect(fitted.at(-1)).toMatch(/^level 2/);
    expect(headingTokens(fitted)).toBeLessThanOrEqual(MAX_HEADING_TOKENS);
  });

  it("fits any path", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary", maxLength: 300 }), { maxLength: 60 }), (path) => {
        expect(headingTokens(fitHeadings(path))).toBeLessThanOrEqual(MAX_HEADING_TOKENS);
      }),
    );
  });
});

describe("shorten", () => {
  it("never leaves half a surrogate pair", () => {
    expect(shorten("😀😀😀", 3)).toBe("😀…");
  });
});
