import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hashEmbedder } from "../../../src/models/local/hash-embedder.ts";
import { cloudflareModels, type Models, servingOf } from "../../../src/models/models.ts";
import { type Embedder, spaceKey } from "../../../src/models/ports.ts";
import { createHandlers } from "../../../src/wiring.ts";
import { createClient, testEnv } from "../../support/client.ts";
import { fakeAi } from "../../support/fakes/fake-ai.ts";
import { fakeVectorize } from "../../support/fakes/fake-vectorize.ts";
import type { TestDatabase } from "../../support/worlds/database.ts";
import { openQuickDatabase } from "../../support/worlds/quick-database.ts";
import { simulatedClock } from "../../support/worlds/world.ts";

/** Its vectors point the other way: compared with those of the first, everything would be least alike. */
const opposite: Embedder = {
  ...hashEmbedder,
  space: { ...hashEmbedder.space, prefixVersion: 2 },
  embedChunks: async (inputs) =>
    (await hashEmbedder.embedChunks(inputs)).map((vector) => vector?.map((value) => -value)),
  embedQuery: async (query) => (await hashEmbedder.embedQuery(query))?.map((value) => -value),
};

describe("another identity without a vector index", () => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await openQuickDatabase();
  });
  afterEach(() => opened.dispose());

  it("takes over while the one before serves, both of them embedded parts", async () => {
    const clock = simulatedClock();
    const all = [hashEmbedder, opposite];
    const withEmbedder = (embedder: Embedder) => {
      const forSpace: Models["forSpace"] = (identity) => ({
        embedder: all.find((one) => spaceKey(one.space) === spaceKey(identity)),
        vectors: undefined,
      });
      const models = () => ({ embedder, reranker: undefined, vectors: undefined, forSpace });
      const handlers = createHandlers({ local: models }, clock.now);
      return createClient(
        handlers as never,
        testEnv(opened.database, { PLAN: "free" }),
        undefined,
        clock.now,
      );
    };
    const before = withEmbedder(hashEmbedder);
    const token = await before.workspace("default");
    for (let part = 0; part < 8; part++)
      await before.upload(
        token,
        Object.fromEntries(
          Array.from({ length: 10 }, (_, at) => [
            `n${part}-${at}.md`,
            `Heron number ${part * 10 + at} nests.\n`,
          ]),
        ),
      );
    for (let at = 0; at < 3; at++) await before.sweep();
    const after = withEmbedder(opposite);
    const found = async () => {
      const { body } = await after.search(token, "herons nesting", { profile: "vector" });
      const { degraded, hits } = body;
      return [
        degraded,
        hits.length > 0,
        hits.every(({ scores }: { scores: { similarity?: number } }) => (scores.similarity ?? -1) > 0),
      ];
    };
    for (let round = 0; round < 10; round++) {
      await after.sweep();
      await after.deliver({ task: "generations" });
      expect(await found()).toEqual([[], true, true]);
      clock.advance(60_000);
    }
    const { results } = await opened.database
      .prepare(
        "SELECT w.identity, w.generation, count(*) AS n FROM workspaces w, embeddings e WHERE e.identity = w.identity",
      )
      .all();
    expect(results).toEqual([{ identity: spaceKey(opposite.space), generation: 2, n: 80 }]);
    const left = await opened.database.prepare("SELECT DISTINCT identity FROM embeddings").all();
    expect(left.results).toHaveLength(1);
  });
});

describe("what serves an identity", () => {
  const vectorize = fakeVectorize({ now: Date.now });
  const next = fakeVectorize({ now: Date.now });
  const env = testEnv(undefined as never, {
    PLATFORM: "cloudflare",
    AI: fakeAi(),
    VECTORIZE: vectorize,
    VECTORIZE_NEXT: next,
    VECTORIZE_NEXT_DIMENSIONS: "1024",
    EMBEDDINGS_URL: "http://localhost:1/v1",
    EMBEDDINGS_MODEL: "some-model",
    EMBEDDINGS_DIMENSIONS: "1024",
  });

  it("is the index of its dimensions, and the account's own models for what they embedded", async () => {
    const models = cloudflareModels(env);
    const servingFor = servingOf(models);
    await models.vectors?.progress();
    expect([vectorize.calls.describe, next.calls.describe]).toEqual([0, 1]);
    const old = servingFor("@cf/baai/bge-base-en-v1.5|cls|768|1");
    await old.vectors?.progress();
    expect([vectorize.calls.describe, next.calls.describe]).toEqual([1, 1]);
    expect(old.embedder?.space.pooling).toBe("cls");
    expect(servingFor("gone-model|mean|768|1").embedder).toBe(undefined);
    expect(servingFor("@cf/baai/bge-base-en-v1.5|cls|768|9").embedder).toBe(undefined);
    expect(servingFor("no identity at all")).toEqual({ embedder: undefined, vectors: undefined });
  });

  it("is not half of it: a model whose index is gone leaves keyword search, and says so", async () => {
    const opened = await openQuickDatabase();
    const handlers = createHandlers({ cloudflare: cloudflareModels });
    const { EMBEDDINGS_URL: _, EMBEDDINGS_MODEL: __, EMBEDDINGS_DIMENSIONS: ___, ...bindings } = env;
    const before = createClient(handlers as never, { ...bindings, DB: opened.database });
    const token = await before.workspace("default");
    await before.upload(token, { "a.md": "A heron.\n" });
    await before.sweep();
    const after = createClient(handlers as never, {
      ...env,
      VECTORIZE_DIMENSIONS: "512",
      DB: opened.database,
    });
    const { body } = await after.search(token, "heron");
    expect([body.hits.length, body.degraded]).toEqual([1, expect.arrayContaining(["identity_changed"])]);
    await opened.dispose();
  });

  it("is said when no index takes a model's vectors", () => {
    expect(() => cloudflareModels({ ...env, VECTORIZE_NEXT_DIMENSIONS: "512" })).toThrow(
      /No vector index of 1024 dimensions is bound/,
    );
    expect(() => cloudflareModels({ ...env, VECTORIZE_DIMENSIONS: "wide" })).toThrow(/VECTORIZE_DIMENSIONS/);
  });
});
