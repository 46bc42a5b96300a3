import { describe, expect, it } from "vitest";
import { ImportRequest } from "../../src/backup/contract.ts";
import { importRecords } from "../../src/backup/import.ts";
import { PLAN_LIMITS } from "../../src/config.ts";
import { ownTypes } from "../../src/memories/memory-types.ts";
import { readObservations } from "../../src/memories/sql/memory-backup.ts";
import { shortHash } from "../../src/text/hash.ts";
import { memoryDatabase, memoryId } from "../memories/memory-database.ts";

const SECRET = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;

describe("records of an import", () => {
  const { here, context, create, read, find, rows } = memoryDatabase();
  const document = async (path: string, text: string, root = "notes", more: object = {}) => ({
    ...{ type: "document", root, path, text, mtime: 1, hash: await shortHash(text) },
    ...more,
  });
  const memory = async (digit: string, text: string, more: object = {}) => ({
    ...{ type: "memory", id: memoryId(digit), state: "live", text, hash: await shortHash(text) },
    ...{ memoryType: "fact", importance: 0.5, priority: 3, confidence: 0.5, session: null, source: null },
    ...{ tags: [], entities: [], metadata: {}, timesObserved: 1, firstObserved: 1, lastObserved: 1 },
    ...{ supersedes: null, supersededBy: null, leftAt: null, ...more },
  });
  const send = async (records: readonly object[]) =>
    importRecords(await context(), "paid", ImportRequest.parse({ identity: "i", records: [...records] }));

  it("are counted over all roots, those of the memories' root refused as documents", async () => {
    const answer = await send([
      await document("a.md", "A."),
      await document("a.md", "B.", "other"),
      await document("b.md", "C.", "other", { hash: "0".repeat(32) }),
      await document("c.md", "D.", "memories"),
      await memory("a", "A boat."),
    ]);
    const { maxBatchBytes, maxBatchFiles } = PLAN_LIMITS.paid;
    expect(answer).toEqual({
      ...{ written: 3, unchanged: 0, vectors: 0, otherVectors: 0, limits: { maxBatchBytes, maxBatchFiles } },
      failed: [
        { root: "other", path: "b.md", code: "hash_mismatch", message: expect.any(String) },
        {
          root: "memories",
          path: "c.md",
          code: "invalid_input",
          message: expect.stringContaining('"memories"'),
        },
      ],
    });
    expect(
      await rows("SELECT root, path FROM documents WHERE workspace = ?1 AND kind = 'file' ORDER BY root"),
    ).toEqual([
      { root: "notes", path: "a.md" },
      { root: "other", path: "a.md" },
    ]);
    expect(await send([await document("a.md", "A."), await memory("a", "A boat.")])).toMatchObject({
      ...{ written: 0, unchanged: 2, failed: [] },
    });
  });

  it("are refused together where they are more than an upload may carry, memories counted too", async () => {
    const records = await Promise.all(
      Array.from({ length: PLAN_LIMITS.paid.maxBatchFiles }, (_, at) => document(`${at}.md`, `${at}.`)),
    );
    await expect(send([...records, await memory("a", "A boat.")])).rejects.toMatchObject({
      code: "too_large",
    });
    expect(await rows("SELECT 1 FROM documents WHERE workspace = ?1")).toEqual([]);
  });

  it("of memories lose their secrets, and are refused where their hash is wrong", async () => {
    const told = `The key is ${SECRET}, says Ann.`;
    const answer = await send([
      await memory("a", told, { session: `s ${SECRET}`, source: `see ${SECRET}`, tags: [SECRET, "boat"] }),
      await memory("b", `Another key is ${SECRET}.`, { hash: "0".repeat(32) }),
      await memory("c", "An oar.", { session: "s1", source: "mail" }),
    ]);
    expect(answer).toMatchObject({ written: 2, failed: [{ path: memoryId("b"), code: "hash_mismatch" }] });
    const kept = await read("a");
    expect(JSON.stringify(kept)).not.toContain(SECRET);
    expect(kept).toMatchObject({ session: null, hash: await shortHash(kept.text) });
    expect(kept.text).toMatch(/^The key is .+, says Ann\.$/);
    expect(await read("c")).toMatchObject({ session: "s1", source: "mail", isCompared: true });
    expect(await find("b")).toBeUndefined();
  });

  it("of older texts lose their secrets, and keep what is none", async () => {
    await create("a", "A boat.");
    const older = (at: number, more: object) => ({
      ...{
        type: "observation",
        memory: memoryId("a"),
        merged: null,
        memoryType: "decision",
        confidence: 0.5,
      },
      ...{ text: "A red boat.", session: null, source: null, at, ...more },
    });
    await send([
      older(1, { text: `Key ${SECRET}.`, session: SECRET, source: `see ${SECRET}` }),
      older(2, { session: "s1", source: "mail" }),
    ]);
    const [secret, plain] = await readObservations(here.db, {
      workspace: here.workspace,
      after: 0,
      limit: 9,
    });
    expect(JSON.stringify(secret)).not.toContain(SECRET);
    expect(secret).toMatchObject({ session: null, type: "decision" });
    expect(plain).toMatchObject({ text: "A red boat.", session: "s1", source: "mail", at: 2 });
  });

  it("of own types add to those that there are, and of profiles set what they say", async () => {
    const types = async () => {
      const [row] = await rows<{ settings: string }>("SELECT settings FROM workspaces WHERE num = ?1");
      return ownTypes(row?.settings ?? "{}");
    };
    await send([
      { type: "memoryTypes", own: ["recipe"] },
      { type: "memoryTypes", own: ["song", "fact"] },
    ]);
    expect(await types()).toEqual(["recipe", "song"]);
    await send([{ type: "memoryTypes", own: ["song", "plan"] }]);
    expect(await types()).toEqual(["recipe", "song", "plan"]);
    const many = Array.from({ length: 48 }, (_, at) => `type${at}`);
    await expect(send([{ type: "memoryTypes", own: many }])).rejects.toMatchObject({ code: "too_large" });
    await send([{ type: "memoryTypes", own: many.slice(1) }]);
    expect(await types()).toHaveLength(50);
  });

  it.each([
    [["names"], { names: "off" }],
    [["names", "recallLog"], { names: "off", recallLog: "off" }],
  ])("of what was switched off switch it off before any document is read: %j", async (parts, off) => {
    await send([await document("ana.md", "Ana Lopez met Boris Petrov."), { type: "switchedOff", parts }]);
    const [row] = await rows<{ settings: string }>("SELECT settings FROM workspaces WHERE num = ?1");
    expect(JSON.parse(row?.settings ?? "")).toEqual(off);
    expect(await rows("SELECT * FROM mentions WHERE workspace = ?1")).toEqual([]);
  });

  it("of roots whose texts are not read for names leave those unread, and no other", async () => {
    const text = "Ana Lopez met Boris Petrov.";
    const said = await document("ana.md", text);
    const switchedOff = { type: "switchedOff" as const, parts: [], unnamedRoots: [said.root, "another"] };
    await send([said, { ...(await document("b.md", text)), root: "read" }, switchedOff]);
    const named = await rows<{ root: string }>(
      "SELECT root FROM documents WHERE workspace = ?1 AND names <> '[]'",
    );
    expect(named).toEqual([{ root: "read" }]);
  });
});
