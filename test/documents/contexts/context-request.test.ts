import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  contextKey,
  contextRequest,
  parseContext,
  wantsContexts,
} from "../../../src/documents/contexts/context-request.ts";
import { keywordRowAt, keywordRows } from "../../../src/documents/keyword-row.ts";
import { estimateTokens } from "../../../src/text/tokens/estimate-tokens.ts";

const CHUNK = { headings: ["Otter", "Care"], text: "Clean it each spring." };

const said = (context: unknown) => parseContext(JSON.stringify({ context }), CHUNK);

describe("a context in a model's answer", () => {
  it("is one line, cut after a sentence or a word", () => {
    expect(said("  From the\nmanual.\u0000 On care. ")).toBe("From the manual. On care.");
    const sentence = `${"a".repeat(100)}. `;
    expect(said(sentence.repeat(9))).toBe(sentence.repeat(3).trim());
    expect(said("word ".repeat(200))).toBe("word ".repeat(80).trim());
  });

  it("has a space for controls, and a sign for half a character", () => {
    expect(said("a\u0007\u0008b")).toBe("a b");
    expect(said("a\ud800b")).toBe("a\ufffdb");
  });

  it("has 400 characters, cut at the last sentence of any script, else at the last word, else anywhere", () => {
    const whole = "a".repeat(400);
    expect(said(whole)).toBe(whole);
    expect(said(`${whole}b`)).toBe(whole);
    expect(said(`${"a".repeat(399)}😀`)).toHaveLength(400);
    expect(said(`One. Two ${whole}`)).toBe("One.");
    expect(said(`鷺。Two ${whole}`)).toBe("鷺。");
    expect(said(`One two ${whole}`)).toBe("One two");
    expect(said(`One. 鷺。Two ${whole}`)).toBe("One. 鷺。");
  });

  it("is read from 20,000 characters at most", () => {
    const padded = (length: number) => JSON.stringify({ context: "From the manual." }).padEnd(length);
    expect(parseContext(padded(20_000), CHUNK)).toBe("From the manual.");
    expect(parseContext(padded(20_001), CHUNK)).toBeUndefined();
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

  it("shows the beginning, of four chunks, and the chunk before where that is none of the beginning's first", () => {
    const chunks = Array.from({ length: 6 }, (_, at) => ({ headings: ["H", `${at}`], text: `text ${at}` }));
    const shown = (at: number) => JSON.parse(contextRequest({ path: "a.md", title: "T", chunks }, at).prompt);
    const place = (at: number) => ({
      path: "a.md",
      title: "T",
      headings: `H > ${at}`,
      excerpt: `text ${at}`,
    });
    expect(shown(0)).toEqual(place(0));
    expect(shown(1)).toEqual({ ...place(1), beginning: "text 0" });
    expect(shown(2)).toEqual({ ...place(2), beginning: "text 0\ntext 1", before: "text 1" });
    const four = "text 0\ntext 1\ntext 2\ntext 3";
    expect(shown(5)).toEqual({ ...place(5), beginning: four, before: "text 4" });
  });

  it("leaves data out, and asks for a short answer in JSON", () => {
    const chunks = [{ headings: [], text: "![](data:image/png;base64,QUJD)" }];
    const request = contextRequest({ path: "a.md", title: null, chunks }, 0);
    expect(request).toMatchObject({ json: true, maxTokens: 200 });
    expect(JSON.parse(request.prompt)).toEqual({
      path: "a.md",
      headings: "",
      excerpt: "![](data:image/png)",
    });
  });

  it("shows 400 tokens of the beginning, the last 200 before the chunk, and 500 of the chunk", () => {
    const chunks = Array.from({ length: 3 }, (_, at) => ({ headings: [], text: `${at} `.repeat(900) }));
    const { beginning, before, excerpt } = JSON.parse(
      contextRequest({ path: "a", title: null, chunks }, 2).prompt,
    );
    const tokens = [beginning, before, excerpt].map((text) => Math.round(estimateTokens(text) / 10) * 10);
    expect(tokens).toEqual([400, 200, 500]);
    expect([beginning.slice(0, 2), before.slice(-2), excerpt.slice(0, 2)]).toEqual(["0 ", "1 ", "2 "]);
  });

  it("is asked for documents of two chunks and more", () => {
    const chunk = { headings: [], text: "" };
    expect([[], [chunk], [chunk, chunk]].map((chunks) => wantsContexts({ chunks }))).toEqual([
      false,
      false,
      true,
    ]);
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
