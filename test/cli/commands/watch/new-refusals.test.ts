import { expect, it } from "vitest";
import { newRefusals } from "../../../../src/cli/commands/watch/watch.ts";

const refused = (path: string, code = "not_text") => ({ path, code, message: "the text is not UTF-8" });
const marks = (mtimeMs: number) => new Map([["a.txt", { size: 4, mtimeMs, ctimeMs: mtimeMs }]]);

it("tells a refusal once, again when the file was saved or is refused for another reason", () => {
  const untold = newRefusals();
  const paths = (...[failed, seen]: Parameters<typeof untold>) =>
    untold(failed, seen).map(({ path }) => path);
  expect(paths([refused("a.txt")], marks(1))).toEqual(["a.txt"]);
  expect(paths([refused("a.txt"), refused("b.txt")], marks(1))).toEqual(["b.txt"]);
  expect(paths([refused("a.txt")], marks(2))).toEqual(["a.txt"]);
  expect(paths([refused("a.txt", "too_large")], marks(2))).toEqual(["a.txt"]);
  expect(paths([], marks(2))).toEqual([]);
  expect(paths([refused("a.txt", "too_large")], marks(2))).toEqual(["a.txt"]);
});

it("tells nothing anew for a push that was cut off in between", () => {
  const untold = newRefusals();
  untold([refused("a.txt")], marks(1));
  expect(untold([refused("a.txt")], undefined)).toEqual([]);
  expect(untold([refused("a.txt")], marks(1))).toEqual([]);
  expect(untold([refused("a.txt")], marks(2))).toHaveLength(1);
});

it("tells a refusal again when only the size of the file is another, and of no file that has no mark", () => {
  const untold = newRefusals();
  const sized = (size: number) => new Map([["a.txt", { size, mtimeMs: 1, ctimeMs: 1 }]]);
  untold([refused("a.txt"), refused("d/")], sized(4));
  expect(untold([refused("a.txt"), refused("d/")], sized(4))).toEqual([]);
  expect(untold([refused("a.txt"), refused("d/")], sized(5))).toEqual([refused("a.txt")]);
  const other = new Map([["a.txt", { size: 5, mtimeMs: 1, ctimeMs: 9 }]]);
  expect(untold([refused("a.txt")], other)).toEqual([]);
});
