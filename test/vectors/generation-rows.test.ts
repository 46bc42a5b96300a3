import { beforeEach, describe, expect, it } from "vitest";
import { DEFAULTS } from "../../src/config.ts";
import { confirmGeneration, confirmVectors, unseenVectors } from "../../src/vectors/sql/generation-switch.ts";
import {
  claimGeneration,
  failGeneration,
  type Generation,
  nextWork,
  retirementWork,
} from "../../src/vectors/sql/generations.ts";
import { DROP_RECEIPTS } from "../../src/vectors/sql/receipts.ts";
import { LIVE_IDENTITY, NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const NEXT = "next|cls|2|1";

describe("the rows of generations", () => {
  const { here, all, column, empty, newWorkspace, write } = sqlWorld();
  let workspace = 0;
  beforeEach(async () => {
    await empty("generations", "generation_chunks", "embeddings", "mutations", "outbox", "workspaces");
    workspace = await newWorkspace();
  });
  const generation = (more: Readonly<Record<string, unknown>> = {}) => {
    const usual = {
      workspace,
      num: 2,
      identity: `'${NEXT}'`,
      state: "'building'",
      started_at: 3,
      next_at: 0,
    };
    const row = { ...usual, ...more };
    return all(`INSERT INTO generations (${Object.keys(row)}) VALUES (${Object.values(row)})`);
  };
  const claim = (of?: number, nowMs = NOW_MS) =>
    claimGeneration(here.db, { lease: "mine", nowMs, workspace: of });
  const claimed = async (): Promise<Generation> => {
    const one = await claim(workspace);
    if (one === undefined) throw new Error("none is due");
    return one;
  };
  const marks = (...rows: readonly (readonly [chunk: string, state: string, call?: number, at?: number])[]) =>
    Promise.all(
      rows.map(([chunk, state, call, at]) =>
        all(
          `INSERT INTO generation_chunks VALUES (${workspace}, 2, '${chunk}', '${state}', ${call ?? "NULL"}, ${at ?? "NULL"})`,
        ),
      ),
    );

  it.each<[string, Readonly<Record<string, unknown>>, boolean]>([
    ["is due now", { next_at: NOW_MS }, true],
    ["is due later", { next_at: NOW_MS + 1 }, false],
    ["is held", { lease: "'l'", lease_until: NOW_MS + 1 }, false],
    ["was held until now", { lease: "'l'", lease_until: NOW_MS }, true],
  ])("one that %s is taken: %s", async (_, more, isTaken) => {
    await generation(more);
    expect((await claim()) !== undefined).toBe(isTaken);
    expect(await column("SELECT lease = 'mine' FROM generations")).toEqual([
      isTaken ? 1 : more.lease === undefined ? null : 0,
    ]);
  });

  it("are taken one at a time: by their time, their workspace, their number, or of the workspace asked for", async () => {
    const other = await newWorkspace();
    await generation({ num: 3, next_at: 5 });
    await generation({ num: 2, next_at: 5 });
    await generation({ workspace: other, num: 2, next_at: 5 });
    await generation({ workspace: other, num: 3, next_at: 4 });
    const taken = [await claim(workspace), await claim(), await claim(), await claim(), await claim()];
    expect(taken.map((one) => one && [one.workspace, one.num])).toEqual([
      ...[[workspace, 2], [other, 3], [workspace, 3], [other, 2], undefined],
    ]);
    expect(await column("SELECT DISTINCT lease_until FROM generations")).toEqual([NOW_MS + DEFAULTS.leaseMs]);
  });

  it("tell what is live beside them, and from when embeddings count", async () => {
    await generation({ cursor_hash: "'f'", cursor_rid: 5, calls: 6, attempts: 7 });
    expect(await claim()).toEqual({
      ...{ workspace, num: 2, identity: NEXT, state: "building", cursorHash: "f", cursorRid: 5 },
      ...{ calls: 6, attempts: 7, freshSince: null, lease: "mine", leaseUntil: NOW_MS + DEFAULTS.leaseMs },
      live: { num: 1, identity: LIVE_IDENTITY },
    });
    await empty("generations");
    await generation({ fresh: 1 });
    expect(await claim()).toMatchObject({ freshSince: 3 });
    await empty("generations", "workspaces");
    await generation();
    expect(await claim()).toMatchObject({ live: { num: 0, identity: "" } });
  });

  it("that fail are given back by the run that holds them only", async () => {
    await generation();
    const mine = await claimed();
    const failure = { error: "why", nextAtMs: 9 };
    const row = () => all("SELECT attempts, last_error AS error, next_at AS at, lease FROM generations");
    await failGeneration(here.db, { ...mine, lease: "other" }, failure);
    await failGeneration(here.db, { ...mine, num: 3 }, failure);
    expect(await row()).toEqual([{ attempts: 0, error: null, at: 0, lease: "mine" }]);
    await failGeneration(here.db, mine, failure);
    expect(await row()).toEqual([{ attempts: 1, error: "why", at: 9, lease: null }]);
  });

  it("are built from what is due and gone in them, and from the next chunks by the hash of their text", async () => {
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n", "c.md": "A.\n" });
    const other = await newWorkspace();
    await write(other, { "a.md": "A.\n" });
    await all(`UPDATE chunks SET vector_state = iif(text = 'B.', 'none', 'visible')`);
    await generation();
    const one = await claimed();
    const chunks = await all<{ id: string; hash: string; rid: number; text: string }>(
      `SELECT id, embed_hash AS hash, rid, text FROM chunks WHERE workspace = ${workspace} ORDER BY embed_hash, rid`,
    );
    const [first, second, third] = chunks.map(({ id }) => id);
    await marks(["gone 1", "gone"], ["gone 2", "gone"], [second ?? "", "due"], [third ?? "", "sent"]);
    const limits = { rows: 2, gone: 1 };
    const { gone, due, page } = await nextWork(here.db, one, limits);
    expect([gone.length, due.map(({ id }) => id), page.map(({ id }) => id)]).toEqual([
      1,
      [second],
      [first, second],
    ]);
    expect(page.map(({ isBareLive }) => isBareLive)).toEqual(
      chunks.slice(0, 2).map(({ text }) => text === "B."),
    );
    expect(page[0]).toMatchObject({
      generation: 2,
      workspace,
      vector: null,
      metadata: { root: "notes", kind: "file" },
    });
    const behind = (at: number) => ({
      ...one,
      cursorHash: chunks[at]?.hash ?? "",
      cursorRid: chunks[at]?.rid ?? 0,
    });
    expect((await nextWork(here.db, behind(0), limits)).page.map(({ id }) => id)).toEqual([second, third]);
    expect((await nextWork(here.db, behind(2), limits)).page).toEqual([]);
    const retired = await retirementWork(here.db, behind(1), 1);
    expect([retired.gone.length, retired.page.map(({ id }) => id)]).toEqual([1, [third]]);
  });

  it("wait for what was sent before a time, as many as are asked for", async () => {
    await generation();
    const one = await claimed();
    await marks(["a", "sent", 4, 10], ["b", "sent", 5, 11], ["c", "due", 5, 1], ["d", "late", 5, 1]);
    const unseen = async (beforeMs: number, limit: number) =>
      (await unseenVectors(here.db, one, { beforeMs, limit })).map(({ chunk }) => chunk).toSorted();
    expect([await unseen(11, 9), await unseen(12, 9), (await unseen(12, 1)).length]).toEqual([
      ["a"],
      ["a", "b"],
      1,
    ]);
    expect(await unseenVectors(here.db, one, { beforeMs: 11, limit: 9 })).toEqual([
      { chunk: "a", order: 4, run: `w${workspace}g2`, generation: 2 },
    ]);
  });

  it("stop waiting for what the index has processed, and for no other state", async () => {
    await generation();
    const one = await claimed();
    await all(`INSERT INTO mutations VALUES ('m', 'w${workspace}g2', 4, ${NOW_MS})`);
    await marks(
      ["a", "sent", 4, NOW_MS],
      ["b", "sent", 5, NOW_MS],
      ["c", "late", 4, NOW_MS],
      ["d", "sent", 3, NOW_MS],
    );
    const confirm = (limit: number) =>
      confirmGeneration(here.db, one, { mutation: "m", beforeMs: undefined, limit });
    expect([await confirm(1), await confirm(9), await confirm(9)]).toEqual([1, 1, 0]);
    expect(await column("SELECT chunk FROM generation_chunks ORDER BY chunk")).toEqual(["b", "c"]);
  });

  it("stop waiting for what the index shows, as the same call sent it", async () => {
    await generation();
    const one = await claimed();
    await marks(["a", "sent", 4, 1], ["b", "sent", 5, 1], ["c", "due", 4, 1]);
    const vector = (chunk: string, order: number) => ({ chunk, order, run: "r", generation: 2 });
    await confirmVectors(here.db, one, [vector("a", 4), vector("b", 4), vector("c", 4)]);
    expect(await column("SELECT chunk FROM generation_chunks ORDER BY chunk")).toEqual(["b", "c"]);
  });

  it("leave receipts of calls that vectors still wait for", async () => {
    await all("INSERT INTO mutations VALUES ('a', 'waited', 1, 5), ('b', 'done', 1, 5), ('c', 'done', 2, 6)");
    await all(
      `INSERT INTO sent_calls (workspace, generation, run, seq, sent_at, chunks) VALUES (${workspace}, 1, 'waited', 1, 0, '[]')`,
    );
    await here.db.all(DROP_RECEIPTS, { sentAt: 6 });
    expect(await column("SELECT id FROM mutations ORDER BY id")).toEqual(["a", "c"]);
  });
});
