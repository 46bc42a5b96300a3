import fc from "fast-check";
import { expect, it } from "vitest";
import { findMatches } from "../../../src/search/views/matches.ts";
import { bigrams, CJK_CLASS, CJK_RUN, isCjk } from "../../../src/text/words/cjk.ts";
import { fold } from "../../../src/text/words/fold.ts";
import { stem, stemIn } from "../../../src/text/words/stem.ts";
import { tokenise } from "../../../src/text/words/tokenise.ts";

const WORD = new RegExp(`${CJK_RUN.source}|[[\\p{L}\\p{N}\\p{M}\\p{Co}]--${CJK_CLASS}]+`, "gv");

/** Every word of a text that is one of the stems, by one pattern and each word looked at. */
const words = (text: string, stems: ReadonlySet<string>) =>
  [...text.matchAll(WORD)].flatMap(({ 0: word, index: start }) => {
    const found = isCjk(word)
      ? undefined
      : tokenise(word)
          .map(stem)
          .find((one) => stems.has(one));
    return found === undefined ? [] : [{ start, end: start + word.length, stem: found }];
  });

/** Every character and pair of a text's CJK runs that is one of the stems. */
const pairs = (text: string, stems: ReadonlySet<string>) =>
  [...text.matchAll(CJK_RUN)].flatMap(({ 0: run, index }) =>
    [...new Set([...run, ...bigrams(run)])]
      .filter((unit) => stems.has(stem(fold(unit))))
      .flatMap((unit) => [...run.matchAll(new RegExp(unit, "gv"))].map((found) => index + found.index)),
  );

const piece = fc.constantFrom(
  ...[
    "Keys",
    "key",
    "KEYS",
    "x1",
    "2nd",
    "don\u2019t",
    "na\u00efve",
    "caf\u00e9s",
    "cafe\u0301",
    "\u041a\u043b\u044e\u0447",
    "\u{1d400}",
    "\ud835",
  ],
  ...[
    "\u4e1c\u4eac",
    "\u4e1c\u4eac\u4e1c",
    "\u30ab\u30ae",
    "\ud55c\uad6d",
    "\u{1f600}",
    "_",
    "-",
    " ",
    "\n",
    "\u2014",
    "\ue000",
    "9",
  ],
);

it("finds the words and CJK pairs that match, and where, in any mixture of scripts", () => {
  const stems = new Set([
    "kei",
    "x1",
    "2nd",
    "t",
    "naiv",
    "cafe",
    "\u043a\u043b\u044e\u0447",
    "\u4e1c\u4eac",
    "\u4eac",
    "\u30ab\u30ae",
  ]);
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      const found = findMatches(text, stems);
      expect(found.filter(({ stem }) => !isCjk(stem))).toEqual(words(text, stems));
      expect(
        found
          .filter(({ stem }) => isCjk(stem))
          .map(({ start }) => start)
          .sort(),
      ).toEqual(pairs(text, stems).sort());
    }),
    { numRuns: 500 },
  );
});

it("marks a word with what nobody sees within it as one, and not what stands behind it", () => {
  const text = "The com\u00admit\u200btee\u200b met";
  expect(findMatches(text, new Set([stem("committee")]))).toEqual([
    { start: 4, end: 15, stem: stem("committee") },
  ]);
});

it("finds a word whose stem has another letter in its middle", () => {
  const [stems, languages] = [new Set([stemIn("trawnikach", "polish")]), ["polish"] as const];
  expect(findMatches("Gazeta: trawnik, trawa", stems, languages)).toMatchObject([{ start: 8, end: 15 }]);
});
