import { expect, it } from "vitest";
import { chunkDocument } from "../../../src/documents/chunkers/chunk-document.ts";

const cut = (text: string) => chunkDocument({ path: "a.html", text });
const outlineOf = (text: string): readonly string[] =>
  cut(text).chunks.map(({ startLine, endLine, headings }) =>
    `${startLine}-${endLine} ${headings.join(" > ")}`.trim(),
  );

it("headings in comments and scripts are none, those over lines and with entities are read as text", () => {
  const lines = [
    ...["<!-- <h1>no</h1>", "<h1>no</h1> -->"],
    ...["<h1>A &amp; B&nbsp;c &#39;d&#39; &lt;x&gt; &quot;&eacute;</h1>", "<p>t</p>"],
    ...["<H2 class='x'>Two", "<b>three</b>", "four</H2>", "<p>t</p>"],
    "<script>var a = '<h1>no</h1>';</script>",
    ...["<p>u</p>", "<p>v <script>", "<h2>no</h2>", "</script>"],
    ...["<h3>Deep</h3><p>w</p>", "<h2>Next</h2>", "<p>x</p>", "<h7>no</h7>", ""],
  ];
  const path = "A & B c 'd' <x> \"&eacute;";
  expect(outlineOf(lines.join("\n"))).toEqual([
    "1-2",
    `3-4 ${path}`,
    `5-8 ${path} > Two three four`,
    `9-9 ${path} > Two three four > script`,
    `10-13 ${path} > Two three four > script`,
    `14-14 ${path} > Two three four > Deep`,
    `15-17 ${path} > Next`,
  ]);
});

it("a heading ends within five lines, and has 300 characters", () => {
  expect(outlineOf("<h1>\na\nb\nc\nd</h1>\n<p>x</p>\n")).toEqual(["1-6 a b c d"]);
  expect(outlineOf("<h1>\na\nb\nc\nd\ne</h1>\n<p>x</p>\n")).toEqual(["1-7 a b c d"]);
  expect(cut(`<title>${"x".repeat(301)}</title>`).title).toBe("x".repeat(300));
});

it("styles are sections of their own", () => {
  expect(outlineOf("<style>\na{}\n</style>\n<h1>A</h1>\n<p>\n")).toEqual(["1-3 style", "4-5 A"]);
  expect(outlineOf("<h1>A</h1>\n<p>\n<STYLE>\na{}\n</STYLE>\n<p>\n")).toEqual([
    "1-2 A",
    "3-5 A > style",
    "6-6 A",
  ]);
});

it("the title is that of the page, named once before the headings", () => {
  const page = "<title lang=x>\n T &amp; t </title><h1>T &amp; t</h1>\n<p>x\n<h1>Other</h1>\n<p>y\n";
  expect(cut(page).title).toBe("T & t");
  expect(outlineOf(page)).toEqual(["1-1 T & t", "2-3 T & t", "4-5 T & t > Other"]);
  expect(cut("<titles>x</titles>").title).toBeUndefined();
});

it.each([
  ["div", "span"],
  ["li", "b"],
  ["table", "td"],
  ["tr", "i"],
])("long sections are cut before <%s>, not before its <%s> nor its end", (outer, inner) => {
  const row = (at: number) =>
    `<${outer}>\n<${inner}>one ${at} of them goes on</${inner}>\n<b>two ${at} of them</b>\n</${outer}>\n`;
  const text = `<h1>A</h1>\n${Array.from({ length: 40 }, (_, at) => row(at)).join("")}`;
  const lines = text.split("\n");
  const cuts = cut(text).chunks.map(({ endLine }) => lines[endLine]);
  expect(cuts.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => `<${outer}>`));
});
