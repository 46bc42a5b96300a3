import { describe, expect, it } from "vitest";
import type { Chunk } from "../../src/documents/chunkers/chunk.ts";
import type { StoredDocument } from "../../src/documents/sql/stored-documents.ts";
import { asUpload, calledOf, chunkOf, rebuild } from "../../src/documents/stored-document.ts";
import { shortHash } from "../../src/text/hash.ts";

const lines = (startLine: number, text: string, headings: readonly string[] = []): Chunk => ({
  ...{ startLine, endLine: startLine + text.split("\n").length - 1, headings, text },
});
const columns = (startColumn: number, text: string): Chunk => ({
  ...lines(1, text),
  ...{ startColumn, endColumn: startColumn + text.length - 1 },
});

const stored = (chunks: readonly Chunk[], more: Partial<StoredDocument> = {}) =>
  ({
    ...{ num: 1, root: "notes", path: "a.md", hash: "", bytes: 0, lines: 0, finalNewline: 1, mtime: 5 },
    ...{
      title: null,
      source: null,
      givenMetadata: "{}",
      chunkCount: chunks.length,
      ownChunks: 0,
      version: 1,
    },
    chunks: chunks.map((chunk) => ({ startColumn: null, endColumn: null, ...chunk })),
    ...more,
  }) as unknown as StoredDocument;

const rebuilt = async (text: string, chunks: readonly Chunk[]) => {
  const hash = await shortHash(text);
  const found = await rebuild(stored(chunks, { hash, finalNewline: text.endsWith("\n") ? 1 : 0 }));
  return (
    found && { text: found.text, at: found.chunks.map(({ startLine, endLine }) => [startLine, endLine]) }
  );
};

describe("the text of a stored document", () => {
  it.each<[string, string, readonly Chunk[], readonly (readonly number[])[]]>([
    [
      "joins",
      "a\nb\nc",
      [lines(1, "a\nb"), lines(3, "c")],
      [
        [1, 2],
        [3, 3],
      ],
    ],
    ["ends in its newline", "a\nb\n", [lines(1, "a\nb")], [[1, 2]]],
    [
      "overlaps",
      "a\nb\nc\n",
      [lines(1, "a\nb"), lines(2, "b\nc")],
      [
        [1, 2],
        [2, 3],
      ],
    ],
    [
      "is one line in parts",
      "abcdef\n",
      [columns(1, "abc"), columns(4, "def")],
      [
        [1, 1],
        [1, 1],
      ],
    ],
    [
      "lost its lines' places",
      "a\nb\nc\n",
      [lines(1, "a\nb"), lines(2, "c")],
      [
        [1, 2],
        [3, 3],
      ],
    ],
    [
      "lost places that overlap",
      "a\nb\nc\nd\n",
      [lines(1, "a\nb\nc"), lines(7, "b\nc\nd")],
      [
        [1, 3],
        [2, 4],
      ],
    ],
    [
      "repeats lines",
      "a\na\na\n",
      [lines(1, "a\na"), lines(2, "a")],
      [
        [1, 2],
        [3, 3],
      ],
    ],
    [
      "lost one place behind equal lines in theirs",
      "a\na\na\nc\nd\n",
      [lines(1, "a\na"), lines(3, "a\nc"), lines(9, "c\nd")],
      [
        [1, 2],
        [3, 4],
        [4, 5],
      ],
    ],
    [
      "lost places that overlap by less than all",
      "x\nb\nc\nd\n",
      [lines(1, "x\nb"), lines(9, "b\nc\nd")],
      [
        [1, 2],
        [2, 4],
      ],
    ],
    [
      "lost several places that overlap",
      "a\nb\nc\nd\n",
      [lines(5, "a\nb"), lines(6, "b\nc"), lines(9, "c\nd")],
      [
        [1, 2],
        [2, 3],
        [3, 4],
      ],
    ],
    [
      "lost places that overlap, and one that does not",
      "a\nb\nc\nd\n",
      [lines(1, "a\nb"), lines(9, "b\nc"), lines(9, "d")],
      [
        [1, 2],
        [2, 3],
        [4, 4],
      ],
    ],
  ])("is had where it %s", async (_, text, chunks, at) => {
    expect(await rebuilt(text, chunks)).toEqual({ text, at });
  });

  it.each<[string, readonly Chunk[]]>([
    ["another text", [lines(1, "a\nB")]],
    ["parts of a line in the wrong place", [columns(1, "a"), columns(9, "b")]],
    ["nothing", []],
  ])("is not had from %s", async (_, chunks) => {
    expect(await rebuilt("a\nb\n", chunks)).toBeUndefined();
  });
});

describe("a stored document as an upload", () => {
  it("says what its pusher said, and no more", () => {
    const chunks = [lines(1, "a")];
    const plain = asUpload(stored(chunks, { hash: "h" }), { text: "a\n", chunks });
    expect(plain).toEqual({ path: "a.md", hash: "h", mtime: 5, text: "a\n" });
    const told = stored(chunks, { title: "T", source: "s" });
    expect(asUpload(told, { text: "a\n", chunks })).toMatchObject({ title: "T", source: "s" });
  });

  it("has its own boundaries, without what was cut between them", () => {
    const chunks = [
      lines(1, "a\nb", ["Mine"]),
      lines(3, "c\nd"),
      lines(4, "d\ne"),
      lines(6, "f", ["Also"]),
      { ...columns(1, "g"), startLine: 7, endLine: 7 },
    ];
    const { chunks: own } = asUpload(stored(chunks, { ownChunks: 1 }), { text: "", chunks });
    expect(own).toEqual([
      { startLine: 1, endLine: 2, headings: ["Mine"] },
      { startLine: 6, endLine: 6, headings: ["Also"] },
    ]);
    expect(asUpload(stored([], { ownChunks: 1 }), { text: "", chunks: [] }).chunks).toEqual([]);
  });
});

it("a chunk has columns only where it is a part of a line", () => {
  const whole = { ...lines(1, "a"), startColumn: null, endColumn: null };
  expect(chunkOf(whole)).toEqual(lines(1, "a"));
  expect(chunkOf({ ...whole, startColumn: 3, endColumn: 9 })).toMatchObject({ startColumn: 3, endColumn: 9 });
});

it("a memory is called by the names that it was given, not by its path", () => {
  expect(calledOf({ path: "a.md", memory: null })).toBe("a.md");
  expect(calledOf({ path: "a.md" })).toBe("a.md");
  expect(
    calledOf({
      path: "a.md",
      memory: { entities: ["osprey"] } as unknown as NonNullable<StoredDocument["memory"]>,
    }),
  ).toEqual(["osprey"]);
});
