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

  it("that are no judgements are refused with their line", () => {
    expect(() => parseJudgements("heading\nq1\ta\n")).toThrow('"q1\ta"');
    expect(() => parseJudgements("heading\nq1\ta\tgood\n")).toThrow("q1");
  });
});
