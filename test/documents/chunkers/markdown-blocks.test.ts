import { GFM, parser } from "@lezer/markdown";
import { describe, expect, it } from "vitest";
import { splitLines } from "../../../src/documents/chunkers/lines.ts";
import { markdownBlocks } from "../../../src/documents/chunkers/markdown/markdown-blocks.ts";
import { atOnce } from "../../../src/text/steps.ts";
import { GENERATED, randomNumbers } from "../generated-files.ts";

const PARSER = parser.configure([GFM]).configure({ remove: ["LinkReference"] });

/** What the parser says of the whole text at once, in lines counted from 0. */
function parsedAtOnce(text: string) {
  const blocks: { kind: string; from: number; to: number }[] = [];
  const lineOf = (offset: number) => text.slice(0, offset).split("\n").length - 1;
  for (let node = PARSER.parse(text).topNode.firstChild; node; node = node.nextSibling)
    blocks.push({
      kind: node.name,
      from: lineOf(node.from),
      to: lineOf(Math.max(node.from, node.to - 1)) + 1,
    });
  return blocks;
}

const markdown = (seed: number) => GENERATED["Markdown with many sections"]?.make(randomNumbers(seed)) ?? "";
const repeated = (line: string, count: number) => Array.from({ length: count }, () => line).join("\n");

describe("blocks of a Markdown file longer than a window", () => {
  it.each([1, 2])("are those of the whole file (seed %i)", (seed) => {
    const text = markdown(seed);
    expect(text.split("\n").length).toBeGreaterThan(4000);
    expect(atOnce(markdownBlocks(splitLines(text), 0))).toEqual(parsedAtOnce(text));
  });

  it.each([
    ["a fence", `\`\`\`\n${repeated("# no heading", 9000)}\n\`\`\``],
    ["a list", repeated("- one\n  two", 1400)],
    ["a comment", `<!--\n${repeated("# no heading", 9000)}\n-->`],
    ["a paragraph", repeated("of many lines", 9000)],
  ])("keep %s whole that fills several", (_kind, block) => {
    const text = `before\n\n${block}\n\n# After\n\nLast.\n`;
    expect(atOnce(markdownBlocks(splitLines(text), 0))).toEqual(parsedAtOnce(text));
  });

  it("cover an endless list, though in parts", () => {
    const blocks = atOnce(markdownBlocks(splitLines(`${repeated("- one", 30_000)}\n\n# After\n`), 0));
    expect(blocks.at(-1)).toMatchObject({ kind: "ATXHeading1", from: 30_001 });
    expect(blocks.slice(0, -1).every(({ kind }) => kind === "BulletList")).toBe(true);
    expect(blocks.length).toBeLessThan(20);
  });
});

describe("blocks of lines that nest deeper than anyone reads", () => {
  it("are the same at the top", () => {
    const text = `${"> ".repeat(20)}a\n\n${"- ".repeat(20)}b\n\n${"1. > ".repeat(9)}c\n\n${"* ".repeat(20)}\n\n${" ".repeat(200)}d\n`;
    const kinds = atOnce(markdownBlocks(splitLines(text), 0)).map(({ kind }) => kind);
    expect(kinds).toEqual(["Blockquote", "BulletList", "OrderedList", "HorizontalRule", "CodeBlock"]);
  });

  it("end where a line of 100,000 characters ends them", () => {
    const text = `<!-- ${"x".repeat(100_000)} -->\n# A\n\n${"y".repeat(100_000)}\n===\n`;
    expect(atOnce(markdownBlocks(splitLines(text), 0)).map(({ kind }) => kind)).toEqual([
      "CommentBlock",
      "ATXHeading1",
      "SetextHeading1",
    ]);
  });
});
