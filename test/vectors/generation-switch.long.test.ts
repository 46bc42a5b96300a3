import { beforeEach, describe, expect, it } from "vitest";
import { keepRetired, settleGeneration, switchGeneration } from "../../src/vectors/sql/generation-switch.ts";
import { claimGeneration, type Generation, planGenerations } from "../../src/vectors/sql/generations.ts";
import { LIVE_IDENTITY, NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const NEXT = "next|cls|2|1";
const TIMES = { nowMs: NOW_MS, retireAtMs: NOW_MS + 120_000 };

describe("a generation that takes the live one's place", () => {
  const { here, all, column, empty, newWorkspace, write } = sqlWorld();

  beforeEach(async () => {
    await empty("generations", "generation_chunks", "embeddings", "outbox", "sent_calls", "workspaces");
  });

  const claim = async (workspace: number, nowMs = NOW_MS): Promise<Generation> => {
    const generation = await claimGeneration(here.db, { lease: "mine", nowMs, workspace });
    if (generation === undefined) throw new Error("none is due");
    return generation;
  };
  /** A workspace of one chunk, whose next generation holds everything. */
  const built = async (state = "visible") => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "Heron.\n" });
    await all("DELETE FROM outbox");
    await all(`UPDATE chunks SET vector_state = '${state}' WHERE workspace = ${workspace}`);
    await planGenerations(here.db, { identity: NEXT, nowMs: NOW_MS });
    const [chunk] = await column(`SELECT id FROM chunks WHERE workspace = ${workspace}`);
    return { workspace, chunk: String(chunk), generation: await claim(workspace) };
  };
  const mark = (workspace: number, chunk: string, state: string) =>
    all(`INSERT INTO generation_chunks VALUES (${workspace}, 2, '${chunk}', '${state}', 3, ${NOW_MS - 5})`);
  /** A call to the generation before that brought all of the workspace's vectors. */
  const sent = (workspace: number, call: number) =>
    all(`INSERT INTO sent_calls (workspace, generation, run, seq, sent_at, chunks)
      SELECT ${workspace}, 1, 'old', ${call}, 1, json_group_array(json_array(id, embed_hash)) FROM chunks WHERE workspace = ${workspace}`);
  const live = (workspace: number) =>
    all(`SELECT generation, identity FROM workspaces WHERE num = ${workspace}`);

  it("raises the version, and has the one before emptied only when no run can still write to it", async () => {
    const { workspace, generation } = await built();
    const before = await column("SELECT version FROM workspaces");
    expect(await switchGeneration(here.db, generation, TIMES)).toBe(true);
    expect(await live(workspace)).toEqual([{ generation: 2, identity: NEXT }]);
    expect(await column("SELECT version FROM workspaces")).toEqual([Number(before[0]) + 1]);
    expect(
      await all("SELECT num, identity, state, next_at AS at, lease FROM generations ORDER BY num"),
    ).toEqual([
      { num: 1, identity: LIVE_IDENTITY, state: "retiring", at: TIMES.retireAtMs, lease: null },
      { num: 2, identity: NEXT, state: "settling", at: NOW_MS, lease: null },
    ]);
  });

  it.each([
    ["a chunk is due", "INSERT INTO generation_chunks VALUES (:w, 2, 'c', 'due', NULL, NULL)"],
    ["a vector must be deleted", "INSERT INTO generation_chunks VALUES (:w, 2, 'c', 'gone', NULL, NULL)"],
    [
      "a deleted vector is still in the live one",
      "INSERT INTO outbox (workspace, chunk, op, next_at) VALUES (:w, 'c', 'delete', 0)",
    ],
    ["another generation is live by now", "UPDATE workspaces SET generation = 5"],
    ["another identity is live by now", "UPDATE workspaces SET identity = 'third|cls|2|1'"],
    ["the workspace is deleted", "UPDATE workspaces SET gone_at = 1"],
    ["another run holds it", "UPDATE generations SET lease = 'other'"],
    ["it is dropped", "UPDATE generations SET state = 'retiring'"],
  ])("does not while %s", async (_, sql) => {
    const { workspace, generation } = await built();
    await all(sql.replaceAll(":w", String(workspace)));
    const before = await live(workspace);
    expect(await switchGeneration(here.db, generation, TIMES)).toBe(false);
    expect(await live(workspace)).toEqual(before);
    expect(await column("SELECT count(*) FROM generations")).toEqual([1]);
  });

  it.each([
    ["upserts to the live one that are due", "upsert"],
    ["work of another workspace", "delete"],
  ])("waits for no %s", async (_, op) => {
    const { workspace, generation } = await built();
    const of = op === "upsert" ? workspace : workspace + 1;
    await all(`INSERT INTO outbox (workspace, chunk, op, next_at) VALUES (${of}, 'c', '${op}', 0)`);
    await all(`INSERT INTO generation_chunks VALUES (${workspace + 1}, 2, 'c', 'due', NULL, NULL)`);
    expect(await switchGeneration(here.db, generation, TIMES)).toBe(true);
  });

  it.each([
    ["is waited for like any other", []],
    ["takes the place of one sent to the old one", [1]],
  ])("has a vector that the index does not show yet compared exactly: it %s", async (_, before) => {
    const { workspace, chunk, generation } = await built();
    await mark(workspace, chunk, "sent");
    const [hash] = await column(`SELECT embed_hash FROM chunks WHERE id = '${chunk}'`);
    for (const call of before) await sent(workspace, call);
    await switchGeneration(here.db, generation, TIMES);
    expect(await column(`SELECT vector_state FROM chunks WHERE id = '${chunk}'`)).toEqual(["embedded"]);
    expect(await all("SELECT generation, run, seq, sent_at AS at, chunks FROM sent_calls")).toEqual([
      {
        ...{ generation: 2, run: `w${workspace}g2`, seq: 3, at: NOW_MS - 5 },
        chunks: JSON.stringify([[chunk, hash]]),
      },
    ]);
    expect(await column("SELECT chunk FROM generation_chunks")).toEqual([]);
  });

  it("shows what it shows though the one before does not yet, and leaves a newer text to be sent", async () => {
    const { workspace, generation } = await built("embedded");
    await sent(workspace, 1);
    await write(workspace, { "b.md": "Newer.\n" });
    await empty("generation_chunks");
    await switchGeneration(here.db, generation, TIMES);
    expect(
      await column(`SELECT vector_state FROM chunks WHERE workspace = ${workspace} ORDER BY text`),
    ).toEqual(["visible", "pending"]);
    expect(await column("SELECT run FROM sent_calls")).toEqual([]);
  });

  it.each([
    ["has no vector in its identity", "none", "visible", "none", ["parked"]],
    ["has one in its identity only", "late", "none", "pending", ["due"]],
    ["was refused by its model", "refused", "visible", "pending", ["due"]],
    ["has none, and has changed since", "none", "pending", "pending", ["parked"]],
  ])("settles a chunk that %s", async (_, state, before, after, work) => {
    const { workspace, chunk, generation } = await built(before);
    await all(
      `INSERT INTO outbox (workspace, chunk, op, state, next_at) VALUES (${workspace}, '${chunk}', 'upsert', 'parked', 0)`,
    );
    await mark(workspace, chunk, state);
    await switchGeneration(here.db, generation, TIMES);
    const settling = await claim(workspace);
    await settleGeneration(here.db, settling, { nowMs: NOW_MS, rows: 10 });
    expect(await column(`SELECT vector_state FROM chunks WHERE workspace = ${workspace}`)).toEqual([after]);
    expect(await column("SELECT state FROM outbox")).toEqual(work);
    expect(await column("SELECT num FROM generations WHERE state = 'settling'")).toEqual([]);
  });

  it("settles in slices, and ends with the last", async () => {
    const { workspace, generation } = await built();
    for (const chunk of ["a", "b", "c"]) await mark(workspace, chunk, "none");
    await switchGeneration(here.db, generation, TIMES);
    const left: unknown[] = [];
    for (let slice = 0; slice < 2; slice++) {
      await settleGeneration(here.db, await claim(workspace), { nowMs: NOW_MS, rows: 2 });
      left.push(await column("SELECT count(*) FROM generation_chunks"));
    }
    expect(left).toEqual([[1], [0]]);
    expect(await column("SELECT state FROM generations")).toEqual(["retiring"]);
  });

  it.each([
    ["that nothing compares with any more go", "old|cls|2|1", [], [0, 0]],
    ["stay that the live generation compares with", LIVE_IDENTITY, [], [1, 0]],
    ["stay that a next generation is built with", "old|cls|2|1", ["building"], [1, 0]],
    ["go though another generation of their identity is emptied", "old|cls|2|1", ["retiring"], [0, 0]],
  ])(
    "takes its chunks' vectors along when it is emptied: embeddings %s",
    async (_, identity, others, left) => {
      const workspace = await newWorkspace();
      const retiring = `INSERT INTO generations (workspace, num, identity, state, started_at, next_at) VALUES`;
      await all(`${retiring} (${workspace}, 2, '${identity}', 'retiring', 0, 0)`);
      for (const state of others)
        await all(`${retiring} (${workspace}, 3, '${identity}', '${state}', 0, ${2 * NOW_MS})`);
      await all(`INSERT INTO embeddings (workspace, identity, hash, vector, used_at)
      VALUES (${workspace}, '${identity}', 'h', x'01', 0), (${workspace + 1}, '${identity}', 'h', x'01', 0)`);
      await mark(workspace, "refused one", "refused");
      const work = { gone: [], page: [], nowMs: NOW_MS, rows: 10 };
      await keepRetired(here.db, await claim(workspace), work);
      expect([
        ...(await column(`SELECT count(*) FROM embeddings WHERE workspace = ${workspace}`)),
        ...(await column("SELECT count(*) FROM generations WHERE num = 2")),
      ]).toEqual(left);
      expect(await column("SELECT chunk FROM generation_chunks")).toEqual([]);
      expect(await column("SELECT workspace FROM embeddings")).toContain(workspace + 1);
    },
  );

  it("stays until the last of its embeddings and marks is gone", async () => {
    const workspace = await newWorkspace();
    await all(`INSERT INTO generations (workspace, num, identity, state, started_at, next_at)
      VALUES (${workspace}, 2, 'old|cls|2|1', 'retiring', 0, 0)`);
    await all(`INSERT INTO embeddings (workspace, identity, hash, vector, used_at)
      VALUES (${workspace}, 'old|cls|2|1', 'h', x'01', 0), (${workspace}, 'old|cls|2|1', 'i', x'01', 0)`);
    const counts: unknown[] = [];
    for (let slice = 0; slice < 2; slice++) {
      await keepRetired(here.db, await claim(workspace), { gone: [], page: [], nowMs: NOW_MS, rows: 1 });
      counts.push(...(await column("SELECT count(*) FROM generations")));
    }
    expect(counts).toEqual([1, 0]);
  });
});
