import { describe, expect, it } from "vitest";
import { CHUNKER_VERSION } from "../../src/config.ts";
import { languageOf } from "../../src/documents/chunkers/by-language.ts";
import type { ChunkBoundary } from "../../src/documents/chunkers/chunk.ts";
import { type ChunkerFailure, chunkDocument } from "../../src/documents/chunkers/chunk-document.ts";
import { AppError } from "../../src/errors.ts";

describe("languageOf", () => {
  it.each([
    ["docs/Guide.MD", "", "markdown"],
    ["page.mdx", "", "markdown"],
    ["a.b/c.d.tsx", "", "typescript"],
    ["a.mjs", "", "javascript"],
    ["a.hpp", "", "cpp"],
    ["Rakefile", "", "ruby"],
    [".bashrc", "", "shell"],
    ["notes", "", "text"],
    ["a.unknown", "#!/usr/bin/env python3.12\n", "python"],
    ["tool", "#!/bin/sh -e\n", "shell"],
    ["tool", "#!/usr/bin/env -S node --test\n", "javascript"],
    ["tool", "#! /usr/local/bin/ruby\r\n", "ruby"],
    ["tool", "#!/opt/unknown\n", "text"],
    ["tool", "#!", "text"],
    ["a.py", "#!/bin/sh\n", "python"],
    ["tool", "#!/usr/bin/env RUBY\n", "ruby"],
    ["tool", " #!/bin/sh\n", "text"],
    ["tool", "#!/usr/bin/env\nsh", "text"],
    ["a.md/notes", "", "text"],
    ["a.mdx.txt", "", "text"],
    ["a.rst", "", "text"],
    ["a.htm", "", "html"],
    ["a.vue", "", "html"],
    ["a.ipynb", "", "notebook"],
    ["a.csv", "", "csv"],
    ["a.tab", "", "tsv"],
    ["a.jsonc", "", "json"],
    ["a.ndjson", "", "jsonl"],
    ["a.yml", "", "yaml"],
    [".editorconfig", "", "toml"],
    ["a.svg", "", "xml"],
    ["a.scss", "", "css"],
    ["a.cts", "", "typescript"],
    ["a.pyi", "", "python"],
    ["a.go", "", "go"],
    ["a.rs", "", "rust"],
    ["a.gradle", "", "java"],
    ["a.h", "", "c"],
    ["a.cc", "", "cpp"],
    ["a.cs", "", "csharp"],
    ["Gemfile", "", "ruby"],
    ["a.zsh", "", "shell"],
    ["a.ddl", "", "sql"],
    ["a.kts", "", "kotlin"],
    ["a.sc", "", "scala"],
    ["a.swift", "", "swift"],
    ["a.phtml", "", "php"],
  ])("tells %s beginning with %j to be %s", (path, text, language) => {
    expect(languageOf(path, text)).toBe(language);
  });
});

describe("chunkDocument", () => {
  it("has a version that a stored document can be compared with", () => {
    expect(CHUNKER_VERSION).toBeGreaterThanOrEqual(1);
  });

  it("gives an empty document no chunks, and a blank one a chunk", () => {
    expect(chunkDocument({ path: "a.md", text: "" })).toEqual({
      language: "markdown",
      metadata: {},
      chunks: [],
    });
    expect(chunkDocument({ path: "a.md", text: "\n\n" }).chunks).toEqual([
      { startLine: 1, endLine: 2, headings: [], text: "\n" },
    ]);
  });

  it("cuts a document as plain text when its chunker fails, and tells of it", () => {
    const error = new Error("broken");
    const failures: ChunkerFailure[] = [];
    const broken = {
      chunker: () => {
        throw error;
      },
    };
    const document = chunkDocument(
      { path: "a.py", text: "def a():\n  pass\n" },
      { languages: { python: broken }, onFailure: (failure) => failures.push(failure) },
    );
    expect(document).toMatchObject({
      language: "text",
      chunks: [{ startLine: 1, endLine: 2, headings: [] }],
    });
    expect(failures).toEqual([{ path: "a.py", language: "python", error }]);
  });

  it("puts trailing blank lines into the chunk before them", () => {
    const { chunks } = chunkDocument({ path: "a.md", text: "# A\n\ntext\n\n\n# B\n\ntext\n\n\n" });
    expect(chunks.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [1, 5],
      [6, 10],
    ]);
  });
});

