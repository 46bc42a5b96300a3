import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { expect, it } from "vitest";
import { lines as printed } from "../../../src/cli/render/formats/lines.ts";
import { type HitOptions, highlightLine } from "../../../src/cli/render/search-hits.ts";
import { columnsOf } from "../../../src/cli/terminal/columns.ts";
import type { Hit } from "../../../src/search/contract/hits.ts";
import type { SearchAnswer } from "../../../src/search/contract/search.ts";
import { hit as passage } from "../../support/found.ts";

const PLAIN = { columns: 80, color: false };
const MARK = "\u001b[1;33m";
const END = "\u001b[0m";

/** The lines of these hits as a terminal shows them. */
function renderHits({ hits }: { readonly hits: readonly Hit[] }, options: HitOptions): readonly string[] {
  const answer = { hits } as SearchAnswer;
  const pieces = printed(answer, { ...options, notes: undefined, clean: (text) => text });
  return pieces.hits.join("").split("\n").slice(0, -1);
}

/** Unless a test says otherwise, a snippet of its own is the whole passage. */
const hit = ({ snippet, ...changes }: Partial<Hit> = {}): Hit =>
  passage({
    ...(snippet && { snippet, startLine: snippet.startLine, endLine: snippet.endLine }),
    ...changes,
  });

it("shows position, citation, relevance and headings, then the lines, marked where the passage has more", () => {
  const lines = ["   Rotate keys", "   every quarter."];
  const shown = (changes: Partial<Hit>) => renderHits({ hits: [hit(changes)] }, PLAIN);
  expect(shown({})).toEqual(["1. guides/keys.md#L3-L9  73%  Keys > Rotation", "   …", ...lines, "   …"]);
  expect(shown({ startLine: 4 }).slice(1)).toEqual([...lines, "   …"]);
  expect(shown({ endLine: 5 }).slice(1)).toEqual(["   …", ...lines]);
});

it("does not begin a cut passage with the end of its front matter", () => {
  const snippet = { text: "---\n\n# Keys", startLine: 4, endLine: 6, highlights: [] };
  const shown = (startLine: number) => renderHits({ hits: [hit({ snippet, startLine, endLine: 6 })] }, PLAIN);
  expect(shown(1).slice(1)).toEqual(["   …", "", "   # Keys"]);
  expect(shown(4).slice(1)).toEqual(["   ---", "", "   # Keys"]);
});

it("leaves away the empty lines at a passage's end, and keeps those inside", () => {
  const snippet = { text: "one\n\ntwo\n\n", startLine: 1, endLine: 5, highlights: [] };
  expect(renderHits({ hits: [hit({ snippet })] }, PLAIN).slice(1)).toEqual(["   one", "", "   two"]);
});

const numbered = (amount: number): readonly string[] =>
  Array.from({ length: amount }, (_, at) => `line ${at + 1}`);

/** Offsets of whole lines, given by their numbers. */
const highlighted = (lines: readonly string[], numbers: readonly number[]): [number, number][] =>
  numbers.map((number) => {
    const start = lines.slice(0, number - 1).join("\n").length + (number === 1 ? 0 : 1);
    return [start, start + (lines[number - 1] ?? "").length];
  });

const shownOf = (lines: readonly string[], numbers: readonly number[]): readonly string[] => {
  const snippet = {
    text: lines.join("\n"),
    startLine: 1,
    endLine: 20,
    highlights: highlighted(lines, numbers),
  };
  return renderHits({ hits: [hit({ snippet })] }, PLAIN).slice(1);
};

const indented = (lines: readonly string[]): readonly string[] => lines.map((line) => `   ${line}`);

it.each([
  ["the start without a match", [], 0],
  ["the start when that holds all matches", [2, 8], 0],
  ["the lines around a match further down", [12], 7],
  ["the end when the match is there", [20], 12],
  ["the middle of what a match near the end leaves open", [17], 10],
  ["most matches rather than the first", [1, 13, 14, 16], 10],
])("shows eight lines of a long snippet: %s", (_, numbers, start) => {
  const lines = numbered(20);
  const cut = [
    ...(start > 0 ? ["…"] : []),
    ...lines.slice(start, start + 8),
    ...(start + 8 < 20 ? ["…"] : []),
  ];
  expect(shownOf(lines, numbers)).toEqual(indented(cut));
});

it("shows a snippet of eight lines and a long full text without a cut", () => {
  expect(shownOf(numbered(8), [8])).toEqual(indented(numbered(8)));
  const full = hit({ text: numbered(30).join("\n") });
  expect(renderHits({ hits: [full] }, PLAIN).slice(1)).toEqual(indented(numbered(30)));
});

it("leaves out the byte order mark before a file's first line, and keeps the highlights in place", () => {
  const text = "\ufeffkeys here";
  const snippet = { text, startLine: 1, endLine: 1, highlights: [[1, 5]] as [number, number][] };
  const [, line] = renderHits({ hits: [hit({ snippet })] }, { columns: 80, color: true });
  expect(line).toBe(`   ${MARK}keys${END} here`);
  const { snippet: _, ...full } = hit({ text });
  expect(renderHits({ hits: [full] }, PLAIN).at(-1)).toBe("   keys here");
});

it("cuts nothing where the columns are infinite", () => {
  const text = `${"word ".repeat(60)}end`;
  const headings = ["x".repeat(200)];
  const snippet = { text, startLine: 1, endLine: 1, highlights: [[290, 294]] as [number, number][] };
  const options = { columns: Number.POSITIVE_INFINITY, color: false };
  const [head, line] = renderHits({ hits: [hit({ headings, snippet })] }, options);
  expect(head).toContain(headings[0]);
  expect(line).toBe(`   ${text}`);
});

