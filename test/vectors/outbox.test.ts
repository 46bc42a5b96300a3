import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULTS } from "../../src/config.ts";
import { openSession, type Session } from "../../src/database/session.ts";
import { type Statement, statement } from "../../src/database/statement.ts";
import { prepareDocument } from "../../src/documents/prepare-document.ts";
import { removeDocuments, writeDocuments } from "../../src/documents/sql/document-writes.ts";
import { AppError } from "../../src/errors.ts";
import { HASH_SPACE, hashEmbedder } from "../../src/models/local/hash-embedder.ts";
import { createMeter, type Embedder, spaceKey } from "../../src/models/ports.ts";
import { shortHash } from "../../src/text/hash.ts";
import { confirmVectors, switchGeneration } from "../../src/vectors/sql/generation-switch.ts";
import { claimGeneration, failGeneration, planGenerations } from "../../src/vectors/sql/generations.ts";
import {
  CLAIM,
  claimRows,
  failRows,
  keepEmbeddings,
  loadChunks,
  retryParked,
} from "../../src/vectors/sql/outbox.ts";
import { finishRows, markSent, WAITING } from "../../src/vectors/sql/sent-rows.ts";
import { sweep } from "../../src/vectors/sweep.ts";
import { createWorkspace, findWorkspace } from "../../src/workspaces/sql/workspace-store.ts";
import type { TestDatabase } from "../support/worlds/database.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";

const NOW = 1_760_000_000_000;
const IDENTITY = spaceKey(HASH_SPACE);
const ROOT = "notes";

