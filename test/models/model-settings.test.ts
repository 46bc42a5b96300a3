import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Env } from "../../src/env.ts";
import { localModels } from "../../src/local-models.ts";
import { readEmbeddings, readGenerate, readRerank } from "../../src/models/model-settings.ts";
import { cloudflareModels } from "../../src/models/models.ts";
import { embedderName, spaceKey } from "../../src/models/ports.ts";
import { testEnv } from "../support/client.ts";
import { fakeAi } from "../support/fakes/fake-ai.ts";
import { fakeVectorize } from "../support/fakes/fake-vectorize.ts";
import { openDatabase, type TestDatabase } from "../support/worlds/database.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openDatabase();
});
afterAll(() => test.dispose());

const env = (more: Partial<Env> = {}): Env => testEnv(test.database, more);
const account = (more: Partial<Env> = {}): Env =>
  env({ PLATFORM: "cloudflare", AI: fakeAi(), VECTORIZE: fakeVectorize({ now: Date.now }), ...more });

const NOMIC = { EMBEDDINGS_URL: "http://localhost:11434", EMBEDDINGS_MODEL: "nomic-embed-text" };
const JINA = { RERANK_PROVIDER: "jina", RERANK_MODEL: "jina-reranker-v2-base-multilingual" };
const QWEN = { GENERATE_URL: "http://localhost:11434", GENERATE_MODEL: "qwen3:0.6b" };

