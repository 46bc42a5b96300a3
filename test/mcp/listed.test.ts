import fc from "fast-check";
import { countTokens as cl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as o200k } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, it } from "vitest";
import { firstLines } from "../../src/mcp/passages.ts";
import { placesOf, recallUri } from "../../src/mcp/resources.ts";
import { listedInput, listedOutput } from "../../src/mcp/tool.ts";
import { TOOLS } from "../../src/mcp/tools/table.ts";
import { countTokens } from "../../src/text/tokens/count-tokens.ts";

const MAX_TOKENS = 2_000;

describe("the list of tools", () => {
  const text = JSON.stringify({ tools: TOOLS.map((tool) => tool.listed()) });

  it("costs a session at most 2,000 tokens, output schemas included", () => {
    expect(o200k(text)).toBeLessThanOrEqual(MAX_TOKENS);
    expect(cl100k(text)).toBeLessThanOrEqual(MAX_TOKENS);
  });

  it("says of each tool what it does and takes, and whether it changes anything", () => {
    const writers = ["remember", "forget", "feedback"];
    for (const tool of TOOLS) {
      const { description, inputSchema, annotations } = tool.listed();
      expect(description).toMatch(/^[A-Z].*\.$/s);
      expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
      expect(annotations).toMatchObject({
        readOnlyHint: !writers.includes(tool.name),
        destructiveHint: tool.name === "forget",
        openWorldHint: false,
      });
    }
    expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length);
  });

  it("tells the answer's schema of tools whose answers are no passages, which are given as text alone", () => {
    const told = TOOLS.filter((tool) => tool.listed().outputSchema !== undefined).map(({ name }) => name);
    expect(told).toEqual(["remember", "forget", "feedback", "graph", "status"]);
  });

  it("needs no more than a question to search and an id to fetch, which is all that some clients send", () => {
    const needed = ["search", "fetch"].map((name) => {
      const { inputSchema } = TOOLS.find((tool) => tool.name === name)?.listed() ?? {};
      return [name, (inputSchema as { readonly required?: unknown } | undefined)?.required];
    });
    expect(needed).toEqual([
      ["search", ["query"]],
      ["fetch", ["id"]],
    ]);
  });

  it("is in one order, and says which calls may be made twice", () => {
    const READS = { readOnlyHint: true, destructiveHint: false, openWorldHint: false };
    const WRITES = { readOnlyHint: false, destructiveHint: false, openWorldHint: false };
    expect(TOOLS.map((tool) => [tool.name, tool.listed().annotations])).toEqual([
      ["search", READS],
      ["get", READS],
      ["list", READS],
      ["remember", WRITES],
      ["forget", { ...WRITES, destructiveHint: true, idempotentHint: true }],
      ["feedback", { ...WRITES, idempotentHint: true }],
      ["graph", READS],
      ["status", READS],
      ["fetch", READS],
    ]);
  });

  it("leaves out what tells a model little, and of answers their bounds too", () => {
    const bounds = { enum: ["a"], minimum: 0, maximum: 1, additionalProperties: false, propertyNames: {} };
    const untold = {
      pattern: "x",
      examples: [1],
      minLength: 1,
      maxLength: 2,
      minItems: 1,
      maxItems: 2,
      format: "date",
    };
    const told = { type: "string", description: "A name", default: "a" };
    const schema = { $schema: "s", required: ["a"], ...bounds, ...untold, ...told };
    expect(listedInput({ anyOf: [schema] })).toEqual({ anyOf: [{ required: ["a"], ...bounds, ...told }] });
    expect(listedOutput({ anyOf: [schema] })).toEqual({ anyOf: [told] });
  });

  it("leaves out a description that is empty, and that more properties may be anything", () => {
    const open = { type: "object", description: "", additionalProperties: {} };
    expect(listedInput({ anyOf: [open], default: "a" })).toEqual({
      anyOf: [{ type: "object" }],
      default: "a",
    });
    expect(listedInput({ type: "boolean", default: false })).toEqual({ type: "boolean" });
    const closed = { additionalProperties: { type: "string" } };
    expect(listedInput(closed)).toEqual(closed);
    const named = { properties: { description: {}, additionalProperties: {} } };
    expect(listedInput(named)).toEqual(named);
  });

  it("takes names of properties for no keywords", () => {
    const schema = { properties: { pattern: { type: "string", pattern: "x" } }, required: ["pattern"] };
    expect(listedInput(schema)).toEqual({
      properties: { pattern: { type: "string" } },
      required: ["pattern"],
    });
    expect(listedOutput(schema)).toEqual({ properties: { pattern: { type: "string" } } });
  });
});

describe("a resource's URI", () => {
  const name = fc
    .string({ unit: "grapheme", minLength: 1 })
    .filter((text) => text.isWellFormed() && !text.includes("/"));

  it("names its document again, first of all", () => {
    fc.assert(
      fc.property(name, fc.array(name, { minLength: 1, maxLength: 4 }), (root, parts) => {
        const place = { root, path: parts.join("/") };
        expect(placesOf(recallUri(place))[0]).toEqual(place);
        expect(
          placesOf(`recall://${recallUri(place).slice(`recall://${encodeURIComponent(root)}/`.length)}`),
        ).toContainEqual({
          path: place.path,
        });
      }),
    );
  });

  it("never fails, whatever is sent as one", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii" }), (text) => placesOf(`recall://${text}`).length <= 2),
    );
  });
});

describe("the first lines of a text", () => {
  it("are its beginning, at a line's end, within the tokens, and never nothing", () => {
    const text = fc.array(fc.string({ unit: "grapheme", maxLength: 80 }), { minLength: 2, maxLength: 60 });
    fc.assert(
      fc.property(text, fc.integer({ min: 8, max: 200 }), (lines, tokens) => {
        const whole = `${lines.join("\n")}\n${"x ".repeat(2_000)}`;
        const cut = firstLines(whole, tokens);
        expect(whole.startsWith(cut.text)).toBe(true);
        expect(cut.text).not.toBe("");
        expect(countTokens(cut.text)).toBeLessThanOrEqual(tokens);
        expect(cut.text.split("\n").length - 1).toBe(cut.lines);
        if (cut.lines > 0) expect(cut.text.endsWith("\n")).toBe(true);
      }),
    );
  });
});
