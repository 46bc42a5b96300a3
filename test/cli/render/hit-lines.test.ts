import { expect, it } from "vitest";
import { csv } from "../../../src/cli/render/formats/csv.ts";
import { files } from "../../../src/cli/render/formats/files.ts";
import type { Format } from "../../../src/cli/render/formats/format.ts";
import { lines } from "../../../src/cli/render/formats/lines.ts";
import { md } from "../../../src/cli/render/formats/md.ts";
import { xml } from "../../../src/cli/render/formats/xml.ts";
import { highlightLine, renderHit, showsRoots } from "../../../src/cli/render/search-hits.ts";
import type { AnyHit, Hit } from "../../../src/search/contract/hits.ts";
import { bareHit, found, hit } from "../../support/found.ts";

const PLAIN = { columns: 80, color: false, withRoot: false };
const headline = (one: Hit, options: Partial<typeof PLAIN> = {}, position = 1) =>
  renderHit(one, position, { ...PLAIN, ...options })[0];

it("shows headings only where twelve columns of them fit, cut to the line", () => {
  const one = bareHit({ citation: "a.md#L1", headings: ["A long heading of many words"] });
  expect(headline(one, { columns: 29 })).toBe("1. a.md#L1  73%  A long head…");
  expect(headline(one, { columns: 28 })).toBe("1. a.md#L1  73%");
  expect(headline(bareHit({ citation: "a.md#L1", headings: [] }), {}, 12)).toBe("12. a.md#L1  73%");
  expect(headline(one, { columns: 28, withRoot: true })).toBe("1. notes:a.md#L1  73%");
  expect(headline(one, { columns: 28, color: true })).toBe("1. \u001b[1ma.md#L1\u001b[0m  73%");
});

it("knows a memory by its type and day, then by the headings of its text", () => {
  const memory = { type: "decision" } as NonNullable<Hit["memory"]>;
  const one = bareHit({ citation: "m", headings: ["Top"], memory, date: "2026-11-20T12:00:00.000Z" });
  expect(headline(one)).toBe("1. m  73%  decision, 2026-11-20 > Top");
  expect(headline({ ...one, date: null, headings: [] })).toBe("1. m  73%  decision");
});

it("names roots where the server says that there are several, else where the hits have several", () => {
  const [one, other] = [hit(), hit({ root: "other" })];
  const of = (hits: readonly Hit[], severalRoots?: boolean) =>
    showsRoots({
      hits: [...hits],
      index: { ...found([]).index, ...(severalRoots !== undefined && { severalRoots }) },
    });
  expect([of([one, one]), of([one, other]), of([one], true), of([one, other], false)]).toEqual([
    ...[false, true, true, false],
  ]);
  expect(showsRoots({ hits: [{ citation: "a" }, { citation: "b" }] })).toBe(false);
});

it("colours matches once each, in order, wherever they overlap or end", () => {
  const shown = (...ranges: [number, number][]) =>
    highlightLine("abcdef", { ranges, columns: 80, color: true })
      .replaceAll("\u001b[1;33m", "<")
      .replaceAll("\u001b[0m", ">");
  expect(shown([3, 5], [0, 1])).toBe("<a>bc<de>f");
  expect(shown([0, 3], [2, 4], [1, 2])).toBe("<abc><d>ef");
  expect(shown([5, 99], [2, 2])).toBe("abcde<f>");
});

it("puts a match that is far along a line a third into what is shown", () => {
  const line = `${"x".repeat(40)}NEEDLE`;
  const at = (columns: number) => highlightLine(line, { ranges: [[40, 46]], columns, color: false });
  expect(at(46)).toBe(line);
  expect(at(45)).toBe(`…${"x".repeat(15)}NEEDLE`);
  expect(
    highlightLine(`${"x".repeat(29)}NEEDLE${"y".repeat(20)}`, {
      ranges: [[29, 35]],
      columns: 45,
      color: false,
    }),
  ).toBe(`${"x".repeat(29)}NEEDLE${"y".repeat(9)}…`);
});

const COMPACT: AnyHit = {
  id: "3f9a2c1b",
  citation: "a,b.md#L3",
  relevance: 0.734,
  score: 0.876,
  heading: "Keys <b> of it",
  tokens: 12,
};
const DIGEST: AnyHit = { citation: "c.md#L1" };