describe("the settings of model servers", () => {
  it("fill in what is known of the model", () => {
    expect(readEmbeddings(env(NOMIC))).toEqual({
      url: "http://localhost:11434",
      model: "nomic-embed-text",
      key: undefined,
      timeoutMs: 15_000,
      dimensions: 768,
      asksDimensions: false,
      queryPrefix: "search_query: ",
      documentPrefix: "search_document: ",
    });
    expect(readRerank(env({ RERANK_URL: "http://localhost:8081" }), "none")).toMatchObject({
      provider: "llama.cpp",
      timeoutMs: 5_000,
    });
    expect(readGenerate(env(QWEN), "none")).toMatchObject({ model: "qwen3:0.6b", timeoutMs: 30_000 });
  });

  it("let what is said win, an empty prefix too", () => {
    const said = {
      ...NOMIC,
      EMBEDDINGS_DIMENSIONS: "512",
      EMBEDDINGS_QUERY_PREFIX: "",
      EMBEDDINGS_DOCUMENT_PREFIX: "passage: ",
      EMBEDDINGS_TIMEOUT_MS: "60000",
      EMBEDDINGS_KEY: "k",
    };
    expect(readEmbeddings(env(said))).toMatchObject({
      dimensions: 512,
      queryPrefix: "",
      documentPrefix: "passage: ",
      timeoutMs: 60_000,
      key: "k",
      asksDimensions: false,
    });
    const shortened = { ...NOMIC, EMBEDDINGS_MODEL: "text-embedding-3-large", EMBEDDINGS_DIMENSIONS: "1024" };
    expect(readEmbeddings(env(shortened))).toMatchObject({ dimensions: 1_024, asksDimensions: true });
  });

  it("take empty for unset, as a shell writes it", () => {
    expect(readEmbeddings(env({ EMBEDDINGS_URL: "", EMBEDDINGS_KEY: "" }))).toBeUndefined();
    expect(readRerank(env({ RERANK_URL: "", RERANK_PROVIDER: "" }), "none")).toBe("none");
    expect(readGenerate(env({ GENERATE_URL: "" }), "none")).toBeUndefined();
  });

  it.each<[Partial<Env>, RegExp]>([
    [{ EMBEDDINGS_URL: "localhost:11434", EMBEDDINGS_MODEL: "m" }, /^EMBEDDINGS_URL is an http/],
    [{ EMBEDDINGS_URL: "http://me:secret@host", EMBEDDINGS_MODEL: "m" }, /^EMBEDDINGS_URL .*without a user/],
    [{ EMBEDDINGS_URL: "http://localhost:11434" }, /^EMBEDDINGS_URL needs EMBEDDINGS_MODEL/],
    [
      { ...NOMIC, EMBEDDINGS_MODEL: "mine" },
      /^EMBEDDINGS_DIMENSIONS is not known of mine: set it to the length/,
    ],
    [{ ...NOMIC, EMBEDDINGS_DIMENSIONS: "many" }, /^EMBEDDINGS_DIMENSIONS is a whole number from 1 to 4096/],
    [{ ...NOMIC, EMBEDDINGS_DIMENSIONS: "0" }, /^EMBEDDINGS_DIMENSIONS is a whole number/],
    [{ ...NOMIC, EMBEDDINGS_TIMEOUT_MS: "3s" }, /^EMBEDDINGS_TIMEOUT_MS is a whole number from 50 to 100000/],
    [{ EMBEDDINGS_MODEL: "m" }, /^EMBEDDINGS_MODEL is set; it needs EMBEDDINGS_URL/],
    [{ RERANK_PROVIDER: "cohere" }, /^RERANK_PROVIDER is one of: jina, .*, llama\.cpp, none$/],
    [{ RERANK_PROVIDER: "toString" }, /^RERANK_PROVIDER is one of/],
    [{ RERANK_PROVIDER: "workers-ai" }, /^RERANK_PROVIDER is one of/],
    [{ RERANK_PROVIDER: "tei" }, /^RERANK_PROVIDER tei needs RERANK_URL/],
    [{ RERANK_PROVIDER: "jina" }, /^RERANK_PROVIDER jina needs RERANK_MODEL/],
    [{ ...JINA, RERANK_TIMEOUT_MS: "-1" }, /^RERANK_TIMEOUT_MS is a whole number/],
    [{ RERANK_KEY: "k" }, /^RERANK_KEY is set; it needs RERANK_PROVIDER/],
    [
      { RERANK_PROVIDER: "none", RERANK_URL: "http://localhost:1" },
      /^RERANK_URL is set; it needs RERANK_PROVIDER/,
    ],
    [{ GENERATE_URL: "http://localhost:1" }, /^GENERATE_URL needs GENERATE_MODEL/],
    [{ RERANK_MODEL: "m" }, /^RERANK_MODEL is set; it needs RERANK_PROVIDER as a server, not none/],
    [{ GENERATE_MODEL: "m" }, /^GENERATE_MODEL is set; it needs GENERATE_URL/],
    [{ GENERATE_KEY: "k" }, /^GENERATE_KEY is set; it needs GENERATE_URL/],
  ])("refuse %j by the variable's name and what it may be", (variables, message) => {
    const attempt = () => localModels(env(variables));
    expect(attempt).toThrow(expect.objectContaining({ code: "misconfigured" }));
    expect(attempt).toThrow(message);
    expect(attempt).not.toThrow(/secret@/);
  });
});

describe("a laptop's models", () => {
  it("are the embedded parts where nothing is said", () => {
    const { embedder, reranker, generator, vectors } = localModels(env());
    expect(embedderName(embedder)).toBe("embedded:hash-ngrams");
    expect([reranker, generator, vectors]).toEqual([undefined, undefined, undefined]);
  });

  it("are the servers that the environment names, with an exact index for their vectors", () => {
    const models = localModels(env({ ...NOMIC, ...QWEN, RERANK_URL: "http://localhost:8081" }));
    expect(spaceKey(models.embedder.space)).toMatch(/^nomic-embed-text\|server\|768\|\d+$/);
    expect([models.reranker?.model, models.generator?.model]).toEqual(["llama.cpp", "qwen3:0.6b"]);
    expect(models.vectors).toBeDefined();
  });
});

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

  it("refuse vectors that no bound index takes", () => {
    const bgeM3 = { EMBEDDINGS_URL: "http://localhost:1", EMBEDDINGS_MODEL: "bge-m3" };
    expect(() => cloudflareModels(account(bgeM3))).toThrow(/No vector index of 1024 dimensions/);
    expect(cloudflareModels(account({ ...bgeM3, VECTORIZE_DIMENSIONS: "1024" })).vectors).toBeDefined();
  });
});
