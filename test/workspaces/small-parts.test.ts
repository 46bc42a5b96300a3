import { describe, expect, it } from "vitest";
import { cursorList, documentCursor, sectionCursor } from "../../src/workspaces/cursor.ts";
import { latencyBucket, latencyQuantile } from "../../src/workspaces/search-days.ts";

it.each([
  [0, 0],
  [1, 0],
  [1.1, 1],
  [2, 1],
  [12_000, 20],
  [12_001, 20],
])("a search of %d ms is of bucket %d", (ms, bucket) => {
  expect(latencyBucket(ms)).toBe(bucket);
});

it.each<[readonly number[], number, number | null]>([
  [[], 0.5, null],
  [[0, 0], 0.5, null],
  [[5, 5], 0.5, 1],
  [[4, 6], 0.5, 2],
  [[95, 5], 0.95, 1],
  [[94, 6], 0.95, 2],
])("of searches %j a share of %d took at most %s ms", (latencies, share, ms) => {
  expect(latencyQuantile(latencies, share)).toBe(ms);
});

describe("a cursor", () => {
  const wrong = expect.objectContaining({ code: "invalid_input" });

  it("is what a page answered, or absent", () => {
    expect([cursorList(undefined), cursorList(""), cursorList('["a",1]')]).toEqual([[], [], ["a", 1]]);
    expect(documentCursor('["notes","a b.md"]')).toEqual(["notes", "a b.md"]);
    expect(documentCursor("")).toEqual(["", ""]);
    const sections = [{ name: "documents" }, { name: "memories" }];
    expect(sectionCursor(sections, undefined)).toEqual({ at: 0, after: "" });
    expect(sectionCursor(sections, "memories x y")).toEqual({ at: 1, after: "x y" });
    for (const text of ["memories", "others x", " x", ""])
      expect(() => sectionCursor(sections, text)).toThrow(wrong);
  });

  it("that is wrong is told by the name of its parameter", () => {
    const told = (read: () => unknown) => {
      try {
        return read();
      } catch (error) {
        return (error as Error).message;
      }
    };
    const next = "send the `nextCursor` of the page before";
    for (const text of ["{", "{}", "[1]"]) expect(told(() => documentCursor(text))).toBe(`cursor: ${next}`);
    expect(told(() => sectionCursor([], "x y"))).toBe(`cursor: ${next}`);
  });

  it.each(["{", "{}", "7", '"x"', "null"])("is refused in any other form: %s", (text) => {
    expect(() => cursorList(text)).toThrow(wrong);
  });

  it.each(['[1,"a"]', '["a",null]', '["a",{}]'])("of documents names a root and a path, not %s", (text) => {
    expect(() => documentCursor(text)).toThrow(wrong);
  });
});
