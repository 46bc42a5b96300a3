import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chunkDocument } from "../../../src/documents/chunkers/chunk-document.ts";

const chunksOf = (text: string) => chunkDocument({ path: "a.md", text }).chunks;

/** Whether one passage holds it whole. */
const isWhole = (text: string, part: string): boolean =>
  chunksOf(text).some((chunk) => chunk.text.includes(part));

const JAPANESE = "これは長い文章です。吉野家で食べる。";
const THAI = "อุปกรณ์ต้องได้รับการตรวจสอบทุกเดือนโดยเจ้าหน้าที่ที่ได้รับมอบหมายและต้องบันทึกผลลงในแบบฟอร์มที่กำหนด";

describe("a long line without white space", () => {
  it("is cut between sentences", () => {
    const chunks = chunksOf(JAPANESE.repeat(40));
    expect(chunks.length).toBeGreaterThan(3);
    for (const { text } of chunks) {
      expect(text).toMatch(/^(?:これ|吉野)/);
      expect(text).toMatch(/。$/);
    }
    for (const [at, { startColumn }] of chunks.entries())
      expect(startColumn).toBe((chunks[at - 1]?.endColumn ?? 0) + 1);
  });

  it("keeps a quotation's mark with its sentence", () => {
    const chunks = chunksOf("彼は「鍵は金庫にある。」と言った。それを「本当？」と聞いた。".repeat(30));
    for (const { text } of chunks) expect(text).not.toMatch(/^[」。？]/);
  });

  it("keeps a word of another script whole, wherever it stands", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), (before) => {
        const text = JAPANESE.repeat(40);
        expect(isWhole(`${text.slice(0, before)}ProjectKestrel${text.slice(before)}`, "ProjectKestrel")).toBe(
          true,
        );
      }),
      { numRuns: 60 },
    );
  });

  it("is cut between words where a script has neither spaces nor sentence marks", () => {
    const words = Array.from(
      new Intl.Segmenter("th", { granularity: "word" }).segment(THAI.repeat(14)),
      ({ index }) => index,
    );
    const chunks = chunksOf(THAI.repeat(14));
    expect(chunks.length).toBeGreaterThan(3);
    // A dictionary may see another word where it sees less of the text.
    const apart = chunks.filter(({ startColumn = 1 }) => !words.includes(startColumn - 1));
    expect(apart.length).toBeLessThanOrEqual(1);
  });

  it("keeps names and numbers of code whole", () => {
    const call = "function(a,b){return a.getUserById(b).then(function(c){return c.name+3.14159})};";
    for (const { text } of chunksOf(call.repeat(60)))
      expect(text.replace(/\w*(?:Id|name|function|return|then)\w*|3\.14159|\b[abc]\b/g, "")).not.toMatch(
        /\w/,
      );
  });

  it("is cut somewhere where it is one word, and never inside a character", () => {
    for (const one of ["x", "😀"]) {
      const chunks = chunksOf(one.repeat(9_000));
      expect(chunks.length).toBeGreaterThan(3);
      for (const { text } of chunks) expect(text.replaceAll(one, "")).toBe("");
    }
  });
});
