import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DEFAULTS } from "../../../src/config.ts";
import type { Env } from "../../../src/env.ts";
import localWorker from "../../../src/local.ts";
import { RERANK_SHAPES, type RerankProvider } from "../../../src/models/http/rerank-shapes.ts";
import { createClient, type TestClient, testEnv } from "../../support/client.ts";
import {
  type Failure,
  type ModelServer,
  SERVER_KEY,
  startModelServer,
} from "../../support/fakes/model-server.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

const FILES = {
  "keys.md": "# Keys\n\nWe rotate the signing keys every month.\n",
  "cars.md": "# Fleet\n\nEvery automobile is inspected in spring.\n",
  "herons.md": "# Weir\n\nThe herons nest by the weir.\n",
};

/** Milliseconds a server has that does not answer: far less than a search has. */
const SHORT_MS = "150";

const embeddingsOf = ({ url }: ModelServer): Partial<Env> => ({
  EMBEDDINGS_URL: url,
  EMBEDDINGS_MODEL: "nomic-embed-text",
  EMBEDDINGS_KEY: SERVER_KEY,
});

const rerankOf = (provider: RerankProvider, { url }: ModelServer): Partial<Env> => ({
  RERANK_PROVIDER: provider,
  RERANK_URL: url,
  RERANK_MODEL: "bge-reranker-v2-m3",
  RERANK_KEY: SERVER_KEY,
});

/** What a server may do instead of answering, and how an answer names it; `<part>` is the part that is lost. */
const FAILURES: readonly (readonly [string, Failure, string])[] = [
  ["says nothing", { hangs: "silence" }, "<part>_timeout"],
  ["stops in the middle", { hangs: "half" }, "<part>_timeout"],
  ["is broken", { status: 500, body: "oops" }, "<part>_unavailable"],
  ["refuses the key", { status: 401, body: { error: { message: "Invalid key" } } }, "<part>_unavailable"],
  ["answers something else", { body: { data: [{}], results: [{}] } }, "<part>_unavailable"],
  ["answers a page", { body: "<html>" }, "<part>_unavailable"],
  ["is in a rush", { status: 429, body: "" }, "<part>_unavailable"],
  ["has no allowance left", { status: 402, body: "" }, "quota"],
];

let world: World;
let token: string;
let embeddings: ModelServer;
const rerankers = new Map<RerankProvider, ModelServer>();
const providers = Object.keys(RERANK_SHAPES) as RerankProvider[];
const serverOf = (provider: RerankProvider) => rerankers.get(provider) as ModelServer;

beforeAll(async () => {
  embeddings = await startModelServer("openai");
  for (const provider of providers) rerankers.set(provider, await startModelServer(provider));
  world = await createWorld({ ...embeddingsOf(embeddings), ...rerankOf("jina", serverOf("jina")) });
  token = await world.client.workspace("default");
  await world.client.upload(token, FILES);
  await world.client.sweep();
  await world.client.sweep();
});
afterEach(async () => {
  embeddings.failure = undefined;
  for (const server of rerankers.values()) server.failure = undefined;
  // A used-up allowance is remembered for all isolates until midnight.
  await world.database.prepare("UPDATE day_use SET paused_until = NULL").run();
});
afterAll(async () => {
  await world.dispose();
  for (const server of [embeddings, ...rerankers.values()]) await server.close();
});

let asked = 0;
/** A query that no cache knows, in an isolate that remembers nothing. */
async function search(client: TestClient) {
  asked += 1;
  const { status, body } = await client.search(token, `vehicle inspected ${asked}`);
  expect(status).toBe(200);
  expect(body.timings.totalMs).toBeLessThan(DEFAULTS.searchBudgetMs);
  return body;
}

describe("a search with model servers", () => {
  it("finds by meaning, re-ranks, and names both models", async () => {
    const answer = await search(world.isolate());
    expect(answer).toMatchObject({
      outcome: "found",
      degraded: [],
      index: { embedder: "nomic-embed-text", reranker: "jina:bge-reranker-v2-m3" },
      use: { modelCalls: 2, textsEmbedded: 1 },
    });
    expect(answer.hits[0]).toMatchObject({ path: "cars.md", arms: { vector: 1 } });
    expect(world.ai.calls).toEqual([]);
  });

  it.each(FAILURES)("answers and says so while the embedding server %s", async (_, failure, named) => {
    embeddings.failure = failure;
    const answer = await search(world.isolate(failure.hangs && { EMBEDDINGS_TIMEOUT_MS: SHORT_MS }));
    expect(answer.degraded).toContain(named.replace("<part>", "embedder"));
    expect(answer).toMatchObject({ outcome: "found" });
    expect(answer.hits[0].path).toBe("cars.md");
  });

  it("answers and says so when the model's dimensions are others than configured", async () => {
    embeddings.failure = { body: { data: [{ index: 0, embedding: [1, 2, 3] }] } };
    expect(await search(world.isolate())).toMatchObject({
      outcome: "found",
      degraded: ["embedder_unavailable"],
    });
  });
});

