import { describe, expect, it } from "vitest";
import { ImportRequest } from "../../src/backup/contract.ts";
import { importRecords } from "../../src/backup/import.ts";
import type { Session } from "../../src/database/session.ts";
import { prepareDocument } from "../../src/documents/prepare-document.ts";
import { writeDocuments } from "../../src/documents/sql/document-writes.ts";
import { pastIds, readObservations, readSuperseded } from "../../src/memories/sql/memory-backup.ts";
import { shortHash } from "../../src/text/hash.ts";
import { memoryDatabase, memoryId, NOW_MS } from "../memories/memory-database.ts";

describe("an import", () => {
  const { here, context, addWorkspace, create, read, find, named, retire, rows } = memoryDatabase();
  const record = async (path: string, text: string) => ({
    ...{ type: "document", root: "notes", path, text, mtime: 1, hash: await shortHash(text) },
  });
  const memory = async (digit: string, text: string, more: object = {}) => ({
    ...{ type: "memory", id: memoryId(digit), state: "live", text, hash: await shortHash(text) },
    ...{ memoryType: "fact", importance: 0.5, priority: 3, confidence: 0.5, session: null, source: null },
    ...{ tags: [], entities: [], metadata: {}, timesObserved: 1, firstObserved: 1, lastObserved: 1 },
    ...{ supersedes: null, supersededBy: null, leftAt: null, ...more },
  });
  /** Without a word of merging, an import keeps what is there. */
  const send = async (
    records: readonly object[],
    { merge, session = here.db }: { readonly merge?: boolean; readonly session?: Session } = {},
  ) =>
    importRecords(
      await context({ session }),
      "paid",
      ImportRequest.parse({ identity: "i", records: [...records], merge }),
    );
  const push = async (path: string, text: string) => {
    const { workspace } = here;
    const upload = { path, text, hash: await shortHash(text), mtime: 1 };
    const documents = [await prepareDocument(upload, { workspace, root: "notes" })];
    await writeDocuments(here.db, { workspace, root: "notes", identity: "i", nowMs: NOW_MS, documents });
  };
  /** A session in which another request writes, once, after the import has looked at what is there. */
  const meeting = (write: () => Promise<unknown>): Session => {
    let batches = 0;
    const batch: Session["batch"] = async (statements) => {
      batches += 1;
      if (batches === 2) await write();
      return here.db.batch(statements);
    };
    return { ...here.db, orm: here.db.orm, batch };
  };
  const texts = () =>
    rows<{ text: string }>("SELECT text FROM chunks WHERE workspace = ?1 ORDER BY text").then((found) =>
      found.map(({ text }) => text),
    );

  it.each([
    ["is new", false],
    ["is to be merged over", true],
  ])("does not write over what a push wrote meanwhile, where the document %s", async (_, merge) => {
    if (merge) await push("a.md", "Before.");
    const session = meeting(() => push("a.md", "Pushed meanwhile."));
    await expect(send([await record("a.md", "Imported.")], { merge, session })).rejects.toMatchObject({
      ...{ code: "conflict", details: { reason: "document_changed" } },
    });
    expect(await texts()).toEqual(["Pushed meanwhile."]);
  });

  it("takes a path once, and counts what is there already", async () => {
    const [one, other] = [await record("a.md", "One."), await record("a.md", "Another.")];
    expect(await send([one, other, await record("b.md", "Two.")])).toMatchObject({
      ...{ written: 2, unchanged: 0, failed: [{ root: "notes", path: "a.md", code: "invalid_input" }] },
    });
    expect(await send([one])).toMatchObject({ written: 0, unchanged: 1, failed: [] });
    expect(await send([other])).toMatchObject({
      ...{ written: 0, failed: [{ code: "conflict", message: expect.stringContaining('"a.md"') }] },
    });
    expect(await texts()).toEqual(["One.", "Two."]);
  });

  it("of memories keeps what is there, and replaces it only to merge", async () => {
    await create("a", "A red boat.");
    const other = await memory("a", "A blue boat.");
    expect(await send([other])).toMatchObject({
      ...{ written: 0, failed: [{ code: "conflict", message: expect.stringContaining(memoryId("a")) }] },
    });
    expect(await send([other], { merge: true })).toMatchObject({ written: 1, failed: [] });
    expect(await send([other])).toMatchObject({ written: 0, unchanged: 1 });
    expect(await send([await memory("a", "A blue boat.", { timesObserved: 2 })])).toMatchObject({
      failed: [{ code: "conflict" }],
    });
    // Said by another one, here or earlier in the file.
    const same = [
      await memory("b", "a  blue boat"),
      await memory("c", "An oar."),
      await memory("d", "an  oar"),
    ];
    expect(await send(same, { merge: true })).toMatchObject({
      ...{ written: 1, failed: [{ path: memoryId("b") }, { path: memoryId("d") }] },
    });
  });

  it("merges a memory that differs in its type or its times only", async () => {
    const text = "A red boat.";
    await send([await memory("a", text)]);
    for (const more of [{ memoryType: "decision" }, { memoryType: "decision", timesObserved: 2 }])
      expect(await send([await memory("a", text, more)], { merge: true })).toMatchObject({ written: 1 });
    expect(await read("a")).toMatchObject({ type: "decision", timesObserved: 2 });
  });

  it("brings a forgotten memory back, and leaves no second one behind", async () => {
    await retire(await create("a", "A red boat."), "forgotten");
    expect(await send([await memory("a", "A red boat.")])).toMatchObject({ written: 1, failed: [] });
    expect(await read("a")).toMatchObject({ state: "live" });
    expect(await rows("SELECT 1 FROM past_memories WHERE workspace = ?1")).toEqual([]);
  });

  it("of superseded memories refuses what is live here, or left otherwise, and repeats as nothing", async () => {
    const past = { state: "superseded", supersededBy: memoryId("e"), leftAt: NOW_MS };
    await create("a", "A red boat.");
    await retire(await create("b", "An oar."), "forgotten");
    const records = [
      ...[await memory("a", "A red boat.", past), await memory("b", "An oar.", past)],
      await memory("c", "A mast.", past),
    ];
    expect(await send(records)).toMatchObject({
      ...{ written: 1, unchanged: 0, failed: [{ path: memoryId("a") }, { path: memoryId("b") }] },
    });
    expect(await send(records.slice(2))).toMatchObject({ written: 0, unchanged: 1, failed: [] });
    expect((await named("b"))?.state).toBe("forgotten");
    expect(await send(records, { merge: true })).toMatchObject({
      written: 1,
      failed: [{ path: memoryId("a") }],
    });
    expect(await named("b")).toMatchObject({ state: "superseded", leftAt: NOW_MS });
    expect((await find("a"))?.state).toBe("live");
  });

  it("of older texts keeps each once, and only those of memories that are there", async () => {
    await create("a", "A red boat.");
    await retire(await create("f", "A flag."), "forgotten");
    const older = (digit: string, at: number, merged: string | null = null) => ({
      ...{ type: "observation", memory: memoryId(digit), merged, text: "A boat.", memoryType: "fact" },
      ...{ confidence: 0.5, session: null, source: null, at },
    });
    const records = [
      older("a", 1),
      older("a", 2),
      older("a", 2, memoryId("d")),
      older("e", 3),
      older("f", 4),
    ];
    for (let again = 0; again < 2; again++) await send(records);
    const query = { workspace: here.workspace, after: 0, limit: 9 };
    const kept = await readObservations(here.db, query);
    expect(kept.map(({ memory: of, merged, at }) => [of[0], merged?.[0], at])).toEqual([
      ...[
        ["a", undefined, 1],
        ["a", undefined, 2],
        ["a", "d", 2],
      ],
    ]);
    const [first] = kept;
    expect(await readObservations(here.db, { ...query, after: first?.num ?? 0 })).toHaveLength(2);
    expect(await readObservations(here.db, { ...query, workspace: await addWorkspace() })).toEqual([]);
    // What was forgotten is in no export; its older texts wait for undo.
    expect(await rows("SELECT 1 FROM memory_observations WHERE workspace = ?1")).toHaveLength(4);
  });

  it("is of pages of superseded memories by their ids, and of nothing that was forgotten", async () => {
    for (const digit of ["a", "b", "c", "d"])
      await retire(await create(digit, `Boat ${digit}.`), digit === "b" ? "forgotten" : "superseded");
    const ids = async (after: string, limit: number) =>
      (await readSuperseded(here.db, { workspace: here.workspace, after, limit })).map(({ id }) => id[0]);
    expect([await ids("", 2), await ids(memoryId("c"), 2)]).toEqual([["a", "c"], ["d"]]);
    const left = (await named("a")) ?? (await read("a"));
    const past = async (more: object, same: boolean) =>
      (await pastIds(here.db, here.workspace, { memories: [{ ...left, ...more }], same })).size;
    expect(
      await Promise.all([past({}, true), past({ leftAt: 1 }, true), past({ leftAt: 1 }, false)]),
    ).toEqual([1, 0, 1]);
    expect(await past({ state: "forgotten" }, true)).toBe(0);
  });
});
