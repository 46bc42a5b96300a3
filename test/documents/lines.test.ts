import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Chunk } from "../../src/documents/chunkers/chunk.ts";
import { chunkOfLines, lineText, splitLines, tokensOfLines } from "../../src/documents/chunkers/lines.ts";
import { estimateTokens } from "../../src/text/tokens/estimate-tokens.ts";
import { reassemble } from "../../src/text/reassemble.ts";
import { anyText } from "./any-text.ts";

const lines = (startLine: number, endLine: number, text: string): Chunk => ({
  startLine,
  endLine,
  headings: [],
  text,
});
const columns = (line: number, startColumn: number, text: string): Chunk => ({
  ...lines(line, line, text),
  startColumn,
  endColumn: startColumn + text.length - 1,
});

describe("splitLines", () => {
  it("ends the last line at a final newline and opens no new one", () => {
    expect(splitLines("").count).toBe(0);
    expect(splitLines("\n").count).toBe(1);
    expect(splitLines("a\nb").count).toBe(2);
    expect(splitLines("a\nb\n").count).toBe(2);
    expect(splitLines("a\n\n").count).toBe(2);
  });

  it("separates lines at newlines only and keeps carriage returns", () => {
    const source = splitLines("a\r\nb\rc\u2028d");
    expect([lineText(source, 0), lineText(source, 1)]).toEqual(["a\r", "b\rc\u2028d"]);
  });

  it("gives back every line of any text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const source = splitLines(text);
        const all = Array.from({ length: source.count }, (_, line) => lineText(source, line));
        expect(all.join("\n") + (text.endsWith("\n") ? "\n" : "")).toBe(text);
      }),
    );
  });

  it("weighs lines so that their sum is the estimate of the passage", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const source = splitLines(text);
        expect(Math.ceil(tokensOfLines(source, 0, source.count))).toBe(estimateTokens(text));
      }),
    );
  });
});

describe("reassemble", () => {
  it("joins the columns of one long line after another, what two have in common once", () => {
    const chunks = [
      columns(1, 1, "abcdef"),
      columns(1, 2, "bc"),
      columns(1, 4, "defgh"),
      columns(2, 1, "xyz"),
      columns(2, 3, "zuv"),
    ];
    expect(reassemble(chunks, true)).toBe("abcdefgh\nxyzuv\n");
  });

  it("joins chunks of whole lines and adds the final newline", () => {
    expect(reassemble([lines(1, 2, "a\nb"), lines(3, 3, "c")], true)).toBe("a\nb\nc\n");
    expect(reassemble([], false)).toBe("");
    expect(reassemble([lines(1, 1, "")], true)).toBe("\n");
  });

  it("removes lines that overlap, and a chunk inside another", () => {
    expect(reassemble([lines(1, 3, "a\nb\nc"), lines(2, 4, "b\nc\nd"), lines(3, 4, "c\nd")], false)).toBe(
      "a\nb\nc\nd",
    );
  });

  it("joins columns of a line without a newline, overlap removed", () => {
    const chunks = [lines(1, 1, "x"), columns(2, 1, "abcd"), columns(2, 4, "def"), lines(3, 3, "y")];
    expect(reassemble(chunks, false)).toBe("x\nabcdef\ny");
  });

  it("gives back any text from any overlapping cuts of its lines", () => {
    const cuts = fc.array(fc.tuple(fc.nat(6), fc.nat(3)), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(anyText, cuts, (text, steps) => {
        const source = splitLines(text);
        const chunks: Chunk[] = [];
        let next = 0;
        for (let index = 0; next < source.count; index++) {
          const [length, overlap] = steps[index % steps.length] ?? [0, 0];
          const to = Math.min(source.count, next + length + 1);
          chunks.push(chunkOfLines(source, { from: Math.max(0, next - overlap), to }, []));
          next = to;
        }
        expect(reassemble(chunks, text.endsWith("\n"))).toBe(text);
      }),
    );
  });
});
