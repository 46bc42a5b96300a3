import { describe, expect, it } from "vitest";
import { removeDocuments } from "../../../src/documents/sql/document-writes.ts";
import { openRoot } from "../../../src/documents/sql/roots.ts";
import { interrupted, NOW_MS, sqlWorld } from "../../support/worlds/sql-world.ts";

describe("writing documents", () => {
  const { here, all, column, newWorkspace, write } = sqlWorld();

  const under = (heading: string) => ({ chunks: [{ startLine: 1, endLine: 1, headings: [heading] }] });
  const states = (workspace: number) =>
    column(`SELECT vector_state FROM chunks WHERE workspace = ${workspace} ORDER BY rid`);
  const begin = (workspace: number, root = "notes") =>
    openRoot(here.db, {
      ...{ workspace, root, origin: "0".repeat(32), join: true, beginsPush: true, nowMs: NOW_MS },
      documents: { paths: [] },
    });
  const remove = (workspace: number, paths: readonly string[], more = {}) =>
    removeDocuments(here.db, { workspace, root: "notes", paths, nowMs: NOW_MS, ...more });
  const keepVectors = (workspace: number, identity: string) =>
    all(`INSERT INTO embeddings (workspace, identity, hash, vector, used_at)
      SELECT workspace, '${identity}', embed_hash, unhex('00000080BF017F'), 1 FROM chunks WHERE workspace = ${workspace}`);

  it.each([
    ["has a text embedded again whose heading alone changed", "Eel", ["pending"], 1],
    ["leaves the vector of a text that stayed as it was", "Heron", ["visible"], 0],
  ])("%s", async (_, heading, state, queued) => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "It nests.\n" }, under("Heron"));
    await all(`UPDATE chunks SET vector_state = 'visible' WHERE workspace = ${workspace}`);
    const { toEmbed } = await write(workspace, { "a.md": "It nests.\n" }, under(heading));
    expect([await states(workspace), toEmbed]).toEqual([state, queued]);
  });

  it.each([
    ["its own", "fake|cls|2|1", ["embedded"], 0],
    ["no other", "other|cls|2|1", ["pending"], 1],
  ])(
    "takes a cached vector of %s identity for a text that comes back",
    async (_, identity, state, toEmbed) => {
      const workspace = await newWorkspace();
      await write(workspace, { "a.md": "It comes back.\n" });
      await keepVectors(workspace, identity);
      await remove(workspace, ["a.md"]);
      const receipt = await write(workspace, { "b.md": "It comes back.\n" });
      expect([await states(workspace), receipt.toEmbed]).toEqual([state, toEmbed]);
    },
  );

  it("takes no vector from another workspace's cache", async () => {
    const [one, other] = [await newWorkspace(), await newWorkspace()];
    await write(one, { "a.md": "Both say this.\n" });
    await keepVectors(one, "fake|cls|2|1");
    expect((await write(other, { "a.md": "Both say this.\n" })).toEmbed).toBe(1);
    expect(await states(other)).toEqual(["pending"]);
  });

  it("never sets the time of the last write back, and counts what is there once", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "One.\n", "b.md": "Two.\n" });
    await write(workspace, { "a.md": "Longer.\n" }, { nowMs: NOW_MS - 1 });
    await remove(workspace, ["b.md", "never.md"], { nowMs: NOW_MS - 1 });
    expect(
      await all(`SELECT documents, chunks, bytes, indexed_at FROM workspaces WHERE num = ${workspace}`),
    ).toEqual([{ documents: 1, chunks: 1, bytes: 8, indexed_at: NOW_MS }]);
  });

  it("keeps files of one name in two roots apart", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "Of one.\n" }, { root: "one" });
    await write(workspace, { "a.md": "Of two.\n" }, { root: "two" });
    await write(workspace, { "a.md": "Of two, anew.\n" }, { root: "two" });
    await remove(workspace, ["a.md"], { root: "two" });
    expect(
      await all(`SELECT d.root, c.text FROM chunks c JOIN documents d ON d.num = c.document
        WHERE c.workspace = ${workspace}`),
    ).toEqual([{ root: "one", text: "Of one." }]);
    expect(
      await column(`SELECT count(*) FROM chunks_fts_${workspace} WHERE chunks_fts_${workspace} MATCH 'two'`),
    ).toEqual([0]);
  });

  it("refuses the whole upload of a push once another push of the root began, and of no other root", async () => {
    const workspace = await newWorkspace();
    const { push } = await begin(workspace);
    await begin(workspace, "other");
    await write(workspace, { "a.md": "In time.\n" }, { push });
    await begin(workspace);
    const superseded = { code: "conflict", details: { reason: "push_superseded" } };
    await expect(write(workspace, { "b.md": "Too late.\n" }, { push })).rejects.toMatchObject(superseded);
    await expect(write(workspace, { "b.md": "Not begun.\n" }, { push: 3 })).rejects.toMatchObject(superseded);
    await expect(remove(workspace, ["a.md"], { push })).rejects.toMatchObject(superseded);
    expect(await column(`SELECT path FROM documents WHERE workspace = ${workspace}`)).toEqual(["a.md"]);
  });

  it("stops deleting for a push, also after the first 500 paths, when another push begins", async () => {
    const workspace = await newWorkspace();
    const { push } = await begin(workspace);
    await write(workspace, { "first.md": "Gone.\n", "last.md": "Written by the later push.\n" }, { push });
    const paths = ["first.md", ...Array.from({ length: 499 }, (_, at) => `n${at}.md`), "last.md"];
    const db = interrupted(here.db, async (batch) => batch === 2 && (await begin(workspace)));
    await expect(
      removeDocuments(db, { workspace, root: "notes", paths, nowMs: NOW_MS, push }),
    ).rejects.toMatchObject({ details: { reason: "push_superseded" } });
    expect(await column(`SELECT path FROM documents WHERE workspace = ${workspace}`)).toEqual(["last.md"]);
  });

  it("counts what several slices of a deletion have deleted", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "first.md": "One.\n", "last.md": "Two.\n", "kept.md": "Three.\n" });
    const paths = ["first.md", ...Array.from({ length: 499 }, (_, at) => `n${at}.md`), "last.md"];
    const [{ version } = { version: 0 }] = await all<{ version: number }>(
      `SELECT version FROM workspaces WHERE num = ${workspace}`,
    );
    expect(await remove(workspace, paths)).toEqual({ deleted: 2, version: version + 2 });
    expect(await column(`SELECT path FROM documents WHERE workspace = ${workspace}`)).toEqual(["kept.md"]);
  });
});
