import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../../../src/errors.ts";
import { httpReranker } from "../../../src/models/http/http-reranker.ts";
import { openAiEmbedder } from "../../../src/models/http/openai-embedder.ts";
import { openAiGenerator } from "../../../src/models/http/openai-generator.ts";
import { RERANK_SHAPES, type RerankProvider } from "../../../src/models/http/rerank-shapes.ts";
import {
  type Failure,
  type ModelServer,
  type Provider,
  SERVER_KEY,
  startModelServer,
} from "../../support/fakes/model-server.ts";

interface Call {
  readonly url: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly key?: string;
}

/** An adapter, asked one thing. */
interface Adapter {
  readonly provider: Provider;
  readonly setting: "EMBEDDINGS" | "RERANK" | "GENERATE";
  readonly unavailable: string;
  readonly refused: string;
  ask(call: Call): Promise<unknown>;
}

const EMBEDDING = { model: "m", dimensions: 768, queryPrefix: "", documentPrefix: "" };
const QUESTION = { text: "heron", words: ["heron"] };

const embedder = (provider: Provider): Adapter => ({
  provider,
  setting: "EMBEDDINGS",
  unavailable: "embedder_unavailable",
  refused: "embedder_refused",
  ask: ({ signal, ...call }) => openAiEmbedder({ ...EMBEDDING, ...call }).embedQuery(QUESTION, signal),
});

const reranker = (provider: RerankProvider): Adapter => ({
  provider,
  setting: "RERANK",
  unavailable: "reranker_unavailable",
  refused: "reranker_unavailable",
  ask: ({ signal, ...call }) =>
    httpReranker({ provider, model: "m", ...call }).score("heron", ["soup", "a heron"], signal),
});

const generator: Adapter = {
  provider: "openai",
  setting: "GENERATE",
  unavailable: "generator_unavailable",
  refused: "generator_unavailable",
  ask: ({ signal, ...call }) =>
    openAiGenerator({ model: "m", ...call }).generate(
      { system: "s", prompt: "p", json: true, maxTokens: 9 },
      signal,
    ),
};

const ADAPTERS: readonly (readonly [string, Adapter])[] = [
  ["embedder of OpenAI", embedder("openai")],
  ["embedder of llama.cpp", embedder("llama.cpp")],
  ["embedder of TEI", embedder("tei")],
  ...(Object.keys(RERANK_SHAPES) as RerankProvider[]).map(
    (provider) => [`re-ranker of ${provider}`, reranker(provider)] as const,
  ),
  ["generator", generator],
];

/** What providers say when money or the month's allowance is gone. */
const QUOTAS: readonly Failure[] = [
  { status: 402, body: { detail: "Payment required" } },
  { status: 429, body: { error: { type: "insufficient_quota", code: "insufficient_quota", message: "…" } } },
  {
    status: 429,
    body: { error: { type: "insufficient_quota", code: "project_spend_limit_exceeded", message: "…" } },
  },
  { status: 403, body: { code: 30001, message: "Sorry, your account balance is insufficient", data: null } },
  {
    status: 429,
    body: { error: { code: "RESOURCE_EXHAUSTED", message: "Rerank requests per month limit reached" } },
  },
];

/** What they say of a rush. */
const RUSHES: readonly Failure[] = [
  { status: 429, body: { error: { code: "rate_limit_exceeded", message: "Limit 3 / min" } } },
  { status: 429, body: { error: "Model is overloaded", error_type: "overloaded" } },
  { status: 429, body: "" },
];

const LOST: readonly Failure[] = [
  { status: 500, body: { error: { code: 500, message: "broken", type: "server_error" } } },
  { status: 503, body: { error: { code: 503, message: "Loading model", type: "unavailable_error" } } },
  { status: 404, body: "404 page not found" },
  { status: 400, body: { error: { message: "model not found" } } },
  { status: 302, location: "http://127.0.0.1:1/elsewhere" },
  { body: "<html>a proxy's page</html>" },
  { body: "" },
  { body: null },
  { body: [] },
  { body: {} },
  { body: { data: {}, results: {}, choices: {} } },
  { body: { data: [null], results: [null], choices: [null] } },
];

describe.each(ADAPTERS)("the %s", (_, adapter) => {
  let server: ModelServer;
  beforeAll(async () => {
    server = await startModelServer(adapter.provider);
  });
  afterEach(() => {
    server.failure = undefined;
  });
  afterAll(() => server.close());

  const ask = (more: Partial<Call> = {}) =>
    adapter.ask({ url: server.url, key: SERVER_KEY, timeoutMs: 5_000, ...more });
  const codeFor = async (failure: Failure, more: Partial<Call> = {}): Promise<string> => {
    server.failure = failure;
    const error = await ask(more).then(
      () => new Error("it answered"),
      (cause: unknown) => cause,
    );
    if (!(error instanceof AppError)) throw error;
    return error.code;
  };

  it("answers while nothing fails", async () => {
    await expect(ask()).resolves.toBeDefined();
  });

  it.each(["silence", "half"] as const)("ends a call that meets %s at its time limit", async (hangs) => {
    expect(await codeFor({ hangs }, { timeoutMs: 50 })).toBe("timeout");
  });

  it("ends a call when its signal aborts, before or in the middle of it", async () => {
    expect(await codeFor({}, { signal: AbortSignal.abort() })).toBe("timeout");
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);
    expect(await codeFor({ hangs: "silence" }, { signal: controller.signal })).toBe("timeout");
  });

  it("tells a used-up allowance from a rush, and both from an outage", async () => {
    for (const failure of QUOTAS) expect(await codeFor(failure), JSON.stringify(failure)).toBe("quota");
    for (const failure of RUSHES) expect(await codeFor(failure), JSON.stringify(failure)).toBe("capacity");
    for (const failure of LOST)
      expect(await codeFor(failure), JSON.stringify(failure)).toBe(adapter.unavailable);
    expect(await codeFor({ status: 504 })).toBe("timeout");
    expect(await codeFor({ status: 413 })).toBe(adapter.refused);
  });

  it("tells a server that is not there", async () => {
    const gone = await startModelServer(adapter.provider);
    await gone.close();
    expect(await codeFor({}, { url: gone.url })).toBe(adapter.unavailable);
  });

  it("names the setting of a refused key, and neither shows nor logs the key", async () => {
    const key = "wrong-key-4711";
    const error = await ask({ key }).catch((cause: unknown) => cause as AppError);
    expect(error).toMatchObject({ code: adapter.unavailable });
    const { message, cause } = error as AppError;
    expect(message).toContain(`${adapter.setting}_KEY`);
    expect(`${message} ${(cause as Error).message}`).not.toContain(key);
    expect((cause as Error).message).toContain("401");
  });

  it("does not carry the key to where a redirect leads", async () => {
    const other = await startModelServer(adapter.provider);
    await codeFor({ status: 307, location: other.url });
    expect(other.requests).toEqual([]);
    await other.close();
  });
});
