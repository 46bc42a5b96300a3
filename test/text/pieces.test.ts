import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endOfPiece, MAX_PIECE } from "../../src/text/tokens/pieces.ts";

/** https://github.com/openai/tiktoken/blob/main/tiktoken_ext/openai_public.py */
const O200K = new RegExp(
  [
    String.raw`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?:'(?:[sStTmMdD]|[rR][eE]|[vV][eE]|[lL][lL]))?`,
    String.raw`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?:'(?:[sStTmMdD]|[rR][eE]|[vV][eE]|[lL][lL]))?`,
    String.raw`\p{N}{1,3}`,
    String.raw` ?[^\s\p{L}\p{N}]+[\r\n/]*`,
    String.raw`\s*[\r\n]+`,
    String.raw`\s+(?!\S)`,
    String.raw`\s+`,
  ].join("|"),
  "gu",
);

function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = endOfPiece(text, from);
    pieces.push(text.slice(from, to));
  }
  return pieces;
}

const DOCS = new URL("../../docs/", import.meta.url);
const texts = [
  ...readdirSync(DOCS)
    .filter((name) => name.endsWith(".md"))
    .map((name) => readFileSync(new URL(name, DOCS), "utf8")),
  readFileSync(new URL("../quality/fixtures/languages/corpus.jsonl", import.meta.url), "utf8"),
  readFileSync(new URL("../../src/text/languages/detect.ts", import.meta.url), "utf8"),
];

describe("pieces of a text", () => {
  it("are those of o200k, longer ones cut", () => {
    for (const text of texts) {
      const expected = (text.match(O200K) ?? []).flatMap(
        (piece) => piece.match(new RegExp(`[^]{1,${MAX_PIECE}}`, "g")) ?? [],
      );
      expect(piecesOf(text)).toEqual(expected);
    }
  });

  it.each([
    ["HTTPServer findById", ["HTTPServer", " find", "By", "Id"]],
    ["it's (ours)!\n\n  2026", ["it's", " (", "ours", ")!\n\n", " ", " ", "202", "6"]],
    ["水は12345 円", ["水は", "123", "45", " 円"]],
    ["a\t\tb", ["a", "\t", "\tb"]],
  ])("are of %j %j", (text, pieces) => {
    expect(text.match(O200K)).toEqual(pieces);
    expect(piecesOf(text)).toEqual(pieces);
  });

  it("are the text, whatever it is, and none is empty or longer than the most", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 300 }), (units) => {
        const text = String.fromCharCode(...units);
        const pieces = piecesOf(text);
        expect(pieces.join("")).toBe(text);
        expect(pieces.every(({ length }) => length > 0 && length <= MAX_PIECE)).toBe(true);
      }),
    );
  });
});
