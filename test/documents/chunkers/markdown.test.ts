import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { chunkDocument } from "../../../src/documents/chunkers/chunk-document.ts";

const GUIDE = readFileSync(new URL("../fixtures/guide.md.txt", import.meta.url), "utf8");

function outlineOf(text: string, path = "a.md"): readonly string[] {
  const { chunks } = chunkDocument({ path, text });
  return chunks.map(({ startLine, endLine, headings }) =>
    `${startLine}-${endLine} ${headings.join(" > ")}`.trim(),
  );
}

const sentence = (index: number) => `Sentence ${index} tells of herons, egrets and the tide at the estuary.`;
const paragraph = (index: number) =>
  Array.from({ length: 4 }, (_, line) => sentence(index * 10 + line)).join("\n");

describe("Markdown chunks", () => {
  it("follow the headings with their whole path: ATX, setext and those in containers, not those in fences", () => {
    expect(outlineOf(GUIDE)).toEqual([
      "1-18 Guide",
      "19-26 Guide > Equipment > Boots",
      "27-39 Guide > Setext section",
      "40-44 Guide > Setext section > Heading in a card",
      "45-49 Guide > Setext section > Heading in a card > Deep code link",
      "50-50 Guide > Empty at the end",
    ]);
  });

  it("are the same with CRLF line ends and a byte order mark", () => {
    expect(outlineOf(`\uFEFF${GUIDE.replaceAll("\n", "\r\n")}`)).toEqual(outlineOf(GUIDE));
  });

  it("take the title from front matter, else from the first top-level heading", () => {
    expect(chunkDocument({ path: "a.md", text: GUIDE }).title).toBe("Guide");
    expect(chunkDocument({ path: "a.md", text: "text\n\n## Two\n\n# One\n\ntext\n" }).title).toBe("One");
    expect(chunkDocument({ path: "a.md", text: "text\n\n## Two\n" }).title).toBeUndefined();
  });

  it("name the title once, and a top-level heading that differs from it", () => {
    expect(outlineOf("# One\n\ntext\n\n# Two\n\ntext\n\n## Three\n\ntext\n")).toEqual([
      "1-4 One",
      "5-8 One > Two",
      "9-11 One > Two > Three",
    ]);
  });

  it("keep front matter as metadata", () => {
    expect(chunkDocument({ path: "a.md", text: GUIDE }).metadata).toMatchObject({
      tags: ["birds", "water"],
      authors: ["Ada", "Grace"],
      "head.title": "Guide to herons",
      "seo.index": true,
      "seo.priority": 0.5,
    });
  });

  it("take the settings of a container for no heading", () => {
    expect(outlineOf("# T\n\n::card\n---\ntitle: x\n---\ntext\n::\n")).toEqual(["1-8 T"]);
  });

  it("keep MDX imports, components and expressions", () => {
    const text =
      'import { Chart } from "./chart"\nexport const year = 2024\n\n# Report {year}\n\n<Chart year={year}>\n\n## Inside\n\n</Chart>\n';
    expect(outlineOf(text, "a.mdx")).toEqual([
      "1-3 Report {year}",
      "4-7 Report {year}",
      "8-10 Report {year} > Inside",
    ]);
  });

  it.each([
    [
      "fence",
      [
        "```js",
        ...Array.from({ length: 27 }, (_, line) => `call(${line}, "argument");${line % 3 === 2 ? "\n" : ""}`),
        "```",
      ].join("\n"),
    ],
    [
      "table",
      ["| a | b |", "|---|---|", ...Array.from({ length: 24 }, (_, row) => `| row ${row} | value |`)].join(
        "\n",
      ),
    ],
    ["list", Array.from({ length: 24 }, (_, item) => `- item ${item} of the list`).join("\n")],
    ["container", ["::note", paragraph(7), "", paragraph(8), "::"].join("\n")],
  ])("keep a %s whole that fits", (_kind, block) => {
    const around = (from: number) =>
      Array.from({ length: 6 }, (_, index) => paragraph(from + index)).join("\n\n");
    const { chunks } = chunkDocument({
      path: "a.md",
      text: `# T\n\n${around(10)}\n\n${block}\n\n${around(20)}\n`,
    });
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks.filter(({ text }) => text.includes(block))).not.toEqual([]);
  });

  it("overlap inside a section and never across a heading", () => {
    const section = (title: string) =>
      `## ${title}\n\n${Array.from({ length: 12 }, (_, index) => paragraph(index)).join("\n\n")}\n\n`;
    const { chunks } = chunkDocument({ path: "a.md", text: `# T\n\n${section("A")}${section("B")}` });
    const pairs = chunks.slice(1).map((chunk, index) => [chunks[index], chunk] as const);
    const overlaps = pairs.filter(([left, right]) => left !== undefined && right.startLine <= left.endLine);
    expect(overlaps.length).toBeGreaterThan(0);
    expect(overlaps.every(([left, right]) => left?.headings.join() === right.headings.join())).toBe(true);
  });

  it("never begin with a blank line inside a section, nor split a heading from its text", () => {
    const { chunks } = chunkDocument({
      path: "a.md",
      text: `# T\n\n${Array.from({ length: 40 }, (_, index) => paragraph(index)).join("\n\n\n")}\n`,
    });
    expect(chunks.every(({ text }) => !text.startsWith("\n"))).toBe(true);
    expect(chunks[0]?.text).toContain("Sentence 0");
  });
});
