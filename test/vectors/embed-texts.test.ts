import { beforeEach, describe, expect, it } from "vitest";
import { DEFAULTS } from "../../src/config.ts";
import { readDayUse } from "../../src/database/day-use.ts";
import { AppError, type ErrorCode } from "../../src/errors.ts";
import type { Embedder, VectorIndex } from "../../src/models/ports.ts";
import { embedTexts } from "../../src/vectors/embed-texts.ts";
import { advanceGeneration } from "../../src/vectors/generations.ts";
import { reindex } from "../../src/vectors/reindex.ts";
import type { EmbeddableChunk } from "../../src/vectors/sql/chunks-to-embed.ts";
import { planGenerations } from "../../src/vectors/sql/generations.ts";
import { sweep } from "../../src/vectors/sweep.ts";
import { findWorkspace } from "../../src/workspaces/sql/workspace-store.ts";
import { LIVE_IDENTITY, NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const MIDNIGHT = Date.UTC(2026, 5, 2);
const NEXT = "next|cls|2|1";

const chunk = (text: string, more: Partial<EmbeddableChunk> = {}): EmbeddableChunk => ({
  ...{ id: text, workspace: 1, generation: 1, hash: text, headings: [], text, vector: null },
  metadata: { root: "notes", path: "a.md", kind: "file", language: "markdown" },
  ...more,
});

/** A model that notes what each call brought, and fails where it is told to. */
function scripted(
  fails: (texts: readonly string[]) => Error | undefined = () => undefined,
  more: Partial<Embedder> = {},
) {
  const calls: (readonly string[])[] = [];
  const embedder: Embedder = {
    space: { model: "fake", pooling: "cls", dimensions: 2, prefixVersion: 1 },
    kind: "neural",
    maxBatch: 100,
    embedQuery: async () => undefined,
    async embedChunks(inputs) {
      const texts = inputs.map(({ text }) => text);
      calls.push(texts);
      const error = fails(texts);
      if (error !== undefined) throw error;
      return texts.map((text) => (text === "nothing" ? undefined : Float32Array.of(1, 0)));
    },
    ...more,
  };
  return { embedder, calls };
}

const failing = (code: ErrorCode) => () => new AppError(code, "fake");

describe("embedding", () => {
  const { here, all, column, empty, newWorkspace, write } = sqlWorld();
  beforeEach(async () => {
    await empty(
      "search_days",
      "day_use",
      "chunks",
      "outbox",
      "claims",
      "generations",
      "generation_chunks",
      "workspaces",
    );
  });

  const working = (modelBudget?: number, nowMs = NOW_MS) => ({
    ...{ db: here.db, now: () => nowMs, random: () => 1, modelBudget, callTimeoutMs: 1_000 },
    newLease: () => crypto.randomUUID(),
  });
  const embed = async (
    model: ReturnType<typeof scripted>,
    chunks: readonly EmbeddableChunk[],
    budget?: number,
  ) => {
    const kept: string[][] = [];
    const keep = async ({ vectors }: { vectors: readonly { hash: string; vector: string | null }[] }) => {
      kept.push(vectors.map(({ hash, vector }) => (vector === null ? `no ${hash}` : hash)));
    };
    const made = await embedTexts(
      { ...working(budget), embedder: model.embedder, keep },
      { lease: "l", chunks },
    );
    const failed = made.failed.map(({ chunks: lost, error }) => [error.code, lost.map(({ text }) => text)]);
    return { ...made, failed, kept };
  };
  const use = () => readDayUse(here.db, NOW_MS);

  it("halves what the model refuses until the one text that it cannot take stands alone", async () => {
    const model = scripted((texts) =>
      texts.includes("bad") ? new AppError("embedder_refused", "no") : undefined,
    );
    const made = await embed(
      model,
      ["a", "bad", "c", "d"].map((text) => chunk(text)),
    );
    expect(made).toMatchObject({ embedded: 3, failed: [["embedder_refused", ["bad"]]] });
    expect(model.calls).toEqual([["a", "bad", "c", "d"], ["a", "bad"], ["a"], ["bad"], ["c", "d"]]);
    expect(await use()).toMatchObject({ calls: 5, texts: 10 });
  });

  it.each<ErrorCode>(["quota", "capacity", "timeout", "embedder_unavailable"])(
    "asks for no further text after %s, and leaves all of them for later",
    async (code) => {
      const model = scripted(failing(code), { maxBatch: 1 });
      const made = await embed(
        model,
        ["a", "b", "c"].map((text) => chunk(text)),
      );
      expect(made.failed).toEqual([
        [code, ["a"]],
        [code, ["b"]],
        [code, ["c"]],
      ]);
      expect(model.calls).toEqual([["a"]]);
    },
  );

  it("calls no model beyond the day's budget, nor while the quota is used up", async () => {
    const model = scripted(undefined, { maxBatch: 1 });
    const made = await embed(
      model,
      ["a", "b", "c"].map((text) => chunk(text)),
      2,
    );
    expect([model.calls.length, made.embedded, made.failed]).toEqual([2, 2, [["model_budget", ["c"]]]]);
    expect(await use()).toMatchObject({ calls: 2, texts: 2 });
    await all(`UPDATE day_use SET calls = 0, paused_until = ${NOW_MS + 1}`);
    expect((await embed(model, [chunk("d")])).failed).toEqual([["quota", ["d"]]]);
    expect(await use()).toMatchObject({ calls: 0, texts: 2 });
    await all(`UPDATE day_use SET paused_until = ${NOW_MS}`);
    expect((await embed(model, [chunk("d")])).failed).toEqual([]);
  });

  it("counts what a model is asked, whatever comes of it, and nothing of the embedded stand-in", async () => {
    const broken = scripted(() => new TypeError("a bug"));
    await expect(embed(broken, [chunk("a"), chunk("b")])).rejects.toThrow(TypeError);
    expect(await use()).toMatchObject({ calls: 1, texts: 2 });
    await embed(scripted(undefined, { kind: "embedded" }), [chunk("a")], 1);
    expect(await use()).toMatchObject({ calls: 1, texts: 2 });
  });

  it("keeps each call's vectors at once, cached ones first, and asks for a text once a workspace", async () => {
    const model = scripted(undefined, { maxBatch: 2 });
    const made = await embed(model, [
      ...[chunk("a"), chunk("a", { id: "a2" })],
      ...[chunk("cached", { vector: "00" }), chunk("cached", { id: "c2", vector: "00" })],
      ...[chunk("nothing"), chunk("a", { workspace: 2 })],
    ]);
    expect(model.calls).toEqual([["a", "nothing"], ["a"]]);
    expect(made.kept).toEqual([["cached"], ["a", "no nothing"], ["a"]]);
    expect(made.vectors.get("1 nothing")).toBeNull();
  });

  it.each([
    ["parks nothing and waits for midnight after", "quota", 0, MIDNIGHT, MIDNIGHT],
    ["waits a little after, and burns no attempt for,", "capacity", 0, NOW_MS + DEFAULTS.retryBaseMs, null],
    ["burns an attempt for", "embedder_unavailable", 1, NOW_MS + DEFAULTS.retryBaseMs, null],
  ] as const)("in a sweep %s %s", async (_, code, attempts, nextAt, pausedUntil) => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "A.\n" });
    const { embedder } = scripted(failing(code));
    const limits = { workspace, rows: 10, slices: 2, lookups: 1 };
    await sweep({ ...working(), embedder, vectors: undefined }, limits);
    expect(await all("SELECT attempts, failures, next_at, state FROM outbox")).toEqual([
      { attempts, failures: 1, next_at: nextAt, state: "due" },
    ]);
    expect((await use()).pausedUntil).toBe(pausedUntil);
  });

  it("in a sweep waits for midnight, too, when the budget is used up, and pauses nobody else", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "A.\n" });
    await all(`INSERT INTO day_use (day, calls) VALUES ('2026-06-01', 5)`);
    const model = scripted();
    const limits = { workspace, rows: 10, slices: 1, lookups: 1 };
    await sweep({ ...working(5), embedder: model.embedder, vectors: undefined }, limits);
    expect(await all("SELECT attempts, next_at FROM outbox")).toEqual([]);
    expect([model.calls, (await use()).pausedUntil]).toEqual([[], null]);
    await all("UPDATE day_use SET calls = 4");
    await write(workspace, { "b.md": "B.\n" });
    const single = scripted(undefined, { maxBatch: 1 });
    await sweep({ ...working(5), embedder: single.embedder, vectors: undefined }, limits);
    expect(await all("SELECT attempts, next_at FROM outbox")).toEqual([{ attempts: 0, next_at: MIDNIGHT }]);
    expect([single.calls.length, (await use()).pausedUntil]).toEqual([1, null]);
  });

  describe("for a next generation", () => {
    const sending = () => {
      const sent: string[] = [];
      const index: VectorIndex = {
        ...{ maxUpsert: 100, maxDelete: 100, maxGet: 20 },
        upsert: async (_, entries) => {
          sent.push(...entries.map(({ id }) => id));
          return `m${sent.length}`;
        },
        remove: async () => "removed",
        nearest: async () => [],
        visible: async () => [],
        progress: async () => ({ processedUpToMutation: undefined, processedUpToMs: undefined }),
      };
      return { index, sent };
    };
    const advance = (
      model: Embedder,
      more: { maxUnseen?: number; vectors?: VectorIndex; nowMs?: number } = {},
    ) =>
      advanceGeneration(
        { ...working(undefined, more.nowMs), servingFor: () => ({ embedder: model, vectors: more.vectors }) },
        { rows: 100, maxUnseen: more.maxUnseen ?? 10 },
      );
    const next = (fails?: Parameters<typeof scripted>[0]) =>
      scripted(fails, { space: { model: "next", pooling: "cls", dimensions: 2, prefixVersion: 1 } }).embedder;
    const started = async () => {
      const workspace = await newWorkspace();
      await write(workspace, { "a.md": "A.\n", "b.md": "B.\n" });
      await all("DELETE FROM outbox");
      await all(`UPDATE chunks SET vector_state = 'visible' WHERE workspace = ${workspace}`);
      await planGenerations(here.db, { identity: NEXT, nowMs: NOW_MS });
      return workspace;
    };

    it.each([
      ["takes over with as many vectors not shown yet as a search compares", 2, 1],
      ["waits while there are more", 1, 0],
    ])("%s", async (_, maxUnseen, switched) => {
      const workspace = await started();
      const { index, sent } = sending();
      await advance(next(), { maxUnseen, vectors: index });
      expect(sent).toEqual(sent.filter((id) => id.endsWith(".2")));
      const report = await advance(next(), { maxUnseen, vectors: index });
      expect([sent.length, report?.switched ?? 0]).toEqual([2, switched]);
      expect(await column(`SELECT generation FROM workspaces WHERE num = ${workspace}`)).toEqual([
        1 + switched,
      ]);
    });

    it("goes on without the one text that its model refuses", async () => {
      const workspace = await started();
      const refusing = next((texts) =>
        texts.includes("A.") ? new AppError("embedder_refused", "no") : undefined,
      );
      expect(await advance(refusing)).toMatchObject({ embedded: 1 });
      expect(await column(`SELECT state FROM generation_chunks WHERE workspace = ${workspace}`)).toEqual([
        "refused",
      ]);
    });

    it.each([
      ["quota", MIDNIGHT, MIDNIGHT],
      ["timeout", NOW_MS + DEFAULTS.retryBaseMs, null],
    ] as const)("is given back after %s, with where it stood", async (code, nextAt, pausedUntil) => {
      await started();
      expect(await advance(next(failing(code)))).toEqual({ failed: 1 });
      expect(await all("SELECT cursor_hash, done, attempts, next_at, lease FROM generations")).toEqual([
        { cursor_hash: "", done: 0, attempts: 1, next_at: nextAt, lease: null },
      ]);
      expect((await use()).pausedUntil).toBe(pausedUntil);
    });
  });

  it.each([
    ["only gives what failed new attempts", { failed: true, all: false }, LIVE_IDENTITY, [], 0],
    ["starts what is stale", { failed: false, all: false }, NEXT, [{ identity: NEXT, fresh: 0 }], 0],
    ["starts nothing that is current", { failed: false, all: false }, LIVE_IDENTITY, [], 0],
    [
      "makes everything anew",
      { failed: true, all: true },
      LIVE_IDENTITY,
      [{ identity: LIVE_IDENTITY, fresh: 1 }],
      1,
    ],
    [
      "changes the model and cuts all anew",
      { failed: false, all: true },
      NEXT,
      [{ identity: NEXT, fresh: 0 }],
      1,
    ],
  ])("of a whole index anew %s", async (_, request, identity, generations, rechunks) => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "A.\n" });
    await all(
      `INSERT INTO outbox (workspace, chunk, op, state, next_at) SELECT workspace, id, 'upsert', 'parked', 0 FROM chunks`,
    );
    await all("DELETE FROM rechunks");
    const [slug] = await column(`SELECT slug FROM workspaces WHERE num = ${workspace}`);
    const row = await findWorkspace(here.db, String(slug));
    if (row === undefined) throw new Error("it was just made");
    const context = { session: here.db, workspace, nowMs: NOW_MS, row };
    const answer = await reindex(context as unknown as Parameters<typeof reindex>[0], request, identity);
    expect(answer.retried).toBe(1);
    expect(await all("SELECT identity, fresh FROM generations")).toEqual(generations);
    expect(await column("SELECT count(*) FROM rechunks")).toEqual([rechunks]);
  });
});
