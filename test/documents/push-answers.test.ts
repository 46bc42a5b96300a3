import { describe, expect, it } from "vitest";
import { CHUNKER_VERSION, DEFAULTS, MEMORY_ROOT, PLAN_LIMITS } from "../../src/config.ts";
import { ManifestRequest, PruneRequest, type UploadDocument } from "../../src/documents/contract.ts";
import {
  checkBatch,
  checkPushable,
  compareManifest,
  isCurrent,
  pruneDocuments,
  type SentDocument,
  uploadDocuments,
} from "../../src/documents/push.ts";
import type { KnownDocument } from "../../src/documents/sql/roots.ts";
import { shortHash } from "../../src/text/hash.ts";
import { LIVE_IDENTITY, NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const ORIGIN = "0".repeat(32);
const OTHER = "1".repeat(32);

describe("a push is answered", () => {
  const { here, all, newWorkspace, write } = sqlWorld();

  const context = (workspace: number, more = {}) => ({
    ...{ db: here.db, workspace, root: "notes", limits: PLAN_LIMITS.paid, nowMs: NOW_MS },
    ...{ identity: LIVE_IDENTITY, generator: "writer", ...more },
  });
  const file = (path: string, hash: string, bytes = 5) => [path, hash, bytes, 1];
  const manifest = (workspace: number, files: readonly unknown[], more = {}, of = {}) =>
    compareManifest(context(workspace, of), ManifestRequest.parse({ origin: ORIGIN, files, ...more }));
  const document = async (path: string, text: string, more = {}): Promise<UploadDocument> => ({
    ...{ path, text, hash: await shortHash(text), mtime: 1 },
    ...more,
  });
  const upload = (workspace: number, documents: UploadDocument[], of = {}) =>
    uploadDocuments(context(workspace, of), { origin: ORIGIN, documents });
  const counted = async (workspace: number) =>
    (await all(`SELECT documents, version FROM workspaces WHERE num = ${workspace}`))[0];

  it("with what to send, what is gone and what is refused by its name or size, and its limits", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n", "big.md": "C.\n", "d.md": "D.\n" });
    const { maxFileBytes, maxManifestFiles, maxPathChars } = DEFAULTS;
    const { maxBatchBytes, maxBatchFiles } = PLAN_LIMITS.paid;
    const answer = await manifest(workspace, [
      file("a.md", await shortHash("A.\n")),
      file("b.md", await shortHash("Other.\n")),
      file("big.md", await shortHash("C.\n"), maxFileBytes + 1),
      file("/x.md", await shortHash("X.\n")),
      file("new.md", await shortHash("N.\n"), maxFileBytes),
      file("new.md", await shortHash("M.\n")),
    ]);
    expect(answer).toEqual({
      ...{ missing: ["b.md", "new.md"], gone: ["d.md"], documents: 4, push: 1 },
      refused: [
        { path: "big.md", code: "too_large", message: expect.stringContaining("2000001") },
        { path: "/x.md", code: "invalid_input", message: "a path is relative to its root" },
        { path: "new.md", code: "invalid_input", message: "The same path twice in one request" },
      ],
      ...{ contextualized: false, entities: false, generator: "writer" },
      limits: { maxFileBytes, maxBatchBytes, maxBatchFiles, maxManifestFiles, maxPathChars },
    });
  });

  it("with what its manifest switches, a dry run with how it is", async () => {
    const workspace = await newWorkspace();
    const state = async (more: object) => {
      const { contextualized, entities } = await manifest(workspace, [], more);
      return [contextualized, entities];
    };
    expect(await state({ dryRun: true, contextualize: true, entities: true })).toEqual([false, false]);
    expect(await state({ contextualize: true })).toEqual([true, false]);
    expect(await state({ entities: true })).toEqual([true, true]);
    expect(await state({ contextualize: false })).toEqual([false, true]);
    expect(await state({ dryRun: true, contextualize: true, entities: false })).toEqual([false, true]);
    expect(await state({})).toEqual([false, true]);
  });

  it.each([
    [{ contextualize: true, entities: true }, "contextualize needs a text model"],
    [{ entities: true }, "entities needs a text model"],
  ])("that %j takes a text model, where there is none", async (more, message) => {
    const workspace = await newWorkspace();
    const none = { generator: undefined };
    await expect(manifest(workspace, [], more, none)).rejects.toThrow(message);
    const off = { contextualize: false, entities: false };
    expect(await manifest(workspace, [], off, none)).not.toHaveProperty("generator");
  });

  it("that the memories' root takes none", async () => {
    const workspace = await newWorkspace();
    const memories = { root: MEMORY_ROOT };
    const refused = { code: "invalid_input", message: expect.stringContaining("holds the memories") };
    await expect(manifest(workspace, [], {}, memories)).rejects.toMatchObject(refused);
    await expect(upload(workspace, [await document("a.md", "A.\n")], memories)).rejects.toMatchObject(
      refused,
    );
    expect(() => checkPushable("notes")).not.toThrow();
  });

  it("with how many documents were written, unchanged and refused, and their chunks", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "same.md": "Same.\n" });
    const before = await counted(workspace);
    const same = await document("same.md", "Same.\n");
    expect(await upload(workspace, [same])).toEqual({
      ...{ indexed: 0, unchanged: 1, chunks: 0, toEmbed: 0, failed: [], version: before?.version },
    });
    const answer = await upload(workspace, [
      same,
      await document("a.md", "# A\n\nText.\n\n# B\n\nText.\n"),
      await document("b.md", "B.\n"),
      await document("b.md", "Twice.\n"),
      await document("c.md", "C.\n", { hash: "0".repeat(32) }),
    ]);
    expect(answer).toEqual({
      ...{ indexed: 2, unchanged: 1, chunks: 3, toEmbed: 3, version: Number(before?.version) + 1 },
      failed: [
        { path: "b.md", code: "invalid_input", message: "The same path twice in one request" },
        { path: "c.md", code: "hash_mismatch", message: expect.any(String) },
      ],
    });
    expect(await counted(workspace)).toEqual({ documents: 3, version: answer.version });
  });

  it("that its root is another's, until it joins", async () => {
    const workspace = await newWorkspace();
    await manifest(workspace, []);
    const refused = { code: "root_exists", details: { root: "notes" } };
    const request = { origin: OTHER, documents: [await document("a.md", "A.\n")] };
    await expect(uploadDocuments(context(workspace), request)).rejects.toMatchObject(refused);
    const prune = PruneRequest.parse({ origin: OTHER, paths: ["a.md"] });
    await expect(pruneDocuments(context(workspace), prune)).rejects.toMatchObject(refused);
    await manifest(workspace, [], { origin: OTHER, join: true });
    expect(await uploadDocuments(context(workspace), request)).toMatchObject({ indexed: 1 });
    expect(await pruneDocuments(context(workspace), prune)).toMatchObject({ deleted: 1 });
  });

  it("that it deletes too much, with how much that is, unless it is confirmed", async () => {
    const workspace = await newWorkspace();
    const paths = Array.from({ length: 21 }, (_, at) => `n${at}.md`);
    await write(workspace, Object.fromEntries(paths.map((path) => [path, `In ${path}.\n`])));
    const prune = (confirm: boolean) =>
      pruneDocuments(
        context(workspace),
        PruneRequest.parse({ origin: ORIGIN, paths: paths.slice(0, 11), confirm }),
      );
    await expect(prune(false)).rejects.toMatchObject({
      ...{ code: "too_many_deletions", details: { deletions: 11, documents: 21 } },
      message: 'This would delete 11 of the 21 documents in "notes": confirm it',
    });
    expect(await prune(true)).toMatchObject({ deleted: 11 });
  });
});

