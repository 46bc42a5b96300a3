import { beforeEach, describe, expect, it } from "vitest";
import { CRON_MS } from "../../src/background/crons.ts";
import { dueWork } from "../../src/background/due-work.ts";
import { pageOfRuns, pruneRuns, recordRun } from "../../src/background/runs.ts";
import { DAY_MS } from "../../src/config.ts";
import { recordCalls } from "../../src/database/day-use.ts";
import { LIVE_IDENTITY, NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const GENERATION = "INSERT INTO generations (workspace, num, identity, state, started_at, next_at) VALUES";

const WORK = "INSERT INTO outbox (workspace, chunk, op, state, next_at) VALUES (1, 'c', 'delete',";

describe("what is due", () => {
  const { here, all, empty, newWorkspace, write } = sqlWorld();
  beforeEach(async () => {
    await empty("workspaces", "deletions", "generations", "rechunks", "contexts", "name_requests", "runs");
    await empty("chunks", "documents", "outbox", "claims", "sent_calls");
  });

  const look = async (nowMs = NOW_MS) => {
    const { tasks, ...rest } = await dueWork(here.db, { identity: LIVE_IDENTITY, nowMs });
    return { ...rest, tasks: [...tasks] };
  };

  it.each([
    ["pending", ["sweep"]],
    ...["failed", "embedded", "visible"].map((state): [string, string[]] => [state, []]),
  ])("is seen of a chunk that is %s", async (state, tasks) => {
    await write(await newWorkspace(), { "a.md": "A.\n" });
    await all(`UPDATE chunks SET vector_state = '${state}'`);
    await all("UPDATE workspaces SET indexed_at = NULL");
    expect((await look()).tasks).toEqual(tasks);
  });
  it.each([
    ["nothing", "SELECT 1", []],
    [
      "a deleted root",
      "INSERT INTO deletions (workspace, root, prefix, at) VALUES (1, 'r', '', 1)",
      ["deletions"],
    ],
    ["a deleted workspace", "UPDATE workspaces SET gone_at = 1", ["deletions"]],
    ["a write of the last runs", `UPDATE workspaces SET indexed_at = ${NOW_MS - 2 * CRON_MS}`, ["merges"]],
    ["a write by a clock that ran ahead", `UPDATE workspaces SET indexed_at = ${NOW_MS + DAY_MS}`, []],
    ["a write before them", `UPDATE workspaces SET indexed_at = ${NOW_MS - 2 * CRON_MS - 1}`, []],
    ["work of the outbox", `${WORK} 'due', ${NOW_MS})`, ["sweep"]],
    ["work that is to wait", `${WORK} 'due', ${NOW_MS + 1})`, []],
    ["work that was given up", `${WORK} 'parked', 0)`, []],
    [
      "a claim that has ended",
      `INSERT INTO claims (lease, lease_until, chunks) VALUES ('l', ${NOW_MS}, '[]')`,
      ["sweep"],
    ],
    [
      "a claim that goes on",
      `INSERT INTO claims (lease, lease_until, chunks) VALUES ('l', ${NOW_MS + 1}, '[]')`,
      [],
    ],
    [
      "vectors that may not be shown",
      "INSERT INTO sent_calls (workspace, generation, run, seq, sent_at, chunks) VALUES (1, 1, 'r', 1, 0, '[]')",
      ["sweep"],
    ],
    ["documents to be cut anew", "INSERT INTO rechunks (workspace, started_at) VALUES (1, 0)", ["rechunk"]],
    [
      "a generation whose time has come",
      `${GENERATION} (1, 2, 'fake|cls|2|1', 'retiring', 0, ${NOW_MS})`,
      ["generations"],
    ],
    [
      "a generation that is to wait",
      `${GENERATION} (1, 2, 'fake|cls|2|1', 'retiring', 0, ${NOW_MS + 1})`,
      [],
    ],
    [
      "a memory to be compared",
      `INSERT INTO documents (workspace, root, path, hash, bytes, lines, final_newline, mtime, language, chunk_count,
         chunker, indexed_at, compared) VALUES (1, 'memories', 'm', 'h', 1, 1, 0, 1, 'text', 1, 1, 1, 0)`,
      ["memories"],
    ],
    [
      "a memory that was compared",
      `INSERT INTO documents (workspace, root, path, hash, bytes, lines, final_newline, mtime, language, chunk_count,
         chunker, indexed_at, compared) VALUES (1, 'memories', 'm', 'h', 1, 1, 0, 1, 'text', 1, 1, 1, 1)`,
      [],
    ],
    [
      "a removed document",
      "INSERT INTO dropped_documents (workspace, root, path, hash) VALUES (1, 'r', 'p', '')",
      ["recalls"],
    ],
  ])("is seen of %s", async (_, sql, tasks) => {
    await newWorkspace();
    await all("DELETE FROM dropped_documents");
    await all(sql);
    expect((await look()).tasks).toEqual(tasks);
    await all("DELETE FROM dropped_documents");
  });

  it.each([
    ["that has read less than there is", "seq = 0", ["webhooks"]],
    ["that has read everything", "seq = 1", []],
    ["that is to wait", `next_at = ${NOW_MS + 1}`, []],
    ["that is disabled", "disabled_at = 1, disabled_reason = 'paused'", []],
    ["that a run posts to", `lease = 'l', lease_until = ${NOW_MS + 1}`, []],
    ["that a dead run posted to", `lease = 'l', lease_until = ${NOW_MS}`, ["webhooks"]],
    ["that waits by a clock that ran ahead", `next_at = ${NOW_MS + 400 * DAY_MS}`, ["webhooks"]],
    [
      "that is leased by a clock that ran ahead",
      `lease = 'l', lease_until = ${NOW_MS + 400 * DAY_MS}`,
      ["webhooks"],
    ],
    ["of another workspace", "workspace = 0", []],
  ])("is seen of a webhook %s", async (_, state, tasks) => {
    const workspace = await newWorkspace();
    await empty("changes", "webhooks");
    await all(`INSERT INTO changes (workspace, root, path, seq, added, kind, change, at)
      VALUES (${workspace}, 'r', 'p', 1, 1, 'file', 'added', 1)`);
    await all(`INSERT INTO webhooks (id, workspace, url, secret, seq, created_at)
      VALUES ('w', ${workspace}, 'https://hooks.example.com/', '', 0, 1)`);
    await all(`UPDATE webhooks SET ${state}`);
    expect((await look()).tasks).toEqual(tasks);
    await empty("changes", "webhooks");
  });

  it.each([
    ["whose time has come", `next_at = ${NOW_MS}`, ["sources"]],
    ["whose run is to go on", `phase = 'fetch', next_at = ${NOW_MS}`, ["sources"]],
    ["that is to wait", `next_at = ${NOW_MS + 1}`, []],
    ["that waits for a month", `next_at = ${NOW_MS + 31 * DAY_MS}`, []],
    ["that is paused", "paused_at = 1", []],
    ["that a run works on", `lease = 'l', lease_until = ${NOW_MS + 1}`, []],
    ["that a dead run worked on", `lease = 'l', lease_until = ${NOW_MS}`, ["sources"]],
    ["that waits by a clock that ran ahead", `next_at = ${NOW_MS + 400 * DAY_MS}`, ["sources"]],
    [
      "that is leased by a clock that ran ahead",
      `lease = 'l', lease_until = ${NOW_MS + 400 * DAY_MS}`,
      ["sources"],
    ],
    ["of a workspace that is gone", "workspace = 0", []],
  ])("is seen of a source %s", async (_, state, tasks) => {
    const workspace = await newWorkspace();
    await empty("sources");
    await all(`INSERT INTO sources (id, workspace, root, kind, location, every_hours, next_at, created_at)
      VALUES ('s', ${workspace}, 'docs', 'site', 'https://docs.acme.io/', 24, 0, 1)`);
    await all(`UPDATE sources SET ${state}`);
    expect((await look()).tasks).toEqual(tasks);
    await empty("sources");
  });

  it.each(["contexts", "name_requests"])(
    "of %s is seen at its time, unless a run asks already",
    async (table) => {
      const task = table === "contexts" ? "contexts" : "names";
      const workspace = await newWorkspace();
      const add = (chunk: string, nextAt: number, leaseUntil: number | null) =>
        all(`INSERT INTO ${table} (chunk, workspace, document, next_at, lease_until)
        VALUES ('${chunk}', ${workspace}, 1, ${nextAt}, ${leaseUntil})`);
      const chargeCalls = (calls: number) =>
        recordCalls(here.db, NOW_MS, { charges: [{ workspace, calls }] });
      await add("later", NOW_MS + 1, null);
      expect((await look()).tasks).toEqual([]);
      await add("now", NOW_MS, null);
      expect((await look()).tasks).toEqual([task]);
      await add("asked about", 0, NOW_MS + 1);
      expect((await look()).tasks).toEqual([]);
      await all(`UPDATE ${table} SET lease_until = ${NOW_MS} WHERE lease_until IS NOT NULL`);
      expect((await look()).tasks).toEqual([task]);
      // Nobody looks for what waits for its workspace's quota of model calls, whatever day's it was.
      await all(`UPDATE workspaces SET quotas = '{"modelCalls":2}'`);
      await chargeCalls(1);
      expect((await look()).tasks).toEqual([task]);
      await chargeCalls(1);
      expect((await look()).tasks).toEqual([]);
      expect((await look(NOW_MS + DAY_MS)).tasks).toEqual([task]);
    },
  );

  it("is another model where a workspace that is there lives by it, or one is half built", async () => {
    await newWorkspace();
    expect(await look()).toMatchObject({ identities: [LIVE_IDENTITY], hasStaleIdentity: false });
    await all(`${GENERATION} (1, 2, 'other|cls|2|1', 'retiring', 0, 0)`);
    expect((await look()).hasStaleIdentity).toBe(false);
    await all(`UPDATE generations SET state = 'building'`);
    expect((await look()).hasStaleIdentity).toBe(true);
    await all("DELETE FROM generations");
    await newWorkspace("other|cls|2|1");
    expect((await look()).hasStaleIdentity).toBe(true);
    await all("UPDATE workspaces SET gone_at = 1 WHERE identity <> 'fake|cls|2|1'");
    expect((await look()).hasStaleIdentity).toBe(false);
  });

  describe("was done", () => {
    const record = (kind: string, startedAt: number, workspace?: number) =>
      recordRun(here.db, {
        workspace,
        kind,
        startedAt,
        endedAt: startedAt - 1,
        work: { n: 1 },
        error: undefined,
      });
    const page = (workspace: number | null, limit: number, cursor?: string) =>
      pageOfRuns({ session: here.db, claims: { workspace } } as unknown as Parameters<typeof pageOfRuns>[0], {
        limit,
        ...(cursor !== undefined && { cursor }),
      });
    const pages = async (workspace: number | null, limit: number) => {
      const seen: string[][] = [];
      for (let cursor: string | null | undefined; cursor !== null && seen.length < 9; ) {
        const { runs, nextCursor } = await page(workspace, limit, cursor);
        seen.push(runs.map(({ kind }) => kind));
        cursor = nextCursor;
      }
      return seen;
    };

    it("is shown in pages, newest first, however many began in the same moment, each once", async () => {
      for (const kind of ["a", "b", "c", "d", "e"]) await record(kind, NOW_MS);
      await record("older", NOW_MS - 1);
      await record("newest", NOW_MS + 1);
      expect(await pages(null, 2)).toEqual([["newest", "e"], ["d", "c"], ["b", "a"], ["older"]]);
      expect(await pages(null, 7)).toHaveLength(1);
    });

    it("is shown to each workspace of its own work only, and to an owner of all", async () => {
      await record("mine", NOW_MS, 1);
      await record("theirs", NOW_MS, 2);
      await record("of several", NOW_MS + 1);
      expect([await pages(1, 9), await pages(null, 9)]).toEqual([
        [["mine"]],
        [["of several", "theirs", "mine"]],
      ]);
      expect((await page(1, 1)).runs).toEqual([
        { kind: "mine", startedAt: new Date(NOW_MS).toISOString(), ms: 0, work: { n: 1 }, error: null },
      ]);
    });

    it("is told with how long it took, what it did and what ended it", async () => {
      const run = { workspace: 1, kind: "sweep", startedAt: NOW_MS, endedAt: NOW_MS + 7 };
      await recordRun(here.db, { ...run, work: { embedded: 2, failed: 0 }, error: "no quota" });
      expect((await page(1, 1)).runs).toEqual([
        {
          ...{ kind: "sweep", startedAt: new Date(NOW_MS).toISOString(), ms: 7 },
          ...{ work: { embedded: 2, failed: 0 }, error: "no quota" },
        },
      ]);
    });

    it("goes on where a page ended, though a newer run has come, and ends with a page that is just full", async () => {
      for (const kind of ["a", "b"]) await record(kind, NOW_MS);
      const { nextCursor } = await page(null, 1);
      await record("newer", NOW_MS + 1);
      expect((await page(null, 1, nextCursor ?? "")).runs.map(({ kind }) => kind)).toEqual(["a"]);
      expect((await page(null, 3)).nextCursor).toBeNull();
    });

    it("is kept for exactly 30 days", async () => {
      await record("kept", NOW_MS - 30 * DAY_MS);
      await record("dropped", NOW_MS - 30 * DAY_MS - 1);
      expect([await pruneRuns(here.db, NOW_MS), await pages(null, 9)]).toEqual([1, [["kept"]]]);
    });
  });
});