describe.each(providers)("a search re-ranked by %s", (provider) => {
  const isolate = (more: Partial<Env> = {}) =>
    world.isolate({ ...rerankOf(provider, serverOf(provider)), ...more });

  it("has the provider's scores", async () => {
    const answer = await search(isolate());
    expect(answer).toMatchObject({ degraded: [], index: { reranker: `${provider}:bge-reranker-v2-m3` } });
    expect(answer.use.passagesReranked).toBeGreaterThan(0);
    expect(answer.hits[0].scores.rerank).toBeGreaterThan(0);
  });

  it.each(FAILURES)("answers and says so while the server %s", async (_, failure, named) => {
    serverOf(provider).failure = failure;
    const answer = await search(isolate(failure.hangs && { RERANK_TIMEOUT_MS: SHORT_MS }));
    expect(answer).toMatchObject({
      outcome: "found",
      degraded: [named.replace("<part>", "reranker")],
    });
    expect(answer.hits[0].path).toBe("cars.md");
  });
});

describe("a push with a model server", () => {
  it("stores nothing of an answer of other dimensions, and says which setting is wrong", async () => {
    embeddings.failure = {
      change: (answer) => ({
        data: (answer as { data: { index: number }[] }).data.map(({ index }) => ({
          index,
          embedding: new Array(384).fill(1),
        })),
      }),
    };
    await world.client.upload(token, { "new.md": "Something new.\n" });
    await world.client.sweep();
    const { body } = await world.client.call("GET", "/v1/status", { token });
    expect(body.index).toMatchObject({ pendingChunks: 1 });
    expect(body.index.lastError).toMatch(/384 dimensions; EMBEDDINGS_DIMENSIONS says 768/);
    embeddings.failure = undefined;
    await world.database.prepare("UPDATE outbox SET next_at = 0").run();
    await world.client.sweep();
    const after = await world.client.call("GET", "/v1/status", { token });
    expect(after.body.index.pendingChunks).toBe(0);
  });
});

describe("a misconfigured server", () => {
  it("is named at the first request", async () => {
    const { status, body } = await world.isolate({ RERANK_PROVIDER: "cohere" }).call("GET", "/health");
    expect([status, body.error.code]).toEqual([500, "misconfigured"]);
    expect(body.error.message).toMatch(/^RERANK_PROVIDER is one of: jina, siliconflow/);
  });
});

describe("a laptop with an embedding server", () => {
  const laptop = (more: Partial<Env> = {}) =>
    createClient(localWorker as never, testEnv(world.database, { ...embeddingsOf(embeddings), ...more }));

  it("finds by meaning in all that D1 holds, filters before it cuts, and forgets what is deleted", async () => {
    const own = await laptop().workspace("laptop");
    await laptop().upload(own, FILES);
    await laptop().upload(own, { "cars.py": "# an automobile\nwheels = 4\n" }, "code");
    await laptop().sweep();
    const find = async (more = {}) =>
      (await laptop().search(own, "vehicle", { profile: "vector", ...more })).body;
    const found = await find();
    expect(found).toMatchObject({ degraded: [], index: { pendingChunks: 0, embedder: "nomic-embed-text" } });
    expect(found.hits.slice(0, 2).map(({ path }: { path: string }) => path)).toEqual(["cars.py", "cars.md"]);
    const python = await find({ filters: { language: "python" } });
    expect(python.hits.map(({ path }: { path: string }) => path)).toEqual(["cars.py"]);
    const { body } = await laptop().call("GET", "/v1/status", { token: own });
    expect(body.index).toMatchObject({ vectors: "d1", pendingChunks: 0, invisibleVectors: 0 });
    const open = await world.database.prepare("SELECT count(*) AS n FROM outbox").first("n");
    expect(open).toBe(0);
    await laptop().call("DELETE", "/v1/documents/cars.md", { token: own });
    expect((await find()).hits.map(({ path }: { path: string }) => path)).not.toContain("cars.md");
  });

  it("searches on by keyword while the server is away, and says so", async () => {
    const own = await laptop().workspace("away");
    await laptop().upload(own, FILES);
    await laptop().sweep();
    embeddings.failure = { status: 503, body: { error: { message: "Loading model" } } };
    const { body } = await laptop().search(own, "signing keys");
    expect(body).toMatchObject({ outcome: "found", degraded: ["embedder_unavailable"] });
    expect(body.hits[0].path).toBe("keys.md");
  });

  it("embeds anew what the embedded parts had indexed, and back again, found by keyword all the while", async () => {
    const before = createClient(localWorker as never, testEnv(world.database));
    const own = await before.workspace("moving");
    await before.upload(own, FILES);
    await before.sweep();
    const keyword = async (client: TestClient) => (await client.search(own, "signing keys")).body;
    expect((await keyword(before)).hits[0].path).toBe("keys.md");
    expect((await keyword(laptop())).hits[0].path).toBe("keys.md");
    for (let run = 0; run < 4; run++) await laptop().sweep();
    const found = (await laptop().search(own, "vehicle", { profile: "vector" })).body;
    expect(found).toMatchObject({ degraded: [], hits: [{ path: "cars.md" }, {}, {}] });
    expect((await keyword(before)).degraded).toEqual(["identity_changed"]);
    for (let run = 0; run < 4; run++) await before.sweep();
    expect(await keyword(before)).toMatchObject({ degraded: [], hits: [{ path: "keys.md" }] });
  });
});
