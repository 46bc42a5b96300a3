import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSession, type Session } from "../../src/database/session.ts";
import { joinMemories } from "../../src/memories/duplicates/duplicates.ts";
import { hashesOf, memoryDocument } from "../../src/memories/memory-document.ts";
import type { MemoryRecord } from "../../src/memories/memory-record.ts";
import { memoriesById, namedMemories } from "../../src/memories/sql/memory-reads.ts";
import {
  destroyMemory,
  type MemoriesWrite,
  observeMemories,
  retireMemories,
  writeMemories,
} from "../../src/memories/sql/memory-writes.ts";
import { createMeter } from "../../src/models/ports.ts";
import { createWorkspace, findWorkspace } from "../../src/workspaces/sql/workspace-store.ts";
import type { TestDatabase } from "../support/worlds/database.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";

const NOW_MS = 1_760_000_000_000;
const CONFLICT = { code: "conflict", details: { reason: "document_changed" } };

const NEW: Omit<MemoryRecord, "id" | "text" | "hash" | "normalHash"> = {
  ...{
    state: "live",
    type: "fact",
    importance: 0.7,
    priority: 3,
    confidence: 0.5,
    session: null,
    source: null,
  },
  ...{ tags: ["a"], entities: [], metadata: { n: 1 }, timesObserved: 1, firstObserved: 1, lastObserved: 1 },
  ...{ supersedes: null, supersededBy: null, isCompared: true, version: 0, leftAt: null },
};

describe("writes of memories, when another request was quicker", () => {
  let opened: TestDatabase;
  let db: Session;
  let workspace = 0;
  let count = 0;

  beforeAll(async () => {
    opened = await openQuickDatabase();
  });
  afterAll(() => opened.dispose());
  const addWorkspace = async () => {
    count += 1;
    await createWorkspace(db, { slug: `w${count}`, name: "", identity: "i", nowMs: NOW_MS });
    return (await findWorkspace(db, `w${count}`))?.num ?? 0;
  };
  beforeEach(async () => {
    db = openSession(opened.database, { from: "primary", meter: createMeter() });
    workspace = await addWorkspace();
  });

  const id = (letter: string) => letter.repeat(32);
  const write = async (memory: MemoryRecord, more: Partial<MemoriesWrite> = {}, into = workspace) => {
    const documents = [await memoryDocument(memory, { workspace: into, toCompare: false })];
    const expects = new Map([[memory.id, memory.version]]);
    return writeMemories(db, {
      workspace: into,
      identity: "i",
      nowMs: NOW_MS,
      documents,
      expects,
      ...more,
    });
  };
  const create = async (letter: string, text: string, into = workspace): Promise<MemoryRecord> => {
    await write({ ...NEW, id: id(letter), text, ...(await hashesOf(text)) }, {}, into);
    return read(letter, into);
  };
  const read = async (letter: string, from = workspace): Promise<MemoryRecord> => {
    const [memory] = await memoriesById(db, from, [id(letter)]);
    if (memory === undefined) throw new Error(`no memory ${letter}`);
    return memory;
  };
  const named = async (letter: string, from = workspace) => {
    const [found] = await namedMemories(db, { workspace: from, idStart: letter.repeat(8), nowMs: NOW_MS });
    return found?.memory;
  };
  const retire = (memory: MemoryRecord, state: "forgotten" | "superseded", nowMs = NOW_MS) =>
    retireMemories(db, { workspace, nowMs, retirements: [{ memory, state, supersededBy: null }] });

  it("do not forget a memory that was changed since it was read", async () => {
    const before = await create("a", "The boat is red.");
    await write({ ...before, importance: 1 });
    await expect(retire(before, "forgotten")).rejects.toMatchObject(CONFLICT);
    await expect(destroyMemory(db, { workspace, nowMs: NOW_MS, memory: before })).rejects.toMatchObject(
      CONFLICT,
    );
    expect(await read("a")).toMatchObject({ state: "live", importance: 1 });
  });

  it("do not touch a past memory that left otherwise, or at another time, than it was read", async () => {
    await retire(await create("a", "The boat is red."), "forgotten");
    const forgotten = (await named("a")) as MemoryRecord;
    await retire(forgotten, "superseded");
    await expect(retire(forgotten, "superseded")).rejects.toMatchObject(CONFLICT);
    const superseded = (await named("a")) as MemoryRecord;
    await retire(superseded, "superseded", NOW_MS + 1);
    await expect(destroyMemory(db, { workspace, nowMs: NOW_MS, memory: superseded })).rejects.toMatchObject(
      CONFLICT,
    );
    expect(await named("a")).toMatchObject({ state: "superseded", leftAt: NOW_MS + 1 });
  });

  it("bring a memory back once", async () => {
    const live = await create("a", "The boat is red.");
    await retire(live, "forgotten");
    const back = { ...live, version: 0 };
    await write(back, { returning: [back] });
    await retire(await read("a"), "forgotten");
    await destroyMemory(db, { workspace, nowMs: NOW_MS, memory: (await named("a")) as MemoryRecord });
    await expect(write(back, { returning: [back] })).rejects.toMatchObject(CONFLICT);
    expect(await named("a")).toBeUndefined();
  });

  it("do not merge a memory into another when either has changed", async () => {
    const [first, second] = [await create("a", "The boat is red."), await create("b", "A red boat.")];
    const join = (one: MemoryRecord, other: MemoryRecord) =>
      joinMemories(db, { workspace, identity: "i", nowMs: NOW_MS, first: one, second: other });
    await write({ ...second, importance: 1 });
    expect(await join(first, second)).toBe(false);
    await write({ ...first, importance: 1 });
    expect(await join(first, await read("b"))).toBe(false);
    expect(await memoriesById(db, workspace, [id("a"), id("b")])).toHaveLength(2);
    expect(await join(await read("a"), await read("b"))).toBe(true);
    expect(await named("b")).toMatchObject({ id: id("a"), timesObserved: 2 });
  });

  it("count what says the same text only, and what belongs to the workspace only", async () => {
    const other = await addWorkspace();
    const [here, there] = [
      await create("a", "The boat is red."),
      await create("a", "The boat is red.", other),
    ];
    const repeat = (hash: string) =>
      observeMemories(db, {
        ...{ workspace, nowMs: NOW_MS },
        observed: [{ id: here.id, hash, confidence: 0.9, times: 2 }],
      });
    expect((await repeat("0".repeat(32))).memories).toEqual([]);
    expect((await repeat(here.hash)).memories).toMatchObject([{ timesObserved: 3, confidence: 0.9 }]);
    expect(await read("a", other)).toEqual(there);
    await destroyMemory(db, { workspace, nowMs: NOW_MS, memory: await read("a") });
    expect([await named("a"), (await named("a", other))?.id]).toEqual([undefined, there.id]);
  });
});