it("names the root when the answer holds several", () => {
  const [first] = renderHits({ hits: [hit(), hit({ root: "docs" })] }, PLAIN);
  expect(first).toMatch(/^1\. notes:guides\/keys\.md#L3-L9 /);
});

it("cuts headings and lines to 80 columns but never the citation", () => {
  const citation = `${"deep/".repeat(30)}x.md#L1-L2`;
  const snippet = { text: "word ".repeat(60), startLine: 1, endLine: 1, highlights: [] };
  const [long] = renderHits({ hits: [hit({ citation, snippet })] }, PLAIN);
  expect(long).toContain(citation);
  const lines = renderHits({ hits: [hit({ headings: ["x".repeat(200)], snippet })] }, PLAIN);
  expect(lines.map(columnsOf)).toEqual([80, 80]);
});

it("marks matches in colour on the line they are on", () => {
  const snippet = {
    text: "a key\nkeys",
    startLine: 1,
    endLine: 2,
    highlights: [
      [2, 5],
      [6, 9],
    ] as [number, number][],
  };
  const [, one, two] = renderHits({ hits: [hit({ snippet })] }, { columns: 80, color: true });
  expect(one).toBe(`   a ${MARK}key${END}`);
  expect(two).toBe(`   ${MARK}key${END}s`);
});

it("shows the whole passage when it is there", () => {
  const text = `${"x".repeat(200)}\r\nend`;
  expect(renderHits({ hits: [hit({ text })] }, PLAIN).slice(1)).toEqual([`   ${"x".repeat(200)}`, "   end"]);
});

it("keeps the tabs of code, whole and in a snippet, and makes every other control harmless", () => {
  const text = "func main() {\n\tif ok {\n\t\treturn \u001b[2J\t\n\t}\n}\n";
  const shown = ["   func main() {", "   \tif ok {", "   \t\treturn ␛[2J", "   \t}", "   }"];
  const snippet = { text, startLine: 1, endLine: 6, highlights: [[17, 19]] as [number, number][] };
  const printed = (changes: Partial<Hit>, color = false) =>
    renderHits({ hits: [hit(changes)] }, { ...PLAIN, color }).slice(1);
  expect(printed({ snippet })).toEqual(shown);
  expect(printed({ snippet }, true)[1]).toBe(`   \tif${MARK} o${END}k {`);
  expect(printed({ text })).toEqual(shown.with(2, `${shown[2]}\t`));
});

it("counts a tab as the most columns that it takes where a line is cut", () => {
  const line = `${"\t".repeat(4)}${"x".repeat(60)}`;
  expect(highlightLine(line, { ranges: [], columns: 40, color: false })).toBe(`\t\t\t\t${"x".repeat(7)}…`);
});

it("begins a line that is cut at its front with a word, of whatever script", () => {
  const shown = (line: string, columns: number) =>
    highlightLine(line, { ranges: [[line.indexOf("NEEDLE"), line.length]], columns, color: false });
  for (let columns = 30; columns < 50; columns++)
    expect(shown(`${"wrapper of, ".repeat(20)}NEEDLE`, columns)).toMatch(/^…(?:wrapper|of)\b/);
  expect(shown(`${"x".repeat(99)}NEEDLE`, 30)).toBe(`…${"x".repeat(10)}NEEDLE`);
  expect(shown(`${"鍵".repeat(99)}NEEDLE`, 30)).toBe(`…${"鍵".repeat(5)}NEEDLE`);
});

it("moves the window to a match far along a line", () => {
  const line = `${"before ".repeat(40)}NEEDLE${" after".repeat(40)}`;
  const at = line.indexOf("NEEDLE");
  const shown = highlightLine(line, { ranges: [[at, at + 6]], columns: 60, color: true });
  expect(shown).toContain(`${MARK}NEEDLE${END}`);
  expect(stripVTControlCharacters(shown)).toMatch(/^….*…$/);
});

const range = fc
  .tuple(fc.nat(60), fc.nat(60))
  .map(([start, length]): [number, number] => [start, start + length]);

it("fits any line with any matches, in colour or not, and adds only its own marks", () => {
  const options = { columns: fc.integer({ min: 10, max: 80 }), ranges: fc.array(range, { maxLength: 4 }) };
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 120 }),
      fc.record(options),
      (text, { columns, ranges }) => {
        const line = text.replace(/[\p{Cc}\p{Cf}]/gu, "\t");
        const colored = highlightLine(line, { ranges, columns, color: true });
        const plain = highlightLine(line, { ranges, columns, color: false });
        expect(colored.replaceAll(MARK, "").replaceAll(END, "")).toBe(plain);
        expect(columnsOf(plain)).toBeLessThanOrEqual(columns);
      },
    ),
  );
});

it("lets no escape sequence of a document, its path or its headings through", () => {
  const evil = "\u001b[2J\u009b31m\u0007";
  const hits = [
    hit({
      citation: `${evil}.md`,
      headings: [evil],
      snippet: { text: evil, startLine: 1, endLine: 1, highlights: [] },
    }),
    hit({ text: evil, root: evil }),
  ];
  const printed = renderHits({ hits }, PLAIN).join("");
  expect(stripVTControlCharacters(printed)).toBe(printed);
  expect(
    [...printed].every((character) => character >= " " && !(character >= "\u007f" && character <= "\u009f")),
  ).toBe(true);
});