describe("work in the outbox", () => {
  let opened: TestDatabase;
  let db: Session;
  let created = 0;
  beforeAll(async () => {
    opened = await openQuickDatabase();
    db = openSession(opened.database, { from: "primary", meter: createMeter() });
  });
  afterAll(() => opened.dispose());

  const all = <Row>(sql: string) => db.all(statement<Row>(sql));
  const newWorkspace = async (): Promise<number> => {
    created += 1;
    const slug = `w${created}`;
    await createWorkspace(db, { slug, name: "", identity: IDENTITY, nowMs: NOW });
    return (await findWorkspace(db, slug))?.num ?? 0;
  };
  const write = async (workspace: number, files: Readonly<Record<string, string>>, nowMs = NOW) => {
    const documents = await Promise.all(
      Object.entries(files).map(async ([path, text]) =>
        prepareDocument({ path, text, hash: await shortHash(text), mtime: 1 }, { workspace, root: ROOT }),
      ),
    );
    await writeDocuments(db, { workspace, root: ROOT, identity: IDENTITY, nowMs, documents });
  };
  const claim = (workspace: number, lease: string, limit = 10, nowMs = NOW) =>
    claimRows(db, { workspace, identity: IDENTITY, lease, nowMs, limit });
  const sweeping = (embedder: Embedder) => ({
    db,
    embedder,
    vectors: undefined,
    now: () => NOW,
    random: () => 0.5,
    newLease: () => crypto.randomUUID(),
    modelBudget: undefined,
    callTimeoutMs: 1_000,
  });

  it("is claimed and waited for in the order of an index, without sorting what is waiting", async () => {
    const times = { leaseUntil: 1, now: 1, before: 1 };
    const values = { ...times, lease: "l", workspace: null, identity: "i", limit: 1 };
    for (const { sql, names } of [CLAIM, WAITING]) {
      const explain: Statement<{ detail: string }> = { sql: `EXPLAIN QUERY PLAN ${sql}`, names };
      const steps = (await db.all(explain, values)).map(({ detail }) => detail).join("\n");
      expect(steps).toContain("outbox_due");
      expect(steps).not.toContain("TEMP B-TREE");
    }
  });

  it("gets new attempts in the workspace that is re-indexed, and in no other", async () => {
    const [one, other] = [await newWorkspace(), await newWorkspace()];
    for (const workspace of [one, other]) await write(workspace, { "a.md": `Of ${workspace}.\n` });
    await all("UPDATE outbox SET state = 'parked'");
    expect(await retryParked(db, { workspace: one, nowMs: NOW })).toBe(1);
    expect(await all(`SELECT workspace, state FROM outbox WHERE workspace IN (${one}, ${other})`)).toEqual([
      { workspace: one, state: "due" },
      { workspace: other, state: "parked" },
    ]);
    await all("DELETE FROM outbox");
  });

  it("of a text that is pushed again waits until the run that deletes its vector has lost its lease", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "Back soon.\n" });
    await removeDocuments(db, { workspace, root: ROOT, paths: ["a.md"], nowMs: NOW });
    const [held] = await claim(workspace, "deleting");
    expect(held).toMatchObject({ op: "delete" });
    await write(workspace, { "a.md": "Back soon.\n" });
    expect(await all(`SELECT op, lease, next_at FROM outbox WHERE workspace = ${workspace}`)).toEqual([
      { op: "upsert", lease: null, next_at: NOW + DEFAULTS.leaseMs },
    ]);
    expect(await claim(workspace, "again")).toEqual([]);
  });

  it("is given back at once when another run is having its text embedded", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "Shared text.\n" });
    const [{ hash } = { hash: "" }] = await all<{ hash: string }>(
      `SELECT embed_hash AS hash FROM chunks WHERE workspace = ${workspace}`,
    );
    await all(
      `INSERT INTO text_leases VALUES (${workspace}, '${IDENTITY}', '${hash}', 'other', ${NOW + 1_000})`,
    );
    const report = await sweep(sweeping(hashEmbedder), { workspace, rows: 10, slices: 3, lookups: 1 });
    expect(report).toMatchObject({ claimed: 1, released: 1, embedded: 0, failed: 0 });
    expect(await all(`SELECT state, lease, failures FROM outbox WHERE workspace = ${workspace}`)).toEqual([
      { state: "due", lease: null, failures: 0 },
    ]);
  });

  it("ends a run at the first slice that fails: the model is not asked again", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "One.\n", "b.md": "Two.\n", "c.md": "Three.\n" });
    let calls = 0;
    const failing: Embedder = {
      ...hashEmbedder,
      embedChunks: async () => {
        calls += 1;
        throw new AppError("embedder_unavailable", "down");
      },
    };
    const report = await sweep(sweeping(failing), { workspace, rows: 1, slices: 3, lookups: 1 });
    expect([calls, report.claimed, report.failed]).toEqual([1, 1, 1]);
  });

  it("keeps the next generation from the switch while one of its vectors must be deleted", async () => {
    const workspace = await newWorkspace();
    await planGenerations(db, { identity: "next|cls|768|1", nowMs: NOW });
    const generation = await claimGeneration(db, { lease: "switching", nowMs: NOW, workspace });
    if (generation === undefined) throw new Error("a generation was planned");
    const times = { nowMs: NOW, retireAtMs: NOW };
    await all(
      `INSERT INTO generation_chunks VALUES (${workspace}, ${generation.num}, 'c', 'gone', NULL, NULL)`,
    );
    expect(await switchGeneration(db, generation, times)).toBe(false);
    await all("DELETE FROM generation_chunks");
    expect(await switchGeneration(db, generation, times)).toBe(true);
  });

  it("is nobody else's until the lease has run out", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "Held.\n" });
    expect(await claim(workspace, "first")).toHaveLength(1);
    expect(await claim(workspace, "second")).toEqual([]);
    const [row] = await claim(workspace, "second", 10, NOW + DEFAULTS.leaseMs);
    const call = { mutation: "m", run: "r", order: 1, startedAt: NOW, endedAt: NOW };
    const [chunk] = await all<{ id: string; hash: string }>(
      `UPDATE chunks SET vector_state = 'embedded' WHERE workspace = ${workspace} RETURNING id, embed_hash AS hash`,
    );
    const sent = { id: "", hash: "", ...chunk, workspace, seq: row?.seq ?? 0 };
    await markSent(db, { lease: "first", receipt: call, upserts: [sent] });
    await failRows(db, {
      lease: "first",
      seqs: [sent.seq],
      error: "late",
      nextAtMs: 0,
      countsAsAttempt: true,
    });
    expect(await finishRows(db, [sent.seq], "first")).toBe(0);
    expect(await all(`SELECT state, lease, failures FROM outbox WHERE seq = ${sent.seq}`)).toEqual([
      { state: "due", lease: "second", failures: 0 },
    ]);
  });

  it("is claimed by runs of the identity that its workspace lives by", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "Mine.\n" });
    const query = { workspace, lease: "l", nowMs: NOW, limit: 10 };
    expect(await claimRows(db, { ...query, identity: "other|cls|768|1" })).toEqual([]);
    expect(await claimRows(db, { ...query, identity: IDENTITY })).toHaveLength(1);
  });

  it("takes from the cache what its own identity and workspace have of a text, and marks no other's chunks", async () => {
    const [one, other] = [await newWorkspace(), await newWorkspace()];
    for (const workspace of [one, other]) await write(workspace, { "a.md": "The same text.\n" });
    const [row] = await claim(one, "l");
    const load = () => loadChunks(db, { seqs: [row?.seq ?? 0], lease: "l", identity: IDENTITY, nowMs: NOW });
    const [chunk] = await load();
    const vectors = [{ workspace: one, hash: chunk?.hash ?? "", vector: "00000080BF017F" }];
    await keepEmbeddings(db, { lease: "l", identity: "other|cls|768|1", nowMs: NOW, vectors });
    expect((await load()).map(({ vector }) => vector)).toEqual([null]);
    const elsewhere = vectors.map((vector) => ({ ...vector, workspace: 999 }));
    await keepEmbeddings(db, { lease: "l", identity: IDENTITY, nowMs: NOW, vectors: elsewhere });
    expect(await all("SELECT hash FROM embeddings WHERE workspace = 999")).toEqual([]);
    await keepEmbeddings(db, { lease: "l", identity: IDENTITY, nowMs: NOW, vectors });
    expect((await load()).map(({ vector }) => vector)).toEqual(["00000080BF017F"]);
    expect(
      await all(`SELECT workspace, vector_state AS state FROM chunks WHERE workspace IN (${one}, ${other})`),
    ).toEqual([
      { workspace: one, state: "embedded" },
      { workspace: other, state: "pending" },
    ]);
  });

  it("stays due when the text changed while its old vector was sent", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "Of now.\n" });
    await all(`UPDATE chunks SET vector_state = 'embedded' WHERE workspace = ${workspace}`);
    const [row] = await claim(workspace, "l");
    const { seq = 0, chunk: id = "" } = row ?? {};
    const receipt = { mutation: "n", run: "r", order: 1, startedAt: NOW, endedAt: NOW };
    await markSent(db, { lease: "l", receipt, upserts: [{ seq, id, workspace, hash: "of before" }] });
    expect(await all(`SELECT state, lease FROM outbox WHERE seq = ${seq}`)).toEqual([
      { state: "due", lease: null },
    ]);
  });

  it("of a next generation is written by the run that holds it, and confirmed for the call that sent it", async () => {
    const workspace = await newWorkspace();
    await planGenerations(db, { identity: "next|cls|768|1", nowMs: NOW });
    const mine = await claimGeneration(db, { lease: "mine", nowMs: NOW, workspace });
    if (mine === undefined) throw new Error("a generation was planned");
    await failGeneration(db, { ...mine, lease: "of another" }, { error: "late", nextAtMs: 0 });
    expect(await all(`SELECT lease, attempts FROM generations WHERE workspace = ${workspace}`)).toEqual([
      { lease: "mine", attempts: 0 },
    ]);
    await all(`INSERT INTO generation_chunks VALUES (${workspace}, ${mine.num}, 'c', 'sent', 2, ${NOW})`);
    const sentBy = (order: number) => ({ chunk: "c", generation: mine.num, run: "r", order });
    const left = () => all(`SELECT call FROM generation_chunks WHERE workspace = ${workspace}`);
    await confirmVectors(db, mine, [sentBy(1)]);
    expect(await left()).toEqual([{ call: 2 }]);
    await confirmVectors(db, mine, [sentBy(2)]);
    expect(await left()).toEqual([]);
  });
});
