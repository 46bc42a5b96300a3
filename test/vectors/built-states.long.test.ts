import { beforeEach, describe, expect, it } from "vitest";
import { AppError, type ErrorCode } from "../../src/errors.ts";
import type { Embedder, VectorEntry, VectorIndex } from "../../src/models/ports.ts";
import { advanceGeneration } from "../../src/vectors/generations.ts";
import { workOrGiveBack } from "../../src/vectors/work-deps.ts";
import { NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const NEXT = "next|cls|2|1";
const EAST = Float32Array.of(1, 0);

describe("what becomes of a chunk in a generation that is built", () => {
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
    await empty("day_use", "mutations");
    workspace = await newWorkspace();
    await write(workspace, { "a.md": "A.\n" });
    await all(`INSERT INTO generations (workspace, num, identity, state, started_at, next_at, calls)
      VALUES (${workspace}, 2, '${NEXT}', 'building', 0, 0, 6)`);
  });

  const embedder = (embedChunks: Embedder["embedChunks"]): Embedder => ({
    space: { model: "next", pooling: "cls", dimensions: 2, prefixVersion: 1 },
    ...{ kind: "neural", maxBatch: 9, embedChunks },
    embedQuery: async () => undefined,
  });
  const indexOf = () => {
    const sent: [string, readonly VectorEntry[], string | undefined][] = [];
    const vectors = {
      ...{ maxUpsert: 9, maxDelete: 9, maxGet: 9, visible: async () => [], progress: async () => ({}) },
      remove: async () => "m",
      async upsert(namespace: string, entries: readonly VectorEntry[], stamp?: string) {
        sent.push([namespace, entries, stamp]);
        return "m";
      },
    } as unknown as VectorIndex;
    return { vectors, sent };
  };
  const advance = (model: Embedder | undefined, vectors: VectorIndex | undefined, more = {}) =>
    advanceGeneration(
      {
        ...{ db: here.db, now: () => NOW_MS, random: () => 1, newLease: () => crypto.randomUUID() },
        ...{ modelBudget: undefined, callTimeoutMs: 1_000, servingFor: () => ({ embedder: model, vectors }) },
      },
      { workspace, rows: 10, maxUnseen: 1, ...more },
    );
  const states = () => all("SELECT state, call, sent_at AS at FROM generation_chunks");

  it.each<[string, string, "vector" | "nothing" | "refused", boolean, readonly unknown[]]>([
    [
      "is sent where it has a vector in both",
      "visible",
      "vector",
      true,
      [{ state: "sent", call: 7, at: NOW_MS }],
    ],
    ["is done without an index", "visible", "vector", false, []],
    ["is late where it has one here only", "none", "vector", true, [{ state: "late", call: 6, at: null }]],
    ["is late without an index, too", "none", "vector", false, [{ state: "late", call: 6, at: null }]],
    [
      "has none here where it has one in the live one",
      "visible",
      "nothing",
      true,
      [{ state: "none", call: 6, at: null }],
    ],
    ["is done where it has none in either", "none", "nothing", true, []],
    ["is refused by its model alone", "visible", "refused", true, [{ state: "refused", call: 6, at: null }]],
  ])("it %s", async (_, live, answer, hasIndex, expected) => {
    await all(`UPDATE chunks SET vector_state = '${live}'`);
    const model = embedder(async (inputs) => {
      if (answer === "refused") throw new AppError("embedder_refused", "too long");
      return inputs.map(() => (answer === "vector" ? EAST : undefined));
    });
    const { vectors, sent } = indexOf();
    const report = await advance(model, hasIndex ? vectors : undefined);
    const isSent = expected.some((row) => (row as { state: string }).state === "sent");
    expect(await states()).toEqual(expected);
    expect(report).toMatchObject({
      walked: 1,
      upserted: isSent ? 1 : 0,
      embedded: answer === "refused" ? 0 : 1,
    });
    expect(
      sent.map(([namespace, entries, stamp]) => [namespace, entries.map(({ id }) => id.slice(32)), stamp]),
    ).toEqual(isSent ? [[`w${workspace}g2`, [".2"], `w${workspace}g2.7`]] : []);
  });

  it.each<[ErrorCode, number | null]>([
    ["capacity", null],
    ["quota", Date.UTC(2026, 5, 2)],
  ])("after %s nothing of the slice is noted, and it is tried again", async (code, pausedUntil) => {
    const model = embedder(() => Promise.reject(new AppError(code, "no")));
    expect(await advance(model, undefined)).toEqual({ failed: 1 });
    expect(await states()).toEqual([]);
    expect(await all("SELECT cursor_hash AS hash, attempts, lease FROM generations")).toEqual([
      { hash: "", attempts: 1, lease: null },
    ]);
    expect(await column("SELECT paused_until FROM day_use")).toEqual([pausedUntil]);
  });

  it("no model of its identity is an outage that names it", async () => {
    expect(await advance(undefined, undefined)).toEqual({ failed: 1 });
    expect(await column("SELECT last_error FROM generations")).toEqual([
      `embedder_unavailable: Nothing here embeds as ${NEXT}`,
    ]);
  });

  it.each([
    ["more are not shown than a search compares", 2, false],
    ["as many are not shown as a search compares", 1, true],
  ])("it is live or not where %s", async (_, unseen, isSwitched) => {
    await empty("chunks", "outbox", "generation_chunks");
    for (let at = 0; at < unseen; at++)
      await all(`INSERT INTO generation_chunks VALUES (${workspace}, 2, 'c${at}', 'sent', 1, ${NOW_MS})`);
    const { vectors } = indexOf();
    const report = await advance(
      embedder(async () => []),
      vectors,
    );
    expect(report).toEqual({ confirmed: 0, ...(isSwitched && { switched: 1 }) });
    expect(await column("SELECT generation FROM workspaces")).toEqual([isSwitched ? 2 : 1]);
  });

  it("half of a slice's rows are walked at once", async () => {
    await write(workspace, { "b.md": "B.\n", "c.md": "C.\n" });
    await empty("generation_chunks");
    const model = embedder(async (inputs) => inputs.map(() => EAST));
    expect(await advance(model, undefined, { rows: 3 })).toMatchObject({ walked: 2 });
    expect(await advance(model, undefined, { rows: 3 })).toMatchObject({ walked: 1 });
  });

  it("what is due and next on the walk is embedded once", async () => {
    const [chunk] = await column("SELECT id FROM chunks");
    await empty("generation_chunks");
    await all(`INSERT INTO generation_chunks VALUES (${workspace}, 2, '${chunk}', 'due', NULL, NULL)`);
    const model = embedder(async (inputs) => inputs.map(() => EAST));
    expect(await advance(model, undefined)).toMatchObject({ walked: 1, embedded: 1 });
  });
});

describe("leased work that fails", () => {
  const { here, column, empty } = sqlWorld();
  beforeEach(() => empty("day_use"));
  const run = async (thrown: unknown) => {
    const given: string[] = [];
    const answer = await workOrGiveBack(
      { db: here.db, now: () => NOW_MS },
      async () => {
        throw thrown;
      },
      async ({ code, message }) => {
        given.push(`${code} ${message}`);
        return "given back";
      },
    ).catch((error: unknown) => ["thrown", error]);
    return { answer, given };
  };

  it("is given back, and thrown on where it is a bug", async () => {
    expect(await run(new AppError("timeout", "late"))).toEqual({
      answer: "given back",
      given: ["timeout late"],
    });
    const bug = new TypeError("x is no function");
    expect(await run(bug)).toEqual({
      answer: ["thrown", bug],
      given: ["internal TypeError: x is no function"],
    });
    expect(await column("SELECT day FROM day_use")).toEqual([]);
  });

  it("by a quota stops all model work until midnight", async () => {
    await run(new AppError("quota", "used up"));
    expect(await column("SELECT paused_until FROM day_use")).toEqual([Date.UTC(2026, 5, 2)]);
  });
});
