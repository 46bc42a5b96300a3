import { describe, expect, it } from "vitest";
import { prepareDocument } from "../../src/documents/prepare-document.ts";
import { writeDocuments } from "../../src/documents/sql/document-writes.ts";
import { joinMemories } from "../../src/memories/duplicates/duplicates.ts";
import { hashesOf } from "../../src/memories/memory-document.ts";
import { giveVote } from "../../src/recalls/sql/votes.ts";
import { shortHash } from "../../src/text/hash.ts";
import { memoryDatabase, memoryId, NOW_MS } from "../memories/memory-database.ts";
import { LIVE_IDENTITY } from "../support/worlds/sql-world.ts";

const RECALL = "0199d3f0-0000-7000-8000-000000000001";
/** Of three chunks. */
const LONG = ["A", "B", "C"].map((head) => `# ${head}\n\n${`${head} heron nests. `.repeat(80)}\n`).join("\n");

describe("a vote on a text that a memory no longer has", () => {
  const { here, addWorkspace, create, read, rows, write } = memoryDatabase();
  const give = (more: Partial<Parameters<typeof giveVote>[1]> = {}) =>
    giveVote(here.db, {
      ...{
        workspace: here.workspace,
        recall: RECALL,
        hit: "0".repeat(32),
        token: "t1",
        value: 1,
        note: null,
      },
      ...{ root: "memories", path: memoryId("a"), nowMs: NOW_MS, ...more },
    });
  const join = async (one: string, other: string, workspace = here.workspace) => {
    const [first, second] = [await read(one, workspace), await read(other, workspace)];
    await joinMemories(here.db, { workspace, identity: LIVE_IDENTITY, nowMs: NOW_MS, first, second });
  };
  const push = async (root: string, path: string, text: string) => {
    const { workspace } = here;
    const upload = { path, text, hash: await shortHash(text), mtime: 1 };
    const documents = [await prepareDocument(upload, { workspace, root })];
    await writeDocuments(here.db, { workspace, root, identity: LIVE_IDENTITY, nowMs: NOW_MS, documents });
  };
  const given = () =>
    rows(
      `SELECT f.path, c.ordinal, d.path AS of, f.embed_hash IS c.embed_hash AS isSame FROM feedback f
       LEFT JOIN chunks c ON c.id = f.chunk LEFT JOIN documents d ON d.num = c.document WHERE f.workspace = ?1`,
    );
  const onFirst = (digit: string) => [{ path: memoryId(digit), ordinal: 0, of: memoryId(digit), isSame: 1 }];

  it("counts for its first chunk, of its own workspace", async () => {
    const there = await addWorkspace();
    for (const into of [there, here.workspace]) {
      await create("b", "Another memory.", { into });
      await create("a", LONG, { into });
    }
    expect(await give()).toMatchObject({ net: 1 });
    expect(await given()).toEqual(onFirst("a"));
    expect(await rows("SELECT 1 FROM chunks WHERE workspace = ?1 AND votes_net IS NOT NULL", there)).toEqual(
      [],
    );
    expect(await rows("SELECT ordinal FROM chunks WHERE workspace = ?1 AND votes_net = 1")).toEqual([
      { ordinal: 0 },
    ]);
  });

  it("counts for its first chunk though that was written last, and for no file of its name", async () => {
    await push("a root", memoryId("a"), "A file.");
    const text = `# New\n\n${"New heron nests. ".repeat(80)}\n${LONG}`;
    const memory = await create("a", LONG);
    await write({ ...memory, text, ...(await hashesOf(text)) });
    await give();
    expect(await given()).toEqual(onFirst("a"));
  });

  it("counts for the memory that it was merged into, under that one's name", async () => {
    const there = await addWorkspace();
    for (const into of [there, here.workspace])
      for (const [digit, text] of [
        ["a", "A red boat."],
        ["b", "The boat is red."],
        ["c", "An oar."],
        ["d", "The oar."],
      ] as const)
        await create(digit, text, { into });
    // Elsewhere the same memory became another, and here another one did before it.
    await join("c", "b", there);
    await join("c", "d");
    await join("a", "b");
    expect(await give({ path: memoryId("b") })).toMatchObject({ net: 1 });
    expect(await given()).toEqual(onFirst("a"));
  });

  it("counts for nothing where there is no such memory, or where it is a file", async () => {
    await create("a", "A red boat.");
    expect(await give({ path: memoryId("d") })).toMatchObject({ net: 0 });
    expect(await give({ root: "notes", token: "t2" })).toMatchObject({ net: 0 });
    expect(await rows("SELECT root, path, chunk FROM feedback WHERE workspace = ?1 ORDER BY token")).toEqual([
      { root: "memories", path: memoryId("d"), chunk: "0".repeat(32) },
      { root: "notes", path: memoryId("a"), chunk: "0".repeat(32) },
    ]);
  });

  it("is given in no workspace that is gone", async () => {
    await create("a", "A red boat.");
    await here.database.prepare("UPDATE workspaces SET gone_at = 1 WHERE num = ?").bind(here.workspace).run();
    await give();
    expect(await rows("SELECT 1 FROM feedback WHERE workspace = ?1")).toEqual([]);
  });

  it("takes value, note and time of the later one, and stays where it counts", async () => {
    await create("a", "A red boat.");
    await give({ note: "first" });
    expect(await give({ value: -1, note: "second", nowMs: NOW_MS + 5, path: memoryId("d") })).toMatchObject({
      net: -1,
    });
    expect(await given()).toEqual(onFirst("a"));
    expect(await rows("SELECT value, note, at FROM feedback WHERE workspace = ?1")).toEqual([
      { value: -1, note: "second", at: NOW_MS + 5 },
    ]);
  });
});
