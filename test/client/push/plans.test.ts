import fc from "fast-check";
import { expect, it } from "vitest";
import { planBatches } from "../../../src/client/push/plan-batches.ts";
import { planPages } from "../../../src/client/push/plan-pages.ts";

const sortedPaths = fc
  .uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { maxLength: 40 })
  .map((paths) => [...paths].sort().map((path) => ({ path })));

it("covers every possible path by exactly one page, the one that names it", () => {
  fc.assert(
    fc.property(
      sortedPaths,
      fc.integer({ min: 1, max: 7 }),
      fc.string({ minLength: 1 }),
      (files, most, probe) => {
        const pages = planPages(files, most);
        const covering = (path: string) =>
          pages.filter(({ after, upTo }) => path > after && (upTo === null || path <= upTo));
        expect(covering(probe)).toHaveLength(1);
        for (const file of files) expect(covering(file.path)[0]?.files).toContain(file);
        expect(pages.flatMap((page) => page.files)).toEqual(files);
        expect(pages.every((page) => page.files.length <= most)).toBe(true);
      },
    ),
  );
});

it("makes one request of a full page and two of one file more", () => {
  const files = Array.from({ length: 11 }, (_, at) => ({ path: String(at).padStart(2, "0") }));
  expect(planPages(files.slice(0, 10), 10)).toMatchObject([{ after: "", upTo: null }]);
  expect(planPages(files, 10)).toMatchObject([
    { after: "", upTo: "09" },
    { after: "09", upTo: null },
  ]);
});

it("asks about an empty folder with one page over everything", () => {
  expect(planPages([], 10)).toEqual([{ files: [], after: "", upTo: null }]);
});

it("keeps batches within bytes and files, in order, and gives a larger file its own", () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 30 }).map((bytes) => ({ bytes })));
  fc.assert(
    fc.property(
      sizes,
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 1, max: 5 }),
      (files, most, many) => {
        const batches = planBatches(files, { maxBatchBytes: most, maxBatchFiles: many });
        expect(batches.flat()).toEqual(files);
        for (const batch of batches) {
          expect(batch.length).toBeLessThanOrEqual(many);
          const bytes = batch.reduce((total, file) => total + file.bytes, 0);
          if (batch.length > 1) expect(bytes).toBeLessThanOrEqual(most);
        }
      },
    ),
  );
});
