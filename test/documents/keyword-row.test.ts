import { describe, expect, it } from "vitest";
import type { Chunk } from "../../src/documents/chunkers/chunk.ts";
import { fileStem, keywordRows } from "../../src/documents/keyword-row.ts";

function chunk(startLine: number, text: string, headings: readonly string[] = []): Chunk {
  return { startLine, endLine: startLine + text.split("\n").length - 1, headings, text };
}

const words = (text: string | undefined) => (text ?? "").split(/\s+/).filter((word) => word !== "");
const many = (count: number, stem: string) => Array.from({ length: count }, (_, index) => `${stem}${index}`);

describe("keywordRows", () => {
  it("puts headings into the title, and the file's name and its parts into the first only", () => {
    const rows = keywordRows("docs/getUserById.md", [
      chunk(1, "a", ["Guide", "Setup"]),
      chunk(2, "b", ["Guide"]),
    ]);
    expect(rows.map(({ title }) => words(title))).toEqual([
      ["guide", "setup", "getuserbyid", "get", "user", "by", "id"],
      ["guide"],
    ]);
  });

  it("gives a short chunk the words before it, nearest first", () => {
    const rows = keywordRows("a.md", [chunk(1, "one two"), chunk(2, "three four"), chunk(3, "five")]);
    expect(rows.map(({ context }) => context)).toEqual(["", "two one", "four three two one"]);
  });

  it("fills chunk and context to 100 words and gives longer chunks none", () => {
    const before = many(150, "before");
    const rows = keywordRows("a.md", [
      chunk(1, before.join(" ")),
      chunk(2, many(60, "here").join(" ")),
      chunk(3, many(100, "long").join(" ")),
    ]);
    expect(words(rows[1]?.context)).toEqual(before.slice(-40).reverse());
    expect(rows[2]?.context).toBe("");
  });

  it("does not count lines twice that two chunks share", () => {
    const rows = keywordRows("a.md", [
      chunk(1, "one\ntwo\nthree"),
      chunk(2, "two\nthree\nfour"),
      chunk(3, "three\nfour\nfive"),
    ]);
    expect(rows.map(({ context }) => context)).toEqual(["", "one", "two one"]);
  });

  it("does not count columns twice that two parts of one line share", () => {
    const part = (startColumn: number, text: string): Chunk => ({
      startLine: 1,
      endLine: 1,
      startColumn,
      endColumn: startColumn + text.length - 1,
      headings: [],
      text,
    });
    const rows = keywordRows("a.md", [
      part(1, "one two three"),
      part(9, "three four"),
      part(15, "four five"),
    ]);
    expect(rows.map(({ context }) => context)).toEqual(["", "two one", "three two one"]);
  });

  it("leaves encoded data out of the context and bounds its characters", () => {
    const data = "a1B2".repeat(100);
    const rows = keywordRows("a.md", [
      chunk(1, `heron ${data} weir`),
      chunk(2, many(100, "x".repeat(40)).join(" ")),
      chunk(3, "short"),
    ]);
    expect(keywordRows("a.md", [chunk(1, `heron ${data} weir`), chunk(2, "short")])[1]?.context).toBe(
      "weir heron",
    );
    expect(rows[2]?.context.length).toBeGreaterThan(900);
    expect(rows[2]?.context.length).toBeLessThanOrEqual(1000);
  });

  it("takes words of 64 characters into the context, and a thousand characters with the spaces between", () => {
    const contextAfter = (text: string) =>
      keywordRows("a.md", [chunk(1, text), chunk(2, "here")])[1]?.context;
    expect(contextAfter(`${"x".repeat(64)} ${"y".repeat(65)} weir`)).toBe(`weir ${"x".repeat(64)}`);
    const words49 = (last: string) =>
      [last, ...many(19, "x".repeat(48)).map((word) => word.slice(-49))].join(" ");
    expect(contextAfter(words49("y".repeat(49)))).toHaveLength(999);
    expect(contextAfter(words49("y".repeat(50)))?.length).toBeLessThan(960);
  });

  it("looks no further back than a hundred chunks", () => {
    const empty = Array.from({ length: 150 }, (_, index) => chunk(index + 2, "---"));
    const rows = keywordRows("a.md", [chunk(1, "heron"), ...empty]);
    expect(rows[100]?.context).toBe("heron");
    expect(rows[101]?.context).toBe("");
  });

  it("does not change the rows before an edited line", () => {
    const before = keywordRows("a.md", [chunk(1, "one"), chunk(2, "two"), chunk(3, "three")]);
    const after = keywordRows("a.md", [chunk(1, "one"), chunk(2, "TWO"), chunk(3, "three")]);
    expect(after[0]).toEqual(before[0]);
  });

  it("holds the parts of names, each once", () => {
    expect(keywordRows("a.md", [chunk(1, "IL6 getUserById setUserId")])[0]?.ident).toBe(
      "il 6 get user by id set",
    );
    expect(keywordRows("a.md", [chunk(1, "getUser", ["IL6"])])[0]?.ident).toBe("il 6 get user");
  });

  it("name no file where none is given", () => {
    expect(keywordRows([], [chunk(1, "a", ["Guide"])])[0]?.title).toBe("guide");
    const titles = keywordRows(["Sea Hawk", "osprey"], [chunk(1, "a"), chunk(2, "b")]).map(
      ({ title }) => title,
    );
    expect(titles).toEqual(["sea hawk\nosprey", ""]);
  });

  it("writes CJK as pairs and leaves the payload of data URIs out", () => {
    const [row] = keywordRows("a.md", [chunk(1, `会議室 ![](data:image/png;base64,${"QUJD".repeat(99)})`)]);
    expect(words(row?.text)).toEqual(expect.arrayContaining(["会议", "议室", "室", "![](data:image/png)"]));
    expect(row?.text).not.toContain("qujd");
    expect(row?.text).not.toContain("QUJD");
  });

  it("has no rows for a document without chunks", () => {
    expect(keywordRows("a.md", [])).toEqual([]);
  });
});

it.each([
  ["docs/a.b.md", "a.b"],
  ["README", "README"],
  [".env", ".env"],
  ["x/.github.yml", ".github"],
])("the stem of %s is %s", (path, stem) => {
  expect(fileStem(path)).toBe(stem);
});
