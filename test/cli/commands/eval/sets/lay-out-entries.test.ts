import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJudgements } from "../../../../../src/cli/commands/eval/sets/entry-set.ts";
import { entryFinder, layOutEntries } from "../../../../../src/cli/commands/eval/sets/lay-out-entries.ts";
import { chunkDocument } from "../../../../../src/documents/chunkers/chunk-document.ts";

const entry = (id: string, text: string, source?: string) => ({ id, title: `About ${id}`, text, source });
const boundaries = (document: ReturnType<typeof layOutEntries>[number]) => ({
  path: document.path,
  text: document.text,
  boundaries: document.chunks.map(({ headings = [], ...rest }) => ({ ...rest, headings })),
});

describe("a judged corpus as documents", () => {
  it("makes one document of the entries in a row with one source, and one of each entry without", () => {
    const documents = layOutEntries([
      entry("s/1", "one", "s"),
      entry("s/2", "two\nlines\n", "s"),
      entry("t/1", "other", "t"),
      entry("x", "alone"),
      entry("y", "alone too"),
    ]);
    expect(documents.map(({ text }) => text)).toEqual([
      "one\ntwo\nlines\n",
      "other\n",
      "alone\n",
      "alone too\n",
    ]);
    expect(documents[0]?.chunks).toEqual([
      { startLine: 1, endLine: 1, headings: ["About s/1"] },
      { startLine: 2, endLine: 3, headings: ["About s/2"] },
    ]);
    expect(new Set(documents.map(({ path }) => path)).size).toBe(4);
  });

  it("puts documents into the folder of their scope and finds entries by path and line", () => {
    const documents = layOutEntries([entry("a/1", "x", "a"), entry("b/1", "y\nz", "b")], ({ id }) =>
      id.slice(0, 2),
    );
    const entryOf = entryFinder(documents);
    const [a, b] = documents.map(({ path }) => path);
    expect([a?.startsWith("a/"), b?.startsWith("b/")]).toEqual([true, true]);
    expect(entryOf({ path: a ?? "", startLine: 1 })).toBe("a/1");
    expect(entryOf({ path: b ?? "", startLine: 2 })).toBe("b/1");
    expect(entryOf({ path: b ?? "", startLine: 3 })).toBeUndefined();
  });

  it("cuts an entry that is longer than a chunk, at lines, and breaks a longer line at a space", () => {
    const long = `${"word ".repeat(3_000)}end\n${"line\n".repeat(1_000)}`;
    const [document] = layOutEntries([entry("long", long)]);
    expect(document?.chunks.length).toBeGreaterThan(2);
    expect(document?.text.split(/\s+/)).toEqual(long.split(/\s+/));
    const { chunks } = chunkDocument(boundaries(document as NonNullable<typeof document>));
    expect(chunks).toHaveLength(document?.chunks.length ?? 0);
    expect(Math.max(...chunks.map(({ text }) => text.length))).toBeLessThanOrEqual(8_000);
  });

  it("names documents with letters, counted from the right, in the folder of their first entry", () => {
    const entries = Array.from({ length: 22 }, (_, at) => entry(`e${at}`, "x"));
    const paths = layOutEntries(entries).map(({ path }) => path);
    expect([paths[0], paths[1], paths[20], paths[21]]).toEqual([
      "qbbbbb.txt",
      "qbbbbc.txt",
      "qbbbbz.txt",
      "qbbbcb.txt",
    ]);
    const scoped = layOutEntries([entry("a/1", "x", "s"), entry("b/1", "y", "s")], ({ id }) => `${id}/`);
    expect(scoped.map(({ path }) => path)).toEqual(["a/1/qbbbbb.txt"]);
  });

  it("takes entries of one source that are apart for two documents", () => {
    const documents = layOutEntries([entry("1", "a", "s"), entry("2", "b", "t"), entry("3", "c", "s")]);
    expect(documents.map(({ text }) => text)).toEqual(["a\n", "b\n", "c\n"]);
  });

  it("has a title for heading where there is one, of at most 500 characters", () => {
    const headingsOf = (title: string) =>
      layOutEntries([{ id: "1", title, text: "x" }])[0]?.chunks[0]?.headings;
    expect(headingsOf("t".repeat(501))).toEqual(["t".repeat(500)]);
    expect(headingsOf(`${"t".repeat(499)}\u{1f600}`)).toEqual([`${"t".repeat(499)}\ufffd`]);
    expect(headingsOf(" ")).toEqual([]);
  });

  it.each([
    ["a line of a chunk's length", "a".repeat(8_000), [8_000]],
    ["a longer one without a blank", "a".repeat(8_001), [8_000, 1]],
    ["one with a blank where a chunk ends", `${"a".repeat(8_000)} b`, [8_000, 1]],
    ["one with a blank before that", `${"a".repeat(7_000)} ${"b".repeat(1_000)}`, [7_000, 1_000]],
    ["one with a blank after it", `${"a".repeat(8_001)} b`, [8_000, 3]],
    ["a pair of units where a chunk ends", `${"a".repeat(7_999)}\u{1f600}`, [7_999, 2]],
  ])("breaks of long lines %s", (_, text, lengths) => {
    const [document] = layOutEntries([{ id: "1", title: "", text }]);
    expect(document?.text.split("\n").map(({ length }) => length)).toEqual([...lengths, 0]);
  });

  it.each([
    ["fill a chunk", 3_999, [[1, 2]]],
    [
      "are one character more",
      4_000,
      [
        [1, 1],
        [2, 2],
      ],
    ],
  ])("cuts between two lines that %s with the break", (_, second, chunks) => {
    const [document] = layOutEntries([
      { id: "1", title: "", text: `${"a".repeat(4_000)}\n${"b".repeat(second)}` },
    ]);
    expect(document?.chunks.map(({ startLine, endLine }) => [startLine, endLine])).toEqual(chunks);
  });

  it("counts a chunk's lines from where the one before ended", () => {
    const line = "a".repeat(3_000);
    const [document] = layOutEntries([
      entry("1", "first", "s"),
      entry("2", [line, line, line, line, line].join("\n"), "s"),
    ]);
    expect(document?.chunks.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [1, 1],
      [2, 3],
      [4, 5],
      [6, 6],
    ]);
  });

  it("is taken as it is by the chunker, a chunk an entry, whatever the texts", () => {
    const text = fc.string({ unit: fc.constantFrom("a", " ", "\n", "\r", "é", "\u{1f600}", "\ud800", "\0") });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), (texts) => {
        const entries = texts.map((one, at) => entry(`e${at}`, one, "same"));
        const documents = layOutEntries(entries);
        const entryOf = entryFinder(documents);
        for (const document of documents) {
          expect(document.text.isWellFormed() && !document.text.includes("\0")).toBe(true);
          const { chunks } = chunkDocument(boundaries(document));
          const found = chunks.map(({ startLine }) => entryOf({ path: document.path, startLine }));
          expect(found).toEqual(entries.map(({ id }) => id));
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe("judgements", () => {
  it("are read with their gains, without the heading", () => {
    const judged = parseJudgements("query-id\tcorpus-id\tscore\nq1\ta\t1\nq1\tb\t2\r\nq2\ta\t0\n");
    expect([...(judged.get("q1") ?? [])]).toEqual([
      ["a", 1],
      ["b", 2],
    ]);
    expect([...(judged.get("q2") ?? [])]).toEqual([["a", 0]]);
  });

  it("may stand without a heading, of which none is lost", () => {
    expect([...parseJudgements("q1\ta\t1\nq2\tb\t1\n").keys()]).toEqual(["q1", "q2"]);
    expect(() => parseJudgements("q1 a 1\n")).toThrow("with tabs between them");
  });

  it("that are no judgements are refused with their line", () => {
    expect(() => parseJudgements("heading\nq1\ta\n")).toThrow('"q1\ta"');
    expect(() => parseJudgements("heading\nq1\ta\tgood\n")).toThrow("q1");
  });
});
