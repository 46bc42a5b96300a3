import { cpuUsage } from "node:process";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../../src/documents/chunkers/by-language.ts";
import { chunkDocument } from "../../../src/documents/chunkers/chunk-document.ts";
import { HOSTILE_PATTERNS, type HostilePattern } from "./hostile-patterns.ts";

// Work is told from time, and only in proportion: of the same pattern at two lengths, in this process's own time, which
// other processes do not change. Four times the length is four times the work; a square would be sixteen times.

/** Characters of the first look, which is cheap, and of the second, which decides. */
const LENGTHS = { look: [6_000, 24_000], decide: [100_000, 400_000] } as const;
const MOST_GROWTH = { look: 6, decide: 10 } as const;
/** Microseconds below which a proportion says nothing: what takes so little at these lengths is no square. */
const TOO_SHORT_TO_TELL = { look: 4_000, decide: 200_000 } as const;
const REPEATS = 2;
const ATTEMPTS = 5;

function microseconds(path: string, text: string): number {
  const before = cpuUsage().user;
  chunkDocument({ path, text }, { onFailure: ({ error }) => expect.fail(String(error)) });
  return cpuUsage().user - before;
}

/** The least of several: what disturbs a measurement only adds to it. */
const leastOf = (path: string, text: string): number =>
  Math.min(...Array.from({ length: REPEATS }, () => microseconds(path, text)));

function growth(path: string, pattern: HostilePattern): number {
  const [short, long] = LENGTHS.look;
  const first = microseconds(path, pattern(short));
  const second = microseconds(path, pattern(long));
  if (second < TOO_SHORT_TO_TELL.look || second < first * MOST_GROWTH.look) return 1;
  const [less, more] = LENGTHS.decide;
  if (microseconds(path, pattern(more)) < TOO_SHORT_TO_TELL.decide) return 1;
  // A square is one every time; a collection of garbage in the middle of a measurement is not.
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && least >= MOST_GROWTH.decide; attempt++)
    least = Math.min(least, leastOf(path, pattern(more)) / Math.max(1, leastOf(path, pattern(less))));
  return least;
}

describe.each(Object.entries(LANGUAGES))("the work of cutting %s", (_language, { names: [name] }) => {
  it("grows no faster than hostile text does", () => {
    const path = `a.${name}`;
    for (const pattern of HOSTILE_PATTERNS) {
      expect(growth(path, pattern), JSON.stringify(pattern(60))).toBeLessThan(MOST_GROWTH.decide);
    }
  });
});
