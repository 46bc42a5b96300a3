import { temporaryFolder } from "../temporary-folder.ts";
import { modelNote } from "../../../src/cli/settings/model-note.ts";
import { describe, expect, it } from "vitest";
import { csvCell } from "../../../src/cli/render/formats/csv.ts";
import { files } from "../../../src/cli/render/formats/files.ts";
import type { Format } from "../../../src/cli/render/formats/format.ts";
import { codeSpan, md, plainWords } from "../../../src/cli/render/formats/md.ts";
import { xml, xmlText } from "../../../src/cli/render/formats/xml.ts";
import { oneLine, rows, shortId } from "../../../src/cli/render/memory-rows.ts";
import { printAnswer, withinBudget } from "../../../src/cli/render/print-answer.ts";
import { reindexLines } from "../../../src/cli/render/reindex.ts";
import { highlightLine, renderHit } from "../../../src/cli/render/search-hits.ts";
import type { AnyHit, Hit } from "../../../src/search/contract/hits.ts";
import { countTokens } from "../../../src/text/tokens/count-tokens.ts";
import { bareHit, found, hit } from "../../support/found.ts";
import { capturedTerminal } from "../run-cli.ts";

it.each(["\uff0b1", "\uff0d1", "\uff201", "\ta", "\ra", "\n\t+1", "\u3000@a"])(
  "puts an apostrophe before the cell %j",
  (text) => {
    expect(csvCell(text).replace(/^"/, "").startsWith("'")).toBe(true);
  },
);

it.each([
  ["a=1", "a=1"],
  [" a", " a"],
  ["'=1", "'=1"],
  ["a\nb", '"a\nb"'],
  ["a\rb", '"a\rb"'],
  ["a,b", '"a,b"'],
  ['a"b"', '"a""b"""'],
  ["a;b\tc", "a;b\tc"],
])("writes the cell %j as %j", (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

it.each([
  ["a", "`a`"],
  ["`a", "`` `a ``"],
  ["a`", "`` a` ``"],
  ["a``b`c", "```a``b`c```"],
  ["a\nb", "`a b`"],
])("writes %j as the code %s", (line, span) => {
  expect(codeSpan(line)).toBe(span);
});

it("takes the meaning from every sign of Markdown, and from no other", () => {
  const signs = [..."\\`*_[]<>#|~!&"];
  expect(plainWords(signs.join(""))).toBe(signs.map((sign) => `\\${sign}`).join(""));
  expect(plainWords("a-b (c) {d} +e. f:g\"'=")).toBe("a-b (c) {d} +e. f:g\"'=");
});

const LANGUAGES = [
  ["c#", "c#"],
  ["objective-c", "objective-c"],
  ["c++", "c++"],
  ["mp3", "mp3"],
  ["Go", ""],
  ["a.b", ""],
  ["a`b", ""],
  ["", ""],
] as const;

const print = (format: Format, hits: readonly AnyHit[]) =>
  format(found([], { hits: [...hits] as Hit[] }), {
    ...{ columns: 80, color: false, notes: undefined, clean: (text: string) => text },
  }).hits.join("");

it.each(LANGUAGES)("opens a block of %j with %j", (language, word) => {
  const one = bareHit({ citation: "a", headings: [], text: "x", language });
  expect(print(md, [one])).toContain(`\n\`\`\`${word}\nx\n\`\`\`\n`);
});

it("shows a hit's text where it has one, an empty one too, else its snippet", () => {
  expect(print(xml, [hit({ text: "" })])).toMatch(/\/>\n$/);
  expect(print(xml, [hit()])).toContain(">Rotate keys\nevery quarter.</hit>");
  expect(print(xml, [bareHit({ text: "a" })])).not.toContain("cut=");
});

it("writes in an attribute what a parser would change", () => {
  expect(print(xml, [{ citation: 'a\t\n\r"&<>' }])).toBe(
    '<hit citation="a&#9;&#10;&#13;&quot;&amp;&lt;&gt;"/>\n',
  );
  expect(xmlText("\t\n\ud83e\ufffe\uffff\u0000\ufffd\u{10ffff}")).toBe(
    "\t\n\ufffd\ufffd\ufffd\ufffd\ufffd\u{10ffff}",
  );
});

it.each([
  ["a.md#L3", "a.md"],
  ["a.md#L3-L4", "a.md"],
  ["a.md#L3C1", "a.md"],
  ["a.md#L3C1-L4C22", "a.md"],
  ["a.md#L3-", "a.md#L3-"],
  ["a.md#L", "a.md#L"],
  ["a.md#l3", "a.md#l3"],
  ["a#L3.md#L4", "a#L3.md"],
])("names the file of %s as %s", (citation, path) => {
  expect(print(files, [{ citation }])).toBe(`${path}\n`);
});

it("takes for no model only what begins as one of the embedded parts", async () => {
  const env = { XDG_CONFIG_HOME: temporaryFolder() };
  const noteOf = (embedder: string) => modelNote(env, { url: "http://a", embedder });
  expect(await noteOf("embedded")).toMatch(/^No model/);
  expect(await noteOf("not-embedded")).toBeUndefined();
});

it("lists rows with their types in one column, cut to the line", () => {
  const row = {
    id: "0123456789abcdef",
    date: "2026-11-20T08:00:00Z",
    type: "fact",
    text: " a\n b ",
    cut: false,
  };
  expect(rows([row, { ...row, type: "decision", cut: true }], 80).flat()).toEqual([
    "01234567  2026-11-20  fact      a b",
    "01234567  2026-11-20  decision  a b…",
  ]);
  expect(rows([{ ...row, type: "f\u001b", text: "\u001b" }], 80).flat()).toEqual([
    "01234567  2026-11-20  f␛  ␛",
  ]);
  expect(rows([row], 26).flat()).toEqual(["01234567  2026-11-20  fac…"]);
  expect([shortId("012345678"), oneLine("\t a \r\n\tb\u0007 ")]).toEqual(["01234567", "a b␇"]);
});

it.each([
  ["identity", "Embedding everything again, the old vectors serve until then: 0 of 1,200 documents"],
  ["chunker", "Cutting documents into passages again: 0 of 1,200 documents"],
] as const)("says of the work %s how far it is from its start on", (kind, line) => {
  const work = { unit: "documents", done: 0, total: 1_200, startedAt: "", endsAt: null, lastError: null };
  expect(reindexLines([{ ...work, kind } as never])).toEqual([line]);
});

describe("the lines of a hit", () => {
  const MARKED = { columns: 80, color: true, withRoot: false };
  const bodyOf = (
    text: string,
    more: Partial<NonNullable<Hit["snippet"]>> & Partial<Hit> = {},
    options = MARKED,
  ) => {
    const { highlights = [], startLine = 1, endLine = 1, ...changes } = more;
    const snippet = { text, startLine, endLine, highlights };
    return renderHit(hit({ snippet, startLine, endLine, ...changes }), 1, options)
      .slice(1)
      .map((line) => line.replaceAll("\u001b[1;33m", "<").replaceAll("\u001b[0m", ">"));
  };

  it.each<[string, [number, number][], readonly string[]]>([
    ["on both lines that it spans", [[2, 7]], ["   ab<cd>", "   <ef>gh"]],
    ["not on a line before which it ends", [[2, 5]], ["   ab<cd>", "   efgh"]],
    ["not on a line after which it begins", [[4, 6]], ["   abcd", "   <e>fgh"]],
    ["on a line's first sign alone", [[5, 6]], ["   abcd", "   <e>fgh"]],
  ])("mark a match %s", (_, highlights, lines) => {
    expect(bodyOf("abcd\nefgh", { highlights })).toEqual(lines);
  });

  it.each([
    ["---", ["   …", "   text"]],
    ["+++", ["   …", "   text"]],
    ["----", ["   …", "   ----", "   text"]],
    ["--- x", ["   …", "   --- x", "   text"]],
  ])("leave out a cut passage's first line %s where it ends front matter", (line, lines) => {
    const snippet = { text: `${line}\ntext`, startLine: 2, endLine: 3, highlights: [] };
    expect(
      renderHit(hit({ snippet, startLine: 1, endLine: 3 }), 1, { ...MARKED, color: false }).slice(1),
    ).toEqual(lines);
  });

  it("show eight lines after the end of front matter too", () => {
    const text = ["---", ...Array.from({ length: 8 }, (_, at) => `l${at}`)].join("\n");
    const snippet = { text, startLine: 2, endLine: 10, highlights: [] };
    const shown = renderHit(hit({ snippet, startLine: 1, endLine: 10 }), 1, { ...MARKED, color: false });
    expect(shown.slice(1)).toEqual(["   …", ...Array.from({ length: 8 }, (_, at) => `   l${at}`)]);
  });

  it("end without blanks, and keep those before them", () => {
    expect(bodyOf("  a  \r\n\tb \n \n")).toEqual(["     a", "   \tb"]);
    expect(renderHit(bareHit({ text: "a \r\n\n  \n" }), 1, MARKED).slice(1)).toEqual(["   a "]);
    expect(renderHit(bareHit({ text: "\n\n" }), 1, MARKED)).toHaveLength(1);
  });

  it("are those of the text before those of the snippet, and none without either", () => {
    expect(renderHit(hit({ text: "whole" }), 1, MARKED).slice(1)).toEqual(["   whole"]);
    expect(renderHit(bareHit(), 1, MARKED)).toHaveLength(1);
  });
});

it.each([
  [19, `${"x".repeat(19)}NEEDLE${"y".repeat(4)}…`],
  [21, `…${"x".repeat(10)}NEEDLE${"y".repeat(12)}…`],
])("moves a line on only where its match is in the last third: after %d of 30 columns", (before, shown) => {
  const line = `${"x".repeat(before)}NEEDLE${"y".repeat(30)}`;
  expect(highlightLine(line, { ranges: [[before, before + 6]], columns: 30, color: false })).toBe(shown);
});

it.each([
  ["abcdef", 6, "<ab>cdef"],
  ["abcdef", 5, "<ab>cd…"],
  [`${"x".repeat(30)}ab${"y".repeat(17)}`, 30, `…${"x".repeat(10)}<ab>${"y".repeat(17)}`],
  [`${"x".repeat(30)}ab${"y".repeat(18)}`, 30, `…${"x".repeat(10)}<ab>${"y".repeat(16)}…`],
])("cuts a coloured line only where it is longer: %s in %d columns", (line, columns, shown) => {
  const at = line.indexOf("ab");
  const coloured = highlightLine(line, { ranges: [[at, at + 2]], columns, color: true });
  expect(coloured.replace("\u001b[1;33m", "<").replace("\u001b[0m", ">")).toBe(shown);
});

it("cuts no pair of surrogates where it moves a line on", () => {
  const line = `${"\u{1f98a}".repeat(40)}NEEDLE`;
  expect(highlightLine(line, { ranges: [[80, 86]], columns: 30, color: false })).toBe(
    `…${"\u{1f98a}".repeat(5)}NEEDLE`,
  );
});

const ID = "01a200f5-b509-7916-92b3-d35a73ca0ddd";

it.each([
  ...[`x${ID}`, `0${ID}`, `${ID}0`, ID.toUpperCase(), ID.slice(1), ID.slice(0, -1), ID.replace("-", "")],
  ...[ID.replace("a", "g"), ID.replace("b509", "b5090"), ID.replace("b509", "b50"), ID.replace("-b509", "")],
  ID.replace("-b509", "-b509-b509"),
])("prints no search's id of another form: %s", (recallId) => {
  const { terminal, written } = capturedTerminal();
  printAnswer(found([hit()], { recallId }), {
    ...{ terminal, format: "lines", budget: undefined, instead: undefined },
  });
  expect(written.stdout).not.toContain("Recall ");
});

it("takes within a budget all hits that just fit, and what is before and after them", () => {
  const answer = found([hit(), hit(), hit()]);
  const print = (shown: typeof answer | { hits: readonly AnyHit[] }) => ({
    ...{ before: "four", hits: shown.hits.map(() => "four"), after: "four" },
  });
  const kept = (tokens: number) => withinBudget(answer, print as never, tokens).hits.length;
  const one = countTokens("four");
  expect([5 * one, 5 * one - 1, 4 * one, 3 * one].map(kept)).toEqual([3, 2, 2, 1]);
  expect(withinBudget(found([]), print as never, 0).hits).toEqual([]);
});
