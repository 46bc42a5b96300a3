import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Env } from "../../src/env.ts";
import { cloudflareModels } from "../../src/models/models.ts";
import { spaceKey } from "../../src/models/ports.ts";
import { testEnv } from "../support/client.ts";
import { fakeAi } from "../support/fakes/fake-ai.ts";
import { fakeVectorize } from "../support/fakes/fake-vectorize.ts";
import type { TestDatabase } from "../support/worlds/database.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";
import { SMALL, BASE, M3, NOMIC, JINA, QWEN } from "./named-models.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openQuickDatabase();
});
afterAll(() => test.dispose());

const env = (more: Partial<Env> = {}): Env => testEnv(test.database, more);
const account = (more: Partial<Env> = {}): Env =>
  env({ PLATFORM: "cloudflare", AI: fakeAi(), VECTORIZE: fakeVectorize({ now: Date.now }), ...more });

describe("an account's models", () => {
  it("are Workers AI where nothing is said, text included", () => {
    const { embedder, reranker, generator } = cloudflareModels(account());
    expect([embedder.space.model, reranker?.model, generator?.model]).toEqual([
      "@cf/baai/bge-base-en-v1.5",
      "@cf/baai/bge-reranker-base",
      "@cf/zai-org/glm-4.7-flash",
    ]);
    expect(cloudflareModels(account({ GENERATE_MODEL: "@cf/x/y" })).generator?.model).toBe("@cf/x/y");
    expect(cloudflareModels(account({ RERANK_PROVIDER: "none" })).reranker).toBeUndefined();
  });

  it("are servers part by part, and need no Workers AI when all are", () => {
    const { embedder, reranker, generator } = cloudflareModels(account(JINA));
    expect([embedder.space.model, reranker?.model, generator?.model]).toEqual([
      "@cf/baai/bge-base-en-v1.5",
      "jina:jina-reranker-v2-base-multilingual",
      "@cf/zai-org/glm-4.7-flash",
    ]);
    const { AI: _, ...withoutAi } = account({ ...NOMIC, ...JINA, ...QWEN });
    expect(cloudflareModels(withoutAi).embedder.space.model).toBe("nomic-embed-text");
    const { AI: __, ...lacking } = account({ ...NOMIC, ...JINA });
    expect(() => cloudflareModels(lacking)).toThrow(/bindings AI and VECTORIZE/);
  });

  it("are of their own names, pooling and time limits where these are said", () => {
    const { embedder } = cloudflareModels(account({ EMBEDDING_MODEL: SMALL, EMBEDDING_POOLING: "mean" }));
    expect(spaceKey(embedder.space)).toBe(`${SMALL}|mean|384|1`);
    expect(spaceKey(cloudflareModels(account()).embedder.space)).toMatch(/\|cls\|768\|1$/);
    expect(cloudflareModels(account({ RERANK_MODEL: "@cf/x/r" })).reranker?.model).toBe("@cf/x/r");
    const slow = { ...NOMIC, EMBEDDINGS_TIMEOUT_MS: "60000" };
    expect(cloudflareModels(account(slow)).embedCallTimeoutMs).toBe(60_000);
    expect(cloudflareModels(account()).embedCallTimeoutMs).toBeUndefined();
    expect(() => cloudflareModels(account({ EMBEDDING_POOLING: "max" }))).toThrow(
      "EMBEDDING_POOLING is cls or mean",
    );
  });

  it("are bge-m3 by its name alone: its dimensions, its own pooling, and an index that takes them", () => {
    const models = cloudflareModels(account({ EMBEDDING_MODEL: M3 }));
    expect([spaceKey(models.embedder.space), models.embedder.spansLanguages]).toEqual([
      `${M3}|own|1024|1`,
      true,
    ]);
    expect(models.vectors).toBeDefined();
    // Of the index that was there for another model nothing may be asked with its vectors.
    expect(() => cloudflareModels(account({ EMBEDDING_MODEL: M3, VECTORIZE_DIMENSIONS: "768" }))).toThrow(
      "No vector index of 1024 dimensions is bound",
    );
    expect(() => cloudflareModels(account({ EMBEDDING_MODEL: M3, EMBEDDING_POOLING: "cls" }))).toThrow(
      "EMBEDDING_POOLING is not for @cf/baai/bge-m3, which has its own: unset it",
    );
    expect(() => cloudflareModels(account({ EMBEDDING_MODEL: "@cf/baai/bge-m4" }))).toThrow(
      /^EMBEDDING_MODEL is one of: .*@cf\/baai\/bge-m3$/,
    );
    expect(cloudflareModels(account()).embedder.spansLanguages).toBe(false);
  });

  it.each([
    ["bge-m3:latest", true],
    ["intfloat/multilingual-e5-base", true],
    ["nomic-embed-text-v1.5", false],
    ["nomic-embed-text", false],
    ["text-embedding-3-small", true],
  ])("know of the server's model %s whether it spans languages: %s", (model, spans) => {
    const { embedder } = cloudflareModels(
      account({ EMBEDDINGS_URL: "http://localhost:1", EMBEDDINGS_MODEL: model }),
    );
    expect(embedder.spansLanguages).toBe(spans);
  });

  it("do not know it of a model that has no card here", () => {
    const own = {
      EMBEDDINGS_URL: "http://localhost:1",
      EMBEDDINGS_MODEL: "own",
      EMBEDDINGS_DIMENSIONS: "768",
    };
    expect(cloudflareModels(account(own)).embedder.spansLanguages).toBeUndefined();
  });

  it("of another embedding space are those of Workers AI, with the index of its dimensions", () => {
    const next = fakeVectorize({ now: Date.now });
    const { forSpace } = cloudflareModels(
      account({ VECTORIZE_NEXT: next, VECTORIZE_NEXT_DIMENSIONS: "1024" }),
    );
    const served = (model: string, pooling: string, dimensions: number) => {
      const { embedder, vectors } = forSpace?.({ model, pooling, dimensions, prefixVersion: 1 }) ?? {};
      return [embedder && spaceKey(embedder.space), vectors !== undefined];
    };
    expect(served(BASE, "mean", 768)).toEqual([`${BASE}|mean|768|1`, true]);
    expect(served(BASE, "cls", 1_024)).toEqual([`${BASE}|cls|768|1`, true]);
    expect(served(SMALL, "cls", 384)).toEqual([`${SMALL}|cls|384|1`, false]);
    expect(served(M3, "own", 1_024)).toEqual([`${M3}|own|1024|1`, true]);
    expect(served(M3, "cls", 1_024)).toEqual([undefined, true]);
    expect(served("@cf/x/e", "cls", 768)).toEqual([undefined, true]);
    expect(served("nomic", "server", 768)).toEqual([undefined, true]);
    expect(served(BASE, "server", 768)).toEqual([undefined, true]);
    expect(served("nomic", "cls", 768)).toEqual([undefined, true]);
  });

  it.each(["0", "10000", "many", "768.5", "-1"])("refuse an index of %s dimensions", (text) => {
    for (const name of ["VECTORIZE_DIMENSIONS", "VECTORIZE_NEXT_DIMENSIONS"])
      expect(() => cloudflareModels(account({ [name]: text }))).toThrow(
        `${name} is the number of dimensions of that vector index, from 1 to 9,999`,
      );
  });

  it("take the first index before the next where both have their dimensions, and need the first", async () => {
    const [first, next] = [fakeVectorize({ now: Date.now }), fakeVectorize({ now: Date.now })];
    const asked: string[] = [];
    const watched = (name: string, index: typeof first) => ({
      ...index,
      describe: async () => {
        asked.push(name);
        return {};
      },
    });
    const both = { VECTORIZE: watched("first", first), VECTORIZE_NEXT: watched("next", next) };
    await cloudflareModels(account(both)).vectors?.progress();
    await cloudflareModels(account({ ...both, VECTORIZE_DIMENSIONS: "384" })).vectors?.progress();
    expect(asked).toEqual(["first", "next"]);
    const { VECTORIZE: _, ...lacking } = account({ VECTORIZE_NEXT: next });
    expect(() => cloudflareModels(lacking)).toThrow(/bindings AI and VECTORIZE/);
  });

  it("refuse vectors that no bound index takes", () => {
    const bgeM3 = { EMBEDDINGS_URL: "http://localhost:1", EMBEDDINGS_MODEL: "bge-m3" };
    const narrow = { ...bgeM3, VECTORIZE_DIMENSIONS: "768" };
    expect(() => cloudflareModels(account(narrow))).toThrow(/No vector index of 1024 dimensions/);
    for (const VECTORIZE_DIMENSIONS of ["1024", ""])
      expect(cloudflareModels(account({ ...bgeM3, VECTORIZE_DIMENSIONS })).vectors).toBeDefined();
  });
});
