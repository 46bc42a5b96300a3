import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fuseConvex, fuseRrf, type WeighedList } from "../../../src/search/fusion/fuse.ts";

const list = (arm: string, ids: string, weight = 1): WeighedList => ({
  arm,
  weight,
  entries: [...ids].map((id, index) => ({ id, score: 100 - index })),
});

const K = { k: 60 };

const scores = (fused: readonly { id: string; score: number }[]) =>
  Object.fromEntries(fused.map(({ id, score }) => [id, score]));

describe("fuseRrf", () => {
  it("gives 1 to the first of every list and .871 to the tenth of every list", () => {
    const fused = scores(fuseRrf([list("keyword", "abcdefghij"), list("vector", "abcdefghij")], K));
    expect(fused.a).toBe(1);
    expect(fused.j).toBeCloseTo(0.8714, 4);
  });

  it("leaves a failed arm out of the denominator, but not one that found nothing", () => {
    const keyword = list("keyword", "ab");
    const failed = { arm: "vector", weight: 1, entries: undefined };
    expect(scores(fuseRrf([keyword, failed], K)).a).toBe(1);
    expect(scores(fuseRrf([keyword, list("vector", "")], K)).a).toBe(0.5);
  });

  it("weighs lists: an entity list of .3 counts .3 of a keyword list", () => {
    const fused = scores(fuseRrf([list("keyword", "a"), list("entity", "b", 0.3)], K));
    expect((fused.b ?? 0) / (fused.a ?? 0)).toBeCloseTo(0.3);
    expect(fused.a).toBeCloseTo(1 / 1.3);
  });

  it("takes another k", () => {
    expect(scores(fuseRrf([list("keyword", "ab")], { k: 1 })).b).toBeCloseTo(2 / 3);
  });
});

describe("fuseConvex", () => {
  it("adds min-max scores by weight, 0 for what a list lacks", () => {
    const keyword = { arm: "keyword", weight: 0.8, entries: entries({ a: 10, b: 6, c: 2 }) };
    const vector = { arm: "vector", weight: 0.2, entries: entries({ c: 0.9, a: 0.5, d: 0.1 }) };
    const fused = scores(fuseConvex([keyword, vector]));
    expect(fused.a).toBeCloseTo(0.8 + 0.2 * 0.5);
    expect(fused.b).toBeCloseTo(0.4);
    expect(fused.c).toBeCloseTo(0.2);
    expect(fused.d).toBe(0);
  });

  it("looks at a list's own best 100 only", () => {
    const many = Array.from({ length: 150 }, (_, index) => ({ id: `c${index}`, score: 150 - index }));
    const fused = fuseConvex([{ arm: "keyword", weight: 1, entries: many }]);
    expect(fused).toHaveLength(100);
    expect(fused.at(-1)?.score).toBe(0);
  });

  it("counts 1 for each of equal scores, a list of one included", () => {
    expect(scores(fuseConvex([{ arm: "keyword", weight: 1, entries: entries({ a: 0, b: 0 }) }]))).toEqual({
      a: 1,
      b: 1,
    });
  });
});

const entries = (of: Record<string, number>) => Object.entries(of).map(([id, score]) => ({ id, score }));

const arms = fc.uniqueArray(
  fc.record({
    arm: fc.constantFrom("keyword", "vector", "entity", "rewrite-1", "rewrite-2"),
    weight: fc.double({ min: 0, max: 2, noNaN: true }),
    entries: fc.option(
      fc.array(
        fc.record({
          id: fc.constantFrom(..."abcdefgh"),
          score: fc.double({ min: -5, max: 50, noNaN: true }),
        }),
      ),
      { nil: undefined },
    ),
  }),
  { selector: ({ arm }) => arm },
);

describe.each([
  ["fuseRrf", (lists: readonly WeighedList[]) => fuseRrf(lists, K)],
  ["fuseConvex", fuseConvex],
])("%s", (_, fuse) => {
  const plain = (lists: readonly WeighedList[]) => fuse(lists).map(({ id, score }) => ({ id, score }));

  it("does not depend on the order of lists or entries", () => {
    fc.assert(
      fc.property(arms, (lists) => {
        const turned = lists
          .map((of) => ({ ...of, entries: of.entries && [...of.entries].reverse() }))
          .reverse();
        const [a, b] = [plain(lists), plain(turned)];
        expect(b.map(({ id }) => id)).toEqual(a.map(({ id }) => id));
        expect(b).toEqual(a.map(({ id, score }) => ({ id, score: expect.closeTo(score, 12) })));
      }),
    );
  });

  it("invents nothing, loses nothing, and stays within 0 to 1, best first, ties by id", () => {
    fc.assert(
      fc.property(arms, (lists) => {
        const fused = plain(lists);
        const given = lists.flatMap(({ weight, entries: of }) => (weight > 0 ? (of ?? []) : []));
        expect(new Set(fused.map(({ id }) => id))).toEqual(new Set(given.map(({ id }) => id)));
        expect(fused.every(({ score }) => score >= 0 && score <= 1)).toBe(true);
        for (const [index, { id, score }] of fused.entries()) {
          const next = fused[index + 1];
          expect(next === undefined || score > next.score || (score === next.score && id < next.id)).toBe(
            true,
          );
        }
      }),
    );
  });

  it("says of each score which list gave how much", () => {
    fc.assert(
      fc.property(arms, (lists) => {
        for (const { score, shares } of fuse(lists)) {
          expect(shares.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(score, 10);
        }
      }),
    );
  });
});
