import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { workersAiGenerator } from "../../src/models/cloudflare/workers-ai-generator.ts";
import { httpReranker } from "../../src/models/http/http-reranker.ts";
import { openAiEmbedder } from "../../src/models/http/openai-embedder.ts";
import { openAiGenerator } from "../../src/models/http/openai-generator.ts";
import { RERANK_SHAPES, type RerankProvider } from "../../src/models/http/rerank-shapes.ts";
import type { Generator, Reranker } from "../../src/models/ports.ts";
import { failuresOf } from "../support/failures-of.ts";
import { byteStream, chatEvents, responseEvents } from "../support/fakes/chat-stream.ts";
import { fakeChat } from "../support/fakes/fake-chat.ts";
import {
  type ModelServer,
  type Provider,
  SERVER_KEY,
  startModelServer,
} from "../support/fakes/model-server.ts";
import { embedderContract } from "./embedder.ts";
import { generatorContract } from "./generator.ts";
import { rerankerContract } from "./reranker.ts";

const SERVER = { key: SERVER_KEY, timeoutMs: 5_000 };

/** A server for the tests of one group; its address is known once it runs. */
function serverOf(provider: Provider): () => ModelServer {
  let server: ModelServer | undefined;
  beforeAll(async () => {
    server = await startModelServer(provider);
  });
  afterAll(() => server?.close());
  return () => server as ModelServer;
}

const EMBEDDING = { model: "nomic-embed-text", dimensions: 768, queryPrefix: "", documentPrefix: "" };
const PREFIXED = { ...EMBEDDING, queryPrefix: "search_query: ", documentPrefix: "search_document: " };

describe.each(["openai", "llama.cpp", "tei"] as const)("the HTTP embedder on %s", (provider) => {
  const server = serverOf(provider);
  embedderContract(() => openAiEmbedder({ ...SERVER, ...EMBEDDING, url: server().url }), it);
  describe("with prefixes", () => {
    embedderContract(() => openAiEmbedder({ ...SERVER, ...PREFIXED, url: `${server().url}/v1` }), it);
  });
});

const reranker = (provider: RerankProvider, url: string): Reranker =>
  httpReranker({ ...SERVER, provider, url, model: "bge-reranker-v2-m3" });

describe.each(Object.keys(RERANK_SHAPES) as RerankProvider[])("the %s re-ranker", (provider) => {
  const server = serverOf(provider);
  rerankerContract(() => reranker(provider, server().url), it);

  it("sends no empty passage, and leaves its place without a score", async () => {
    const scores = await reranker(provider, server().url).score("heron", ["soup", "", "a heron"]);
    expect(scores).toEqual([-0.5, undefined, 0.5]);
    expect(await reranker(provider, server().url).score("heron", [""])).toEqual([undefined]);
  });
});

/** Workers AI as its chat models answer, and as its older ones do. */
type Streams = (text: string) => readonly string[];
const aiOf = (answer: (text: string, isJson: boolean) => unknown, streams?: Streams) => ({
  run: async (_: string, inputs: Record<string, unknown>) =>
    inputs.stream === true && streams !== undefined
      ? byteStream(streams(fakeChat(inputs)))
      : answer(fakeChat(inputs), inputs.response_format !== undefined),
});
const GLM = { model: "@cf/zai-org/glm-4.7-flash" };
const chat = (content: unknown) => ({ choices: [{ index: 0, message: { role: "assistant", content } }] });

describe("the Workers AI generator", () => {
  describe.each<[string, (text: string, isJson: boolean) => unknown, Streams?]>([
    ["chat completions", chat],
    ["chat completions in parts", chat, chatEvents],
    ["a response text", (response) => ({ response })],
    ["a response text in parts", (response) => ({ response }), responseEvents],
    ["thoughts in parts", chat, (text) => chatEvents(`<think>\nWhat is a heron?\n</think>\n\n${text}`)],
    [
      "a response object in JSON mode",
      (text, isJson) => ({ response: isJson ? JSON.parse(text) : text, usage: {} }),
    ],
    ["thoughts before the answer", (text) => chat(`<think>\nWhat is a heron?\n</think>\n\n${text}`)],
    ["a fence around JSON", (text, isJson) => chat(isJson ? `\`\`\`json\n${text}\n\`\`\`` : text)],
    ["content in parts", (text) => chat([{ type: "text", text }])],
  ])("answering %s", (_, answer, streams) => {
    generatorContract(() => workersAiGenerator(aiOf(answer, streams), GLM), it);
  });
});

const chatServer = (server: ModelServer): Generator =>
  openAiGenerator({ ...SERVER, url: server.url, model: "qwen3:0.6b" });

describe("the HTTP generator", () => {
  const server = serverOf("llama.cpp");
  generatorContract(() => chatServer(server()), it);
});

describe("a contract", () => {
  const rerank = serverOf("voyage");
  const text = serverOf("openai");

  it.each<[string, (generator: Generator) => Generator["generate"]]>([
    ["forgets the system text", (right) => (request) => right.generate({ ...request, system: "" })],
    ["never asks for JSON", (right) => (request) => right.generate({ ...request, json: false })],
    ["forgets the limit", (right) => (request) => right.generate({ ...request, maxTokens: 9_999 })],
  ])("of generators rejects one that %s", async (_, change) => {
    const right = chatServer(text());
    const broken: Generator = { ...right, generate: change(right) };
    expect(await failuresOf((it) => generatorContract(() => broken, it))).not.toEqual([]);
  });

  it("of re-rankers rejects a provider's answer read in another's shape", async () => {
    const wrong = () => reranker("jina", rerank().url);
    expect(await failuresOf((it) => rerankerContract(wrong, it))).not.toEqual([]);
  });

  it("of embedders rejects one that takes the vectors in the order they come", async () => {
    const right = openAiEmbedder({ ...SERVER, ...EMBEDDING, url: text().url });
    const asItComes = {
      ...right,
      embedChunks: async (...args: Parameters<typeof right.embedChunks>) =>
        [...(await right.embedChunks(...args))].reverse(),
    };
    expect(await failuresOf((it) => embedderContract(() => asItComes, it))).not.toEqual([]);
  });
});
