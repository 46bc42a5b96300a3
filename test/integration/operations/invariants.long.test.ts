import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aiError } from "../../support/fakes/fake-ai.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

const HOUR_MS = 3_600_000;

interface Found {
  readonly id: string;
  readonly path: string;
  readonly arms: Readonly<Record<string, number>>;
}

describe("what must always hold", () => {
  let world: World;
  let token: string;

  beforeEach(async () => {
    world = await createWorld();
    token = await world.client.workspace("default");
  });
  afterEach(() => world.dispose());

  const search = async (query: string, more: Record<string, unknown> = {}, client = world.isolate()) =>
    (await client.search(token, query, more)).body;
  const count = async (table: string) =>
    (await world.database.prepare(`SELECT count(*) AS n FROM ${table}`).first<{ n: number }>())?.n;
  const sweeps = async (times: number) => {
    for (let at = 0; at < times; at++) await world.client.sweep();
  };
  const status = async () => (await world.client.call("GET", "/v1/status", { token })).body;
  const modelCalls = async (): Promise<number> => {
    const owner = await world.client.owner();
    return (await world.client.call("GET", "/v1/deployment", { token: owner })).body.models.calls;
  };

  it("deleted means gone, even while its vector is on the way", async () => {
    await world.client.upload(token, { "a.md": "The heron nests.\n" });
    const run = world.ai.run;
    world.ai.run = async (...args) => {
      world.ai.run = run;
      await world.isolate().call("DELETE", "/v1/documents/a.md", { token });
      await world.isolate().sweep();
      return run(...args);
    };
    await sweeps(3);
    await world.vectorize.describe();
    expect([world.vectorize.visible.size, await count("outbox"), await count("chunks")]).toEqual([0, 0, 0]);
  });

  it("deleted means gone from the caches, unless another document has the text", async () => {
    await world.client.upload(token, {
      "a.md": "The heron nests.\n",
      "b.md": "The heron nests.\n",
      "c.md": "Eels pass.\n",
    });
    await sweeps(2);
    await search("heron eels");
    const cached = async () => [await count("embeddings"), await count("query_results, json_each(scores)")];
    expect(await cached()).toEqual([2, 2]);
    for (const path of ["a.md", "c.md"])
      await world.client.call("DELETE", `/v1/documents/${path}`, { token });
    expect(await count("answers")).toBe(0);
    await sweeps(1);
    expect(await cached()).toEqual([1, 1]);
    await world.client.call("DELETE", "/v1/workspaces/default", { token: await world.client.owner() });
    await sweeps(2);
    for (const table of ["embeddings", "query_results", "answers", "search_days", "documents", "chunks"])
      expect([table, await count(table)]).toEqual([table, 0]);
    // The owner's is bound to no workspace.
    expect(await count("tokens WHERE workspace IS NOT NULL")).toBe(0);
  });

  it("one text that the model refuses keeps no other from its vector", async () => {
    const run = world.ai.run;
    world.ai.run = async (model, inputs) => {
      if (Array.isArray(inputs.text) && inputs.text.some((text) => String(text).includes("poison")))
        throw aiError(3006, "too large");
      return run(model, inputs);
    };
    const files = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`n${at}.md`, `Note ${at}.\n`]));
    await world.client.upload(token, { ...files, "poison.md": "A poison text.\n" });
    await sweeps(2);
    expect((await status()).index).toMatchObject({ pendingChunks: 1, invisibleVectors: 0, failedWork: 0 });
    for (let attempt = 0; attempt < 8; attempt++) {
      await world.database.prepare("UPDATE outbox SET next_at = 0").run();
      await sweeps(1);
    }
    expect((await status()).index).toMatchObject({ pendingChunks: 1, failedWork: 1, failedDocuments: 1 });
    world.ai.run = run;
    await world.client.daily();
    await sweeps(1);
    expect((await status()).index).toMatchObject({ pendingChunks: 0, failedWork: 0 });
  });

  it("running out of capacity burns no attempt", async () => {
    world.ai.failure = () => aiError(3040);
    await world.client.upload(token, { "a.md": "Heron.\n" });
    await sweeps(1);
    const row = await world.database.prepare("SELECT attempts, state FROM outbox").first();
    expect(row).toEqual({ attempts: 0, state: "due" });
  });

  it("a used-up budget stops the models of an isolate after one call, whatever is asked", async () => {
    await world.client.upload(token, { "a.md": "Heron.\n" });
    await sweeps(2);
    const poor = world.isolate({ MODEL_BUDGET_PER_DAY: "1" });
    const before = world.ai.calls.length;
    for (let at = 0; at < 6; at++)
      expect((await poor.search(token, `heron ${at}`)).body.degraded).toContain("model_budget");
    expect(world.ai.calls.length - before).toBeLessThanOrEqual(1);
    expect(await modelCalls()).toBeGreaterThanOrEqual(2);
  });

  it("a refused token makes the models work once at most", async () => {
    const { id, token: revoked } = (
      await world.client.call("POST", "/v1/tokens", { token, body: { scope: "read" } })
    ).body;
    await world.client.call("DELETE", `/v1/tokens/${id}`, { token });
    const client = world.isolate();
    const before = world.ai.calls.length;
    for (let at = 0; at < 5; at++) expect((await client.search(revoked, `heron ${at}`)).status).toBe(401);
    expect(world.ai.calls.length - before).toBe(1);
    expect(await modelCalls()).toBe(1);
  });

  it("answers are kept for their version, scope, hour and models, for five minutes, and never when degraded", async () => {
    await world.client.upload(token, { "a.md": "Heron.\n" });
    await sweeps(2);
    const cached = async (more: Record<string, unknown> = {}, client = world.isolate(), who = token) =>
      (await client.search(who, "heron", more)).body.use.cached.includes("answer");
    expect([await cached(), await cached()]).toEqual([false, true]);
    expect(await cached({ asOf: new Date(Date.now() - HOUR_MS).toISOString() })).toBe(false);
    const read = (await world.client.call("POST", "/v1/tokens", { token, body: { scope: "read" } })).body
      .token;
    expect(await cached({}, world.isolate(), read)).toBe(false);
    expect(await cached({}, world.isolate({ RERANK_MODEL: "another-reranker" }))).toBe(false);
    await world.database.prepare("UPDATE answers SET created_at = created_at - 300000").run();
    expect(await cached()).toBe(false);
    await sweeps(1);
    await world.client.upload(token, { "b.md": "Another heron.\n" });
    world.ai.failure = (model) => (model.includes("reranker") ? aiError(3007) : undefined);
    await sweeps(2);
    expect([await cached(), await cached()]).toEqual([false, false]);
  });

  it("the same search twice gives the same numbers, from the model as from the cache", async () => {
    await world.client.upload(token, {
      "a.md": "The heron nests by the weir.\n",
      "b.md": "Eels pass the weir.\n",
    });
    await sweeps(2);
    const first = await search("weir heron", { limit: 5 });
    const second = await search("weir heron", { limit: 6 });
    expect(second.hits).toEqual(first.hits);
  });

  it("vectors of another workspace are never shown, even if the index would name them", async () => {
    const other = await world.client.workspace("other");
    await world.client.upload(other, { "secret.md": "The heron's secret nest.\n" });
    await world.client.upload(token, { "mine.md": "Soup on Mondays.\n" });
    await sweeps(2);
    const query = world.vectorize.query;
    world.vectorize.query = (vector, options) => query(vector, { ...options, namespace: "w2g1" });
    const hits: Found[] = (await search("heron nest")).hits;
    expect(hits.filter(({ path }) => path !== "mine.md")).toEqual([]);
  });

  it("a vector whose document does not pass the filters is dropped, even if the index would name it", async () => {
    await world.client.upload(token, { "a/one.md": "The heron nests.\n", "b/two.md": "The heron flies.\n" });
    await sweeps(2);
    const query = world.vectorize.query;
    world.vectorize.query = (vector, { filter: _, ...options }) => query(vector, options);
    const hits: Found[] = (await search("heron", { filters: { prefix: "a/" }, limit: 10 })).hits;
    expect(hits.map(({ path }) => path)).toEqual(["a/one.md"]);
  });

  it("an exact name is not put below its parts by the cross-encoder", async () => {
    await world.client.upload(token, {
      "exact.md": "Set MAX_ATTEMPTS_9 here.\n",
      "parts.md": "max attempts 9 attempts max attempts of the queue\n",
    });
    await sweeps(2);
    const hits: Found[] = (await search("MAX_ATTEMPTS_9")).hits;
    expect(hits[0]?.path).toBe("exact.md");
  });
});
