import { expect, it } from "vitest";
import { chunkDocument } from "../../../src/documents/chunkers/chunk-document.ts";

const outlineOf = (path: string, text: string): readonly string[] =>
  chunkDocument({ path, text }).chunks.map(({ startLine, endLine, headings }) =>
    `${startLine}-${endLine} ${headings.join(" > ")}`.trim(),
  );

/** A line of twelve words. */
const line = (at: number): string =>
  Array.from({ length: 12 }, (_, k) => `word${(at * 7 + k) % 40}`).join(" ");
const lines = (count: number): string => Array.from({ length: count }, (_, at) => `${line(at)}\n`).join("");

it("are between paragraphs, whichever line ends a file has", () => {
  const text = Array.from({ length: 12 }, () => `${lines(5)}\n`).join("");
  const between = outlineOf("a.txt", text);
  expect(between.slice(0, 3)).toEqual(["1-6", "4-12", "10-18"]);
  expect(outlineOf("a.txt", text.replaceAll("\n", "\r\n"))).toEqual(between);
});

it("are around a container, also where a code block ends right before its end", () => {
  const container = `:::tip\n\`\`\`sh\n${lines(3)}\`\`\`\n:::\n`;
  expect(outlineOf("a.md", `# T\n\n${lines(20)}\n${container}${lines(14)}\n\n${lines(20)}`)).toEqual(
    ["1-11", "12-23", "21-32", "29-39", "38-46", "43-55", "56-66"].map((range) => `${range} T`),
  );
});

it("of code leave a class at its closing brace", () => {
  const calls = (count: number, indent: string) =>
    Array.from({ length: count }, (_, at) => `${indent}step${at}("${line(at)}");\n`).join("");
  const method = (name: string) => `  ${name}() {\n${calls(12, "    ")}  }\n`;
  const text = `class A {\n${method("one")}\n${method("two")}}\nif (main) {\n${calls(14, "  ")}}\n`;
  const found = outlineOf("a.ts", text);
  expect(found.filter((chunk) => chunk.includes("A"))).toEqual(found.slice(0, 4));
  expect(found.at(-1)).toMatch(/^\d+-47$/);
});

it("of a notebook follow headings, not comments in code of its text", () => {
  const cell = (...source: readonly string[]) => ({
    ...{ cell_type: "markdown", metadata: {} },
    source: source.map((text) => `${text}\n`),
  });
  const cells = [
    cell("# Setup", "```sh", "# install first", "```"),
    cell("## Next", "Text."),
    cell("~~~", "# no", "~~~"),
  ];
  expect(outlineOf("a.ipynb", JSON.stringify({ cells }, undefined, 1))).toEqual([
    "1-12 Setup",
    "13-31 Setup > Next",
  ]);
});
