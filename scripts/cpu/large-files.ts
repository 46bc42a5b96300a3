import { DEFAULTS } from "../../src/config.ts";

const SIZE = DEFAULTS.maxFileBytes - 10;

const encoder = new TextEncoder();

/** A pattern again and again, `SIZE` bytes of it. */
const fill = (pattern: string): string => pattern.repeat(Math.floor(SIZE / encoder.encode(pattern).length));

/** What `line` makes of each number, `SIZE` bytes of it. */
function lines(line: (at: number) => string): string {
  const all: string[] = [];
  let bytes = 0;
  for (let at = 0; ; at++) {
    const one = line(at);
    bytes += encoder.encode(one).length;
    if (bytes > SIZE) return all.join("");
    all.push(one);
  }
}

const PROSE = "The index keeps every passage of a file with its lines, and a search finds it by its words. ";
const NAMES =
  "Maria Lindqvist of Northwind Traders met Dr. Okafor in Lisbon, who runs the Atlas project for IBM. ";

const markdown = lines(
  (at) =>
    `## Section ${at} of the plan\n\n${PROSE.repeat(3)}\n\n- first item ${at}\n- second item\n\n\`\`\`js\nconst a${at} = find(${at});\n\`\`\`\n\n| a | b |\n|---|---|\n| 1 | ${at} |\n\n`,
);
const typescript = lines(
  (at) =>
    `/** Makes number ${at} of a list. */\nexport function make${at}(list: readonly string[]): string {\n  const found = list.filter((one) => one !== "${at}");\n  return \`\${found.length} of \${list.length}\`;\n}\n\n`,
);

/** Files of the largest size, ordinary ones and hostile ones: a path, whose ending tells the chunker, and the text. */
export const LARGE_FILES: Readonly<Record<string, readonly [path: string, text: string]>> = {
  "text, paragraphs": ["a.txt", fill(`${PROSE.repeat(4)}\n\n`)],
  "text, names": ["a.txt", fill(`${NAMES.repeat(4)}\n\n`)],
  "text, one line": ["a.txt", fill(PROSE)],
  "text, one character": ["a.txt", fill("a")],
  "text, lines of one character": ["a.txt", fill("a\n")],
  "text, line ends": ["a.txt", fill("\n")],
  "text, spaces": ["a.txt", fill(" ")],
  "text, emoji": ["a.txt", fill("😀")],
  "text, combining marks": ["a.txt", fill("e\u0301\u0302\u0303")],
  "text, Chinese": ["a.txt", fill("索引保存文件的每一段以及它的行号。\n")],
  "text, Chinese on one line": ["a.txt", fill("索引保存文件的每一段以及它的行号。")],
  "text, keys": ["a.txt", lines((at) => `api_key = "sk_live_${at}a8Fq3Zx9Lm2Vb7Nc4Td6"\n`)],
  "text, identifiers": ["a.txt", lines((at) => `getUserById${at} IL6 HTTPServer${at}Name `)],
  "text, Windows line ends": ["a.txt", fill(`${PROSE}\r\n`)],
  "Markdown, sections": ["a.md", markdown],
  "Markdown, one section": ["a.md", `# Title\n\n${fill(`${PROSE.repeat(4)}\n\n`)}`.slice(0, SIZE)],
  "Markdown, number signs": ["a.md", fill("#")],
  "Markdown, empty headings": ["a.md", fill("#\n")],
  "Markdown, headings": ["a.md", lines((at) => `${"#".repeat(1 + (at % 6))} Heading number ${at}\n`)],
  "Markdown, nested quotes": ["a.md", fill(`${"> ".repeat(20)}a\n`)],
  "Markdown, nested lists": ["a.md", lines((at) => `${"  ".repeat(at % 30)}- item ${at}\n`)],
  "Markdown, one list": ["a.md", lines((at) => `- item ${at}\n`)],
  "Markdown, unclosed fences": ["a.md", fill("```js\nconst a = 1;\n~~~\n")],
  "Markdown, one table": [
    "a.md",
    `| a | b |\n|---|---|\n${lines((at) => `| cell ${at} | b |\n`)}`.slice(0, SIZE),
  ],
  "Markdown, wide tables": ["a.md", fill(`${"|a".repeat(900)}|\n${"|-".repeat(900)}|\n`)],
  "Markdown, references": ["a.md", fill("[a]: b\n[a](b) [c][d] ![e](f)\n")],
  "Markdown, containers": ["a.md", fill("::card\n---\na: b\n---\ntext\n::\n")],
  "Markdown, front matter": ["a.md", `---\n${lines((at) => `key${at}: [a, b, "c d"]\n`)}`],
  "code, functions": ["a.ts", typescript],
  "code, one line": ["a.js", typescript.replaceAll("\n", " ").slice(0, SIZE)],
  "code, one-line functions": ["a.js", lines((at) => `function f${at}(){return ${at}}\n`)],
  "code, many classes": ["a.py", lines((at) => `class A${at}:\n    def m(self):\n        return ${at}\n`)],
  "code, staircase": ["a.py", lines((at) => `${" ".repeat(at % 200)}class A${at}:\n`)],
  "code, unclosed": ["a.py", fill('/* """ \' ` $$ <<A \n')],
  "code, openers": ["a.ts", fill("/*\n`\n/(\n'\n")],
  "code, here-documents": ["a.sh", lines((at) => `cat <<E${at % 9}\n`)],
  "code, dollar quotes": ["a.sql", lines((at) => `$a${at}$ CREATE TABLE t${at} (\n`)],
  "code, attributes": ["a.rs", fill("#[a]#[b]\n#[c(\n")],
  "JSON, keys": [
    "a.json",
    `{\n${lines((at) => `  "key${at}": {\n    "value": ${at}\n  },\n`)}}`.slice(0, SIZE),
  ],
  "JSON, minified": ["a.json", lines((at) => `{"id":${at},"name":"item ${at}","tags":["a","b"]},`)],
  "JSON lines": ["a.jsonl", lines((at) => `{"id":${at},"name":"item ${at}","tags":["a","b"]}\n`)],
  YAML: ["a.yaml", lines((at) => `key${at}:\n  - one: ${at}\n  - two\n`)],
  notebook: [
    "a.ipynb",
    `{\n "cells": [\n${lines((at) => `  {\n   "cell_type": "markdown",\n   "source": ["# Heading ${at}\\n", "text"]\n  },\n`)} ]\n}`,
  ],
  CSV: ["a.csv", `id,name,note\n${lines((at) => `${at},name ${at},"a note, of ${at}"\n`)}`.slice(0, SIZE)],
  "CSV, quotes": ["a.csv", fill('"\n')],
  "HTML, paragraphs": [
    "a.html",
    `<h1>Title</h1>\n${lines((at) => `<h2>Part ${at}</h2>\n<p>${PROSE}</p>\n`)}`.slice(0, SIZE),
  ],
  "HTML, openers": ["a.html", fill("<h1>\n<script>\n<!--\n")],
  "HTML, one line": ["a.html", fill(`<p>${PROSE}</p><h2>a</h2>`)],
  XML: ["a.xml", lines((at) => `<entry id="${at}"><name>n${at}</name></entry>\n`)],
};
