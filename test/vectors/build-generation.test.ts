import { beforeEach, describe, expect, it } from "vitest";
import { DEFAULTS } from "../../src/config.ts";
import { recordCalls } from "../../src/database/day-use.ts";
import { AppError } from "../../src/errors.ts";
import type { Embedder, VectorIndex } from "../../src/models/ports.ts";
import { advanceGeneration } from "../../src/vectors/generations.ts";
import { keepRetired } from "../../src/vectors/sql/generation-switch.ts";
import { claimGeneration, nextWork, renewGeneration } from "../../src/vectors/sql/generations.ts";
import { sweep } from "../../src/vectors/sweep.ts";
import { LIVE_IDENTITY, NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const space = { model: "fake", pooling: "cls", dimensions: 2, prefixVersion: 1 };

describe("a slice of work on a generation", () => {
  const { here, all, column, empty, newWorkspace, write } = sqlWorld();
  let workspace = 0;
  beforeEach(async () => {
    await empty(
      "generations",
      "generation_chunks",
      "embeddings",
      "workspaces",
      "chunks",
      "documents",
      "outbox",
    );
    workspace = await newWorkspace();
  });
  const generation = (state: string, more: Readonly<Record<string, unknown>> = {}) => {
    const row = {
      workspace,
      num: 2,
      identity: `'${LIVE_IDENTITY}'`,
      state: `'${state}'`,
      started_at: 0,
      next_at: 0,
      ...more,
    };
    return all(`INSERT INTO generations (${Object.keys(row)}) VALUES (${Object.values(row)})`);
  };
  const gone = (...chunks: readonly string[]) =>
    Promise.all(
      chunks.map((chunk) =>
        all(`INSERT INTO generation_chunks VALUES (${workspace}, 2, '${chunk}', 'gone', NULL, NULL)`),
      ),
    );
  const embedderOf = (embedChunks: Embedder["embedChunks"]): Embedder => ({
    ...{ space, kind: "embedded", maxBatch: 9, embedChunks },
    embedQuery: () => Promise.reject(new Error("no query here")),
  });
  const unit = embedderOf(async (inputs) => inputs.map(() => Float32Array.from([0, 1])));
  const failing = embedderOf(() => Promise.reject(new AppError("timeout", "slow")));
  const working = (embedder: Embedder, vectors?: VectorIndex) => ({
    ...{ db: here.db, now: () => NOW_MS, random: () => 1, newLease: () => crypto.randomUUID() },
    ...{ modelBudget: undefined, callTimeoutMs: 1_000, embedder, vectors },
  });
  const advance = (
    embedder: Embedder,
    { vectors, rows = 10 }: { vectors?: VectorIndex; rows?: number } = {},
  ) => {
    const deps = { ...working(embedder, vectors), servingFor: () => ({ embedder, vectors }) };
    return advanceGeneration(deps, { workspace, rows, maxUnseen: 10 });
  };
  const index = () => {
    const removed: (readonly string[])[] = [];
    const vectors = {
      ...{ maxUpsert: 9, maxDelete: 2, maxGet: 9, visible: async () => [], progress: async () => ({}) },
      upsert: async () => "m",
      remove: async (ids: readonly string[]) => {
        removed.push(ids);
        return "m";
      },
    } as unknown as VectorIndex;
    return { vectors, removed };
  };

  it.each([
    ["the first time", 0, 1],
    ["the third", 2, 4],
  ])("that fails waits longer each time: %s", async (_, attempts, times) => {
    await write(workspace, { "a.md": "A.\n" });
    await generation("building", { attempts });
    expect(await advance(failing)).toEqual({ failed: 1 });
    expect(await all("SELECT attempts, next_at AS at, last_error AS error FROM generations")).toEqual([
      { attempts: attempts + 1, at: NOW_MS + times * DEFAULTS.retryBaseMs, error: "timeout: slow" },
    ]);
  });

  it("waits for midnight where its workspace has no model call left", async () => {
    await write(workspace, { "a.md": "A.\n" });
    await generation("building");
    await all(`UPDATE workspaces SET quotas = '{"modelCalls":1}'`);
    await recordCalls(here.db, NOW_MS, { charges: [{ workspace, calls: 1 }] });
    expect(await advance({ ...unit, kind: "neural" })).toEqual({ failed: 1 });
    expect(await all("SELECT next_at AS at, last_error AS error FROM generations")).toEqual([
      {
        at: Date.UTC(2026, 5, 2),
        error: expect.stringMatching(/^workspace_quota: This workspace has made 1/),
      },
    ]);
  });

  it("that succeeds forgets the failures before it", async () => {
    await write(workspace, { "a.md": "A.\n" });
    await generation("building", { attempts: 3, last_error: "'timeout: slow'" });
    await advance(unit);
    expect(await all("SELECT attempts, last_error AS error, next_at AS at FROM generations")).toEqual([
      { attempts: 0, error: null, at: NOW_MS },
    ]);
  });

  it("deletes the vectors of chunks that are gone, as many as the index takes at once", async () => {
    await generation("building");
    await gone("a", "b", "c");
    const { vectors, removed } = index();
    expect(await advance(unit, { vectors })).toMatchObject({ removed: 2 });
    expect(removed).toEqual([["a.2", "b.2"]]);
    expect(await column("SELECT chunk FROM generation_chunks")).toEqual(["c"]);
  });

  it("empties an old one of its chunks and of those that are gone, each once, under its own ids", async () => {
    await write(workspace, { "a.md": "A.\n" });
    await all("DELETE FROM outbox");
    const [chunk] = await column("SELECT id FROM chunks");
    await generation("retiring", { num: 2 });
    await gone("x", "y", String(chunk));
    const { vectors, removed } = index();
    expect(await advance(unit, { vectors })).toEqual({ retired: 3 });
    expect(removed.flat().toSorted()).toEqual([`${chunk}.2`, "x.2", "y.2"].toSorted());
    expect(removed.map(({ length }) => length)).toEqual([2, 1]);
  });

  it("made anew puts its vectors in the place of those that are kept", async () => {
    await write(workspace, { "a.md": "A.\n" });
    await all(
      `INSERT INTO embeddings SELECT workspace, '${LIVE_IDENTITY}', embed_hash, x'01', 0 FROM chunks`,
    );
    await renewGeneration(here.db, { workspace, identity: LIVE_IDENTITY, nowMs: NOW_MS });
    await advance(unit);
    expect(await all("SELECT length(vector) > 1 AS isNew, used_at AS at FROM embeddings")).toEqual([
      { isNew: 1, at: NOW_MS },
    ]);
  });

  it("begins anew what is being built, and lets be what is emptied", async () => {
    await generation("retiring", { cursor_rid: 5, done: 5 });
    await generation("building", { num: 3, cursor_rid: 5, done: 5 });
    await renewGeneration(here.db, { workspace, identity: LIVE_IDENTITY, nowMs: NOW_MS });
    expect(await all("SELECT num, fresh, cursor_rid AS rid, done FROM generations ORDER BY num")).toEqual([
      { num: 2, fresh: 0, rid: 5, done: 5 },
      { num: 3, fresh: 1, rid: 0, done: 0 },
    ]);
  });

  it("that switches has the one before emptied when no lease of before can still write to it", async () => {
    await generation("building");
    expect(await advance(unit)).toEqual({ confirmed: 0, switched: 1 });
    expect(await all("SELECT num, state, next_at AS at FROM generations ORDER BY num")).toEqual([
      { num: 1, state: "retiring", at: NOW_MS + DEFAULTS.leaseMs },
      { num: 2, state: "settling", at: NOW_MS },
    ]);
  });

  it("that cannot switch yet waits a little", async () => {
    await generation("building");
    await all(`INSERT INTO outbox (workspace, chunk, op, next_at) VALUES (${workspace}, 'c', 'delete', 0)`);
    expect(await advance(unit)).toEqual({ confirmed: 0 });
    expect(await column("SELECT next_at FROM generations")).toEqual([NOW_MS + 20_000]);
  });

  it.each([
    ["stays while a page of chunks was left", [{ hash: "f", rid: 1 }], 1],
    ["goes with its last page, whatever others have embedded", [], 0],
  ])("of an old one %s", async (_, page, left) => {
    await generation("retiring", { identity: "'old|cls|2|1'" });
    await all(`INSERT INTO embeddings VALUES (${workspace + 1}, 'old|cls|2|1', 'h', x'01', 0)`);
    const claimed = await claimGeneration(here.db, { lease: "l", nowMs: NOW_MS, workspace });
    if (claimed === undefined) throw new Error("it is due");
    await keepRetired(here.db, claimed, { gone: [], page, nowMs: NOW_MS, rows: 5 });
    expect(await column("SELECT count(*) FROM generations")).toEqual([left]);
  });

  it("embeds a text with the context that was written for it before it", async () => {
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n" });
    await all("UPDATE chunks SET prefix = 'Of birds.' WHERE text = 'A.'");
    await generation("building");
    const claimed = await claimGeneration(here.db, { lease: "l", nowMs: NOW_MS, workspace });
    if (claimed === undefined) throw new Error("it is due");
    const { page } = await nextWork(here.db, claimed, { rows: 9, gone: 9 });
    expect(page.map(({ text }) => text).toSorted()).toEqual(["B.", "Of birds.\nA."]);
  });

  it("of a sweep counts each chunk that failed, and has all wait as long as the one that failed most", async () => {
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n", "c.md": "C.\n" });
    await all(`INSERT INTO outbox (workspace, chunk, op, next_at, failures, attempts)
      SELECT workspace, id, 'upsert', 0, 2, 5 FROM chunks WHERE text = 'A.'`);
    const limits = { workspace, rows: 9, slices: 1, lookups: 1 };
    expect(await sweep(working(failing), limits)).toMatchObject({ claimed: 3, failed: 3, embedded: 0 });
    expect(
      await all(`SELECT attempts, failures, next_at - ${NOW_MS} AS wait FROM outbox ORDER BY seq`),
    ).toEqual([
      { attempts: 6, failures: 3, wait: 4 * DEFAULTS.retryBaseMs },
      { attempts: 1, failures: 1, wait: 4 * DEFAULTS.retryBaseMs },
      { attempts: 1, failures: 1, wait: 4 * DEFAULTS.retryBaseMs },
    ]);
  });
});
