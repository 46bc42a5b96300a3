import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../../src/errors.ts";
import { vectorizeIndex } from "../../src/models/cloudflare/vectorize.ts";
import { translateAiError } from "../../src/models/cloudflare/workers-ai.ts";
import { httpReranker } from "../../src/models/http/http-reranker.ts";
import { openAiEmbedder } from "../../src/models/http/openai-embedder.ts";
import { openAiGenerator } from "../../src/models/http/openai-generator.ts";
import { ModelError, outageOf } from "../../src/models/model-error.ts";
import { EAST } from "../search/fakes.ts";
import {
  type Failure,
  type ModelServer,
  SERVER_KEY,
  startModelServer,
} from "../support/fakes/model-server.ts";

/** The failure that a call ends with. */
const failureOf = (call: Promise<unknown>): Promise<AppError> =>
  call.then(
    () => {
      throw new Error("it answered");
    },
    (error: AppError) => error,
  );

const QUERY = "who shot the heron";
/** What a server may repeat in its error, and nobody is to be told. */
const ECHO = { error: { message: `${SERVER_KEY} may not ask ${QUERY}` } };

describe("why a server over HTTP does not answer", () => {
  let server: ModelServer;
  beforeAll(async () => {
    server = await startModelServer("openai");
  });
  afterEach(() => {
    server.failure = undefined;
  });
  afterAll(() => server.close());

  const EMBEDDING = { model: "m", dimensions: 768, queryPrefix: "", documentPrefix: "" };
  const embed = (url = server.url, timeoutMs = 5_000) =>
    openAiEmbedder({ ...EMBEDDING, url, key: SERVER_KEY, timeoutMs }).embedQuery({ text: QUERY, words: [] });

  it.each<[string, Failure, object]>([
    ["a wrong key", { status: 401, body: ECHO }, { reason: "unauthorized", status: 401 }],
    ["a forbidden key", { status: 403, body: ECHO }, { reason: "unauthorized", status: 403 }],
    ["a wrong address", { status: 404, body: ECHO }, { reason: "not_found", status: 404 }],
    ["no money", { status: 402, body: ECHO }, { reason: "quota", status: 402 }],
    ["a rush", { status: 429, body: ECHO }, { reason: "capacity", status: 429 }],
    ["a gateway's patience", { status: 504, body: ECHO }, { reason: "timeout", status: 504 }],
    ["a text that is too long", { status: 413, body: ECHO }, { reason: "refused_text", status: 413 }],
    ["a request it does not like", { status: 400, body: ECHO }, { reason: "bad_request", status: 400 }],
    ["a fault of its own", { status: 500, body: ECHO }, { reason: "error", status: 500 }],
    ["a redirect", { status: 302, location: "http://127.0.0.1:1/" }, { reason: "error", status: 302 }],
    ["a page", { body: "<html>" }, { reason: "bad_answer" }],
    [
      "vectors of other dimensions",
      { body: { data: [{ index: 0, embedding: [1] }] } },
      { reason: "bad_answer" },
    ],
  ])("is told of %s, without a word that it wrote", async (_, failure, told) => {
    server.failure = failure;
    const outage = outageOf("embedder", await failureOf(embed()));
    const { message, ...rest } = outage;
    expect(rest).toEqual({ part: "embedder", ...told });
    expect(message).not.toMatch(new RegExp(`${SERVER_KEY}|heron|127\\.0\\.0\\.1`));
  });

  it("is told of one that hangs, and of one that is not there", async () => {
    server.failure = { hangs: "silence" };
    expect(outageOf("embedder", await failureOf(embed(server.url, 50)))).toMatchObject({ reason: "timeout" });
    const closed = await startModelServer("openai");
    await closed.close();
    expect(outageOf("embedder", await failureOf(embed(closed.url)))).toEqual({
      ...{ part: "embedder", reason: "unreachable" },
      message: "The embedding server cannot be reached; EMBEDDINGS_URL says where it is",
    });
  });

  it("is told of scores that are none, and of a text that cannot be used", async () => {
    server.failure = { body: { results: [] } };
    const options = { url: server.url, model: "m", key: SERVER_KEY, timeoutMs: 5_000 };
    const scores = httpReranker({ ...options, provider: "llama.cpp" }).score("a", ["b"]);
    expect(await failureOf(scores)).toMatchObject({ failure: { reason: "bad_answer" } });
    server.failure = { body: { choices: [{ message: { content: " " } }] } };
    const wish = { system: "", prompt: "", json: true, maxTokens: 9 };
    expect(await failureOf(openAiGenerator(options).generate(wish))).toMatchObject({
      failure: { reason: "unusable_text" },
    });
  });
});

describe("why Cloudflare does not answer", () => {
  it.each([
    [
      `5007: No such model ${QUERY}`,
      "not_found",
      5007,
      "Workers AI has no such model: RERANK_MODEL names it",
    ],
    ["3042: invalid", "not_found", 3042, "Workers AI has no such model: RERANK_MODEL names it"],
    ["5016: terms", "unauthorized", 5016, "The account may not use the model: RERANK_MODEL names it"],
    ["3006: too large", "refused_text", 3006, "The model does not take this text, or so much at once"],
    ["3040: full", "capacity", 3040, "Workers AI is out of capacity for the moment"],
    ["4006: used up", "quota", 4006, "The daily allowance of Workers AI is used up until 00:00 UTC"],
    ["3007: slow", "timeout", 3007, "The model did not answer in time"],
    [`5000: ${QUERY}`, "error", 5000, "Workers AI answered 5000"],
    [QUERY, "error", undefined, "The model did not answer"],
  ] as const)("Workers AI with %j", (message, reason, status, told) => {
    const outage = outageOf("reranker", translateAiError(new Error(message), "reranker_unavailable"));
    expect(outage).toEqual({ part: "reranker", reason, ...(status && { status }), message: told });
  });

  it.each([
    [`VECTOR_QUERY_ERROR (code = 40006): ${QUERY}`, 40_006, "answered VECTOR_QUERY_ERROR (40006)"],
    [QUERY, undefined, "did not answer"],
  ])("Vectorize with %j", async (message, status, told) => {
    const index = vectorizeIndex({ query: () => Promise.reject(new Error(message)) } as never);
    const error = await failureOf(index.nearest("w", EAST, { limit: 1, filter: {} }));
    expect(outageOf("vector_index", error)).toEqual({
      ...{ part: "vector_index", reason: "error", ...(status && { status }) },
      message: `The vector index ${told}`,
    });
  });
});

it("a failure that has only a code is told by it, and times as times", () => {
  const reasonOf = (error: AppError) => outageOf("generator", error).reason;
  expect(
    (
      ["timeout", "quota", "model_budget", "capacity", "embedder_refused", "generator_unavailable"] as const
    ).map((code) => reasonOf(new AppError(code, "fake"))),
  ).toEqual(["timeout", "quota", "model_budget", "capacity", "refused_text", "error"]);
  const times = { sinceMs: 0, retryAtMs: 60_000 };
  expect(
    outageOf("embedder", new ModelError("timeout", "fake", { reason: "timeout", ...times })),
  ).toMatchObject({
    since: "1970-01-01T00:00:00.000Z",
    retryAt: "1970-01-01T00:01:00.000Z",
  });
});
