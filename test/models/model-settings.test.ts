import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Env } from "../../src/env.ts";
import { localModels } from "../../src/local-parts.ts";
import { readEmbeddings, readGenerate, readRerank } from "../../src/models/model-settings.ts";
import { embedderName, spaceKey } from "../../src/models/ports.ts";
import { testEnv } from "../support/client.ts";
import type { TestDatabase } from "../support/worlds/database.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";
import { NOMIC, JINA, QWEN } from "./named-models.ts";

let test: TestDatabase;
beforeAll(async () => {
  test = await openQuickDatabase();
});
afterAll(() => test.dispose());

const env = (more: Partial<Env> = {}): Env => testEnv(test.database, more);

describe("the settings of model servers", () => {
  it("fill in what is known of the model", () => {
    expect(readEmbeddings(env(NOMIC))).toEqual({
      spansLanguages: false,
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
      EMBEDDINGS_BATCH: "4",
    };
    expect(readEmbeddings(env(said))).toMatchObject({
      dimensions: 512,
      queryPrefix: "",
      documentPrefix: "passage: ",
      timeoutMs: 60_000,
      key: "k",
      maxBatch: 4,
      asksDimensions: false,
    });
    const shortened = { ...NOMIC, EMBEDDINGS_MODEL: "text-embedding-3-large", EMBEDDINGS_DIMENSIONS: "1024" };
    expect(readEmbeddings(env(shortened))).toMatchObject({ dimensions: 1_024, asksDimensions: true });
  });

  it("take the least and the most that a number may be", () => {
    const of = (name: string, value: string) => readEmbeddings(env({ ...NOMIC, [name]: value }));
    expect([of("EMBEDDINGS_DIMENSIONS", "1"), of("EMBEDDINGS_DIMENSIONS", "4096")]).toMatchObject([
      { dimensions: 1 },
      { dimensions: 4_096 },
    ]);
    expect([of("EMBEDDINGS_TIMEOUT_MS", "50"), of("EMBEDDINGS_TIMEOUT_MS", "100000")]).toMatchObject([
      { timeoutMs: 50 },
      { timeoutMs: 100_000 },
    ]);
    const own = { ...NOMIC, EMBEDDINGS_MODEL: "text-embedding-3-large", EMBEDDINGS_DIMENSIONS: "3072" };
    expect(readEmbeddings(env(own))).toMatchObject({ dimensions: 3_072, asksDimensions: false });
  });

  it("leave an account its own models, with names of their own", () => {
    expect(readRerank(env({ RERANK_MODEL: "@cf/x/r" }), "workers-ai")).toBe("workers-ai");
    expect(readRerank(env({ RERANK_PROVIDER: "none" }), "workers-ai")).toBe("none");
    expect(readGenerate(env({ GENERATE_MODEL: "@cf/x/g" }), "workers-ai")).toBeUndefined();
    expect(() => readRerank(env({ RERANK_PROVIDER: "cohere" }), "workers-ai")).toThrow(/, workers-ai, none$/);
    const jina = { ...JINA, RERANK_KEY: "k", RERANK_TIMEOUT_MS: "70", RERANK_PASSAGES: "7" };
    expect(readRerank(env({ ...jina, RERANK_PASSAGE_TOKENS: "128" }), "none")).toEqual({
      ...{ provider: "jina", url: undefined, model: JINA.RERANK_MODEL, key: "k", timeoutMs: 70 },
      reads: { passages: 7, tokens: 128 },
    });
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
    [{ ...JINA, RERANK_PASSAGE_TOKENS: "353" }, /^RERANK_PASSAGE_TOKENS is a whole number from 64 to 352/],
    [{ RERANK_PASSAGES: "5" }, /^RERANK_PASSAGES is set; it needs RERANK_PROVIDER/],
    [{ RERANK_KEY: "k" }, /^RERANK_KEY is set; it needs RERANK_PROVIDER/],
    [
      { RERANK_PROVIDER: "none", RERANK_URL: "http://localhost:1" },
      /^RERANK_URL is set; it needs RERANK_PROVIDER/,
    ],
    [{ GENERATE_URL: "http://localhost:1" }, /^GENERATE_URL needs GENERATE_MODEL/],
    [{ RERANK_MODEL: "m" }, /^RERANK_MODEL is set; it needs RERANK_PROVIDER as a server, not none/],
    [{ GENERATE_MODEL: "m" }, /^GENERATE_MODEL is set; it needs GENERATE_URL/],
    [{ GENERATE_KEY: "k" }, /^GENERATE_KEY is set; it needs GENERATE_URL/],
    [{ ...NOMIC, EMBEDDINGS_DIMENSIONS: "4097" }, /^EMBEDDINGS_DIMENSIONS is a whole number from 1 to 4096/],
    [{ ...NOMIC, EMBEDDINGS_TIMEOUT_MS: "49" }, /^EMBEDDINGS_TIMEOUT_MS is a whole number from 50/],
    [{ ...NOMIC, EMBEDDINGS_TIMEOUT_MS: "100001" }, /^EMBEDDINGS_TIMEOUT_MS is a whole number/],
    [{ ...QWEN, GENERATE_TIMEOUT_MS: "0" }, /^GENERATE_TIMEOUT_MS is a whole number/],
    [{ EMBEDDINGS_URL: "ftp://host", EMBEDDINGS_MODEL: "m" }, /^EMBEDDINGS_URL is an http/],
    [{ EMBEDDINGS_URL: "http://me@host", EMBEDDINGS_MODEL: "m" }, /without a user/],
    [{ EMBEDDINGS_KEY: "k" }, /^EMBEDDINGS_KEY is set; it needs EMBEDDINGS_URL/],
    [{ EMBEDDINGS_DIMENSIONS: "2" }, /^EMBEDDINGS_DIMENSIONS is set; it needs EMBEDDINGS_URL/],
    [{ EMBEDDINGS_QUERY_PREFIX: "q" }, /^EMBEDDINGS_QUERY_PREFIX is set; it needs EMBEDDINGS_URL/],
    [{ EMBEDDINGS_DOCUMENT_PREFIX: "d" }, /^EMBEDDINGS_DOCUMENT_PREFIX is set; it needs EMBEDDINGS_URL/],
    [{ EMBEDDINGS_TIMEOUT_MS: "60" }, /^EMBEDDINGS_TIMEOUT_MS is set; it needs EMBEDDINGS_URL/],
    [{ RERANK_TIMEOUT_MS: "60" }, /^RERANK_TIMEOUT_MS is set; it needs RERANK_PROVIDER/],
    [{ GENERATE_TIMEOUT_MS: "60" }, /^GENERATE_TIMEOUT_MS is set; it needs GENERATE_URL/],
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
