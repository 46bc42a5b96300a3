import { afterAll, beforeAll, expect, it } from "vitest";
import type { AppError } from "../../../src/errors.ts";
import { bearer, endpointUrl } from "../../../src/models/http/http-call.ts";
import { httpReranker } from "../../../src/models/http/http-reranker.ts";
import { openAiEmbedder } from "../../../src/models/http/openai-embedder.ts";
import { RERANK_SHAPES, type RerankProvider } from "../../../src/models/http/rerank-shapes.ts";
import { type ModelServer, SERVER_KEY, startModelServer } from "../../support/fakes/model-server.ts";

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer("openai");
});
afterAll(() => server.close());

const failure = async (status: number, body: unknown) => {
  server.failure = { status, body };
  const options = { model: "m", dimensions: 768, queryPrefix: "", documentPrefix: "", timeoutMs: 5_000 };
  const { code, message, cause } = await openAiEmbedder({ ...options, url: server.url, key: SERVER_KEY })
    .embedQuery({ text: "heron", words: [] })
    .then(
      () => {
        throw new Error("it answered");
      },
      (error: AppError) => error,
    );
  return { code, message: message.replace("The embedding server ", ""), logged: (cause as Error).message };
};

it.each([
  [400, "bad", "embedder_unavailable", "answered 400: EMBEDDINGS_MODEL or another setting does not suit it"],
  [401, "no", "embedder_unavailable", "answered 401: EMBEDDINGS_KEY is missing or not allowed"],
  [403, "no", "embedder_unavailable", "answered 403: EMBEDDINGS_KEY is missing or not allowed"],
  [404, "no", "embedder_unavailable", "answered 404: EMBEDDINGS_URL or EMBEDDINGS_MODEL is unknown there"],
  [
    302,
    "",
    "embedder_unavailable",
    "answered 302: EMBEDDINGS_URL leads elsewhere; set it to the address itself",
  ],
  [500, "broken", "embedder_unavailable", "answered 500"],
  [503, "per month", "embedder_unavailable", "answered 503"],
  [503, '{"error":{"message":"m","code":"other"}}', "embedder_unavailable", "answered 503"],
  [
    503,
    '{"error":{"message":"m","code":"installed_models_ended"}}',
    "embedder_unavailable",
    "answered 503: the process of the installed models ended; it is started again by itself",
  ],
  [
    401,
    "insufficient_quota",
    "embedder_unavailable",
    "answered 401: EMBEDDINGS_KEY is missing or not allowed",
  ],
  [402, "", "quota", "says that the account's allowance is used up"],
  [403, "balance not enough", "quota", "says that the account's allowance is used up"],
  [429, "monthly limit", "quota", "says that the account's allowance is used up"],
  [429, `${"x".repeat(1_993)}monthly`, "quota", "says that the account's allowance is used up"],
  [429, `${"x".repeat(1_994)}monthly`, "capacity", "is out of capacity for the moment"],
  [408, "", "timeout", "did not answer in time"],
  [413, "", "embedder_refused", "does not take this text, or so much at once"],
  [422, "", "embedder_refused", "does not take this text, or so much at once"],
  [400, "input exceeds the context", "embedder_refused", "does not take this text, or so much at once"],
  [500, "input is too large", "embedder_refused", "does not take this text, or so much at once"],
  [
    404,
    "too long",
    "embedder_unavailable",
    "answered 404: EMBEDDINGS_URL or EMBEDDINGS_MODEL is unknown there",
  ],
])("status %d with %.30j is %s: it %s", async (status, body, code, message) => {
  expect(await failure(status, body)).toMatchObject({ code, message });
});

