import { beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/config.ts";
import { readDayUse, recordCalls } from "../../src/database/day-use.ts";
import type { Embedder } from "../../src/models/ports.ts";
import { embedTexts } from "../../src/vectors/embed-texts.ts";
import type { EmbeddableChunk } from "../../src/vectors/sql/chunks-to-embed.ts";
import { claimWork, keepEmbeddings, releaseClaim } from "../../src/vectors/sql/claims.ts";
import { LIVE_IDENTITY as identity, NOW_MS, sqlWorld } from "../support/worlds/sql-world.ts";

const VECTOR = "00000080BF017F";

const chunkOf = (workspace: number, text: string): EmbeddableChunk => ({
  ...{ id: text, workspace, generation: 1, hash: text, headings: [], text, vector: null },
  metadata: { root: "notes", path: "a.md", kind: "file", language: "markdown" },
});

/** A model of two texts a call, and what each call brought. */
function noting(kind: Embedder["kind"] = "neural") {
  const calls: (readonly string[])[] = [];
  const embedder: Embedder = {
    ...{ space: { model: "fake", pooling: "cls", dimensions: 2, prefixVersion: 1 }, kind, maxBatch: 2 },
    embedQuery: async () => undefined,
    async embedChunks(inputs) {
      calls.push(inputs.map(({ text }) => text));
      return inputs.map(() => Float32Array.of(1, 0));
    },
  };
  return { embedder, calls };
}

describe("a workspace's quota of model calls, when texts are embedded,", () => {
  const { here, all, column, empty, newWorkspace, write } = sqlWorld();
  let workspace = 0;
  beforeEach(async () => {
    await empty(
      "search_days",
      "day_use",
      "chunks",
      "documents",
      "embeddings",
      "outbox",
      "claims",
      "workspaces",
    );
    workspace = await newWorkspace();
    await all(`UPDATE workspaces SET quotas = '{"modelCalls":1}'`);
  });

  const texts = async (lease: string, more: Partial<Parameters<typeof claimWork>[1]> = {}) => {
    const usual = { workspace: undefined, identity, lease, nowMs: NOW_MS, limit: 10 };
    const { upserts } = await claimWork(here.db, { ...usual, takesPending: true, takesCalls: true, ...more });
    return upserts.map(({ text }) => text);
  };
  const embed = async ({ embedder }: { embedder: Embedder }, chunks: readonly EmbeddableChunk[]) => {
    const deps = { db: here.db, now: () => NOW_MS, modelBudget: undefined, callTimeoutMs: 1_000, embedder };
    const made = await embedTexts({ ...deps, keep: async () => undefined }, { lease: "l", chunks });
    const failed = made.failed.map(({ chunks: lost, error }) => [error.code, lost.map(({ text }) => text)]);
    return { embedded: made.embedded, failed };
  };

  it("charges each workspace of a call one, and leaves out the texts of those that have none left", async () => {
    const [one, two] = [workspace, await newWorkspace()];
    const model = noting();
    const chunks = [
      chunkOf(one, "a"),
      chunkOf(two, "b"),
      chunkOf(one, "c"),
      chunkOf(two, "d"),
      chunkOf(one, "e"),
    ];
    const made = await embed(model, chunks);
    expect(model.calls).toEqual([["a", "b"], ["d"]]);
    expect([made.embedded, made.failed]).toEqual([
      3,
      [
        ["workspace_quota", ["c"]],
        ["workspace_quota", ["e"]],
      ],
    ]);
    const charged = () => all("SELECT workspace, model_calls AS calls FROM search_days ORDER BY workspace");
    expect(await charged()).toEqual([
      { workspace: one, calls: 1 },
      { workspace: two, calls: 2 },
    ]);
    expect(await readDayUse(here.db, NOW_MS)).toMatchObject({ calls: 2, texts: 3 });
    // What the isolate computes itself is no call.
    expect((await embed(noting("embedded"), [chunkOf(one, "f")])).failed).toEqual([]);
    await all(`UPDATE workspaces SET gone_at = 1 WHERE num = ${two}`);
    await embed(model, [chunkOf(two, "g")]);
    expect(await charged()).toHaveLength(2);
    expect((await charged())[1]).toEqual({ workspace: two, calls: 2 });
  });

  it("leaves what takes a call to a workspace that has none left, and takes what has its vector", async () => {
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n", "c.md": "C.\n" });
    const other = await newWorkspace();
    await write(other, { "d.md": "D.\n" });
    await recordCalls(here.db, NOW_MS, { charges: [{ workspace, calls: 1 }] });
    // Of two that failed one has its vector.
    await all(`UPDATE chunks SET vector_state = 'failed' WHERE text <> 'C.' AND workspace = ${workspace}`);
    await all(`INSERT INTO outbox (workspace, chunk, op, next_at)
      SELECT workspace, id, 'upsert', 0 FROM chunks WHERE vector_state = 'failed'`);
    const [hash] = await column("SELECT embed_hash FROM chunks WHERE text = 'A.'");
    const vectors = [{ workspace, hash: String(hash), vector: VECTOR }];
    await keepEmbeddings(here.db, { lease: "none", identity, nowMs: NOW_MS, vectors });
    expect(await texts("l")).toEqual(["A.", "D."]);
    expect(await texts("computed", { takesCalls: false })).toEqual(["B.", "C."]);
    await releaseClaim(here.db, "computed");
    expect(await texts("tomorrow", { nowMs: NOW_MS + DAY_MS })).toEqual(expect.arrayContaining(["B.", "C."]));
  });
});
