import { beforeEach, describe, expect, it } from "vitest";
import { claimWork } from "../../src/vectors/sql/claims.ts";
import {
  confirmProcessed,
  confirmVectors,
  markSent,
  waitingVectors,
} from "../../src/vectors/sql/sent-calls.ts";
import { LIVE_IDENTITY, NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const MARGIN_MS = 5_000;

describe("vectors that were sent", () => {
  const { here, all, column, empty, newWorkspace, write } = sqlWorld();
  let workspace = 0;
  beforeEach(async () => {
    await empty("chunks", "documents", "outbox", "claims", "sent_calls", "mutations", "workspaces");
    workspace = await newWorkspace();
  });

  const identity = LIVE_IDENTITY;
  const OTHER = "other|cls|2|1";
  const NOTHING = { mutation: undefined, beforeMs: undefined };
  const FAR = 2 * NOW_MS;
  /** Chunks of the named texts, embedded, each sent by a call of its own: the run, the call, when that ended. */
  const sent = async (
    calls: readonly (readonly [name: string, run: string, order: number, at: number])[],
  ) => {
    await write(workspace, Object.fromEntries(calls.map(([name]) => [`${name}.md`, `${name}\n`])));
    await all("UPDATE chunks SET vector_state = 'embedded'");
    for (const [name, run, order, at] of calls)
      await all(`INSERT INTO sent_calls (workspace, generation, run, seq, sent_at, chunks)
        SELECT ${workspace}, 1, '${run}', ${order}, ${at}, json_array(json_array(id, embed_hash)) FROM chunks WHERE text = '${name}'`);
  };
  const waiting = async (of = identity, beforeMs = FAR, limit = 10) =>
    waitingVectors(here.db, { identity: of, beforeMs, limit });
  const left = () => column("SELECT text FROM chunks WHERE vector_state = 'embedded' ORDER BY text");
  const calls = () => column("SELECT run || seq FROM sent_calls ORDER BY num");

  it("are listed in one row a call, with the text that each had", async () => {
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n" });
    const { upserts } = await claimWork(here.db, {
      ...{ workspace, identity, lease: "l", nowMs: NOW_MS, limit: 10, takesPending: true, takesCalls: true },
    });
    await all("UPDATE chunks SET vector_state = 'embedded'");
    const receipt = { mutation: "m", run: "r", order: 3, startedAt: NOW_MS, endedAt: NOW_MS + 1 };
    await markSent(here.db, { lease: "l", receipt, workspace, generation: 4, chunks: upserts });
    expect(await waiting()).toEqual(
      upserts.map(({ id, hash }) => ({ chunk: id, hash, generation: 4, run: "r", order: 3 })),
    );
    expect(await all("SELECT id, run, seq, started_at AS at FROM mutations")).toEqual([
      { id: "m", run: "r", seq: 3, at: NOW_MS },
    ]);
    expect(await column("SELECT count(*) FROM sent_calls")).toEqual([1]);
  });

  it("are proved to be shown by their own call or an earlier one of its run, or one that ended well before it", async () => {
    const startedAt = NOW_MS;
    await all(`INSERT INTO mutations VALUES ('m2', 'mine', 2, ${startedAt})`);
    const late = startedAt + 1;
    await sent([
      ["1 earlier call", "mine", 1, late],
      ["2 this call", "mine", 2, late],
      ["3 later call", "mine", 3, late],
      ["4 call of others long before", "other", 9, startedAt - MARGIN_MS - 1],
      ["5 call of others just before", "other", 1, startedAt - MARGIN_MS],
    ]);
    const seen = await confirmProcessed(here.db, identity, { mutation: "m2", beforeMs: undefined });
    expect([seen, await left()]).toEqual([3, ["3 later call", "5 call of others just before"]]);
    await confirmProcessed(here.db, identity, { mutation: "unknown", beforeMs: startedAt - MARGIN_MS + 1 });
    expect([await left(), await calls()]).toEqual([["3 later call"], ["mine3"]]);
    await confirmProcessed(here.db, OTHER, { mutation: "m2", beforeMs: FAR });
    expect(await left()).toEqual(["3 later call"]);
  });

  it("are looked at oldest first, by runs of their identity, and confirmed for the text that was sent", async () => {
    await sent([
      ["a", "r", 1, NOW_MS - 1],
      ["b", "r", 2, NOW_MS],
    ]);
    const rows = await waiting(identity, NOW_MS);
    expect(rows).toMatchObject([{ generation: 1, run: "r", order: 1 }]);
    expect(await waiting(identity, FAR, 1)).toEqual(rows);
    expect(await waiting(OTHER)).toEqual([]);
    await all("UPDATE chunks SET embed_hash = 'changed ' || text");
    expect(await confirmVectors(here.db, identity, rows)).toBe(0);
    expect(await left()).toEqual(["a", "b"]);
  });

  it("are forgotten with the last of their call, and where none of it waits any more", async () => {
    await sent([
      ["a", "shown", 1, NOW_MS],
      ["b", "changed", 1, NOW_MS],
      ["c", "pending", 1, NOW_MS],
      ["d", "gone", 1, NOW_MS],
      ["e", "waits", 1, NOW_MS],
    ]);
    const [a] = await waiting();
    await all("UPDATE chunks SET embed_hash = 'changed' WHERE text = 'b'");
    await all("UPDATE chunks SET vector_state = 'pending' WHERE text = 'c'");
    await all("DELETE FROM chunks WHERE text = 'd'");
    expect(await confirmVectors(here.db, identity, a === undefined ? [] : [a])).toBe(1);
    expect([await calls(), await left()]).toEqual([["waits1"], ["b", "e"]]);
  });

  it("are forgotten though nothing is confirmed, once their chunks are gone", async () => {
    await sent([["a", "r", 1, NOW_MS]]);
    await all("DELETE FROM chunks");
    expect([await waiting(), await calls()]).toEqual([[], []]);
    await sent([["b", "r", 1, NOW_MS]]);
    await confirmProcessed(here.db, identity, NOTHING);
    expect(await calls()).toEqual(["r1"]);
  });
});
