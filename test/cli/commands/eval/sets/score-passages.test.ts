import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  overlaps,
  passageRank,
  scorePassages,
} from "../../../../../src/cli/commands/eval/sets/passage-set.ts";

const lines = (path: string, startLine: number, endLine = startLine) => ({ path, startLine, endLine });
const judged = (kind: string, ...gold: ReturnType<typeof lines>[]) => ({ kind, gold, stale: [] });

describe("a hit", () => {
  it("is right when it shares a line with the passage, in the same file", () => {
    expect(overlaps(lines("a.md", 3, 5), lines("a.md", 5, 9))).toBe(true);
    expect(overlaps(lines("a.md", 9, 12), lines("a.md", 5, 9))).toBe(true);
    expect(overlaps(lines("a.md", 1, 4), lines("a.md", 5, 9))).toBe(false);
    expect(overlaps(lines("a.md", 10, 12), lines("a.md", 5, 9))).toBe(false);
    expect(overlaps(lines("b.md", 5, 9), lines("a.md", 5, 9))).toBe(false);
  });

  it("counts with its first 60 lines only", () => {
    expect(overlaps(lines("a.md", 1, 500), lines("a.md", 60))).toBe(true);
    expect(overlaps(lines("a.md", 1, 500), lines("a.md", 61))).toBe(false);
  });

  it("is right for another passage that is as good, and not beyond the tenth", () => {
    const gold = { ...lines("a.md", 5), alt: [lines("b.md", 2)] };
    expect(passageRank([lines("x.md", 1), lines("b.md", 1, 3)], gold)).toBe(2);
    const late = [...Array.from({ length: 10 }, () => lines("x.md", 1)), lines("a.md", 5)];
    expect(passageRank(late, gold)).toBe(0);
  });
});

describe("a question", () => {
  it("without an answer is right when nothing is found", () => {
    expect(scorePassages(judged("none"), [])).toEqual({ silent: 1 });
    expect(scorePassages(judged("none"), [lines("a.md", 1)])).toEqual({ silent: 0 });
  });

  it("of two passages wants both and tells of one", () => {
    const both = judged("multi", lines("a.md", 1), lines("b.md", 1));
    expect(scorePassages(both, [lines("b.md", 1), lines("a.md", 1)])).toEqual({ "both@10": 1, "any@10": 1 });
    expect(scorePassages(both, [lines("b.md", 1)])).toEqual({ "both@10": 0, "any@10": 1 });
  });

  it("of one passage goes by its rank", () => {
    const hits = [lines("x.md", 1), lines("a.md", 1)];
    expect(scorePassages(judged("typo", lines("a.md", 1)), hits)).toEqual({
      "hit@1": 0,
      "hit@5": 1,
      "MRR@10": 0.5,
    });
  });

  it("about the newest wants it before every outdated one", () => {
    const latest = {
      ...judged("latest", lines("new.md", 1)),
      stale: [lines("old.md", 1), lines("older.md", 1)],
    };
    const ask = (...paths: string[]) =>
      scorePassages(
        latest,
        paths.map((path) => lines(path, 1)),
      )["newest first"];
    expect([ask("new.md", "old.md"), ask("older.md", "new.md"), ask("new.md"), ask("old.md")]).toEqual([
      1, 0, 1, 0,
    ]);
  });

  it("scores what sets of lines say, written a second way", () => {
    const passage = fc
      .record({ path: fc.constantFrom("a", "b"), startLine: fc.nat(90), more: fc.nat(80) })
      .map(({ path, startLine, more }) => lines(path, startLine + 1, startLine + 1 + more));
    const linesOf = ({ path, startLine, endLine }: ReturnType<typeof lines>, most: number) =>
      Array.from({ length: Math.min(most, endLine - startLine + 1) }, (_, at) => `${path}:${startLine + at}`);
    fc.assert(
      fc.property(fc.array(passage, { maxLength: 14 }), passage, (hits, gold) => {
        const wanted = new Set(linesOf(gold, Number.POSITIVE_INFINITY));
        const right = hits.map((hit) => linesOf(hit, 60).some((line) => wanted.has(line)));
        let expected = 0;
        for (let rank = 10; rank >= 1; rank--) if (right[rank - 1]) expected = 1 / rank;
        expect(scorePassages(judged("question", gold), hits)["MRR@10"]).toBeCloseTo(expected, 4);
      }),
      { numRuns: 300 },
    );
  });
});
