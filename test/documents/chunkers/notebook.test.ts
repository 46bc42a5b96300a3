import { expect, it } from "vitest";
import { chunkDocument } from "../../../src/documents/chunkers/chunk-document.ts";

const text = (source: string | readonly string[]) => ({ cell_type: "markdown", source });
const code = (...source: readonly string[]) => ({ cell_type: "code", source: source.map((it) => `${it}\n`) });

function cut(cells: readonly unknown[]) {
  const metadata = { a: { cell_type: "markdown", source: ["# None"] } };
  const notebook = JSON.stringify({ cells, metadata }, undefined, 1);
  const { title, chunks } = chunkDocument({ path: "a.ipynb", text: notebook });
  return {
    title,
    sections: chunks.map(({ headings }) => headings.join(" > ")),
    ranges: chunks.map(({ startLine, endLine }) => `${startLine}-${endLine}`),
  };
}

it("sections begin at the cells whose text has headings, in all its lines and forms", () => {
  const { sections, ranges } = cut([
    code("x = 1"),
    text(["# A\n", "text\n"]),
    code("# no heading"),
    text("## B\n\n### C"),
    text(["text"]),
    code("z"),
    text(["## D"]),
  ]);
  expect(ranges).toEqual(["1-8", "9-21", "22-37", "38-53"]);
  expect(sections).toEqual(["", "A", "A > B > C", "A > D"]);
});

it("what comes before a first cell with a heading goes with it", () => {
  expect(cut([text(["# A"]), code("x")]).ranges).toHaveLength(1);
});

it("the title is the first top-level heading", () => {
  expect(cut([text(["## Before"]), text(["# A"]), text(["# B"])]).title).toBe("A");
  expect(cut([text(["## Before"])]).title).toBeUndefined();
});

it("a heading has one to six marks and a space after them", () => {
  const headings = (line: string) => cut([text([line])]).sections[0];
  expect(["###### six", "####### seven", "#none", "#\ttab"].map(headings)).toEqual(["six", "", "", "tab"]);
});