describe("a document with more structure than can be kept", () => {
  it("is cut as plain text beyond 5,000 sections, under its own language, with its title", () => {
    const titled = (count: number) => `---\ntitle: Herons\n---\n${"# Weir\n\nIt nests.\n\n".repeat(count)}`;
    const structured = chunkDocument({ path: "a.md", text: titled(5_000) });
    expect(structured.chunks.at(-1)?.headings).toEqual(["Herons", "Weir"]);
    const plain = chunkDocument({ path: "a.md", text: titled(5_001) });
    expect(plain).toMatchObject({ language: "markdown", title: "Herons", metadata: { title: "Herons" } });
    expect(plain.chunks.length).toBeLessThan(1_500);
    expect(plain.chunks.at(-1)?.headings).toEqual([]);
  });

  it("is cut as plain text beyond 100,000 lines", () => {
    const headings = (lines: number) =>
      chunkDocument({ path: "a.yaml", text: `first:\n${"  a: b\n".repeat(lines)}` }).chunks.at(-1)?.headings;
    expect(headings(99_999)).toEqual(["first"]);
    expect(headings(100_000)).toEqual([]);
  });
});

describe("a client's boundaries", () => {
  const text = Array.from({ length: 10 }, (_, line) => `line ${line + 1}`).join("\n");
  const cut = (boundaries: readonly ChunkBoundary[], of = text) =>
    chunkDocument({ path: "a.md", text: of, boundaries }).chunks;

  it("are the chunks, with their headings; lines left out are chunks of plain text", () => {
    const chunks = cut([
      { startLine: 2, endLine: 3, headings: ["A", "B"] },
      { startLine: 4, endLine: 4 },
      { startLine: 8, endLine: 9 },
    ]);
    expect(chunks.map(({ startLine, endLine, headings }) => [startLine, endLine, headings.join()])).toEqual([
      [1, 1, ""],
      [2, 3, "A,B"],
      [4, 4, ""],
      [5, 7, ""],
      [8, 9, ""],
      [10, 10, ""],
    ]);
  });

  it("may hold 8,000 characters, more than a chunk of ours", () => {
    const long = "word ".repeat(1600);
    expect(cut([{ startLine: 1, endLine: 1 }], long).map((chunk) => chunk.text.length)).toEqual([8000]);
    expect(() => cut([{ startLine: 1, endLine: 1 }], `${long}x`)).toThrow(
      /at most 8000 characters, this one 8001/,
    );
  });

  it("may leave out a line longer than a chunk, whose parts stay in order", () => {
    const columns = cut([{ startLine: 1, endLine: 1 }], `a\n${"x".repeat(3000)}\nb`).map(
      (chunk) => chunk.startColumn,
    );
    expect(columns.length).toBeGreaterThan(4);
    expect(columns.slice(1, -1)).toEqual(columns.slice(1, -1).toSorted((one = 0, other = 0) => one - other));
  });

  it("may leave every second line out", () => {
    const lines = 60_000;
    const boundaries = Array.from({ length: lines / 2 }, (_, index) => ({
      startLine: 2 * index + 2,
      endLine: 2 * index + 2,
    }));
    const chunks = cut(boundaries, "a\n".repeat(lines));
    expect(chunks.map(({ startLine }) => startLine)).toEqual(
      Array.from({ length: lines }, (_, at) => at + 1),
    );
  });

  it.each([
    ["before the first line", [{ startLine: 0, endLine: 1 }], /lines run from 1 to 10/],
    ["after the last line", [{ startLine: 9, endLine: 11 }], /lines run from 1 to 10/],
    ["backwards", [{ startLine: 3, endLine: 2 }], /endLine is startLine or greater/],
    ["not whole lines", [{ startLine: 1.5, endLine: 2 }], /whole numbers/],
    [
      "overlapping",
      [
        { startLine: 1, endLine: 3 },
        { startLine: 3, endLine: 4 },
      ],
      /do not overlap; the first free line is 4/,
    ],
    [
      "out of order",
      [
        { startLine: 5, endLine: 6 },
        { startLine: 1, endLine: 2 },
      ],
      /ascending order/,
    ],
  ])("are refused when %s, with what is allowed", (_case, boundaries, message) => {
    const attempt = () => cut(boundaries);
    expect(attempt).toThrow(AppError);
    expect(attempt).toThrow(message);
    expect(attempt).toThrow(expect.objectContaining({ code: "invalid_input" }));
    const details = { index: boundaries.length - 1, ...boundaries.at(-1) };
    expect(attempt).toThrow(expect.objectContaining({ details }));
  });
});
