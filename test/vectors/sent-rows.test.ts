import { beforeEach, describe, expect, it } from "vitest";
import { DEFAULTS } from "../../src/config.ts";
import { removeDocuments } from "../../src/documents/sql/document-writes.ts";
import {
  claimRows,
  failRows,
  keepEmbeddings,
  loadChunks,
  retryParked,
} from "../../src/vectors/sql/outbox.ts";
import {
  confirmProcessed,
  confirmRows,
  finishRows,
  finishWithoutVector,
  markSent,
  waitingRows,
} from "../../src/vectors/sql/sent-rows.ts";
import { LIVE_IDENTITY, NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const MARGIN_MS = 5_000;
const VECTOR = "00000080BF017F";

describe("a row of the outbox", () => {
  const { here, all, column, empty, newWorkspace, write } = sqlWorld();
  let workspace = 0;
  beforeEach(async () => {
    workspace = await newWorkspace();
    await empty("outbox", "text_leases", "mutations");
  });

  const identity = LIVE_IDENTITY;
  const claim = (lease: string, limit = 10, nowMs = NOW_MS) =>
    claimRows(here.db, { workspace: undefined, identity, lease, nowMs, limit });
  const load = (lease: string, seqs: readonly number[]) =>
    loadChunks(here.db, { seqs, lease, identity, nowMs: NOW_MS });
  const seqsOf = (rows: readonly { readonly seq: number }[]) => rows.map(({ seq }) => seq);
  const outbox = () => all("SELECT op, state, lease FROM outbox ORDER BY seq");
  /** Sent rows by the run and the call that sent them, and when that ended. */
  const sent = (rows: readonly (readonly [chunk: string, run: string, order: number, at: number])[]) =>
    all(
      `INSERT INTO outbox (workspace, chunk, op, state, next_at, run, run_seq, sent_at) VALUES ${rows
        .map(
          ([chunk, run, order, at]) =>
            `(${workspace}, '${chunk}', 'upsert', 'sent', 0, '${run}', ${order}, ${at})`,
        )
        .join(", ")}`,
    );
  const left = () => column("SELECT chunk FROM outbox ORDER BY chunk");

  it("that deletes is taken before those that bring, however late it came", async () => {
    await write(workspace, { "a.md": "A.\n" });
    await write(workspace, { "b.md": "B.\n" });
    await removeDocuments(here.db, { workspace, root: "notes", paths: ["b.md"], nowMs: NOW_MS });
    expect(await claim("one", 1)).toMatchObject([{ op: "delete" }]);
    expect(await claim("two", 1)).toMatchObject([{ op: "upsert" }]);
  });

  it("is due at its time and not before, and free at the moment its lease ends", async () => {
    await write(workspace, { "a.md": "A.\n" });
    expect(await claim("early", 1, NOW_MS - 1)).toEqual([]);
    expect(await claim("first", 1, NOW_MS)).toHaveLength(1);
    expect(await claim("second", 1, NOW_MS + DEFAULTS.leaseMs - 1)).toEqual([]);
    expect(await claim("second", 1, NOW_MS + DEFAULTS.leaseMs)).toHaveLength(1);
  });

  it("of a workspace that is no more is still deleted, by whatever model is configured", async () => {
    await all("INSERT INTO outbox (workspace, chunk, op, next_at) VALUES (9999, 'c', 'delete', 0)");
    expect(await claim("l")).toMatchObject([{ workspace: 9999, generation: 1 }]);
  });

  it("whose text another run embeds is that run's until it is kept; the same text elsewhere is not", async () => {
    const other = await newWorkspace();
    for (const one of [workspace, other]) await write(one, { "a.md": "Same.\n", "b.md": `Of ${one}.\n` });
    const rows = await claim("mine");
    const hashes = await column(`SELECT embed_hash FROM chunks WHERE workspace = ${workspace} ORDER BY rid`);
    const lease = (of: number, model: string) =>
      all(`INSERT INTO text_leases VALUES (${of}, '${model}', '${hashes[0]}', 'other', ${NOW_MS + 1})`);
    await lease(workspace, identity);
    await lease(other, "other|cls|2|1");
    const loaded = await load("mine", seqsOf(rows));
    expect(loaded.map(({ isLeased }) => isLeased)).toEqual([false, true, true, true]);
    const vectors = [{ workspace, hash: String(hashes[0]), vector: VECTOR }];
    await keepEmbeddings(here.db, { lease: "mine", identity, nowMs: NOW_MS, vectors });
    expect(await column("SELECT DISTINCT lease FROM text_leases ORDER BY 1")).toEqual(["mine", "other"]);
    expect(await column(`SELECT lease FROM text_leases WHERE workspace = ${workspace} ORDER BY 1`)).toEqual([
      "mine",
      "other",
    ]);
  });

  it("that failed gives up the leases on all its texts, so that whoever tries next may embed them", async () => {
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n" });
    const seqs = seqsOf(await claim("mine"));
    await load("mine", seqs);
    await all(
      `INSERT INTO text_leases VALUES (${workspace}, '${identity}', 'another', 'other', ${NOW_MS + 1})`,
    );
    await failRows(here.db, {
      ...{ lease: "mine", seqs: seqs.slice(0, 1), error: "e", nextAtMs: NOW_MS },
      countsAsAttempt: true,
    });
    expect(await column("SELECT lease FROM text_leases")).toEqual(["other"]);
    const again = await claim("again");
    expect(again).toHaveLength(1);
    expect(await load("again", seqsOf(again))).toMatchObject([{ isLeased: true }]);
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
  ])("that failed %s", async (_, attempts, countsAsAttempt, state, after) => {
    await write(workspace, { "a.md": "A.\n" });
    await all(`UPDATE outbox SET attempts = ${attempts}, failures = ${attempts}`);
    const seqs = seqsOf(await claim("mine"));
    await failRows(here.db, { lease: "mine", seqs, error: "e", nextAtMs: NOW_MS + 9, countsAsAttempt });
    expect(await all("SELECT state, attempts, failures, next_at, last_error, lease FROM outbox")).toEqual([
      { state, attempts: after, failures: attempts + 1, next_at: NOW_MS + 9, last_error: "e", lease: null },
    ]);
    await retryParked(here.db, { workspace, nowMs: NOW_MS + 1 });
    if (state === "parked")
      expect(await all("SELECT state, attempts, failures, next_at FROM outbox")).toEqual([
        { state: "due", attempts: 0, failures: 0, next_at: NOW_MS + 1 },
      ]);
  });

  it("whose vector is kept makes every chunk of the text comparable, and a new version; shown ones stay shown", async () => {
    await write(workspace, { "a.md": "Same.\n", "b.md": "Same.\n", "c.md": "Empty.\n" });
    const [hash, , empty] = await column(
      `SELECT embed_hash FROM chunks WHERE workspace = ${workspace} ORDER BY rid`,
    );
    await all(`UPDATE chunks SET vector_state = 'visible' WHERE workspace = ${workspace} AND rid =
      (SELECT min(rid) FROM chunks WHERE workspace = ${workspace})`);
    const version = () => column(`SELECT version FROM workspaces WHERE num = ${workspace}`);
    const [before] = await version();
    const vectors = [
      { workspace, hash: String(hash), vector: VECTOR },
      { workspace, hash: String(empty), vector: null },
    ];
    await keepEmbeddings(here.db, { lease: "l", identity, nowMs: NOW_MS, vectors });
    expect(
      await column(`SELECT vector_state FROM chunks WHERE workspace = ${workspace} ORDER BY rid`),
    ).toEqual(["visible", "embedded", "none"]);
    expect(await version()).toEqual([Number(before) + 1]);
    expect(await column(`SELECT hash FROM embeddings WHERE workspace = ${workspace}`)).toEqual([hash]);
  });

  it("that is not sent after all, and one whose chunk went meanwhile, are due at once", async () => {
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n" });
    const rows = await claim("l");
    const upserts = (await load("l", seqsOf(rows))).map(({ seq, id, hash }) => ({
      seq,
      id,
      workspace,
      hash,
    }));
    await all(
      `UPDATE chunks SET vector_state = 'embedded', embed_hash = 'changed' WHERE id = '${upserts[0]?.id}'`,
    );
    await removeDocuments(here.db, { workspace, root: "notes", paths: ["b.md"], nowMs: NOW_MS });
    const receipt = { mutation: "m", run: "r", order: 1, startedAt: NOW_MS, endedAt: NOW_MS };
    await markSent(here.db, { lease: "l", receipt, upserts });
    expect(await all("SELECT op, state, lease, next_at <= 1 AS isDue FROM outbox ORDER BY seq")).toEqual([
      { op: "upsert", state: "due", lease: null, isDue: 0 },
      { op: "delete", state: "due", lease: null, isDue: 1 },
    ]);
  });

  it.each([
    ["goes when its chunk has no vector", "none", 0],
    ["stays due when its text changed meanwhile", "pending", 1],
  ])("without anything to embed %s", async (_, state, rows) => {
    await write(workspace, { "a.md": "A.\n" });
    const seqs = seqsOf(await claim("l"));
    await all(`UPDATE chunks SET vector_state = '${state}' WHERE workspace = ${workspace}`);
    await finishWithoutVector(here.db, seqs, "l");
    expect(await outbox()).toEqual(
      Array.from({ length: rows }, () => ({ op: "upsert", state: "due", lease: null })),
    );
  });

  it("that is done goes and its chunk is shown, unless its text changed meanwhile", async () => {
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n" });
    const rows = await claim("l");
    await all(`UPDATE chunks SET vector_state = 'embedded' WHERE id = '${rows[0]?.chunk}'`);
    expect(await finishRows(here.db, seqsOf(rows), "l")).toBe(1);
    expect(await left()).toEqual([rows[1]?.chunk]);
    expect(
      await column(`SELECT vector_state FROM chunks WHERE workspace = ${workspace} ORDER BY rid`),
    ).toEqual(["visible", "pending"]);
  });

  it("is proved to be shown by its own call or an earlier one of its run, or one that ended well before it", async () => {
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
    expect(await left()).toEqual(["3 later call"]);
    await confirmProcessed(here.db, "other|cls|2|1", { mutation: "m2", beforeMs: 2 * NOW_MS });
    expect(await left()).toEqual(["3 later call"]);
  });

  it("that waits is looked at oldest first, by runs of its identity, and confirmed for the call that sent it", async () => {
    await sent([
      ["a", "r", 1, NOW_MS - 1],
      ["b", "r", 1, NOW_MS],
    ]);
    const waiting = (of: string, limit = 10) =>
      waitingRows(here.db, { identity: of, beforeMs: NOW_MS, limit });
    const rows = await waiting(identity);
    expect(rows).toMatchObject([{ chunk: "a", generation: 1, run: "r", order: 1 }]);
    expect(await waiting("other|cls|2|1")).toEqual([]);
    await all("UPDATE outbox SET run_seq = 2");
    expect(await confirmRows(here.db, rows)).toBe(0);
    await all("UPDATE outbox SET run_seq = 1, run = 's'");
    expect(await confirmRows(here.db, rows)).toBe(0);
    await all("UPDATE outbox SET run = 'r'");
    expect([await confirmRows(here.db, rows), await left()]).toEqual([1, ["b"]]);
  });
});
