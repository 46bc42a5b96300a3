import { expect, it } from "vitest";
import { hitLines } from "../../../../../src/cli/commands/eval/statistics/summarise.ts";

const asked = (...ranges: readonly (readonly [number, number])[]) =>
  ({ hits: ranges.map(([startLine, endLine]) => ({ startLine, endLine })) }) as never;

it("counts the lines of the first hits, both ends included", () => {
  expect(hitLines([asked([3, 3], [5, 6], [1, 90]), asked([7, 7])], 2)).toEqual({ median: 1, max: 2 });
  expect(hitLines([asked()], 10)).toEqual({ median: 0, max: 0 });
});
