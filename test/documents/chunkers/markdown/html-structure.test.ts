import { describe, expect, it } from "vitest";
import { splitLines } from "../../../../src/documents/chunkers/lines.ts";
import { outlineHtml } from "../../../../src/documents/chunkers/markdown/html.ts";
import { atOnce } from "../../../../src/text/steps.ts";

const outlineOf = (text: string) => atOnce(outlineHtml(splitLines(text)));
/** How well a passage may begin at a line that follows another. */
const strengthOf = (line: string) => outlineOf(`a\n${line}`).strengths[1];

const BLOCKS =
  `address article aside blockquote body details div dl fieldset figure footer form header main nav ol p pre
  section table template ul`.split(/\s+/);
const ITEMS = "br dd dt hr img li option td th tr".split(" ");
const INDENT = " ".repeat(200);

describe("a line of HTML", () => {
  it.each([...BLOCKS.map((tag) => [tag, 4] as const), ...ITEMS.map((tag) => [tag, 3] as const)])(
    "that begins with <%s> has the strength %i",
    (tag, strength) => {
      const begins = [`<${tag}>`, `<${tag.toUpperCase()} a="b">`, `<${tag}/>`, `${INDENT}<${tag}>`];
      expect(begins.map(strengthOf)).toEqual(begins.map(() => strength));
      expect([`<${tag}x>`, `b <${tag}>`, `${INDENT} <${tag}>`].map(strengthOf)).toEqual([2, 2, 2]);
    },
  );
});

it.each<[string, string, string | undefined]>([
  ["in capitals", "<TITLE>A</TITLE>", "A"],
  ["of one character", "<title>A", "A"],
  ["within its first 400 characters", `<title>${" ".repeat(399)}AB`, "A"],
  ["behind attributes of 200 characters", `<title ${"a".repeat(199)}>A`, "A"],
  ["behind no longer attributes", `<title ${"a".repeat(200)}>A`, undefined],
  ["that begins within 20,000 characters", `${" ".repeat(19_992)}<title>A`, "A"],
  ["that begins no later", `${" ".repeat(19_993)}<title>A`, undefined],
])("a title is one %s", (_, text, title) => {
  expect(outlineOf(text).title).toBe(title);
});

it.each<[string, string, readonly string[]]>([
  ["one heading whose attributes have 300 characters", `<h1 ${"a".repeat(299)}>A</h1>\nx`, ["1-2 A"]],
  ["no heading with more", `<h1 ${"a".repeat(300)}>A</h1>\nx`, ["1-2"]],
  ["no heading of a longer name", "<h1x>A</h1>\nx", ["1-2"]],
  ["a heading whose end has eight spaces", "<h1>A</h1        >\nx", ["1-2 A"]],
  ["a heading in white space, and the next", "  <h1>A</h1>  \n<h2>B</h2>\ny", ["1-3 A > B"]],
  ["a heading behind text by itself", "<p>x</p><h1>A</h1>\n<h2>B</h2>\ny", ["1-1 A", "2-3 A > B"]],
  ["a heading before text by itself", "<h1>A</h1> x\n<h2>B</h2>\ny", ["1-1 A", "2-3 A > B"]],
  ["headings of one level one after the other", "<h2>A</h2>\nx\n<h2>B</h2>\ny", ["1-2 A", "3-4 B"]],
  ["blank lines with the heading that follows", "\n\n<h1>A</h1>\n\nx", ["1-5 A"]],
  ["blank lines with the script that follows", "\n<script>\nx\n</script>\ny", ["1-4 script", "5-5"]],
  ["blank lines at the end", "<script>\nx\n</script>\n\n", ["1-3 script", "4-4"]],
  ["a script on one line", "a\n<script>x</script>\nb", ["1-1", "2-2 script", "3-3"]],
  ["an indented script", "a\n  <script>\nx\n</script>\nb", ["1-1", "2-4 script", "5-5"]],
  ["a script behind text with it", "a\nb <script>\nx\n</script>\nc", ["1-4 script", "5-5"]],
  ["no script that begins and ends behind text", "a\nb <script>x</script>\nc", ["1-3"]],
  ["no comment on one line", "a\n<!-- x -->\nb", ["1-3"]],
  ["no comment at the start", "<!-- x -->\nb", ["1-2"]],
  ["no comment over lines", "<!--\nx\n-->\nb", ["1-4"]],
  ["no comment in a script", "<script>\n<!--\n</script>\nb\n<h1>A</h1>\nc", ["1-3 script", "4-4", "5-6 A"]],
])("sections of HTML hold %s", (_, text, sections) => {
  expect(
    outlineOf(text).sections.map(({ from, to, headings }) =>
      `${from + 1}-${to} ${headings.join(" > ")}`.trim(),
    ),
  ).toEqual(sections);
});
