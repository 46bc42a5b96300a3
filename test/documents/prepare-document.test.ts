import { describe, expect, it } from "vitest";
import { CHUNKER_VERSION, DEFAULTS } from "../../src/config.ts";
import type { UploadDocument } from "../../src/documents/contract.ts";
import { fileProblem, modelHashes, prepareDocument, refusal } from "../../src/documents/prepare-document.ts";
import type { MemoryPart } from "../../src/documents/sql/document-types.ts";
import { AppError } from "../../src/errors.ts";
import { shortHash } from "../../src/text/hash.ts";

const PLACE = { workspace: 1, root: "notes" };

const prepare = async (text: string, more: Partial<UploadDocument> = {}, place = {}) =>
  prepareDocument(
    { path: "a.md", hash: await shortHash(text), mtime: 1_760_000_000_000.7, text, ...more },
    { ...PLACE, ...place },
  );

const idsOf = async (...given: Parameters<typeof prepare>) =>
  (await prepare(...given)).chunks.map(({ id }) => id);

describe("a prepared document", () => {
  it("has what a listing shows of it", async () => {
    expect(await prepare("---\nn: 1\n---\n# Herons é\n\nThey nest.")).toMatchObject({
      ...{ path: "a.md", kind: "file", bytes: 36, lines: 6, finalNewline: false },
      ...{ mtime: 1_760_000_000_000, language: "markdown", title: "Herons é", source: null },
      ...{ metadata: { n: 1 }, chunker: CHUNKER_VERSION, hasOwnChunks: false },
    });
    expect(await prepare("a\nb\n")).toMatchObject({ bytes: 4, lines: 2, finalNewline: true, title: null });
  });

  it("takes its title and source from who pushes it", async () => {
    const more = { title: "Given", source: "https://example.org" };
    expect(await prepare("# Own\n", more)).toMatchObject(more);
  });

  it("may have chunks of its own, none of them too", async () => {
    const chunks = [{ startLine: 1, endLine: 2, headings: ["Mine"] }];
    const own = await prepare("a\nb\nc\n", { chunks });
    expect(own.hasOwnChunks).toBe(true);
    expect(own.chunks.map(({ ordinal, startLine, endLine }) => [ordinal, startLine, endLine])).toEqual([
      [0, 1, 2],
      [1, 3, 3],
    ]);
    expect((await prepare("a\n", { chunks: [] })).hasOwnChunks).toBe(true);
  });

  it("has ids that its workspace, root, path and text name", async () => {
    const [id] = await idsOf("Text.\n");
    expect(await idsOf("Text.\n", { mtime: 2, title: "T" })).toEqual([id]);
    const others = await Promise.all([
      idsOf("Text!\n"),
      idsOf("Text.\n", { path: "b.md" }),
      idsOf("Text.\n", {}, { workspace: 2 }),
      idsOf("Text.\n", {}, { root: "other" }),
    ]);
    expect(new Set([id, ...others.flat()]).size).toBe(5);
  });

  it("keeps the ids of chunks that only move, and tells equal ones apart by their order", async () => {
    const section = "# A\n\nText.";
    const ids = await idsOf(`${section}\n${section}\n`);
    expect(new Set(ids).size).toBe(2);
    expect(await idsOf(`# Before\n\nb\n${section}\n${section}\n`)).toEqual([expect.any(String), ...ids]);
  });

  it("has three ids for one text three times, and for each chunk what models are given", async () => {
    const chunks = [1, 2, 3].map((line) => ({ startLine: line, endLine: line, headings: ["Same"] }));
    const prepared = await prepare("same\nsame\nsame\n", { chunks });
    expect(new Set(prepared.chunks.map(({ id }) => id)).size).toBe(3);
    const hashes = await modelHashes({ headings: ["Same"], text: "same" });
    expect(prepared.chunks).toMatchObject([hashes, hashes, hashes]);
  });

  it("that is a file is read by its ending", async () => {
    expect((await prepare("# a\n", { path: "a.py" })).language).toBe("python");
  });

  it("has columns for parts of lines only", async () => {
    const { chunks } = await prepare(`${"word ".repeat(800)}\nlast\n`, { path: "a.txt" });
    expect(chunks[0]).toMatchObject({ startLine: 1, endLine: 1, startColumn: 1 });
    expect(chunks.at(-1)).toMatchObject({ startLine: 2, startColumn: null, endColumn: null });
  });

  it("is dated by what it says of itself", async () => {
    const { datedAt } = await prepare("---\ndate: 2024-05-06\n---\nText.\n");
    expect(datedAt).toBe(Date.UTC(2024, 4, 6));
  });

  it("that is a memory is read as a note, dated by when it was last observed, and not found by its path", async () => {
    const memory = {
      ...{ type: "fact", importance: 0.7, priority: 3, confidence: 0.5, session: null },
      ...{ tags: [], entities: [], metadata: { own: 1 }, timesObserved: 1, lastObserved: 77 },
      ...{ supersedes: null, normalHash: "n", compared: 1 },
    } as unknown as MemoryPart;
    const path = "f".repeat(32);
    const { metadata, ...own } = memory;
    const write = await prepare("# Herons\n\nThey nest.\n", { path }, { memory });
    expect(write).toMatchObject({ path, kind: "memory", language: "markdown", datedAt: 77, metadata });
    expect(write.memory).toEqual(own);
    expect(write.chunks.map(({ keyword }) => keyword.title)).toEqual(["herons"]);
    expect((await prepare("# Herons\n", { path })).chunks[0]?.keyword.title).toContain(path);
  });
});

