import { describe, expect, it } from "vitest";
import { emptyRoot, markRoot } from "../../../src/documents/sql/deletions.ts";
import { findDocuments } from "../../../src/documents/sql/document-reads.ts";
import { openRoot } from "../../../src/documents/sql/roots.ts";
import { storedDocuments } from "../../../src/documents/sql/stored-documents.ts";
import { interrupted, NOW_MS, sqlWorld } from "../../support/worlds/sql-world.ts";

/** Of three chunks. */
const LONG = ["A", "B", "C"].map((head) => `# ${head}\n\n${`${head} heron nests. `.repeat(80)}\n`).join("\n");

describe("a deleted root", () => {
  const { here, all, column, newWorkspace, write } = sqlWorld();

  const mark = (workspace: number, prefix = "", root = "notes") =>
    markRoot(here.db, { workspace, root, prefix });
  const empty = (workspace: number | undefined, rows = 100, db = here.db) =>
    emptyRoot(db, { workspace, rows });
  const open = (workspace: number, root = "notes") =>
    openRoot(here.db, {
      ...{ workspace, root, origin: "0".repeat(32), join: true, beginsPush: true, nowMs: NOW_MS },
      documents: { after: "", upTo: null },
    });
  const paths = (workspace: number) =>
    column(`SELECT path FROM documents WHERE workspace = ${workspace} ORDER BY path`);
  const totals = (workspace: number) =>
    all(`SELECT documents, chunks, bytes FROM workspaces WHERE num = ${workspace}`);
  const NOTHING = { documents: 0, chunks: 0, bytes: 0 };

  it("is emptied in slices that leave no chunk without its document", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": LONG });
    await mark(workspace);
    const slices = [];
    for (let slice = await empty(workspace, 2); slice !== undefined; slice = await empty(workspace, 2))
      slices.push(slice);
    const chunks = slices.reduce((sum, slice) => sum + slice.chunks, 0);
    expect(slices.length).toBeGreaterThan(1);
    expect(slices[0]).toMatchObject({ chunks: 2, documents: 0 });
    expect(slices.at(-1)?.documents).toBe(1);
    expect(await column(`SELECT id FROM chunks WHERE workspace = ${workspace}`)).toEqual([]);
    expect(await column(`SELECT count(*) FROM chunks_fts_${workspace}`)).toEqual([0]);
    expect(await totals(workspace)).toEqual([NOTHING]);
    expect(await column(`SELECT op FROM outbox WHERE workspace = ${workspace}`)).toEqual(
      Array.from({ length: chunks }, () => "delete"),
    );
  });

  it("is out of reach at once: of manifests, reads and whole documents", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "A.\n" });
    const before = await open(workspace);
    expect(await mark(workspace)).toMatchObject({ deleted: 1, version: before.version + 1 });
    const after = await open(workspace);
    expect([after.known, after.total]).toEqual([[], 0]);
    expect(await findDocuments(here.db, { workspace, filters: {}, path: "a.md" })).toEqual([]);
    const choice = { after: ["", ""] as const, limit: 10 };
    expect((await storedDocuments(here.db, { workspace, choice, maxBytes: 1e6 })).documents).toEqual([]);
  });

  it("ends the pushes that began before it, and frees the root for another machine", async () => {
    const workspace = await newWorkspace();
    const { push } = await open(workspace);
    await write(workspace, { "a/1.md": "A.\n", "b.md": "B.\n" }, { push });
    await mark(workspace, "a/");
    await expect(write(workspace, { "c.md": "C.\n" }, { push })).rejects.toMatchObject({ code: "conflict" });
    expect(await column(`SELECT count(*) FROM root_origins WHERE workspace = ${workspace}`)).toEqual([1]);
    await mark(workspace);
    expect(await column(`SELECT count(*) FROM root_origins WHERE workspace = ${workspace}`)).toEqual([0]);
  });

  it("leaves the pushes and origins of other roots and workspaces as they are", async () => {
    const [workspace, other] = [await newWorkspace(), await newWorkspace()];
    await write(workspace, { "a.md": "A.\n" });
    const beside = await open(workspace, "beside");
    const there = await open(other);
    await mark(workspace);
    const found = `SELECT workspace, root FROM root_origins WHERE workspace IN (${workspace}, ${other}) ORDER BY 1`;
    expect(await all(found)).toEqual([
      { workspace, root: "beside" },
      { workspace: other, root: "notes" },
    ]);
    const { push } = beside;
    await expect(write(workspace, { "a.md": "A.\n" }, { root: "beside", push })).resolves.toBeDefined();
    await expect(write(other, { "a.md": "A.\n" }, { push: there.push })).resolves.toBeDefined();
  });

  it("that holds nothing raises no version and ends no push", async () => {
    const workspace = await newWorkspace();
    const { push, version } = await open(workspace);
    expect(await mark(workspace)).toEqual({ deleted: 0, version: 0 });
    expect(await mark(workspace, "a/")).toEqual({ deleted: 0, version: 0 });
    expect(await write(workspace, { "a.md": "A.\n" }, { push })).toMatchObject({ version: version + 1 });
    expect(await column(`SELECT num FROM deletions WHERE workspace = ${workspace}`)).toEqual([]);
  });

  it("takes only what lies below the prefix, in its own case, signs of patterns included, in its own root", async () => {
    const workspace = await newWorkspace();
    const kept = ["A_/1.md", "aX/1.md", "b/a_/1.md"];
    const files = Object.fromEntries([...kept, "a_/1.md"].map((path) => [path, `In ${path}.\n`]));
    await write(workspace, files);
    await write(workspace, { "a_/1.md": "Elsewhere.\n" }, { root: "other" });
    const other = await newWorkspace();
    await write(other, { "a_/1.md": "Of others.\n" });
    expect(await mark(workspace, "a_/")).toMatchObject({ deleted: 1 });
    while (await empty(undefined));
    expect(await paths(workspace)).toEqual([...kept, "a_/1.md"].toSorted());
    expect(
      await column(`SELECT root FROM documents WHERE workspace = ${workspace} AND path = 'a_/1.md'`),
    ).toEqual(["other"]);
    expect(await paths(other)).toEqual(["a_/1.md"]);
  });

  it("keeps what is pushed there again, also between reading a slice and emptying it", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n" });
    await mark(workspace);
    // The slice is read in the first batch and emptied in the second.
    const db = interrupted(here.db, async (batch) => batch === 2 && write(workspace, { "b.md": "B.\n" }));
    expect(await empty(workspace, 100, db)).toMatchObject({ documents: 1, chunks: 1 });
    while (await empty(workspace));
    expect(await column(`SELECT text FROM chunks WHERE workspace = ${workspace}`)).toEqual(["B."]);
    expect(await totals(workspace)).toEqual([{ documents: 1, chunks: 1, bytes: 3 }]);
    expect(
      await column(`SELECT count(*) FROM chunks_fts_${workspace} WHERE chunks_fts_${workspace} MATCH 'b'`),
    ).toEqual([1]);
    expect((await open(workspace)).known).toMatchObject([{ path: "b.md" }]);
  });

  it("of another workspace waits for its own turn", async () => {
    const [one, other] = [await newWorkspace(), await newWorkspace()];
    for (const workspace of [one, other]) {
      await write(workspace, { "a.md": "A.\n" });
      await mark(workspace);
    }
    while (await empty(other));
    expect([await paths(one), await paths(other)]).toEqual([["a.md"], []]);
  });
});
