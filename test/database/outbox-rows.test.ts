import { beforeEach, describe, expect, it } from "vitest";
import { deleteSome, MAX_DELETED } from "../../src/database/delete-some.ts";
import { isGone, isThere } from "../../src/database/fragments/gone-documents.ts";
import { DROP_WRITES } from "../../src/database/idempotency-store.ts";
import { enqueueDeletes, enqueueUpserts } from "../../src/database/outbox.ts";
import { statement } from "../../src/database/statement.ts";
import { NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const SELECTED = "SELECT 7 AS workspace, 'c' AS id";

describe("rows by the statements of several rooms", () => {
  const { here, all, column, empty, newWorkspace, write } = sqlWorld();

  describe("of the outbox", () => {
    beforeEach(() => empty("outbox"));
    const kept = (more: Record<string, string | number | null>) => {
      const row = { workspace: 7, chunk: "'c'", op: "'upsert'", next_at: 5, attempts: 3, ...more };
      const values = Object.values(row).map((value) => value ?? "NULL");
      return all(`INSERT INTO outbox (${Object.keys(row).join(", ")}) VALUES (${values.join(", ")})`);
    };
    const enqueue = (sql: string) => here.db.all(statement(sql), { now: NOW_MS });
    const rows = () =>
      all("SELECT workspace, chunk, op, state, attempts, next_at AS at, last_error AS error FROM outbox");
    const DUE = { state: "due", error: null };
    const PARKED = { state: "'parked'", last_error: "'e'" };

    it.each<[string, Record<string, string | number | null> | undefined, boolean, object]>([
      ["is new where there is none", undefined, false, { op: "upsert", attempts: 0, at: NOW_MS }],
      ["stays as it waits", {}, false, { op: "upsert", attempts: 3, at: 5 }],
      ["begins anew where it is to", {}, true, { op: "upsert", attempts: 0, at: NOW_MS }],
      ["begins anew once it was given up", PARKED, false, { op: "upsert", attempts: 0, at: NOW_MS }],
      [
        "is sent where it was to be deleted",
        { op: "'delete'" },
        false,
        { op: "upsert", attempts: 0, at: NOW_MS },
      ],
    ])("to be sent %s", async (_, before, restarts, after) => {
      if (before !== undefined) await kept(before);
      await enqueue(enqueueUpserts(SELECTED, { restarts }));
      expect(await rows()).toEqual([{ ...DUE, workspace: 7, chunk: "c", ...after }]);
    });

    it("to be deleted is new, is due anew where it waits, and leaves one alone that is to be sent", async () => {
      await enqueue(enqueueDeletes(SELECTED));
      expect(await rows()).toEqual([
        { ...DUE, workspace: 7, chunk: "c", op: "delete", attempts: 0, at: NOW_MS },
      ]);
      await all("UPDATE outbox SET next_at = 5, attempts = 3");
      await enqueue(enqueueDeletes(SELECTED));
      expect(await rows()).toMatchObject([{ op: "delete", attempts: 3, at: NOW_MS }]);
      await all("UPDATE outbox SET next_at = 5, op = 'upsert'");
      await enqueue(enqueueDeletes(SELECTED));
      expect(await rows()).toMatchObject([{ op: "upsert", at: 5 }]);
    });

    it("to be deleted is none whose chunk is there", async () => {
      const workspace = await newWorkspace();
      await write(workspace, { "a.md": "A.\n" });
      await empty("outbox");
      await enqueue(enqueueDeletes(`SELECT workspace, id FROM chunks WHERE workspace = ${workspace}`));
      expect(await rows()).toEqual([]);
    });
  });

  it("of a deleted root or prefix are gone, unless they were written since, elsewhere or in another root", async () => {
    const [workspace, other] = [await newWorkspace(), await newWorkspace()];
    const files = { "a/x.md": "X.\n", "a/y.md": "Y.\n", "ab.md": "Z.\n", "A/x.md": "B.\n" };
    await write(workspace, files);
    await write(workspace, files, { root: "more" });
    await write(other, files);
    await all(`UPDATE documents SET version = iif(path = 'a/y.md', 11, 10)`);
    await all(`INSERT INTO deletions (workspace, root, prefix, at) VALUES (${workspace}, 'notes', 'a/', 10)`);
    expect(await column(`SELECT path FROM documents d WHERE ${isGone("d")}`)).toEqual(["a/x.md"]);
    expect(
      await column(
        `SELECT count(*) FROM documents d WHERE workspace IN (${workspace}, ${other}) AND ${isThere("d")}`,
      ),
    ).toEqual([11]);
    await all(`INSERT INTO deletions (workspace, root, prefix, at) VALUES (${workspace}, 'notes', '', 10)`);
    expect(await column(`SELECT path FROM documents d WHERE ${isGone("d")} ORDER BY path`)).toEqual([
      ...["A/x.md", "a/x.md", "ab.md"],
    ]);
  });

  it("are deleted a few at once, by their condition only", async () => {
    await empty("named_roots");
    await all("INSERT INTO named_roots (workspace, root) VALUES (1, 'a'), (1, 'b'), (1, 'c'), (2, 'a')");
    const drop = deleteSome("named_roots", "workspace, root", "workspace = :workspace");
    expect(await here.db.all(drop, { workspace: 1, max: 2 })).toHaveLength(2);
    expect(await here.db.all(drop, { workspace: 1, max: 2 })).toHaveLength(1);
    expect(await column("SELECT workspace FROM named_roots")).toEqual([2]);
    await empty("named_roots");
  });

  it("of writes under a key go at their time, 2,000 at once", async () => {
    await empty("idempotency");
    await all(`INSERT INTO idempotency (token, key, request, claim, lease_until, created_at)
      SELECT 't', value, 'r', 'c', 0, iif(value < ${MAX_DELETED + 1}, 5, 6)
      FROM (WITH RECURSIVE n(value) AS (SELECT 0 UNION ALL SELECT value + 1 FROM n LIMIT ${MAX_DELETED + 3}) SELECT value FROM n)`);
    await here.db.all(DROP_WRITES, { writtenAt: 4 });
    expect(await column("SELECT count(*) FROM idempotency")).toEqual([MAX_DELETED + 3]);
    await here.db.all(DROP_WRITES, { writtenAt: 5 });
    expect(await column("SELECT count(*) FROM idempotency")).toEqual([3]);
    await here.db.all(DROP_WRITES, { writtenAt: 5 });
    expect(await column("SELECT created_at FROM idempotency")).toEqual([6, 6]);
    await empty("idempotency");
  });
});