describe("what is refused of a document", () => {
  it.each<[string, string, Partial<UploadDocument>, string]>([
    ["a path that leaves the root", "x", { path: "../a.md" }, "invalid_input"],
    ["a NUL", "a\0b", {}, "not_text"],
    ["half a surrogate pair", "a\ud800", {}, "not_text"],
    ["another text's hash", "x", { hash: "0".repeat(32) }, "hash_mismatch"],
  ])("is %s", async (_, text, more, code) => {
    await expect(prepare(text, more)).rejects.toMatchObject({ code });
  });

  it("is its size, by the byte, told before its text is", () => {
    const { maxFileBytes } = DEFAULTS;
    expect(fileProblem("a.md", maxFileBytes)).toBeUndefined();
    expect(fileProblem("a.md", maxFileBytes + 1)).toMatchObject({
      code: "too_large",
      message: "A file has at most 2000000 bytes; this one has 2000001",
    });
    expect(fileProblem("/a.md", maxFileBytes + 1)).toMatchObject({ code: "invalid_input" });
  });

  it("is reported by file, what is unexpected is thrown", () => {
    const refused = { path: "a.md", code: "not_text", message: "No text" };
    expect(refusal("a.md", new AppError("not_text", "No text"))).toEqual(refused);
    expect(() => refusal("a.md", new TypeError("bug"))).toThrow("bug");
  });
});

describe("hashes of what models are given", () => {
  const chunk = { headings: ["Guide", "Boots"], text: "Wear them." };

  it("are of the headings and the text, data left out", async () => {
    const whole = await shortHash("Guide > Boots\nWear them.");
    expect(await modelHashes(chunk)).toEqual({ embedHash: whole, sentHash: whole.slice(0, 16), tokens: 4 });
    const picture = (data: string) => modelHashes({ ...chunk, text: `![](data:image/png;base64,${data})` });
    expect((await picture("QUJD")).embedHash).toBe((await picture("QUJDQUJD")).embedHash);
  });

  it("differ by the context for the embedder only", async () => {
    const plain = await modelHashes(chunk);
    const { embedHash, ...others } = await modelHashes({ ...chunk, prefix: "From the guide." });
    expect(embedHash).toBe(await shortHash("Guide > Boots\nFrom the guide.\nWear them."));
    expect(plain).toMatchObject(others);
    expect(await modelHashes({ ...chunk, prefix: null })).toEqual(plain);
  });

  it("are for the re-ranker of as much as it takes", async () => {
    const start = "word ".repeat(400);
    const [one, other] = await Promise.all(
      ["end", "other"].map((end) => modelHashes({ headings: [], text: start + end })),
    );
    expect(one?.sentHash).toBe(other?.sentHash);
    expect(one?.embedHash).not.toBe(other?.embedHash);
    const short = "word ".repeat(200);
    const [first, second] = await Promise.all(
      ["end", "other"].map((end) => modelHashes({ headings: [], text: short + end })),
    );
    expect(first?.sentHash).not.toBe(second?.sentHash);
  });
});
