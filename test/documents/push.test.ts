import { describe, expect, it } from "vitest";
import { PLAN_LIMITS } from "../../src/config.ts";
import type { Session } from "../../src/database/session.ts";
import { ManifestRequest, PruneRequest } from "../../src/documents/contract.ts";
import { compareManifest, pruneDocuments, uploadDocuments } from "../../src/documents/push.ts";
import { shortHash } from "../../src/text/hash.ts";
import { interrupted, LIVE_IDENTITY, NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const ORIGIN = "0".repeat(32);

describe("a push", () => {
  const { here, all, column, newWorkspace, write } = sqlWorld();

  const context = (workspace: number, db: Session = here.db) => ({
    ...{ db, workspace, root: "notes", limits: PLAN_LIMITS.paid, generator: "writer", nowMs: NOW_MS },
    identity: LIVE_IDENTITY,
  });
  const manifest = async (workspace: number, files: Readonly<Record<string, string>>, more = {}) =>
    compareManifest(
      context(workspace),
      ManifestRequest.parse({
        origin: ORIGIN,
        files: await Promise.all(
          Object.entries(files).map(async ([path, text]) => [path, await shortHash(text), text.length, 1]),
        ),
        ...more,
      }),
    );
  const document = async (path: string, text: string, more = {}) => ({
    ...{ path, text, hash: await shortHash(text), mtime: 1 },
    ...more,
  });
  const upload = async (workspace: number, text: string, more = {}, db: Session = here.db, push?: number) =>
    uploadDocuments(context(workspace, db), {
      origin: ORIGIN,
      ...(push !== undefined && { push }),
      documents: [await document("a.md", text, more)],
    });
  const prune = (workspace: number, paths: string[], more = {}) =>
    pruneDocuments(context(workspace), PruneRequest.parse({ origin: ORIGIN, paths, ...more }));
  const texts = (workspace: number) => column(`SELECT text FROM chunks WHERE workspace = ${workspace}`);

  it("in pages sends nothing that is there: a page holds its last path, not the last of the page before", async () => {
    const workspace = await newWorkspace();
    const files = { "a.md": "A.\n", "b.md": "B.\n", "c.md": "C.\n", "d.md": "D.\n" };
    await write(workspace, files);
    const first = await manifest(workspace, { "a.md": "A.\n", "b.md": "B.\n" }, { upTo: "b.md" });
    const { push } = first;
    const second = await manifest(
      workspace,
      { "c.md": "C.\n", "d.md": "D.\n" },
      { after: "b.md", upTo: "d.md", push },
    );
    const last = await manifest(workspace, {}, { after: "d.md", push });
    for (const page of [first, second, last])
      expect(page).toMatchObject({ missing: [], gone: [], push, documents: 4 });
  });

  it("ends at its next page, upload or deletion when another one of the root began", async () => {
    const workspace = await newWorkspace();
    const { push } = await manifest(workspace, {}, { upTo: "b.md" });
    await manifest(workspace, {});
    const superseded = { code: "conflict", details: { reason: "push_superseded" } };
    await expect(manifest(workspace, {}, { after: "b.md", push })).rejects.toMatchObject(superseded);
    await expect(
      uploadDocuments(context(workspace), {
        origin: ORIGIN,
        push,
        documents: [await document("a.md", "A.\n")],
      }),
    ).rejects.toMatchObject(superseded);
    await expect(prune(workspace, ["a.md"], { push })).rejects.toMatchObject(superseded);
  });

  it("is begun by no dry run, nor by whoever may not push to the root", async () => {
    const workspace = await newWorkspace();
    const { push } = await manifest(workspace, {});
    await manifest(workspace, {}, { dryRun: true, contextualize: true });
    await expect(manifest(workspace, {}, { origin: "1".repeat(32) })).rejects.toMatchObject({
      code: "root_exists",
    });
    await expect(
      manifest(workspace, {}, { origin: "1".repeat(32), contextualize: true }),
    ).rejects.toMatchObject({ code: "root_exists" });
    expect(await manifest(workspace, {}, { push })).toMatchObject({ push, contextualized: false });
  });

  it("sends again what an older chunker cut, in the manifest as in the upload", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "A.\n" });
    expect((await manifest(workspace, { "a.md": "A.\n" })).missing).toEqual([]);
    expect((await upload(workspace, "A.\n")).unchanged).toBe(1);
    await all(`UPDATE documents SET chunker = chunker - 1 WHERE workspace = ${workspace}`);
    expect((await manifest(workspace, { "a.md": "A.\n" })).missing).toEqual(["a.md"]);
    expect((await upload(workspace, "A.\n")).indexed).toBe(1);
  });

  it.each([
    ["comes from elsewhere", { source: "https://example.org" }],
    ["brings its own chunks", { chunks: [{ startLine: 1, endLine: 1, headings: ["Mine"] }] }],
  ])("writes a document anew that %s, though its text is the same", async (_, more) => {
    const workspace = await newWorkspace();
    await upload(workspace, "A.\n");
    expect(await upload(workspace, "A.\n", more)).toMatchObject({ indexed: 1, unchanged: 0 });
  });

  it.each([
    ["goes on when others wrote the document twice meanwhile", 2, "Mine."],
    ["gives way when they did so three times", 3, "Theirs 3."],
  ])("%s", async (_, others, stored) => {
    const workspace = await newWorkspace();
    let written = 0;
    // Each try looks first, then writes: the others write in between.
    const db = interrupted(here.db, async (batch) => {
      if (batch % 2 === 1 || written === others) return;
      written += 1;
      await write(workspace, { "a.md": `Theirs ${written}.\n` });
    });
    const mine = upload(workspace, "Mine.\n", {}, db);
    if (others < 3) await expect(mine).resolves.toMatchObject({ indexed: 1 });
    else await expect(mine).rejects.toMatchObject({ details: { reason: "document_changed" } });
    expect(await texts(workspace)).toEqual([stored]);
  });

  it("gives way when another push of the root begins between its look and its write", async () => {
    const workspace = await newWorkspace();
    const { push } = await manifest(workspace, {});
    // Its second batch is the write.
    const db = interrupted(here.db, async (batch) => {
      if (batch === 2) await manifest(workspace, {});
    });
    await expect(upload(workspace, "Mine.\n", {}, db, push)).rejects.toMatchObject({
      code: "conflict",
      details: { reason: "push_superseded" },
    });
    expect(await texts(workspace)).toEqual([]);
  });

  it.each([
    ["more than half of 22", 22, 12, "too_many_deletions"],
    ["half of 22", 22, 11, undefined],
    ["all of 20", 20, 20, undefined],
  ])("asks about %s documents: %i, %i deleted", async (_, total, deleted, code) => {
    const workspace = await newWorkspace();
    const paths = Array.from({ length: total }, (__, at) => `n${at}.md`);
    await all(`INSERT INTO documents (workspace, root, path, hash, bytes, lines, final_newline, mtime, language,
        chunk_count, chunker, indexed_at)
      SELECT ${workspace}, 'notes', value, '', 1, 1, 1, 1, 'text', 0, 1, 1 FROM json_each('${JSON.stringify(paths)}')`);
    const answer = prune(workspace, paths.slice(0, deleted));
    if (code === undefined) await expect(answer).resolves.toMatchObject({ deleted });
    else await expect(answer).rejects.toMatchObject({ code });
  });

  it("switches what a text model does for its own root only, and for all that is there once", async () => {
    const workspace = await newWorkspace();
    const long = `# A\n\n${"The heron nests. ".repeat(100)}\n\n# B\n\n${"Eels pass. ".repeat(100)}\n`;
    await write(workspace, { "a.md": long, "short.md": "One chunk.\n" });
    await write(workspace, { "a.md": `${long}Other.\n` }, { root: "other" });
    const due = (table: string) =>
      all(`SELECT d.root, d.path, count(*) AS n FROM ${table} x JOIN documents d ON d.num = x.document
        WHERE x.workspace = ${workspace} GROUP BY 1, 2 ORDER BY 1, 2`);
    await manifest(workspace, {}, { contextualize: true, entities: true });
    const n = expect.any(Number);
    expect(await due("contexts")).toEqual([{ root: "notes", path: "a.md", n }]);
    expect(await due("name_requests")).toEqual([
      { root: "notes", path: "a.md", n },
      { root: "notes", path: "short.md", n: 1 },
    ]);
    await all(`DELETE FROM contexts WHERE workspace = ${workspace}`);
    expect(await manifest(workspace, {})).toMatchObject({ contextualized: true, entities: true });
    await manifest(workspace, {}, { contextualize: true });
    expect(await due("contexts")).toEqual([]);
    await all(
      `INSERT INTO name_requests (chunk, workspace, document) SELECT c.id, c.workspace, c.document FROM chunks c
       JOIN documents d ON d.num = c.document AND d.root = 'other' WHERE c.workspace = ${workspace}`,
    );
    await manifest(workspace, {}, { entities: false });
    expect(await due("name_requests")).toEqual([{ root: "other", path: "a.md", n }]);
    expect(await manifest(workspace, {})).toMatchObject({ contextualized: true, entities: false });
  });
});