describe("a batch", () => {
  const limits = { maxBatchBytes: 10, maxBatchFiles: 2 };
  const texts = (...lengths: readonly number[]) => lengths.map((length) => ({ text: "x".repeat(length) }));

  it.each([
    [[5, 5], true],
    [[5, 6], false],
    [[11], true],
    [[1, 1, 1], false],
    [[], true],
  ])("of texts of %j bytes is taken: %s", (lengths, isTaken) => {
    const check = () => checkBatch(texts(...lengths), limits);
    if (isTaken) expect(check).not.toThrow();
    else expect(check).toThrow("One request carries at most 2 texts of 10 bytes together");
  });
});

describe("a document is indexed as it is sent", () => {
  const known: KnownDocument = {
    path: "a.md",
    hash: "h",
    bytes: 5,
    mtime: 7,
    title: "T",
    chunker: CHUNKER_VERSION,
    source: null,
    givenMetadata: "{}",
    version: 3,
    push: 0,
  };

  it.each<[string, Partial<SentDocument>, KnownDocument | undefined, boolean]>([
    ["by its hash", { hash: "h" }, known, true],
    ["not with another hash", { hash: "i" }, known, false],
    ["not where there is none", { hash: "h" }, undefined, false],
    ["not from elsewhere", { hash: "h", source: "s" }, known, false],
    ["from the same place", { hash: "h", source: "s" }, { ...known, source: "s" }, true],
    ["not from a place it no longer names", { hash: "h" }, { ...known, source: "s" }, false],
    ["not by an older chunker", { hash: "h" }, { ...known, chunker: CHUNKER_VERSION - 1 }, false],
    ["under its title", { hash: "h", title: "T" }, known, true],
    ["not under another title", { hash: "h", title: "U" }, known, false],
    ["when it was only touched", { hash: "h", mtime: 8 }, known, true],
    [
      "not when its writer says that it was changed since",
      { hash: "h", mtime: 8, isDated: true },
      known,
      false,
    ],
    ["as of the same time", { hash: "h", mtime: 7.5, isDated: true }, known, true],
    ["not with chunks of its own", { hash: "h", chunks: [] }, known, false],
  ])("%s", (_, sent, there, expected) => {
    expect(isCurrent(sent as SentDocument, there)).toBe(expected);
  });
});
