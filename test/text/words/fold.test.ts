import { cpuUsage } from "node:process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold, normalise } from "../../../src/text/words/fold.ts";

/** Marks of different classes, which normalisation has to sort. */
const UNSORTED = [
  "\u0301\u0323",
  "\u3099\u0301\uff9e",
  "\uff9e\u0323",
  "\u05b0\u0591",
  "\u0301\u200b\u0323\u200b",
  "\u{1d165}\u0301",
];

/** Microseconds below which a proportion says nothing. */
const TOO_SHORT_TO_TELL = 200_000;

function microseconds(work: () => unknown): number {
  const before = cpuUsage().user;
  work();
  return cpuUsage().user - before;
}

const leastOf = (work: () => unknown) => Math.min(...[1, 2, 3].map(() => microseconds(work)));

describe("long runs of marks", () => {
  it.each(UNSORTED)("are folded and normalised in time that grows as they do (%j)", (marks) => {
    for (const analyse of [fold, normalise]) {
      const short = `a${marks.repeat(10_000)}`;
      const long = `a${marks.repeat(40_000)}`;
      const taken = leastOf(() => analyse(long));
      // Four times the length: a square would be sixteen times, and far above what is too short to tell.
      const growth = taken > TOO_SHORT_TO_TELL ? taken / leastOf(() => analyse(short)) : 1;
      expect(growth).toBeLessThan(9);
    }
  });

  it("keep their first thirty", () => {
    expect(normalise(`x${"\u0301".repeat(30)}y`)).toBe(`x${"\u0301".repeat(30)}y`);
    expect(normalise(`x${"\u0301".repeat(31)}y`)).toBe(`x${"\u0301".repeat(30)}y`);
    expect(fold(`e${"\u0301".repeat(100)}f`)).toBe("ef");
  });
});

describe("text with fewer marks", () => {
  it("is what NFKC makes of it", () => {
    const few = fc.array(fc.string({ unit: "grapheme", maxLength: 20 }), { maxLength: 5 });
    fc.assert(
      fc.property(few, (parts) => {
        const text = parts.join(" ");
        fc.pre(!/[\p{M}\uff9e\uff9f]{31}/u.test(text) && !text.includes("\0"));
        expect(normalise(text)).toBe(text.toWellFormed().normalize("NFKC"));
      }),
    );
    expect(fold("Crème Brûlée ΣΊΣΥΦΟΣ हिन्दी ｶﾞｷﾞ")).toBe("creme brulee σισυφοσ हिन्दी ガギ");
  });
});
