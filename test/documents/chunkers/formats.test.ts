import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { chunkDocument } from "../../../src/documents/chunkers/chunk-document.ts";

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}.txt`, import.meta.url), "utf8");

function outlineOf(path: string, text: string): readonly string[] {
  const { chunks } = chunkDocument({ path, text });
  return chunks.map(({ startLine, endLine, headings }) =>
    `${startLine}-${endLine} ${headings.join(" > ")}`.trim(),
  );
}

describe("HTML chunks", () => {
  it("follow headings and the title; script, style and comments hide theirs", () => {
    expect(outlineOf("page.html", fixture("page.html"))).toEqual([
      "1-4 Herons & egrets",
      "5-7 Herons & egrets > style",
      "8-10 Herons & egrets > script",
      "11-16 Herons & egrets",
      "17-18 Herons & egrets > Grey heron",
      "19-24 Herons & egrets > Grey heron > Nesting",
      "25-28 Herons & egrets > Little egret",
    ]);
  });
});

describe("notebook chunks", () => {
  it("cite the raw lines, with headings from the Markdown cells only", () => {
    const { title } = chunkDocument({ path: "a.ipynb", text: fixture("notebook.ipynb") });
    expect(title).toBe("Survey of herons");
    expect(outlineOf("a.ipynb", fixture("notebook.ipynb"))).toEqual([
      "1-21 Survey of herons",
      "22-45 Survey of herons > Cleaning",
    ]);
  });

  it("are plain lines when the notebook is on one line", () => {
    const { chunks } = chunkDocument({
      path: "a.ipynb",
      text: JSON.stringify(JSON.parse(fixture("notebook.ipynb"))),
    });
    expect(chunks.every(({ startLine, endLine }) => startLine === 1 && endLine === 1)).toBe(true);
  });
});

describe("table chunks", () => {
  const rows = Array.from({ length: 120 }, (_, row) => `${row},"Heron, grey ${row}",estuary`);

  it("carry the names of the columns and repeat no row", () => {
    const { chunks } = chunkDocument({ path: "a.csv", text: ["id,name,place", ...rows, ""].join("\n") });
    expect(chunks.length).toBeGreaterThan(3);
    expect(chunks.every(({ headings }) => headings.join() === "id, name, place")).toBe(true);
    expect(
      chunks.slice(1).every(({ startLine }, index) => startLine === (chunks[index]?.endLine ?? 0) + 1),
    ).toBe(true);
  });

  it("have no heading when the first record is data", () => {
    expect(outlineOf("a.tsv", "1\t2\n3\t4\n")).toEqual(["1-2"]);
    expect(outlineOf("a.tsv", "id\tname\n3\t4\n")).toEqual(["1-2 id, name"]);
  });

  it("begin between records rather than inside a quoted field", () => {
    const records = Array.from(
      { length: 100 },
      (_, row) => `${row},"first line of ${row}\nsecond line of ${row}"`,
    );
    const { chunks } = chunkDocument({ path: "a.csv", text: ["id,text", ...records, ""].join("\n") });
    expect(chunks.slice(1).every(({ text }) => /^\d+,"first/.test(text))).toBe(true);
  });
});

describe("HTML headings", () => {
  it("without a body go with the section that follows, under the path of both", () => {
    const text =
      "<h1>Herons</h1>\n\n<h2>\n  Nests\n</h2>\n<p>By the weir.</p>\n<h2>Food</h2> Fish.\n<h2>Tide</h2>\n";
    expect(outlineOf("a.html", text)).toEqual([
      "1-6 Herons > Nests",
      "7-7 Herons > Food",
      "8-8 Herons > Tide",
    ]);
  });

  it("alone make few chunks", () => {
    expect(chunkDocument({ path: "a.html", text: "<h1>\n".repeat(8_000) }).chunks.length).toBeLessThan(600);
  });
});

describe("settings chunks", () => {
  const values = (indent: string) =>
    Array.from({ length: 40 }, (_, entry) => `${indent}entry${entry}: value ${entry}`);

  it("carry the top-level key of YAML, its comment with it", () => {
    const text = [
      "# Services.",
      "services:",
      ...values("  "),
      "# Volumes.",
      "volumes: {}",
      "networks: {}",
      "",
    ].join("\n");
    const outline = outlineOf("a.yaml", text);
    expect(outline[0]).toMatch(/^1-\d+ services$/);
    expect(outline.at(-1)).toBe("43-45 volumes, networks");
  });

  it("carry the table of TOML and the first-level key of JSON", () => {
    expect(outlineOf("a.toml", 'name = "x"\n\n[a.b]\nc = 1\n')).toEqual(["1-4 a.b"]);
    expect(outlineOf("a.json", '{\n  "name": "x",\n  "list": [\n    "a: b"\n  ]\n}\n')).toEqual([
      "1-6 name, list",
    ]);
  });
});
