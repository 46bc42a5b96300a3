import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aiError } from "../../support/fakes/fake-ai.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

const FILES = {
  "keys.md": "# Keys\n\nWe rotate the signing keys every month.\n",
  "cars.md": "# Fleet\n\nEvery automobile is inspected in spring.\n",
};

describe("outages", () => {
  let world: World;
  let token: string;

  beforeEach(async () => {
    world = await createWorld();
    token = await world.client.workspace("default");
  });
  afterEach(() => world.dispose());

  const down = () => new Error("VECTOR_QUERY_ERROR (code = 40000): down");
  const search = async (query: string, more: Record<string, unknown> = {}) =>
    (await world.isolate().search(token, query, more)).body;
  const pending = async () =>
    (await world.client.call("GET", "/v1/status", { token })).body.index.pendingChunks;
  /** Two sweeps after their backoff has passed. */
  const recover = async () => {
    for (let sweep = 0; sweep < 2; sweep++) {
      await world.database.prepare("UPDATE outbox SET next_at = 0").run();
      await world.client.sweep();
    }
  };

  it.each([
    ["AI", ["embedder_unavailable", "reranker_unavailable"]],
    ["Vectorize", ["vector_index_unavailable"]],
    ["both", ["embedder_unavailable", "reranker_unavailable"]],
  ])("of %s leave keyword search, name what is lacking, and heal within two sweeps", async (what, codes) => {
    await world.client.upload(token, { "old.md": "An older note about herons.\n" });
    await world.client.sweep();
    await world.client.sweep();
    if (what !== "Vectorize") world.ai.failure = () => aiError(5_000, "broken");
    if (what !== "AI") world.vectorize.failure = down();
    const upload = await world.client.upload(token, FILES);
    await world.client.sweep();
    const answer = await search("signing keys");
    expect(upload.body).toMatchObject({ indexed: 2, failed: [] });
    expect(answer).toMatchObject({ outcome: "found", degraded: codes });
    expect(answer.hits[0].path).toBe("keys.md");

    world.ai.failure = undefined;
    world.vectorize.failure = undefined;
    await recover();
    expect(await pending()).toBe(0);
    const healed = await search("vehicle inspected");
    expect(healed).toMatchObject({ degraded: [], index: { pendingChunks: 0 } });
    expect(healed.hits[0]).toMatchObject({ path: "cars.md", arms: { vector: 1 } });
  });

  it("of the quota stop model calls until midnight UTC and burn no attempt", async () => {
    world.ai.failure = () => aiError(3036, "you have used up your daily free allocation of 10,000 neurons");
    await world.client.upload(token, FILES);
    await world.client.sweep();
    const rows = await world.database
      .prepare("SELECT attempts, state, next_at, last_error FROM outbox")
      .all();
    const midnight = Date.UTC(
      new Date().getUTCFullYear(),
      new Date().getUTCMonth(),
      new Date().getUTCDate() + 1,
    );
    for (const row of rows.results)
      expect(row).toMatchObject({ attempts: 0, state: "due", next_at: midnight });
    const calls = world.ai.calls.length;
    const answer = await search("signing keys");
    expect(answer).toMatchObject({ outcome: "found", degraded: ["quota"], index: { pendingChunks: 2 } });
    // A fresh isolate may start one call beside its first look at the database; from then on it knows.
    expect(world.ai.calls.length - calls).toBeLessThanOrEqual(1);
  });

  it("of one kind back off, and are parked with their error after eight attempts", async () => {
    world.ai.failure = () => aiError(5_000, "broken");
    await world.client.upload(token, { "keys.md": FILES["keys.md"] });
    for (let attempt = 1; attempt <= 9; attempt++) {
      await world.database.prepare("UPDATE outbox SET next_at = 0").run();
      await world.client.sweep();
    }
    const { body } = await world.client.call("GET", "/v1/status", { token });
    expect(body.index).toMatchObject({ failedWork: 1, failedDocuments: 1, pendingChunks: 1 });
    expect(body.index.lastError).toMatch(/^embedder_unavailable/);
    expect(world.ai.calls.filter(({ texts }) => texts > 0)).toHaveLength(8);
    expect((await search("signing keys")).index.failedDocuments).toBe(1);
  });

  it("never become an empty answer: a slow re-ranker is left behind", async () => {
    await world.client.upload(token, FILES);
    await world.client.sweep();
    world.ai.failure = (model) => (model.includes("reranker") ? aiError(3007) : undefined);
    expect(await search("signing keys")).toMatchObject({ outcome: "found", degraded: ["reranker_timeout"] });
  });

  it("of the model budget stop model calls, not keyword search", async () => {
    await world.client.upload(token, FILES);
    await world.client.sweep();
    const poor = world.isolate({ MODEL_BUDGET_PER_DAY: "1", SPECULATE: "off" });
    const calls = world.ai.calls.length;
    const { body } = await poor.search(token, "signing keys");
    expect(body).toMatchObject({ outcome: "found", degraded: ["model_budget"] });
    expect(world.ai.calls.length).toBe(calls);
    await poor.upload(token, { "more.md": "Another note.\n" });
    await poor.sweep();
    expect(world.ai.calls.length).toBe(calls);
    expect((await poor.search(token, "another note")).body.hits[0].path).toBe("more.md");
  });

  it("finds a text by meaning before Vectorize shows it, and drops a deleted one before it forgets it", async () => {
    const slow = await createWorld({}, 3_600_000);
    const slowToken = await slow.client.workspace("default");
    await slow.client.upload(slowToken, FILES);
    await slow.client.sweep();
    expect(slow.vectorize.visible.size).toBe(0);
    const found = (await slow.client.search(slowToken, "vehicle", { profile: "vector" })).body;
    expect(found.hits[0]).toMatchObject({ path: "cars.md" });
    expect(found.index).toMatchObject({ pendingChunks: 0, pendingSkipped: 0 });
    await slow.dispose();

    await world.client.upload(token, FILES);
    await world.client.sweep();
    await world.client.sweep();
    expect(world.vectorize.visible.size).toBe(2);
    await world.client.call("DELETE", "/v1/documents/cars.md", { token });
    expect(world.vectorize.visible.size).toBe(2);
    const AUDIBLE = { "relevance.floor": 0 };
    const after = await search("vehicle inspected", { profile: "vector", settings: AUDIBLE });
    expect(after.hits.map(({ path }: { path: string }) => path)).toEqual(["keys.md"]);
    await world.client.sweep();
    await search("keys");
    expect(world.vectorize.visible.size).toBe(1);
  });

  it("of the database are said, not answered as nothing found", async () => {
    const broken = new Proxy(world.database, {
      get: (target, name) =>
        name === "withSession"
          ? () => ({
              prepare: (sql: string) => target.prepare(sql),
              batch: () => Promise.reject(new Error("D1_ERROR: Network connection lost.")),
              getBookmark: () => null,
            })
          : Reflect.get(target, name),
    });
    const { status, body } = await world.isolate({ DB: broken }).search(token, "keys");
    expect([status, body.error.code]).toEqual([503, "unavailable"]);
    expect(JSON.stringify(body)).not.toMatch(/D1|SQL/);
  });
});
