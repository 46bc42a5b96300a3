import fc from "fast-check";
import { expect, it } from "vitest";
import { stem } from "../../../src/text/words/stem.ts";
import { tokenise } from "../../../src/text/words/tokenise.ts";
import { fts5Terms } from "./fts5.ts";

const STARTS = "a be cy re con fil hop tax sky lay rat oper sens relat commun troubl electr y".split(" ");
const MIDDLES = ["", "l", "ss", "tt", "y", "iv", "at", "iz", "bl", "ey"];
const ENDS =
  `s es ies sses ed eed ing y ly e ll ational tional enci anci izer bli alli entli eli ousli ization ation
  ator alism iveness fulness ousness aliti iviti biliti logi icate ative alize iciti ical ful ness al ance ence er ic
  able ible ant ement ment ent ion sion tion ou ism ate iti ous ive ize`.split(/\s+/);

const combined = STARTS.flatMap((start) =>
  MIDDLES.flatMap((middle) => ENDS.map((end) => start + middle + end)),
);

function fts5Stems(words: readonly string[]): string[] {
  return fts5Terms(words, "porter unicode61").map((terms) => terms.join(" "));
}

it("stems ten thousand words of all endings as FTS5's porter does", () => {
  expect(combined.length).toBeGreaterThan(9_000);
  const expected = fts5Stems(combined);
  expect(combined.filter((word, index) => stem(word) !== expected[index])).toEqual([]);
});

it("stems arbitrary tokens of vowels, consonants and accented letters as FTS5's porter does", () => {
  const letters = fc.constantFrom(..."aeiouylstbdgz", "ж", "한", "𝒜", "7");
  const token = fc.array(letters, { minLength: 1, maxLength: 9 }).map((all) => all.join(""));
  const withEnd = fc.tuple(token, fc.constantFrom("", ...ENDS)).map(([start, end]) => start + end);
  fc.assert(
    fc.property(fc.array(withEnd, { minLength: 1, maxLength: 200 }), (texts) => {
      const tokens = texts.flatMap(tokenise);
      expect(tokens.map(stem)).toEqual(fts5Stems(tokens));
    }),
    { numRuns: 60 },
  );
});

it("leaves tokens alone that FTS5 leaves alone: under 3 bytes and over 64", () => {
  const long = `${"ab".repeat(31)}ing`;
  expect([stem("as"), stem("és"), stem(long)]).toEqual(["as", "é", long]);
  expect(fts5Stems([long])).toEqual([long]);
});

it("may change a stem, which is why stems are never sent to MATCH", () => {
  expect(stem("database")).toBe("databas");
  expect(stem("databas")).toBe("databa");
});