it.each([
  [429, "credit_balance_exhausted", "quota"],
  [429, "spend_limit_exceeded", "quota"],
  [429, "usage_limit_exceeded", "quota"],
  [429, "limit_exceeded", "capacity"],
  [429, "the current month", "quota"],
  [429, "PER MONTH", "quota"],
  [403, "balance is insufficient", "quota"],
  [403, "balance is exhausted", "quota"],
  [403, "balance exhausted", "quota"],
  [403, "balance is fine", "embedder_unavailable"],
  [403, "insufficient balance", "quota"],
  [403, "insufficient account balance", "quota"],
  [403, "insufficient rights", "embedder_unavailable"],
  [400, "balance is insufficient", "embedder_unavailable"],
  [400, "too long", "embedder_refused"],
  [400, "too many", "embedder_refused"],
  [400, "Too Large", "embedder_refused"],
  [400, "too small", "embedder_unavailable"],
  [400, "would exceed the limit", "embedder_refused"],
  [400, "maximum context", "embedder_refused"],
  [400, "maximum allowed", "embedder_refused"],
  [400, "maximum batch", "embedder_refused"],
  [400, "maximum effort", "embedder_unavailable"],
  [400, "must be less than 512 tokens", "embedder_refused"],
  [400, "must be less than many tokens", "embedder_unavailable"],
  [503, "too large", "embedder_unavailable"],
  [504, "", "timeout"],
  [505, "", "embedder_unavailable"],
])("status %d that says %j is %s", async (status, body, code) => {
  expect((await failure(status, body)).code).toBe(code);
});

it.each([
  [300, ": EMBEDDINGS_URL leads elsewhere; set it to the address itself"],
  [399, ": EMBEDDINGS_URL leads elsewhere; set it to the address itself"],
  [499, ": EMBEDDINGS_MODEL or another setting does not suit it"],
  [500, ""],
])("status %d is advised%s", async (status, advice) => {
  expect((await failure(status, "x")).message).toBe(`answered ${status}${advice}`);
});

it("logs the status and what the server wrote, up to 2,000 characters and without the key", async () => {
  const { logged } = await failure(500, `${SERVER_KEY} and ${SERVER_KEY} ${"x".repeat(3_000)}`);
  expect(logged.startsWith("500: … and … xxx")).toBe(true);
  expect(logged.length).toBeLessThan(2_000);
});

it("sends no header without a key, and adds no second slash to an address", () => {
  expect([bearer(undefined), bearer("k")]).toEqual([{}, { authorization: "Bearer k" }]);
  expect(endpointUrl("http://h/v1//", "rerank", "v1")).toBe("http://h/v1/rerank");
  expect(endpointUrl("http://h/rerank/?a=1", "rerank", "")).toBe("http://h/rerank?a=1");
  expect(endpointUrl("http://h/v1/prerank", "rerank", "v1")).toBe("http://h/v1/prerank/rerank");
});

const QUESTION = { model: "m", query: "q", documents: ["a", "b"] };
const JINA = { ...QUESTION, top_n: 2, return_documents: false };

it.each<[RerankProvider, unknown, string | undefined, boolean]>([
  ["jina", JINA, "https://api.jina.ai/v1", true],
  ["siliconflow", JINA, "https://api.siliconflow.cn/v1", true],
  ["llama.cpp", JINA, undefined, false],
  [
    "voyage",
    { ...QUESTION, top_k: 2, return_documents: false, truncation: true },
    "https://api.voyageai.com/v1",
    true,
  ],
  [
    "pinecone",
    {
      ...{ ...QUESTION, documents: [{ text: "a" }, { text: "b" }], rank_fields: ["text"], top_n: 2 },
      ...{ return_documents: false, parameters: { truncate: "END" } },
    },
    "https://api.pinecone.io",
    true,
  ],
  ["tei", { query: "q", texts: ["a", "b"], truncate: true }, undefined, false],
])("%s is asked as its documentation says", (provider, body, publicUrl, needsModel) => {
  const shape = RERANK_SHAPES[provider];
  expect(shape.body(QUESTION)).toEqual(body);
  expect([shape.publicUrl, shape.needsModel]).toEqual([publicUrl, needsModel]);
});

it("a re-ranker without a model is called by its provider, and sends no empty passage", async () => {
  const own = await startModelServer("llama.cpp");
  const reranker = httpReranker({ provider: "llama.cpp", url: own.url, key: SERVER_KEY, timeoutMs: 5_000 });
  expect(reranker.model).toBe("llama.cpp");
  const scores = await reranker.score("heron", ["", "soup", "", "heron"]);
  expect(scores.map((score) => score !== undefined)).toEqual([false, true, false, true]);
  expect(await reranker.score("heron", ["", ""])).toEqual([undefined, undefined]);
  expect(own.requests.map(({ body }) => body)).toEqual([
    { query: "heron", documents: ["soup", "heron"], top_n: 2, return_documents: false },
  ]);
  await own.close();
  expect(() => httpReranker({ provider: "tei", timeoutMs: 1 })).toThrow(
    "RERANK_PROVIDER tei needs RERANK_URL",
  );
});
