import { beforeEach, describe, expect, it } from "vitest";
import { DEFAULTS } from "../../src/config.ts";
import { removeDocuments } from "../../src/documents/sql/document-writes.ts";
import { claimWork } from "../../src/vectors/sql/claims.ts";
import { failWork, retryParked, settleChunks } from "../../src/vectors/sql/outbox.ts";
import { markSent } from "../../src/vectors/sql/sent-calls.ts";
import { LIVE_IDENTITY, NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const RECEIPT = { mutation: "m", run: "r", order: 1, startedAt: NOW_MS, endedAt: NOW_MS };

describe("a row of the outbox", () => {
  const { here, all, column, empty, newWorkspace, write } = sqlWorld();
  let workspace = 0;
  beforeEach(async () => {
    await empty("chunks", "documents", "embeddings", "outbox", "claims", "sent_calls", "workspaces");
    workspace = await newWorkspace();
  });

  const claim = (lease: string, nowMs = NOW_MS) =>
    claimWork(here.db, {
      ...{
        workspace: undefined,
        identity: LIVE_IDENTITY,
        lease,
        nowMs,
        limit: 10,
        takesPending: true,
        takesCalls: true,
      },
    });
  const outbox = () => all("SELECT op, state, attempts, next_at AS at FROM outbox ORDER BY seq");
  const states = () => column("SELECT vector_state FROM chunks ORDER BY rid");
  const failure = { lease: "l", error: "e", nextAtMs: NOW_MS + 9, countsAsAttempt: true };
  const NEW = { op: "upsert", state: "due", attempts: 0, at: NOW_MS };

  it("is written of no chunk that is new, nor of one whose text changes", async () => {
    await write(workspace, { "a.md": "A.\n" });
    await all("UPDATE chunks SET vector_state = 'visible'");
    await write(workspace, { "a.md": "Another.\n", "b.md": "B.\n" });
    expect(await column("SELECT op FROM outbox")).toEqual(["delete"]);
    expect(await states()).toEqual(["pending", "pending"]);
  });

  it("is written of none whose text has an embedding, and which is found by it at once: an ended claim lists it", async () => {
    await write(workspace, { "a.md": "A.\n" });
    await all(
      `INSERT INTO embeddings SELECT workspace, '${LIVE_IDENTITY}', embed_hash, x'01', 0 FROM chunks`,
    );
    const { toEmbed } = await write(workspace, { "b.md": "A.\n", "c.md": "C.\n" });
    expect([toEmbed, await states(), await outbox()]).toEqual([1, ["pending", "embedded", "pending"], []]);
    expect(await all("SELECT lease, lease_until AS until, chunks ->> '$[0][0]' AS id FROM claims")).toEqual([
      ...(await all("SELECT '' AS lease, 0 AS until, id FROM chunks WHERE vector_state = 'embedded'")),
    ]);
    expect((await claim("l")).upserts.map(({ vector }) => vector)).toEqual(["01", "01", null]);
    expect(await column("SELECT lease FROM claims")).toEqual(["l"]);
  });

  it("of a chunk that comes back, or whose text changes, begins anew", async () => {
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n" });
    const { upserts } = await claim("l");
    await failWork(here.db, { upserts: upserts.slice(0, 1) }, failure);
    await all("UPDATE outbox SET state = 'parked'");
    await removeDocuments(here.db, { workspace, root: "notes", paths: ["b.md"], nowMs: NOW_MS });
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n" });
    expect(await outbox()).toEqual([NEW, NEW]);
  });

  it.each([
    ["parks after its last attempt", DEFAULTS.maxAttempts - 1, true, "parked", DEFAULTS.maxAttempts],
    ["has its last attempt still to come", DEFAULTS.maxAttempts - 2, true, "due", DEFAULTS.maxAttempts - 1],
    [
      "waits on when the failure does not count",
      DEFAULTS.maxAttempts - 1,
      false,
      "due",
      DEFAULTS.maxAttempts - 1,
    ],
  ])("of work that failed %s", async (_, attempts, countsAsAttempt, state, after) => {
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n" });
    await removeDocuments(here.db, { workspace, root: "notes", paths: ["b.md"], nowMs: NOW_MS });
    await all(
      `INSERT INTO outbox (workspace, chunk, op, next_at) SELECT workspace, id, 'upsert', 0 FROM chunks`,
    );
    await all(`UPDATE outbox SET attempts = ${attempts}, failures = ${attempts}`);
    await failWork(here.db, await claim("l"), { ...failure, countsAsAttempt });
    const row = { state, attempts: after, failures: attempts + 1, next_at: NOW_MS + 9, last_error: "e" };
    expect(await all("SELECT state, attempts, failures, next_at, last_error FROM outbox")).toEqual([
      row,
      row,
    ]);
    await retryParked(here.db, { workspace, nowMs: NOW_MS + 1 });
    if (state === "parked")
      expect(await all("SELECT DISTINCT state, attempts, failures, next_at FROM outbox")).toEqual([
        { state: "due", attempts: 0, failures: 0, next_at: NOW_MS + 1 },
      ]);
  });

  it("is new of a passage that fails for the first time, unless its text is another by now, or gone", async () => {
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n", "c.md": "C.\n" });
    const { upserts } = await claim("l");
    await all("UPDATE chunks SET embed_hash = 'changed' WHERE rid = (SELECT min(rid) FROM chunks)");
    await removeDocuments(here.db, { workspace, root: "notes", paths: ["c.md"], nowMs: NOW_MS });
    await failWork(here.db, { upserts }, failure);
    expect(await all("SELECT chunk, op, attempts, failures FROM outbox ORDER BY op")).toEqual([
      { chunk: upserts[2]?.id, op: "delete", attempts: 0, failures: 0 },
      { chunk: upserts[1]?.id, op: "upsert", attempts: 1, failures: 1 },
    ]);
    expect(await all("SELECT id, vector_state AS state FROM chunks ORDER BY state")).toEqual([
      { id: upserts[1]?.id, state: "failed" },
      { id: upserts[0]?.id, state: "pending" },
    ]);
  });

  it("gets new attempts in the workspace that is re-indexed, and in no other", async () => {
    const other = await newWorkspace();
    for (const one of [workspace, other])
      await all(
        `INSERT INTO outbox (workspace, chunk, op, state, next_at) VALUES (${one}, 'c${one}', 'delete', 'parked', 0)`,
      );
    expect(await retryParked(here.db, { workspace, nowMs: NOW_MS })).toBe(1);
    expect(await column("SELECT state FROM outbox ORDER BY workspace")).toEqual(["due", "parked"]);
    expect(await retryParked(here.db, { workspace: undefined, nowMs: NOW_MS })).toBe(1);
  });

  it.each(["sent", "settled"])(
    "goes when its chunk is %s, unless its text changed or went meanwhile",
    async (how) => {
      await write(workspace, { "a.md": "A.\n", "b.md": "B.\n", "c.md": "C.\n", "d.md": "D.\n" });
      await all(
        "INSERT INTO outbox (workspace, chunk, op, next_at) SELECT workspace, id, 'upsert', 0 FROM chunks",
      );
      const { upserts } = await claim("l");
      const of = (at: number) => `WHERE id = '${upserts[at]?.id}'`;
      await all("UPDATE chunks SET vector_state = 'embedded'");
      await all(`UPDATE chunks SET embed_hash = 'changed' ${of(1)}`);
      await all(`UPDATE chunks SET vector_state = 'pending' ${of(2)}`);
      await removeDocuments(here.db, { workspace, root: "notes", paths: ["d.md"], nowMs: NOW_MS });
      const sent = { lease: "l", receipt: RECEIPT, workspace, generation: 1, chunks: upserts };
      await (how === "sent" ? markSent(here.db, sent) : settleChunks(here.db, "l", upserts));
      expect(await all("SELECT chunk, op, next_at <= 1 AS isDue FROM outbox ORDER BY seq")).toEqual([
        { chunk: upserts[1]?.id, op: "upsert", isDue: 1 },
        { chunk: upserts[2]?.id, op: "upsert", isDue: 1 },
        { chunk: upserts[3]?.id, op: "delete", isDue: 1 },
      ]);
      expect(await states()).toEqual([how === "sent" ? "embedded" : "visible", "embedded", "pending"]);
    },
  );
});
