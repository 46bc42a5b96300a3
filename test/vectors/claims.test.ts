import { beforeEach, describe, expect, it } from "vitest";
import { DEFAULTS } from "../../src/config.ts";
import type { Statement } from "../../src/database/statement.ts";
import { removeDocuments } from "../../src/documents/sql/document-writes.ts";
import { CLAIM, claimWork, keepEmbeddings, releaseClaim } from "../../src/vectors/sql/claims.ts";
import { failWork, retryParked } from "../../src/vectors/sql/outbox.ts";
import { markDeleted, markSent } from "../../src/vectors/sql/sent-calls.ts";
import { LIVE_IDENTITY, NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const VECTOR = "00000080BF017F";
const LATER = NOW_MS + DEFAULTS.leaseMs;

describe("a claim", () => {
  const { here, all, column, empty, newWorkspace, write } = sqlWorld();
  let workspace = 0;
  beforeEach(async () => {
    await empty("chunks", "documents", "embeddings", "outbox", "claims", "sent_calls", "workspaces");
    workspace = await newWorkspace();
  });

  const identity = LIVE_IDENTITY;
  const claim = (lease: string, more: Partial<Parameters<typeof claimWork>[1]> = {}) =>
    claimWork(here.db, {
      ...{
        workspace: undefined,
        identity,
        lease,
        nowMs: NOW_MS,
        limit: 10,
        takesPending: true,
        takesCalls: true,
      },
      ...more,
    });
  const texts = async (lease: string, more: Partial<Parameters<typeof claimWork>[1]> = {}) =>
    (await claim(lease, more)).upserts.map(({ text }) => text);
  const hashes = () => column("SELECT embed_hash FROM chunks ORDER BY rid");
  const states = () => column("SELECT vector_state FROM chunks ORDER BY rid");
  const remove = (...paths: string[]) =>
    removeDocuments(here.db, { workspace, root: "notes", paths, nowMs: NOW_MS });
  const keep = (lease: string, hash: unknown, vector: string | null = VECTOR, of = workspace) =>
    keepEmbeddings(here.db, {
      ...{ lease, identity, nowMs: NOW_MS },
      vectors: [{ workspace: of, hash: String(hash), vector }],
    });
  const failed = (nextAtMs: number) => ({ lease: "l", error: "e", nextAtMs, countsAsAttempt: true });

  it("takes what waits for it in the order of indexes, without sorting what is waiting", async () => {
    const values = {
      leaseUntil: 1,
      now: 1,
      lease: "l",
      workspace: 1,
      identity: "i",
      limit: 1,
      takesPending: 1,
      takesCalls: 1,
      day: "2026-06-01",
      max_modelCalls: 0,
    };
    const explain: Statement<{ detail: string }> = {
      sql: `EXPLAIN QUERY PLAN ${CLAIM.sql}`,
      names: CLAIM.names,
    };
    const steps = (await here.db.all(explain, values)).map(({ detail }) => detail);
    const indexed = (table: string) => steps.filter((step) => step.includes(table));
    expect(indexed("SEARCH o USING INDEX outbox_due (state=? AND op=? AND next_at<?)")).toHaveLength(2);
    // Equal shares, and what they leave.
    expect(indexed("SEARCH c USING INDEX chunks_pending (workspace=?)")).toHaveLength(2);
    // What ended claims list, workspaces in the order of their newest passages, and what is taken of them.
    expect(indexed("TEMP B-TREE").toSorted()).toEqual([
      "USE TEMP B-TREE FOR DISTINCT",
      "USE TEMP B-TREE FOR LAST 2 TERMS OF ORDER BY",
      "USE TEMP B-TREE FOR ORDER BY",
      "USE TEMP B-TREE FOR ORDER BY",
    ]);
  });

  it("lists what it takes in one row, and nothing where there is nothing", async () => {
    expect(await claim("none")).toEqual({ deletes: [], upserts: [] });
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n" });
    expect(await texts("l")).toEqual(["A.", "B."]);
    const listed = await all("SELECT id, workspace, embed_hash AS hash FROM chunks ORDER BY rid");
    expect(await all("SELECT lease, lease_until AS until, chunks FROM claims")).toEqual([
      {
        ...{ lease: "l", until: LATER },
        chunks: JSON.stringify(listed.map(({ id, workspace: of, hash }) => [id, of, hash])),
      },
    ]);
  });

  it("takes deletes first, then what is due in the outbox, then what is pending, at most its limit", async () => {
    await write(workspace, { "pending.md": "Pending.\n", "gone.md": "Gone.\n", "failed.md": "Failed.\n" });
    const { upserts } = await claim("l");
    await failWork(here.db, { upserts: upserts.slice(2) }, failed(NOW_MS));
    await releaseClaim(here.db, "l");
    await remove("gone.md");
    expect(await claim("one", { limit: 1 })).toMatchObject({ deletes: [{ failures: 0 }], upserts: [] });
    expect(await claim("two", { limit: 1 })).toMatchObject({
      deletes: [],
      upserts: [{ text: "Failed.", failures: 1 }],
    });
    expect(await texts("three", { limit: 1 })).toEqual(["Pending."]);
    expect(await claim("four")).toEqual({ deletes: [], upserts: [] });
  });

  it("leaves to its row what the outbox has of a chunk: parked, or due later", async () => {
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n" });
    const { upserts } = await claim("l");
    await failWork(here.db, { upserts: upserts.slice(0, 1) }, failed(NOW_MS + 5));
    await failWork(here.db, { upserts: upserts.slice(1) }, failed(NOW_MS));
    await all(`UPDATE outbox SET state = 'parked' WHERE next_at = ${NOW_MS}`);
    await releaseClaim(here.db, "l");
    expect(await states()).toEqual(["failed", "failed"]);
    expect(await texts("early", { nowMs: NOW_MS + 4 })).toEqual([]);
    expect(await texts("at its time", { nowMs: NOW_MS + 5 })).toEqual(["A."]);
    await keep("at its time", (await hashes())[0]);
    expect(await states()).toEqual(["embedded", "failed"]);
    await retryParked(here.db, { workspace, nowMs: NOW_MS });
    expect(await texts("retried")).toEqual(["B."]);
  });

  it("leaves what is pending where no model may be asked", async () => {
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n" });
    await all("INSERT INTO outbox (workspace, chunk, op, next_at) VALUES (1, 'c', 'delete', 0)");
    expect(await claim("l", { takesPending: false })).toMatchObject({ deletes: [{}], upserts: [] });
  });

  it("takes work of the workspace asked for, of its own identity, and of none that is deleted", async () => {
    const [other, gone] = [await newWorkspace(), await newWorkspace()];
    for (const one of [workspace, other, gone]) await write(one, { "a.md": `Of ${one}.\n` });
    await all(`UPDATE workspaces SET gone_at = 1 WHERE num = ${gone}`);
    expect(await texts("one", { workspace: other })).toEqual([`Of ${other}.`]);
    expect(await texts("two", { identity: "other|cls|2|1" })).toEqual([]);
    expect(await texts("three")).toEqual([`Of ${workspace}.`]);
  });

  it("takes what is to be deleted of a workspace that is no more, and what lacks its chunk", async () => {
    await all("INSERT INTO outbox (workspace, chunk, op, next_at) VALUES (9999, 'c', 'delete', 0)");
    await all(`INSERT INTO outbox (workspace, chunk, op, next_at) VALUES (${workspace}, 'd', 'upsert', 0)`);
    expect((await claim("l")).deletes).toMatchObject([
      { workspace: 9999, chunk: "c", generation: 1 },
      { workspace, chunk: "d", generation: 1 },
    ]);
  });

  it("is nobody else's until its lease ends, is given back, or is taken over", async () => {
    await write(workspace, { "a.md": "A.\n" });
    await all(`INSERT INTO outbox (workspace, chunk, op, next_at) VALUES (${workspace}, 'c', 'delete', 0)`);
    expect(await claim("first")).toMatchObject({ deletes: [{}], upserts: [{}] });
    expect(await claim("second", { nowMs: LATER - 1 })).toEqual({ deletes: [], upserts: [] });
    expect(await claim("third", { nowMs: LATER })).toMatchObject({ deletes: [{}], upserts: [{}] });
    expect(await column("SELECT lease FROM claims")).toEqual(["third"]);
    await releaseClaim(here.db, "third");
    expect(await texts("fourth")).toEqual(["A."]);
  });

  it("has a text to itself in its workspace, wherever else the text is", async () => {
    const other = await newWorkspace();
    await write(workspace, { "a.md": "Same.\n" });
    await claim("mine");
    for (const one of [workspace, other]) await write(one, { "b.md": "Same.\n", "c.md": `Of ${one}.\n` });
    const [same] = await hashes();
    await all(`INSERT INTO outbox (workspace, chunk, op, next_at)
      SELECT workspace, id, 'upsert', 0 FROM chunks WHERE embed_hash = '${same}' AND workspace = ${workspace}`);
    expect(await texts("yours")).toEqual([`Of ${workspace}.`, "Same.", `Of ${other}.`]);
    await keep("mine", same);
    await all("DELETE FROM outbox");
    await releaseClaim(here.db, "mine");
    expect((await claim("next")).upserts).toMatchObject([{ text: "Same.", vector: VECTOR }]);
  });

  it("keeps a chunk whose text changes to itself, so that the old vector is never sent after the new one", async () => {
    await write(
      workspace,
      { "a.md": "Same.\n" },
      { chunks: [{ startLine: 1, endLine: 1, headings: ["Eel"] }] },
    );
    await claim("mine");
    await write(
      workspace,
      { "a.md": "Same.\n" },
      { chunks: [{ startLine: 1, endLine: 1, headings: ["Heron"] }] },
    );
    expect(await states()).toEqual(["pending"]);
    expect(await texts("yours")).toEqual([]);
    await releaseClaim(here.db, "mine");
    expect(await texts("yours")).toEqual(["Same."]);
  });

  it("holds up what deletes a chunk that it may be sending, and what sends one that it may be deleting", async () => {
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n" });
    await remove("b.md");
    expect(await claim("mine")).toMatchObject({ deletes: [{}], upserts: [{ text: "A." }] });
    await remove("a.md");
    await write(workspace, { "b.md": "B.\n" });
    expect(await claim("yours")).toEqual({ deletes: [], upserts: [] });
    const [{ chunk } = { chunk: "" }] = await all<{ chunk: string }>(
      "SELECT chunk FROM outbox WHERE op = 'upsert'",
    );
    expect(await column("SELECT id FROM chunks")).toEqual([chunk]);
    await releaseClaim(here.db, "mine");
    expect(await claim("yours")).toMatchObject({ deletes: [{}], upserts: [{ text: "B." }] });
  });

  it("finds the deletes that it made done, but for chunks that have come back", async () => {
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n" });
    await remove("a.md", "b.md");
    const { deletes } = await claim("l");
    await write(workspace, { "b.md": "B.\n" });
    await markDeleted(here.db, "another", deletes, undefined);
    expect(await column("SELECT op FROM outbox ORDER BY op")).toEqual(["delete", "upsert"]);
    await markDeleted(here.db, "l", deletes, undefined);
    expect(await column("SELECT op FROM outbox")).toEqual(["upsert"]);
  });

  it("marks its own chunks of a text as comparable, and as shown none; each is a new version", async () => {
    const other = await newWorkspace();
    await write(workspace, { "a.md": "Same.\n", "b.md": "Same.\n", "c.md": "Empty.\n" });
    await write(other, { "a.md": "Same.\n" });
    await claim("l", { workspace });
    await write(workspace, { "d.md": "Same.\n" });
    const [same, , empty] = await hashes();
    const version = () => column(`SELECT version FROM workspaces WHERE num = ${workspace}`);
    const [before] = await version();
    await keep("l", same);
    await keep("l", empty, null);
    await keep("l", same, VECTOR, 999);
    expect(await states()).toEqual(["embedded", "embedded", "none", "pending", "pending"]);
    expect(await version()).toEqual([Number(before) + 2]);
    expect(await all("SELECT workspace, hash FROM embeddings")).toEqual([{ workspace, hash: same }]);
  });

  it("that was lost marks nothing, notes nothing as sent and finishes nothing", async () => {
    await write(workspace, { "a.md": "A.\n" });
    const { upserts } = await claim("lost");
    await claim("mine", { nowMs: LATER });
    const [hash] = await hashes();
    await keep("lost", hash);
    expect(await states()).toEqual(["pending"]);
    const receipt = { mutation: "m", run: "r", order: 1, startedAt: NOW_MS, endedAt: NOW_MS };
    await markSent(here.db, { lease: "lost", receipt, workspace, generation: 1, chunks: upserts });
    await failWork(here.db, { upserts }, { ...failed(0), lease: "lost" });
    expect([await column("SELECT num FROM sent_calls"), await column("SELECT chunk FROM outbox")]).toEqual([
      [],
      [],
    ]);
  });

  it("that ends with chunks embedded and not sent leaves them to be sent, and the others as they were", async () => {
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n", "c.md": "C.\n" });
    const { upserts } = await claim("dead");
    const [a, b] = await hashes();
    await keep("dead", a);
    await keep("dead", b);
    await failWork(here.db, { upserts: upserts.slice(1, 2) }, { ...failed(2 * NOW_MS), lease: "dead" });
    await all("UPDATE outbox SET state = 'parked'");
    expect(await claim("next", { nowMs: LATER })).toMatchObject({
      upserts: [
        { text: "A.", vector: VECTOR },
        { text: "C.", vector: null },
      ],
    });
    expect(await column("SELECT state FROM outbox ORDER BY seq")).toEqual(["parked"]);
    expect(await column("SELECT lease FROM claims")).toEqual(["next"]);
  });

  it("that has ended keeps what nobody takes: of others' workspaces and identities, and beyond the limit", async () => {
    const [other, next] = [await newWorkspace(), await newWorkspace("next|cls|2|1")];
    for (const one of [workspace, other, next])
      await write(one, { "a.md": `Of ${one}.\n`, "b.md": `B ${one}.\n` });
    await all("UPDATE chunks SET vector_state = 'embedded'");
    await all(`INSERT INTO claims (lease, lease_until, chunks)
      SELECT '', 0, json_group_array(json_array(id, workspace, embed_hash)) FROM chunks`);
    const left = async () =>
      JSON.parse(String((await column("SELECT chunks FROM claims WHERE lease = ''"))[0] ?? "[]")).length;
    expect([await texts("one", { workspace, limit: 1 }), await left()]).toEqual([[`Of ${workspace}.`], 5]);
    expect([await texts("two", { workspace }), await left()]).toEqual([[`B ${workspace}.`], 4]);
    expect([await texts("three"), await left()]).toEqual([[`Of ${other}.`, `B ${other}.`], 2]);
    expect([await texts("four"), await left()]).toEqual([[], 2]);
    expect([(await texts("five", { identity: "next|cls|2|1" })).length, await left()]).toEqual([2, 0]);
    expect(await column("SELECT lease FROM claims WHERE lease = ''")).toEqual([]);
  });

  it("that has ended keeps a chunk whose older text is under way until that is over, and drops what has a row", async () => {
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n" });
    await claim("mine");
    await all("UPDATE chunks SET vector_state = 'embedded', embed_hash = 'newer ' || text");
    await all(`INSERT INTO claims (lease, lease_until, chunks)
      SELECT '', 0, json_group_array(json_array(id, workspace, embed_hash)) FROM chunks`);
    await all(`INSERT INTO outbox (workspace, chunk, op, next_at)
      SELECT workspace, id, 'upsert', 0 FROM chunks WHERE text = 'B.'`);
    expect(await texts("yours")).toEqual([]);
    await releaseClaim(here.db, "mine");
    expect((await texts("yours")).toSorted()).toEqual(["A.", "B."]);
    expect(await column("SELECT lease FROM claims")).toEqual(["yours"]);
  });
});
