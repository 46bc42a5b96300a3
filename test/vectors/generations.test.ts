import { beforeEach, describe, expect, it } from "vitest";
import { DEFAULTS } from "../../src/config.ts";
import {
  claimGeneration,
  type Generation,
  keepBuilt,
  nextWork,
  planGenerations,
  renewGeneration,
  type Settlement,
} from "../../src/vectors/sql/generations.ts";
import { LIVE_IDENTITY, NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const NEXT = "next|cls|2|1";

describe("a generation beside the live one", () => {
  const { here, all, column, empty, newWorkspace, write } = sqlWorld();

  // Generations are planned for all workspaces at once.
  beforeEach(async () => {
    await empty("generations", "generation_chunks", "workspaces", "embeddings");
  });

  const plan = (identity: string, nowMs = NOW_MS) => planGenerations(here.db, { identity, nowMs });
  const claim = async (workspace: number, lease = "mine"): Promise<Generation> => {
    const generation = await claimGeneration(here.db, { lease, nowMs: NOW_MS, workspace });
    if (generation === undefined) throw new Error("none is due");
    return generation;
  };
  const rows = (workspace: number) =>
    all(`SELECT num, identity, state, next_at AS nextAt, lease FROM generations
      WHERE workspace = ${workspace} ORDER BY num`);
  const chunk = async (workspace: number) => {
    const [row] = await all<{ id: string; hash: string; rid: number }>(
      `SELECT id, embed_hash AS hash, rid FROM chunks WHERE workspace = ${workspace}`,
    );
    return { id: "", hash: "", rid: 0, ...row };
  };
  const marks = (workspace: number) =>
    all(`SELECT state, call FROM generation_chunks WHERE workspace = ${workspace}`);
  const receipt = (order: number) => ({
    ...{ mutation: `m${order}`, run: "r", order, startedAt: NOW_MS, endedAt: NOW_MS },
  });
  const keep = (
    generation: Generation,
    chunks: readonly { id: string; hash: string; state: Settlement }[],
    more = {},
  ) =>
    keepBuilt(here.db, generation, {
      ...{ chunks, receipt: receipt(1), removed: [], page: [], nextAtMs: NOW_MS },
      ...more,
    });

  it.each([
    ["once the lease of the run that builds it ends", true, NOW_MS + DEFAULTS.leaseMs],
    ["at once when no run holds it", false, NOW_MS],
  ])("of an identity that is wanted no more is emptied %s", async (_, isHeld, nextAt) => {
    const workspace = await newWorkspace();
    await plan(NEXT);
    if (isHeld) await claim(workspace);
    await plan("third|cls|2|1");
    expect(await rows(workspace)).toEqual([
      { num: 2, identity: NEXT, state: "retiring", nextAt, lease: null },
      // Never a number whose vectors are still being deleted.
      { num: 3, identity: "third|cls|2|1", state: "building", nextAt: NOW_MS, lease: null },
    ]);
  });

  it("of an identity that is wanted no more is emptied from the first of its rows, with all its tries", async () => {
    const workspace = await newWorkspace();
    await plan(NEXT);
    await all("UPDATE generations SET cursor_hash = 'f', cursor_rid = 5, done = 9, attempts = 3");
    await plan("third|cls|2|1");
    const left = "cursor_hash || cursor_rid || done || attempts";
    expect(
      await column(`SELECT ${left} FROM generations WHERE workspace = ${workspace} AND num = 2`),
    ).toEqual(["000"]);
  });

  it("is planned once, for workspaces of another identity that are there", async () => {
    const [old, gone, current] = [await newWorkspace(), await newWorkspace(), await newWorkspace(NEXT)];
    await all(`UPDATE workspaces SET gone_at = 1 WHERE num = ${gone}`);
    await plan(NEXT);
    await plan(NEXT);
    expect([await rows(old), await rows(gone), await rows(current)]).toMatchObject([[{ num: 2 }], [], []]);
  });

  it("that is wanted anew begins again, unless a run holds it", async () => {
    const workspace = await newWorkspace();
    const other = await newWorkspace();
    await plan(NEXT);
    await all("UPDATE generations SET cursor_hash = 'f', cursor_rid = 5, done = 9");
    const state = (of: number) =>
      column(`SELECT fresh || cursor_hash || cursor_rid || done FROM generations WHERE workspace = ${of}`);
    const { lease } = await claim(workspace);
    const renew = () => renewGeneration(here.db, { workspace, identity: NEXT, nowMs: NOW_MS + 1 });
    await renew();
    expect(await state(workspace)).toEqual(["0f59"]);
    await all(`UPDATE generations SET lease = NULL WHERE lease = '${lease}'`);
    await renew();
    expect([await state(workspace), await state(other)]).toEqual([["100"], ["0f59"]]);
  });

  it.each([
    ["any embedding", false, NOW_MS - 1, true],
    ["no embedding of before it began when all are made anew", true, NOW_MS - 1, false],
    ["an embedding made since", true, NOW_MS, true],
  ])("takes %s from the cache", async (_, isFresh, usedAt, isTaken) => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "Heron.\n" });
    if (isFresh) await renewGeneration(here.db, { workspace, identity: LIVE_IDENTITY, nowMs: NOW_MS });
    else await plan(NEXT);
    const generation = await claim(workspace);
    const { hash } = await chunk(workspace);
    await all(`INSERT INTO embeddings (workspace, identity, hash, vector, used_at)
      VALUES (${workspace}, '${generation.identity}', '${hash}', x'0102', ${usedAt})`);
    const { page } = await nextWork(here.db, generation, { rows: 10, gone: 10 });
    expect(page.map(({ vector }) => vector !== null)).toEqual([isTaken]);
    const walked = { ...generation, cursorHash: hash, cursorRid: page[0]?.rid ?? 0 };
    expect((await nextWork(here.db, walked, { rows: 10, gone: 10 })).page).toEqual([]);
  });

  it("waits for what was sent by the call that sent it last", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "Heron.\n" });
    await plan(NEXT);
    const { id, hash } = await chunk(workspace);
    const generation = await claim(workspace);
    await keep(generation, [{ id, hash, state: "sent" }]);
    const again = await claim(workspace);
    expect(again.calls).toBe(1);
    await keep(again, [{ id, hash, state: "sent" }], { receipt: receipt(2) });
    expect(await marks(workspace)).toEqual([{ state: "sent", call: 2 }]);
    expect(await column("SELECT id FROM mutations ORDER BY id")).toEqual(["m1", "m2"]);
  });

  it.each<readonly [string, Settlement]>([
    ["sent", "sent"],
    ["kept", "kept"],
  ])("leaves a chunk due whose text changed while the vector of its old text was %s", async (_, state) => {
    const workspace = await newWorkspace();
    await plan(NEXT);
    await write(workspace, { "a.md": "Heron.\n" });
    const { id } = await chunk(workspace);
    const generation = await claim(workspace);
    await keep(generation, [{ id, hash: "of before", state }]);
    expect(await marks(workspace)).toEqual([{ state: "due", call: null }]);
  });

  it("has nothing left to do for a chunk whose vector it has already, and for no other state", async () => {
    const workspace = await newWorkspace();
    await plan(NEXT);
    await write(workspace, { "a.md": "Heron.\n" });
    const { id, hash } = await chunk(workspace);
    await keep(await claim(workspace), [{ id, hash, state: "refused" }]);
    expect(await marks(workspace)).toMatchObject([{ state: "refused" }]);
    await all("UPDATE generation_chunks SET state = 'due'");
    await keep(await claim(workspace), [{ id, hash, state: "kept" }]);
    expect(await marks(workspace)).toEqual([]);
  });

  it.each<readonly [string, Settlement, readonly unknown[]]>([
    ["deletes the vector of a chunk that went while it was sent", "sent", [{ state: "gone", call: null }]],
    ["has nothing to delete of one that went while nothing was sent", "none", []],
  ])("%s", async (_, state, left) => {
    const workspace = await newWorkspace();
    await plan(NEXT);
    await keep(await claim(workspace), [{ id: "deleted meanwhile", hash: "h", state }]);
    expect(await marks(workspace)).toEqual(left);
  });

  it("forgets what was deleted from it, and is moved on by the run that holds it only", async () => {
    const workspace = await newWorkspace();
    await plan(NEXT);
    await all(
      `INSERT INTO generation_chunks VALUES (${workspace}, 2, 'a', 'gone', NULL, NULL), (${workspace}, 2, 'b', 'gone', NULL, NULL)`,
    );
    const mine = await claim(workspace);
    await keep({ ...mine, lease: "of another" }, [], { page: [{ hash: "f", rid: 5 }] });
    expect(await column("SELECT cursor_hash || done || lease FROM generations")).toEqual(["0mine"]);
    await keep(mine, [], {
      removed: ["a"],
      page: [
        { hash: "e", rid: 4 },
        { hash: "f", rid: 5 },
      ],
      nextAtMs: 7,
    });
    expect(await column("SELECT chunk FROM generation_chunks")).toEqual(["b"]);
    expect(
      await all("SELECT cursor_hash AS hash, cursor_rid AS rid, done, next_at AS at, lease FROM generations"),
    ).toEqual([{ hash: "f", rid: 5, done: 2, at: 7, lease: null }]);
  });
});
