import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../src/documents/chunkers/by-language.ts";
import type { Chunk } from "../../src/documents/chunkers/chunk.ts";
import { chunkDocument } from "../../src/documents/chunkers/chunk-document.ts";
import { estimateTokens } from "../../src/text/tokens/estimate-tokens.ts";
import { reassemble } from "../../src/text/reassemble.ts";
import { anyText } from "./any-text.ts";
import { GENERATED, randomNumbers } from "./generated-files.ts";

const MAX_TOKENS = 400;
const MAX_OVERLAP_TOKENS = 80;
const LONG_TEXT = 80_000;
const RUNS = { numRuns: 120 };

const tokensOf = ({ headings, text }: Chunk) => estimateTokens(headings.join(" > ")) + estimateTokens(text);

function expectInvariants(path: string, text: string): void {
  const { chunks } = chunkDocument({ path, text }, { onFailure: ({ error }) => expect.fail(String(error)) });
  const lines = text.split("\n");
  if (text === "" || text.endsWith("\n")) lines.pop();
  let covered = 0;
  let before: Chunk | undefined;
  for (const chunk of chunks) {
    const raw = lines.slice(chunk.startLine - 1, chunk.endLine).join("\n");
    expect(chunk.text).toBe(raw.slice((chunk.startColumn ?? 1) - 1, chunk.endColumn));
    expect(tokensOf(chunk)).toBeLessThanOrEqual(MAX_TOKENS);
    expect(chunk.startLine).toBeLessThanOrEqual(covered + 1);
    expect(chunk.endLine).toBeGreaterThanOrEqual(covered);
    if (before !== undefined) expectOrder(before, chunk);
    if (chunk.startColumn !== undefined) {
      expect(chunk.endLine).toBe(chunk.startLine);
      expect(chunk.text).not.toMatch(/^[\uDC00-\uDFFF](?<=[\uD800-\uDBFF].)/);
    }
    covered = chunk.endLine;
    before = chunk;
  }
  expect(covered).toBe(lines.length);
  expect(reassemble(chunks, text.endsWith("\n"))).toBe(text);
}

function expectOrder(before: Chunk, chunk: Chunk): void {
  const place = (startLine: number, startColumn = 1) => startLine * 1e7 + startColumn;
  expect(place(chunk.startLine, chunk.startColumn)).toBeGreaterThan(
    place(before.startLine, before.startColumn),
  );
  if (chunk.startColumn !== undefined || chunk.startLine > before.endLine) return;
  const shared = chunk.text.split("\n").slice(0, before.endLine - chunk.startLine + 1);
  expect(estimateTokens(shared.join("\n"))).toBeLessThanOrEqual(MAX_OVERLAP_TOKENS);
}

describe.each(Object.entries(LANGUAGES))("chunks of %s", (_language, { names: [name] }) => {
  it("are ordered raw slices that cover every line, fit, and give the document back", () => {
    fc.assert(
      fc.property(anyText, (text) => expectInvariants(`file.${name}`, text)),
      RUNS,
    );
  });
});

describe.each(Object.entries(GENERATED))("chunks of a long file: %s", (_kind, { path, make }) => {
  it.each([1, 2, 3])("keep the invariants, overlaps included (seed %i)", (seed) => {
    expectInvariants(path, make(randomNumbers(seed)).slice(0, LONG_TEXT));
  });
});

describe("overlap", () => {
  it("repeats the end of the chunk before, never all of it", () => {
    const short = Array.from({ length: 300 }, (_, index) => `${index} of the herons at the tide`).join("\n");
    const { chunks } = chunkDocument({ path: "a.txt", text: short });
    const overlaps = chunks
      .slice(1)
      .map(({ startLine }, index) => (chunks[index]?.endLine ?? 0) - startLine + 1);
    expect(Math.min(...overlaps)).toBeGreaterThan(0);
    expect(chunks.slice(1).every(({ startLine }, index) => startLine > (chunks[index]?.startLine ?? 0))).toBe(
      true,
    );
  });
});

describe("chunks of one long line", () => {
  it("never cut a surrogate pair and prefer white space", () => {
    const words = "some words of a line ".repeat(400);
    const { chunks } = chunkDocument({ path: "a.txt", text: words });
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks.every(({ text }) => /^\w.* $/.test(text))).toBe(true);
    for (const pad of ["", "a"]) {
      const { chunks: emoji } = chunkDocument({ path: "a.txt", text: pad + "😀".repeat(2000) });
      expect(emoji.length).toBeGreaterThan(3);
      expect(emoji.every(({ text }) => text.isWellFormed())).toBe(true);
    }
  });

  it("repeat whole sentences of the one before, and nothing of what has none", () => {
    const sentence = (at: number) => `Sentence ${at} tells of ${at * 7919} herons at the estuary. `;
    const text = Array.from({ length: 150 }, (_, at) => sentence(at)).join("");
    const { chunks } = chunkDocument({ path: "a.md", text });
    const pairs = chunks.slice(1).map((chunk, at) => [chunks[at], chunk] as const);
    const repeated = pairs.map(([before, { startColumn = 1, text: own }]) =>
      own.slice(0, (before?.endColumn ?? 0) - startColumn + 1),
    );
    expect(repeated.filter((part) => part !== "").length).toBeGreaterThan(pairs.length / 2);
    for (const part of repeated) {
      expect(part).toMatch(/^(?:Sentence \d+ tells .*estuary\. )?$/);
      expect(estimateTokens(part)).toBeLessThanOrEqual(MAX_OVERLAP_TOKENS);
    }
    expect(reassemble(chunks, false)).toBe(text);
    const rows = chunkDocument({ path: "a.txt", text: "x1,y2,z3;".repeat(900) }).chunks;
    expect(rows.every(({ startColumn }, at) => startColumn === (rows[at - 1]?.endColumn ?? 0) + 1)).toBe(
      true,
    );
  });

  it("keep their headings, shortened where they are too long", () => {
    const text = `# ${"very long title ".repeat(40)}\n\n${"word ".repeat(2000)}\n`;
    const { chunks } = chunkDocument({ path: "a.md", text });
    expect(chunks.every(({ headings: [heading = ""] }) => /^very long title.*…$/.test(heading))).toBe(true);
    expect(chunks.every((chunk) => tokensOf(chunk) <= MAX_TOKENS)).toBe(true);
  });
});

describe("chunk sizes", () => {
  it("stay between 100 and 400 tokens inside a long section, save for its last", () => {
    const sentence = (index: number) =>
      `Sentence ${index} tells of ${index * 7919} herons at the estuary and of the tide.`;
    const text = Array.from(
      { length: 600 },
      (_, index) => sentence(index) + (index % 4 === 3 ? "\n" : ""),
    ).join("\n");
    const sizes = chunkDocument({ path: "a.txt", text }).chunks.map(tokensOf);
    expect(sizes.length).toBeGreaterThan(20);
    expect(Math.min(...sizes.slice(0, -1))).toBeGreaterThan(100);
    expect(sizes.reduce((sum, size) => sum + size, 0) / sizes.length).toBeGreaterThan(200);
  });
});
