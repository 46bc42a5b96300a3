import { expect, it } from "vitest";
import { chunkDocument } from "../../../../src/documents/chunkers/chunk-document.ts";
import { outlineOf } from "../outline-of.ts";

const sectionsOf = (text: string) =>
  outlineOf("markdown", text)?.sections.map(({ from, to, headings }) =>
    `${from + 1}-${to} ${headings.join(" > ")}`.trim(),
  );

it.each<[string, string, string | undefined]>([
  ["its front matter before its headings", "---\ntitle: One\n---\n# Two\n", "One"],
  ["its heading where front matter has a number", "---\ntitle: 5\n---\n# Two\n", "Two"],
  ["its heading where front matter has a list", "---\ntitle: [a, b]\n---\n# Two\n", "Two"],
  ["all lines of an underlined heading", "One\ntwo\n===\n", "One two"],
  ["the first of two headings", "# One\n\n# Two\n", "One"],
  ["no heading in settings of a container", "::a\n---\n# One\n---\nx\n::\n", undefined],
])("a title is that of %s", (_, text, title) => {
  expect(chunkDocument({ path: "a.md", text }).title).toBe(title);
});

it.each<[string, string, readonly string[]]>([
  [
    "a deeper heading in settings of a container",
    "# T\n\nx\n\n::a\n---\n### B\n---\ny\n::\n",
    ["1-6 T", "7-10 T > B"],
  ],
  ["no underlined line in them", "# T\n\n::a\n---\nB: 1\n---\ny\n::\n", ["1-8 T"]],
  ["underlined headings of several lines", "# T\n\nx\n\nA\nb\n---\ny\n", ["1-4 T", "5-8 T > A b"]],
  ["no end where nothing follows", "# T\n\nx\n", ["1-3 T"]],
  ["a heading at the end", "# T\n\nx\n\n## B\n", ["1-4 T", "5-5 T > B"]],
])("sections follow %s", (_, text, sections) => {
  expect(sectionsOf(text)).toEqual(sections);
});

it.each<[string, readonly string[], string]>([
  ["a colon", ["List:", "", "- a"], "413"],
  ["a colon and a space", ["List: ", "", "- a"], "413"],
  ["a colon and a tab", ["List:\t", "", "- a"], "413"],
  ["a colon and the line end of other systems", ["List:\r", "\r", "- a"], "413"],
  ["no colon inside", ["List: of", "", "- a"], "414"],
  ["a colon, over several blank lines", ["List:", "", "", "- a"], "4113"],
  ["a colon, but of no paragraph", ["List:", "", "text"], "414"],
  ["nothing, as at the start", ["- a", "- b"], "43"],
  ["nothing inside of a paragraph", ["text", "2. b"], "42"],
  ["nothing inside of a quote", ["> text", "- b"], "44"],
])("what follows is introduced by %s", (_, lines, strengths) => {
  expect([...(outlineOf("markdown", lines.join("\n"))?.strengths ?? [])].join("")).toBe(strengths);
});
