import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentOf, grouped, keyOf } from "../../../../src/web/views/search/results/grouped.ts";
import { hitOf } from "../../support/answers.ts";

const NONE: ReadonlySet<string> = new Set();
const of = (...paths: readonly string[]) => paths.map((path, at) => hitOf({ id: `h${at}`, path }));

describe("hits by document", () => {
  it("stand in the order of each document's best, with their own ranks", () => {
    const placed = grouped(of("a", "b", "a", "c"), NONE);
    expect(placed.map(({ hit, rank, isFurther }) => [hit.path, rank, isFurther])).toEqual([
      ...[
        ["a", 1, false],
        ["a", 3, true],
        ["b", 2, false],
        ["c", 4, false],
      ],
    ]);
  });

  it("are three of each where there are many documents, and say how many more there are", () => {
    const hits = of("a", "a", "a", "a", "a", "b", "c");
    const placed = grouped(hits, NONE);
    expect(placed.map(({ rank, hidden }) => [rank, hidden])).toEqual([
      ...[
        [1, undefined],
        [2, undefined],
        [3, 2],
        [6, undefined],
        [7, undefined],
      ],
    ]);
    expect(grouped(hits, new Set([documentOf(hitOf({ path: "a" }))]))).toHaveLength(7);
    // One more would take no more room than the line that says so.
    expect(grouped(of("a", "a", "a", "a", "b", "c"), NONE)).toHaveLength(6);
  });

  it("fill a screen where there are few documents", () => {
    expect(grouped(of(...Array.from({ length: 20 }, () => "a")), NONE)).toHaveLength(9);
    const two = grouped(of(...Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? "a" : "b"))), NONE);
    expect(two).toHaveLength(10);
  });

  it("are each there once where nothing is left out, those of one document together", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 40 }), (paths) => {
        const hits = of(...paths);
        const placed = grouped(hits, new Set(hits.map(documentOf)));
        expect(new Set(placed.map(({ hit }) => keyOf(hit))).size).toBe(hits.length);
        expect(placed.filter(({ isFurther }) => !isFurther)).toHaveLength(new Set(paths).size);
      }),
    );
  });
});
