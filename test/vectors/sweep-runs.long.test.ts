import { beforeEach, describe, expect, it } from "vitest";
import { DEFAULTS } from "../../src/config.ts";
import { removeDocuments } from "../../src/documents/sql/document-writes.ts";
import { AppError, type ErrorCode } from "../../src/errors.ts";
import type { Embedder, VectorIndex } from "../../src/models/ports.ts";
import { sweep } from "../../src/vectors/sweep.ts";
import { NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const EAST = Float32Array.of(1, 0);

describe("a run over the outbox", () => {
  const { here, all, column, empty, newWorkspace, write } = sqlWorld();
  let workspace = 0;
  /** Of the latest run: its own, and one a slice. */
  let leases = 0;
  beforeEach(async () => {
    await empty(
      "chunks",
      "documents",
      "outbox",
      "embeddings",
      "claims",
      "sent_calls",
      "mutations",
      "day_use",
    );
    workspace = await newWorkspace();
  });

  const embedder = (more: Partial<Embedder> = {}): Embedder => ({
    space: { model: "fake", pooling: "cls", dimensions: 2, prefixVersion: 1 },
    ...{ kind: "embedded", maxBatch: 9, embedQuery: async () => undefined },
    embedChunks: async (inputs) => inputs.map(() => EAST),
    ...more,
  });
  const indexOf = (more: Partial<VectorIndex> = {}) => {
    const calls: string[] = [];
    const vectors: VectorIndex = {
      ...{ maxUpsert: 2, maxDelete: 2, maxGet: 9, nearest: async () => [] },
      async upsert(namespace, entries, stamp) {
        calls.push(`upsert ${entries.length} ${namespace} ${stamp}`);
        return `m${calls.length}`;
      },
      async remove(ids) {
        calls.push(`remove ${ids.join(" ")}`);
        return `m${calls.length}`;
      },
      visible: async () => [],
      progress: async () => ({ processedUpToMutation: undefined, processedUpToMs: undefined }),
      ...more,
    };
    return { vectors, calls };
  };
  const run = (
    {
      model = embedder(),
      vectors,
      modelBudget,
    }: { model?: Embedder; vectors?: VectorIndex | undefined; modelBudget?: number | undefined },
    limits: Partial<Parameters<typeof sweep>[1]> = {},
  ) => {
    leases = 0;
    return sweep(
      {
        ...{ db: here.db, now: () => NOW_MS, random: () => 1, newLease: () => `l${leases++}` },
        ...{ modelBudget, callTimeoutMs: 1_000, embedder: model, vectors },
      },
      { rows: 10, slices: 5, lookups: 1, ...limits },
    );
  };
  const NOTHING = { claimed: 0, embedded: 0, upserted: 0, removed: 0, confirmed: 0, failed: 0 };
  const files = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.md`, `Text ${at}.\n`]));
  const outbox = () => all("SELECT op, state, attempts, failures FROM outbox ORDER BY seq");

  it("takes slices until nothing is due, or as many as it may", async () => {
    await write(workspace, files(5));
    expect(await run({}, { rows: 2, slices: 2 })).toEqual({ ...NOTHING, claimed: 4, embedded: 4 });
    expect(await run({}, { rows: 2, slices: 2 })).toEqual({ ...NOTHING, claimed: 1, embedded: 1 });
    expect(leases).toBe(1 + 2);
    expect(await run({})).toEqual(NOTHING);
    expect(leases).toBe(1 + 1);
    expect(await run({}, { slices: 0 })).toEqual(NOTHING);
  });

  it("takes work of the workspace asked for only", async () => {
    const other = await newWorkspace();
    await write(workspace, files(1));
    await write(other, files(2));
    expect(await run({}, { workspace })).toMatchObject({ claimed: 1 });
    expect(await run({})).toMatchObject({ claimed: 2 });
  });

  it("brings vectors in calls as large as the index takes, numbered within the run and by namespace", async () => {
    const other = await newWorkspace();
    await write(workspace, files(3));
    await write(other, { "o.md": "Other.\n" });
    await all(`UPDATE workspaces SET generation = 4 WHERE num = ${other}`);
    const { vectors, calls } = indexOf();
    expect(await run({ vectors })).toEqual({ ...NOTHING, claimed: 4, embedded: 4, upserted: 4 });
    expect(calls).toEqual([
      `upsert 2 w${workspace}g1 l0.1`,
      `upsert 1 w${workspace}g1 l0.2`,
      `upsert 1 w${other}g4 l0.3`,
    ]);
    expect(await outbox()).toEqual([]);
    expect(
      await all("SELECT run, seq, json_array_length(chunks) AS chunks FROM sent_calls ORDER BY num"),
    ).toEqual([...[2, 1, 1].map((chunks, at) => ({ run: "l0", seq: at + 1, chunks }))]);
    expect(await all("SELECT run, seq FROM mutations ORDER BY seq")).toEqual([
      ...[1, 2, 3].map((seq) => ({ run: "l0", seq })),
    ]);
    await all(`UPDATE workspaces SET generation = 1 WHERE num = ${other}`);
  });

  it("shows chunks at once where there is no index, without sending them", async () => {
    await write(workspace, files(2));
    expect(await run({})).toEqual({ ...NOTHING, claimed: 2, embedded: 2 });
    expect(await column("SELECT DISTINCT vector_state FROM chunks")).toEqual(["visible"]);
    expect(await outbox()).toEqual([]);
  });

  it.each([
    ["an index", true],
    ["none", false],
  ])("is done with a chunk in which there is nothing to embed, with %s", async (_, hasIndex) => {
    await write(workspace, files(1));
    const { vectors, calls } = indexOf();
    const model = embedder({ embedChunks: async (inputs) => inputs.map(() => undefined) });
    expect(await run({ model, vectors: hasIndex ? vectors : undefined })).toEqual({
      ...NOTHING,
      claimed: 1,
      embedded: 1,
    });
    expect([await column("SELECT vector_state FROM chunks"), await outbox(), calls]).toEqual([
      ["none"],
      [],
      [],
    ]);
  });

  it("deletes vectors in calls as large as the index takes, and before it brings any", async () => {
    await write(workspace, files(3));
    const ids = await column("SELECT id FROM chunks ORDER BY rid");
    await run({});
    await removeDocuments(here.db, { workspace, root: "notes", paths: Object.keys(files(3)), nowMs: NOW_MS });
    await write(workspace, { "new.md": "New.\n" });
    const { vectors, calls } = indexOf();
    expect(await run({ vectors })).toEqual({ ...NOTHING, claimed: 4, removed: 3, embedded: 1, upserted: 1 });
    expect(calls.map((call) => call.split(" ")[0])).toEqual(["remove", "remove", "upsert"]);
    expect(
      calls
        .slice(0, 2)
        .flatMap((call) => call.split(" ").slice(1))
        .toSorted(),
    ).toEqual(ids.toSorted());
    expect([await outbox(), await column("SELECT count(*) FROM sent_calls")]).toEqual([[], [1]]);
  });

  it("deletes of a workspace without an index, too", async () => {
    await all(`INSERT INTO outbox (workspace, chunk, op, next_at) VALUES (${workspace}, 'c', 'delete', 0)`);
    expect(await run({})).toEqual({ ...NOTHING, claimed: 1, removed: 1 });
    expect(await outbox()).toEqual([]);
  });

  it("goes on with the other kind of work where one kind fails, and ends after that slice", async () => {
    await all(`INSERT INTO outbox (workspace, chunk, op, next_at) VALUES (${workspace}, 'c', 'delete', 0)`);
    await write(workspace, files(1));
    const { vectors } = indexOf({
      remove: () => Promise.reject(new AppError("vector_index_unavailable", "down")),
    });
    expect(await run({ vectors })).toEqual({ ...NOTHING, claimed: 2, failed: 1, embedded: 1, upserted: 1 });
    expect(await outbox()).toEqual([{ op: "delete", state: "due", attempts: 1, failures: 1 }]);
    expect(await column("SELECT lease FROM claims")).toEqual([]);
  });

  it.each<[ErrorCode, number, number]>([
    ["timeout", 1, NOW_MS + DEFAULTS.retryBaseMs],
    ["embedder_unavailable", 1, NOW_MS + DEFAULTS.retryBaseMs],
    ["embedder_refused", 1, NOW_MS + DEFAULTS.retryBaseMs],
    ["capacity", 0, NOW_MS + DEFAULTS.retryBaseMs],
    ["quota", 0, Date.UTC(2026, 5, 2)],
  ])("after %s burns %i attempts and waits", async (code, attempts, nextAt) => {
    await write(workspace, files(1));
    const model = embedder({ embedChunks: () => Promise.reject(new AppError(code, "no")) });
    expect(await run({ model })).toEqual({ ...NOTHING, claimed: 1, failed: 1 });
    expect(await all("SELECT attempts, failures, next_at AS at, last_error AS error FROM outbox")).toEqual([
      { attempts, failures: 1, at: nextAt, error: `${code}: no` },
    ]);
    expect(await column("SELECT paused_until FROM day_use")).toEqual(code === "quota" ? [nextAt] : []);
  });

  it("gives back every row of a text that failed, and counts the text once", async () => {
    await write(workspace, { "a.md": "Same.\n", "b.md": "Same.\n" });
    const model = embedder({ embedChunks: () => Promise.reject(new AppError("timeout", "no")) });
    expect(await run({ model })).toEqual({ ...NOTHING, claimed: 2, failed: 1 });
    expect(await outbox()).toMatchObject([{ attempts: 1 }, { attempts: 1 }]);
  });

  it("leaves alone what another run is having embedded", async () => {
    await write(workspace, files(1));
    await all(`INSERT INTO claims (lease, lease_until, chunks)
      SELECT 'other', ${NOW_MS + 1}, json_array(json_array('another', workspace, embed_hash)) FROM chunks`);
    expect(await run({})).toEqual(NOTHING);
    expect([await outbox(), await column("SELECT vector_state FROM chunks")]).toEqual([[], ["pending"]]);
  });

  it("deletes the vectors of rows whose chunk went away", async () => {
    await all(
      `INSERT INTO outbox (workspace, chunk, op, next_at) VALUES (${workspace}, 'gone', 'upsert', 0)`,
    );
    expect(await run({})).toEqual({ ...NOTHING, claimed: 1, removed: 1 });
    expect(await outbox()).toEqual([]);
  });

  it("ends at the first slice that fails: the model is not asked again", async () => {
    await write(workspace, files(3));
    let asked = 0;
    const model = embedder({
      embedChunks: () => {
        asked += 1;
        return Promise.reject(new AppError("embedder_unavailable", "down"));
      },
    });
    expect(await run({ model }, { rows: 1 })).toEqual({ ...NOTHING, claimed: 1, failed: 1 });
    expect(asked).toBe(1);
  });

  it.each([
    ["the quota is used up", undefined, NOW_MS + 1, 0],
    ["the budget is used up", 5, null, 0],
    ["there is a call left", 6, NOW_MS, 1],
  ])("takes pending chunks or leaves them as they are where %s", async (_, modelBudget, paused, claimed) => {
    await write(workspace, files(1));
    await all(`INSERT INTO day_use (day, calls, paused_until) VALUES ('2026-06-01', 5, ${paused})`);
    expect(await run({ model: embedder({ kind: "neural" }), modelBudget })).toMatchObject({ claimed });
    expect(await outbox()).toEqual([]);
  });

  it("sends what is left of a call that failed, and nothing twice", async () => {
    await write(workspace, files(3));
    const { vectors, calls } = indexOf();
    const broken: VectorIndex = {
      ...vectors,
      upsert: (...call) =>
        calls.length > 0
          ? Promise.reject(new AppError("vector_index_unavailable", "down"))
          : vectors.upsert(...call),
    };
    expect(await run({ vectors: broken })).toMatchObject({ claimed: 3, failed: 1 });
    expect(await outbox()).toEqual([{ op: "upsert", state: "due", attempts: 1, failures: 1 }]);
    await all("UPDATE outbox SET next_at = 0");
    expect(await run({ vectors })).toMatchObject({ claimed: 1, embedded: 0, upserted: 1 });
    expect(calls.map((call) => call.split(" ")[1])).toEqual(["2", "1"]);
  });

  it("shows what the index shows by then, as its own call sent it", async () => {
    await write(workspace, files(2));
    await run({ vectors: indexOf().vectors });
    await all(`UPDATE sent_calls SET sent_at = ${NOW_MS - DEFAULTS.visibilityMarginMs - 1}`);
    const stamps: unknown[] = [];
    const { vectors } = indexOf({
      async visible(ids, asked) {
        stamps.push(...(asked?.values() ?? []));
        return ids.slice(1);
      },
    });
    expect(await run({ vectors })).toEqual({ ...NOTHING, confirmed: 1 });
    expect(stamps).toEqual(["l0.1", "l0.1"]);
    expect(await column("SELECT vector_state FROM chunks ORDER BY vector_state")).toEqual([
      "embedded",
      "visible",
    ]);
  });
});
