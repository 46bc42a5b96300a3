import { describe, expect, it } from "vitest";
import { splitLines } from "../../../src/documents/chunkers/lines.ts";
import { declaredIn, metadataOf } from "../../../src/documents/chunkers/markdown/front-matter.ts";
import { readEntries } from "../../../src/text/front-matter.ts";

const metadataIn = (lines: readonly string[]) => metadataOf(readEntries(lines));

describe("front matter", () => {
  it("is the lines between two fences at the very start", () => {
    expect(declaredIn(splitLines("---\na: 1\n---\ntext\n"))).toEqual({ lines: 3, metadata: { a: 1 } });
    expect(declaredIn(splitLines("\n---\na: 1\n---\n")).lines).toBe(0);
    expect(declaredIn(splitLines("---\nnever closed\n")).lines).toBe(0);
    expect(declaredIn(splitLines("")).lines).toBe(0);
  });

  it("reads scalars: text, numbers, booleans, quotes, comments", () => {
    const lines = [
      "a: text with: colon",
      'b: "quoted # text"',
      "c: 'it''s'",
      "d: -1.5",
      "e: true",
      "f: 2024-05-06",
      "g: x # note",
      "h: 007",
      "i:",
    ];
    expect(metadataIn(lines)).toEqual({
      a: "text with: colon",
      b: "quoted # text",
      c: "it's",
      d: -1.5,
      e: true,
      f: "2024-05-06",
      g: "x",
      h: "007",
    });
  });

  it("reads lists inline and dashed, nested keys, maps in lists and block text", () => {
    const lines = [
      'a: [1, "two, three", x]',
      "b:",
      "  - one",
      "  - two: 2",
      "    three: 3",
      "c:",
      "  d:",
      "    e: f",
      "g: |",
      "  line one",
      "  line two",
      "h: 1",
    ];
    expect(metadataIn(lines)).toEqual({
      a: [1, "two, three", "x"],
      b: ["one"],
      "b.two": 2,
      "b.three": 3,
      "c.d.e": "f",
      g: "line one line two",
      h: 1,
    });
  });

  it("reads quotes with their escapes, and values that go on over lines", () => {
    const lines = [
      'a: "say \\"no\\", then\\tgo"',
      "b: [one,",
      '  "two, three",',
      "  four]",
      "c: text that",
      "  goes on: not a key",
      "  for a while",
      'd: "quoted',
      '  text"',
      "an author: Ann",
      "e: [never closed",
      "f: 1",
    ];
    expect(metadataIn(lines)).toMatchObject({
      a: 'say "no", then\tgo',
      b: ["one", "two, three", "four"],
      c: "text that",
      d: "quoted text",
      "an author": "Ann",
      e: "[never closed",
      f: 1,
    });
  });

  it("ignores what it does not understand", () => {
    expect(metadataIn(["no colon", "- stray item", "{a: b}", "? key", ": value", "a: 1"])).toEqual({
      a: 1,
    });
  });

  it("takes the lines of a block text for nothing else", () => {
    const lines = ["a: |", "  b: 1", "", "  - c", "d: 2"];
    expect(metadataIn(lines)).toEqual({ a: "b: 1  - c", d: 2 });
    const nested = Array.from({ length: 100 }, (_, depth) => `${" ".repeat(depth)}k${depth}: |`);
    expect(Object.keys(metadataIn([...nested, `${" ".repeat(100)}${"x".repeat(3000)}`]))).toEqual(["k0"]);
  });

  it("bounds a value, a key and everything together, and keeps what still fits", () => {
    const long = "x".repeat(3000);
    const metadata = metadataIn([
      `a: ${long}`,
      `${"k".repeat(300)}: 1`,
      ...Array.from({ length: 50 }, (_, index) => `many${index}: ${long}`),
      ...Array.from({ length: 900 }, () => "list: [aaaa, bbbb, cccc]"),
      "last: 1",
    ]);
    expect(String(metadata.a).length).toBeLessThanOrEqual(2001);
    expect(Object.keys(metadata).every((key) => key.length <= 200)).toBe(true);
    expect(JSON.stringify(metadata).length).toBeLessThan(20_000);
    expect(metadata).toMatchObject({ many0: expect.any(String), last: 1 });
  });

  it("reads values that are never closed in time that grows with the text", () => {
    const lines = Array.from({ length: 900 }, (_, at) => `k${at}: [${"x, ".repeat(1_200)}`);
    const quoted = Array.from({ length: 900 }, (_, at) => `q${at}: "${"\\\\a".repeat(900)}`);
    expect(readEntries([...lines, ...quoted])).toHaveLength(1_800);
  });

  it("never reaches a prototype", () => {
    const metadata = metadataIn(["__proto__: x", "__proto__.y: z", "constructor: c", "a.__proto__: d"]);
    expect(Object.getPrototypeOf(metadata)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>).y).toBeUndefined();
    expect(Object.keys(metadata)).toContain("__proto__");
  });
});
