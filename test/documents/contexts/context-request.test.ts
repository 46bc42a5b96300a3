import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contextKey, contextRequest, parseContext } from "../../../src/documents/contexts/context-request.ts";
import { keywordRowAt, keywordRows } from "../../../src/documents/keyword-row.ts";
import { estimateTokens } from "../../../src/text/estimate-tokens.ts";

const CHUNK = { headings: ["Otter", "Care"], text: "Clean it each spring." };

const said = (context: unknown) => parseContext(JSON.stringify({ context }), CHUNK);

describe("a context in a model's answer", () => {
  it("is one line, cut after a sentence or a word", () => {
    expect(said("  From the\nmanual.\u0000 On care. ")).toBe("From the manual. On care.");
    const sentence = `${"a".repeat(100)}. `;
    expect(said(sentence.repeat(9))).toBe(sentence.repeat(3).trim());
    expect(said("word ".repeat(200))).toBe("word ".repeat(80).trim());
  });

  it.each([
    ["no JSON", "From the manual."],
    ["a list", '["From the manual."]'],
    ["null", "null"],
    ["another shape", '{"text": "From the manual."}'],
    ["no text", '{"context": 7}'],
    ["nothing", '{"context": "  "}'],
    ["no letter", '{"context": "… 12 …"}'],
    ["the chunk again", JSON.stringify({ context: CHUNK.text })],
    ["far too much", JSON.stringify({ context: "word ".repeat(400_000) })],
  ])("is none for %s", (_, answer) => {
    expect(parseContext(answer, CHUNK)).toBeUndefined();
  });

  it("never throws, and is never long, whatever the answer", () => {
    const answers = fc.oneof(
      fc.string(),
      fc.json(),
      fc.string({ unit: "binary", maxLength: 900 }).map((context) => JSON.stringify({ context })),
    );
    fc.assert(
      fc.property(answers, (answer) => {
        const context = parseContext(answer, CHUNK);
        return (
          context === undefined || (context.length > 0 && context.length <= 400 && context.isWellFormed())
        );
      }),
    );
  });
});

describe("the keyword row of one chunk", () => {
  it("is that which the whole document's rows have", () => {
    const chunks = Array.from({ length: 250 }, (_, at) => ({
      startLine: at + 1,
      endLine: at + 1,
      headings: [`Part ${at}`],
      text: "word ".repeat(at % 7) + at,
    }));
    const rows = keywordRows("docs/otter-care.md", chunks);
    for (const at of [0, 1, 7, 99, 100, 101, 249])
      expect(keywordRowAt("docs/otter-care.md", chunks, at)).toEqual(rows[at]);
  });
});

describe("the question for a context", () => {
  it("is bounded however long the chunks are", () => {
    const chunks = Array.from({ length: 9 }, (_, at) => ({
      headings: [],
      text: `${at} word `.repeat(5_000),
    }));
    const { prompt } = contextRequest({ path: "a.md", title: null, chunks }, 7);
    expect(estimateTokens(prompt)).toBeLessThan(1_300);
    expect(Object.keys(JSON.parse(prompt))).toEqual(["path", "headings", "beginning", "before", "excerpt"]);
    expect(JSON.parse(prompt).before).toMatch(/6 word $/);
  });

  it("is another one for another text, document or model", () => {
    const place = { textHash: "t", documentHash: "d" };
    const keys = [
      contextKey("m", place),
      contextKey("n", place),
      contextKey("m", { ...place, textHash: "u" }),
      contextKey("m", { ...place, documentHash: "e" }),
    ];
    expect(new Set(keys).size).toBe(4);
    expect(contextKey("m", place).startsWith("t ")).toBe(true);
  });
});
