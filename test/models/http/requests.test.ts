import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { embeddingModel } from "../../../src/models/http/embedding-models.ts";
import { endpointUrl } from "../../../src/models/http/http-call.ts";
import { openAiEmbedder, spaceOf } from "../../../src/models/http/openai-embedder.ts";
import { answerBounds, openAiGenerator } from "../../../src/models/http/openai-generator.ts";
import { spaceKey } from "../../../src/models/ports.ts";
import { estimateTokens } from "../../../src/text/tokens/estimate-tokens.ts";
import { type ModelServer, SERVER_KEY, startModelServer } from "../../support/fakes/model-server.ts";

describe("the address of a call", () => {
  it.each([
    ["http://localhost:11434", "http://localhost:11434/v1/embeddings"],
    ["http://localhost:11434/", "http://localhost:11434/v1/embeddings"],
    ["http://localhost:8080/v1", "http://localhost:8080/v1/embeddings"],
    ["http://localhost:8080/v1/", "http://localhost:8080/v1/embeddings"],
    ["https://api.example.com/v1/embeddings", "https://api.example.com/v1/embeddings"],
    ["https://api.example.com/v1beta/openai", "https://api.example.com/v1beta/openai/embeddings"],
    ["https://api.example.com/v1?api-version=2", "https://api.example.com/v1/embeddings?api-version=2"],
  ])("below %s is %s", (base, url) => {
    expect(endpointUrl(base, "embeddings", "v1")).toBe(url);
  });

  it("has no version where the API has none", () => {
    expect(endpointUrl("http://localhost:8080", "rerank", "")).toBe("http://localhost:8080/rerank");
  });
});

describe("a known embedding model", () => {
  it.each([
    ["nomic-embed-text:latest", "search_query: ", "search_document: ", 768],
    ["BAAI/bge-small-en-v1.5", "Represent this sentence for searching relevant passages: ", "", 384],
    ["bge-m3", "", "", 1_024],
    ["intfloat/multilingual-e5-base", "query: ", "passage: ", 768],
    ["multilingual-e5-small", "query: ", "passage: ", 384],
    ["multilingual-e5-large", "query: ", "passage: ", 1_024],
    ["nomic-embed-text-v2-moe", "search_query: ", "search_document: ", 768],
    ["multilingual-e5-large-instruct", "", "", undefined],
    ["text-embedding-3-small", "", "", 1_536],
    ["bge-base-en-v1.5", "Represent this sentence for searching relevant passages: ", "", 768],
    ["bge-large-en-v1.5", "Represent this sentence for searching relevant passages: ", "", 1_024],
    ["e5-small-v2", "query: ", "passage: ", 384],
    ["e5-large-v2", "query: ", "passage: ", 1_024],
    ["mxbai-embed-large", "Represent this sentence for searching relevant passages: ", "", 1_024],
    ["embeddinggemma", "task: search result | query: ", "title: none | text: ", 768],
    ["all-MiniLM-L6-v2", "", "", 384],
    ["text-embedding-3-large", "", "", 3_072],
    ["something-else", "", "", undefined],
  ])("%s wants what its card says", (name, queryPrefix, documentPrefix, dimensions) => {
    const { spansLanguages: _, ...wanted } = embeddingModel(name);
    expect(wanted).toEqual({
      ...{ queryPrefix, documentPrefix, dimensions, canShorten: name.startsWith("text-embedding-3") },
    });
  });
});

const EMBEDDING = { model: "m", dimensions: 768, queryPrefix: "q: ", documentPrefix: "d: " };
const LONG = `TOO-LONG ${"heron ".repeat(900)}`;

describe("the HTTP embedder", () => {
  let server: ModelServer;
  beforeAll(async () => {
    server = await startModelServer("llama.cpp");
  });
  afterEach(() => void server.requests.splice(0));
  afterAll(() => server.close());
  const embedder = (more = {}) =>
    openAiEmbedder({ url: server.url, key: SERVER_KEY, timeoutMs: 5_000, ...EMBEDDING, ...more });
  const sent = () => server.requests.map(({ body }) => body);

  it("puts each prefix before its own kind of text, and never before nothing", async () => {
    await embedder().embedQuery({ text: "heron", words: ["heron"] });
    await embedder().embedChunks([
      { headings: "Weir", text: "heron" },
      { headings: "", text: "" },
    ]);
    expect(sent()).toEqual([
      { model: "m", encoding_format: "float", input: ["q: heron"] },
      { model: "m", encoding_format: "float", input: ["d: Weir\nheron"] },
    ]);
  });

  it("asks for dimensions only of a model that can shorten its vectors", async () => {
    await embedder({ asksDimensions: true, dimensions: 256 }).embedQuery({ text: "heron", words: [] });
    expect(sent()).toMatchObject([{ dimensions: 256 }]);
  });

  it("cuts a text that the server refuses alone, and tells one among many", async () => {
    const [vector] = await embedder().embedChunks([{ headings: "", text: LONG }]);
    expect(vector).toHaveLength(768);
    const tokens = sent().map(({ input }) => estimateTokens(String(input)));
    expect(tokens).toEqual([500, 300, 149]);
    expect(embedder().maxBatch).toBe(32);
    const two = ["heron", LONG].map((text) => ({ headings: "", text }));
    await expect(embedder().embedChunks(two)).rejects.toMatchObject({ code: "embedder_refused" });
  });

  it("has another identity with other prefixes, dimensions or another model, and the same at another address", () => {
    const keys = [
      EMBEDDING,
      { ...EMBEDDING, queryPrefix: "" },
      { ...EMBEDDING, documentPrefix: "" },
      { ...EMBEDDING, queryPrefix: "q: d: ", documentPrefix: "" },
      { ...EMBEDDING, dimensions: 256 },
      { ...EMBEDDING, model: "n" },
    ].map((options) => spaceKey(spaceOf(options)));
    expect(new Set(keys).size).toBe(keys.length);
    expect(embedder({ url: "http://localhost:1" }).space).toEqual(embedder().space);
  });
});

describe("the HTTP generator", () => {
  it("asks any server but OpenAI's not to reason, in the ways that servers know", async () => {
    const server = await startModelServer("llama.cpp");
    const ask = { system: "s", prompt: "p", json: false, maxTokens: 9 };
    await openAiGenerator({ url: server.url, model: "m", key: SERVER_KEY, timeoutMs: 5_000 }).generate(ask);
    expect(server.requests[0]?.body).toMatchObject({
      model: "m",
      max_tokens: 9,
      temperature: 0,
      chat_template_kwargs: { enable_thinking: false },
      reasoning: { effort: "none" },
      stream: false,
    });
    await server.close();
    expect(answerBounds("https://api.openai.com/v1/chat/completions", 9)).toEqual({
      max_completion_tokens: 9,
    });
  });
});