function print(format: Format, hits: readonly AnyHit[], severalRoots = false, notes?: string): string {
  const answer = { ...found([]), outcome: "found" as const, hits: [...hits] };
  const index = { ...answer.index, severalRoots };
  const options = { columns: 80, color: false, notes, clean: (text: string) => text };
  const { before, hits: pieces, after } = format({ ...answer, index }, options);
  return [before, ...pieces, after].join("");
}

it("has as columns of a table what the view has, which its last hit tells", () => {
  expect(print(csv, [COMPACT])).toBe(
    'id,citation,relevance,score,tokens,heading\r\n3f9a2c1b,"a,b.md#L3",0.73,0.88,12,Keys <b> of it\r\n',
  );
  expect(print(csv, [DIGEST])).toBe("citation\r\nc.md#L1\r\n");
  expect(print(csv, [DIGEST, COMPACT]).split("\r\n")[0]).toBe("id,citation,relevance,score,tokens,heading");
  const passages = "citation,relevance,score,root,path,start_line,end_line,headings,id,text\r\n";
  expect(print(csv, [])).toBe(passages);
  expect(print(csv, [bareHit({ headings: [] })], true)).toBe(
    `${passages}notes:guides/keys.md#L3-L9,0.73,0.87,notes,guides/keys.md,3,9,,0123456789abcdef,\r\n`,
  );
});

it("has an element for a hit of any view, with what is known of it", () => {
  const { heading: _, ...bare } = COMPACT as AnyHit & { heading?: string };
  expect(print(xml, [COMPACT, { ...bare, cut: true } as AnyHit, DIGEST])).toBe(
    '<hits outcome="found" confidence="none">\n' +
      '<hit id="3f9a2c1b" citation="a,b.md#L3" relevance="0.73" score="0.88" tokens="12" heading="Keys &lt;b&gt; of it"/>\n' +
      '<hit id="3f9a2c1b" citation="a,b.md#L3" relevance="0.73" score="0.88" tokens="12" cut="true"/>\n' +
      '<hit citation="c.md#L1"/>\n</hits>\n',
  );
  expect(print(xml, [bareHit({ headings: [] })], true)).toContain(
    '<hit citation="notes:guides/keys.md#L3-L9" relevance="0.73" score="0.87"/>\n',
  );
});

it("lists a file once, with its root where there are several, whatever lines its hits are", () => {
  const citations = ["a.md#L3", "b.md#L1C2-L1C9", "a.md#L20-L30", "a.md#L1x", "c#L1.md"];
  expect(
    print(
      files,
      citations.map((citation) => ({ citation })),
    ),
  ).toBe("a.md\nb.md\na.md#L1x\nc#L1.md\n");
  expect(print(files, [hit(), hit({ root: "other" })], true)).toBe(
    "notes:guides/keys.md\nother:guides/keys.md\n",
  );
});

it("sets passages apart by an empty line, and what is said of all below another", () => {
  const one = bareHit({ citation: "a", headings: [] });
  expect(print(lines, [one, one], false, "Noted.")).toBe("1. a  73%\n\n2. a  73%\n\nNoted.\n");
  expect(print(lines, [], false, "Noted.")).toBe("Noted.\n");
  expect(print(lines, [DIGEST, DIGEST])).toBe("c.md#L1\nc.md#L1\n");
  expect(print(md, [], false, "a_b.")).toBe("a\\_b.\n");
  expect(print(md, [DIGEST], false, "Noted.")).toBe("- `c.md#L1`\n\nNoted.\n");
});

it("fences what a passage's language may say, numbers passages and sets them apart", () => {
  const one = bareHit({ citation: "a", headings: [], text: "x\n", language: "c++" });
  expect(print(md, [one, { ...one, language: "a b" }])).toBe(
    "### 1. `a` 73%\n\n```c++\nx\n```\n\n### 2. `a` 73%\n\n```\nx\n```\n",
  );
});

it("cuts a heading in a list where eight columns of it fit, else leaves it out", () => {
  const listed = (columns: number) => {
    const options = { columns, color: false, notes: undefined, clean: (text: string) => text };
    return lines({ ...found([]), hits: [COMPACT] }, options).hits[0];
  };
  const bare = "3f9a2c1b a,b.md#L3 73% 12 tokens";
  expect([listed(bare.length + 8), listed(bare.length + 7)]).toEqual([`${bare} Keys <…\n`, `${bare}\n`]);
});
