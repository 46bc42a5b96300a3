import { describe, expect, it } from "vitest";
import { RememberBatchRequest } from "../../src/memories/contract/memories.ts";
import {
  MemoryListParameters,
  PruneMemoriesRequest,
  RecentParameters,
  TimelineParameters,
} from "../../src/memories/contract/memory-lists.ts";
import { readMemory } from "../../src/memories/memories.ts";
import { countedMemories, pruneMemories } from "../../src/memories/memory-lists.ts";
import { markCompared, nearMemories, uncomparedMemories } from "../../src/memories/sql/duplicates.ts";
import { countMemoryDays } from "../../src/memories/sql/memory-counts.ts";
import { memoryChain } from "../../src/memories/sql/memory-reads.ts";
import { updateQuality } from "../../src/memories/sql/memory-votes.ts";
import { destroyMemory } from "../../src/memories/sql/memory-writes.ts";
import { LIVE_IDENTITY } from "../support/worlds/sql-world.ts";
import { memoryDatabase, memoryId, NOW_MS } from "./memory-database.ts";

const DAY_MS = 86_400_000;

describe("memories", () => {
  const { here, addWorkspace, context, create, read, retire, rows, chunkOf, vote } = memoryDatabase();
  const run = (sql: string) => here.database.prepare(sql.replaceAll(":w", String(here.workspace))).run();

  it("are counted with their observations, and by type, source and session: most first, then by name", async () => {
    await create("a", "A.", {
      source: "mail",
      session: "s1",
      timesObserved: 4,
      firstObserved: 1,
      lastObserved: 9,
    });
    await create("b", "B.", {
      source: "mail",
      session: "s2",
      type: "decision",
      firstObserved: 2,
      lastObserved: 8,
    });
    await create("c", "C.", { session: "s1", type: "event", lastObserved: 7 });
    await create("d", "D.", { into: await addWorkspace() });
    await retire(await create("e", "E."), "forgotten", { nowMs: NOW_MS - DAY_MS });
    await retire(await create("f", "F."), "forgotten", { nowMs: NOW_MS - DAY_MS + 1 });
    await retire(await create("0", "G."), "superseded", { nowMs: 1 });
    const counted = await countedMemories(await context());
    expect(counted).toMatchObject({
      ...{ memories: 3, observations: 6, superseded: 1, forgotten: 1 },
      ...{ sources: 1, sessions: 2, withoutSource: 1, withoutSession: 0 },
      bySource: [{ name: "mail", memories: 2 }],
      bySession: [
        { name: "s1", memories: 2 },
        { name: "s2", memories: 1 },
      ],
      byType: ["decision", "event", "fact"].map((name) => ({ name, memories: 1 })),
      ...{ oldest: new Date(7).toISOString(), newest: new Date(9).toISOString() },
    });
  });

  it("name the fifty most frequent of their sources", async () => {
    await create("a", "A.");
    await run(`WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
      INSERT INTO documents (workspace, root, path, kind, hash, bytes, lines, final_newline, mtime, chunk_count, own_chunks,
        chunker, version, indexed_at, language, source, last_observed, times_observed, type)
      SELECT :w, 'memories', 'm' || i, 'memory', 'h', 1, 1, 0, 1, 0, 0, 1, 1, 1, '', 's' || i, 1, 1, 'fact' FROM n`);
    const { bySource, sources } = await countedMemories(await context());
    expect([bySource.length, bySource.at(-1)?.name, sources]).toEqual([50, "s59", 51]);
  });

  it("are counted by the UTC day of their last observation, and by type", async () => {
    await create("a", "A.", { firstObserved: 1, lastObserved: 2 * DAY_MS - 1 });
    await create("b", "B.", { firstObserved: 1, lastObserved: 2 * DAY_MS });
    await create("c", "C.", { firstObserved: 1, lastObserved: 2 * DAY_MS, type: "decision" });
    const days = await countMemoryDays(here.db, here.workspace, {});
    expect(days.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))).toEqual([
      { day: "1970-01-02", type: "fact", events: 1 },
      { day: "1970-01-03", type: "decision", events: 1 },
      { day: "1970-01-03", type: "fact", events: 1 },
    ]);
  });

  it("show twenty older texts, newest first, and what a prune would take in ten samples", async () => {
    await create("a", "A.");
    await run(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 21)
      INSERT INTO memory_observations (workspace, memory, text, type, confidence, at)
      SELECT :w, '${memoryId("a")}', 't' || i, 'fact', 1, 5 FROM n`);
    const { observations } = await readMemory(await context(), memoryId("a"), { history: false });
    expect([observations.length, observations[0]?.text, observations.at(-1)?.text]).toEqual([
      20,
      "t21",
      "t2",
    ]);
    for (const digit of "bcdef012345") await create(digit, `${digit}.`);
    const wish = PruneMemoriesRequest.parse({ olderThan: "1d", dryRun: true });
    const pruned = await pruneMemories(await context(), wish);
    expect(pruned).toMatchObject({ matched: 12, forgotten: 0, remaining: 12 });
    expect(pruned.samples).toHaveLength(10);
  });

  it("have a history of many steps, oldest first, however long, without what was forgotten", async () => {
    const digits = [..."0123456789abcdef"];
    const past = digits.slice(0, 5);
    for (const [at, digit] of past.entries()) {
      const memory = await create(digit, `Step ${digit}.`);
      const state = digit === "2" ? "forgotten" : "superseded";
      await retire(memory, state, { nowMs: NOW_MS - at, by: memoryId(digits[at + 1] ?? "") });
    }
    await create("5", "Step 5.");
    for (const from of ["0", "3", "5"]) {
      const chain = await memoryChain(here.db, here.workspace, memoryId(from));
      expect(chain.map(({ id }) => id[0])).toEqual(["0", "1", "3", "4", "5"]);
    }
  });

  const wait = async (digit: string, into = here.workspace) => {
    const chunk = await chunkOf(digit, into);
    await run(`INSERT OR REPLACE INTO embeddings SELECT workspace, '${LIVE_IDENTITY}', embed_hash,
      unhex('000000803F7F00'), 0 FROM chunks WHERE id = '${chunk}'`);
    await run(`UPDATE chunks SET vector_state = 'embedded' WHERE id = '${chunk}'`);
    await run(`UPDATE documents SET compared = 0 WHERE workspace = ${into} AND path = '${memoryId(digit)}'`);
  };

  it("wait to be compared in a workspace that is there, those of one where one is named", async () => {
    const [there, gone] = [await addWorkspace(), await addWorkspace()];
    for (const into of [here.workspace, there, gone]) {
      await create("a", "A.", { into });
      await wait("a", into);
    }
    await run(`UPDATE workspaces SET gone_at = 1 WHERE num = ${gone}`);
    const waiting = async (workspace?: number) =>
      (await uncomparedMemories(here.db, { workspace, limit: 99 })).map((one) => one.workspace);
    expect(await waiting(there)).toEqual([there]);
    expect((await waiting()).filter((one) => one >= here.workspace)).toEqual([here.workspace, there]);
    const [mine] = await uncomparedMemories(here.db, { workspace: here.workspace, limit: 1 });
    if (mine === undefined) throw new Error("one waits");
    await markCompared(here.db, [{ ...mine, version: mine.version - 1 }]);
    expect(await waiting(here.workspace)).toHaveLength(1);
    await markCompared(here.db, [mine]);
    expect([await waiting(here.workspace), await waiting(there)]).toEqual([[], [there]]);
  });

  it("are compared with the newest that the index does not show, of any type and of one chunk, never themselves", async () => {
    for (const digit of "abcd") {
      await create(digit, `${digit}.`, digit === "b" ? { type: "decision" } : {});
      await wait(digit);
    }
    await run(`UPDATE documents SET chunk_count = 2 WHERE workspace = :w AND path = '${memoryId("c")}'`);
    for (const digit of "ef") {
      await create(digit, `${digit}.`);
      await wait(digit);
    }
    const memory = (await uncomparedMemories(here.db, { workspace: here.workspace, limit: 1 }))[0];
    if (memory === undefined) throw new Error("one waits");
    const near = async (maxUnseen: number, chunks: readonly string[] = []) =>
      (await nearMemories(here.db, { memory, chunks, maxUnseen })).map(({ id }) => id[0]).toSorted();
    expect([await near(9), await near(1), await near(2)]).toEqual([["b", "d", "e", "f"], ["f"], ["e", "f"]]);
    expect(await near(0, [await chunkOf("a"), await chunkOf("b"), await chunkOf("d")])).toEqual(["b", "d"]);
  });

  it("keep a quality that votes hardly change, and sum up votes on a text that came back", async () => {
    await create("a", "A.");
    await vote("a", 1);
    await updateQuality(here.db, NOW_MS);
    const version = async () => rows("SELECT version FROM workspaces WHERE num = ?1");
    const before = await version();
    expect(await updateQuality(here.db, NOW_MS + DAY_MS / 10)).toBe(0);
    expect(await version()).toEqual(before);
    await run("UPDATE chunks SET votes_net = NULL, votes_at = NULL WHERE workspace = :w");
    await updateQuality(here.db, NOW_MS);
    expect(await rows("SELECT votes_net AS net, votes_at AS at FROM chunks WHERE workspace = ?1")).toEqual([
      { net: 1, at: NOW_MS },
    ]);
    expect(await version()).not.toEqual(before);
  });

  it("that are destroyed are in no kept answer of their workspace, and those of others stay", async () => {
    await create("a", "A.");
    for (const of of [here.workspace, await addWorkspace()])
      await run(`INSERT INTO idempotency (token, key, workspace, request, claim, lease_until, created_at, status, body)
        VALUES ('t', 'k${of}', ${of}, 'r', 'c', 0, 0, 200, 'b')`);
    await destroyMemory(here.db, { workspace: here.workspace, nowMs: NOW_MS, memory: await read("a") });
    expect(
      await rows("SELECT status, body FROM idempotency WHERE workspace >= ?1 ORDER BY workspace"),
    ).toEqual([
      { status: 200, body: null },
      { status: 200, body: "b" },
    ]);
  });

  const around = { around: "a".repeat(8) };
  it.each([
    ["a list", MemoryListParameters, {}, "limit", 20, 1, 100],
    ["what is recent", RecentParameters, {}, "limit", 10, 1, 100],
    ["what was before one", TimelineParameters, around, "before", 5, 0, 100],
    ["what was after one", TimelineParameters, around, "after", 5, 0, 100],
  ] as const)("are read with bounds: %s", (_, schema, needed, name, usual, least, most) => {
    expect(schema.parse(needed)).toMatchObject({ [name]: usual });
    for (const value of [least, most])
      expect(schema.parse({ ...needed, [name]: value })).toMatchObject({ [name]: value });
    for (const value of [least - 1, most + 1])
      expect(schema.safeParse({ ...needed, [name]: value }).success).toBe(false);
  });

  it("come in batches of one to a hundred", () => {
    const take = (count: number) =>
      RememberBatchRequest.safeParse({ memories: Array.from({ length: count }, () => ({})) }).success;
    expect([take(0), take(1), take(100), take(101)]).toEqual([false, true, true, false]);
  });
});
