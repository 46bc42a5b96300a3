import { describe, expect, it } from "vitest";
import { joinMemories } from "../../src/memories/duplicates/duplicates.ts";
import type { MemoryRecord } from "../../src/memories/memory-record.ts";
import { memoriesById } from "../../src/memories/sql/memory-reads.ts";
import { destroyMemory, observeMemories } from "../../src/memories/sql/memory-writes.ts";
import { LIVE_IDENTITY } from "../support/worlds/sql-world.ts";
import { memoryDatabase, memoryId, NOW_MS } from "./memory-database.ts";

const CONFLICT = { code: "conflict", details: { reason: "document_changed" } };

describe("writes of memories, when another request was quicker", () => {
  const { here, addWorkspace, write, create, read, named, retire } = memoryDatabase();
  const destroy = (memory: MemoryRecord) =>
    destroyMemory(here.db, { workspace: here.workspace, nowMs: NOW_MS, memory });

  it("do not forget a memory that was changed since it was read", async () => {
    const before = await create("a", "The boat is red.");
    await write({ ...before, importance: 1 });
    await expect(retire(before, "forgotten")).rejects.toMatchObject(CONFLICT);
    await expect(destroy(before)).rejects.toMatchObject(CONFLICT);
    expect(await read("a")).toMatchObject({ state: "live", importance: 1 });
  });

  it("do not touch a past memory that left otherwise, or at another time, than it was read", async () => {
    await retire(await create("a", "The boat is red."), "forgotten");
    const forgotten = (await named("a")) as MemoryRecord;
    await retire(forgotten, "superseded");
    await expect(retire(forgotten, "superseded")).rejects.toMatchObject(CONFLICT);
    const superseded = (await named("a")) as MemoryRecord;
    await retire(superseded, "superseded", { nowMs: NOW_MS + 1 });
    await expect(destroy(superseded)).rejects.toMatchObject(CONFLICT);
    expect(await named("a")).toMatchObject({ state: "superseded", leftAt: NOW_MS + 1 });
  });

  it("bring a memory back once", async () => {
    const live = await create("a", "The boat is red.");
    await retire(live, "forgotten");
    const back = { ...live, version: 0 };
    await write(back, { returning: [back] });
    await retire(await read("a"), "forgotten");
    await destroy((await named("a")) as MemoryRecord);
    await expect(write(back, { returning: [back] })).rejects.toMatchObject(CONFLICT);
    expect(await named("a")).toBeUndefined();
  });

  it("do not merge a memory into another when either has changed", async () => {
    const [first, second] = [await create("a", "The boat is red."), await create("b", "A red boat.")];
    const join = (one: MemoryRecord, other: MemoryRecord) =>
      joinMemories(here.db, {
        workspace: here.workspace,
        identity: LIVE_IDENTITY,
        nowMs: NOW_MS,
        first: one,
        second: other,
      });
    await write({ ...second, importance: 1 });
    expect(await join(first, second)).toBe(false);
    await write({ ...first, importance: 1 });
    expect(await join(first, await read("b"))).toBe(false);
    expect(await memoriesById(here.db, here.workspace, [memoryId("a"), memoryId("b")])).toHaveLength(2);
    expect(await join(await read("a"), await read("b"))).toBe(true);
    expect(await named("b")).toMatchObject({ id: memoryId("a"), timesObserved: 2 });
  });

  it("count what says the same text only, and what belongs to the workspace only", async () => {
    const other = await addWorkspace();
    const [mine, theirs] = [
      await create("a", "The boat is red."),
      await create("a", "The boat is red.", { into: other }),
    ];
    const repeat = (hash: string) =>
      observeMemories(here.db, {
        workspace: here.workspace,
        observed: [{ id: mine.id, hash, confidence: 0.9, times: 2, at: NOW_MS }],
      });
    expect((await repeat("0".repeat(32))).memories).toEqual([]);
    expect((await repeat(mine.hash)).memories).toMatchObject([{ timesObserved: 3, confidence: 0.9 }]);
    expect(await read("a", other)).toEqual(theirs);
    await destroy(await read("a"));
    expect([await named("a"), (await named("a", other))?.id]).toEqual([undefined, theirs.id]);
  });
});
