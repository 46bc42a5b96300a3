import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PLAN_LIMITS } from "../../../src/config.ts";
import { aiError } from "../../support/fakes/fake-ai.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

/** Four half slices of the free plan: a generation takes half a slice. */
const COUNT = 2 * PLAN_LIMITS.free.sweepRows;
const MINUTE_MS = 60_000;
const FILES = Object.fromEntries(
  Array.from({ length: COUNT }, (_, at) => [`n${at}.md`, `Note heron${at} by the river.\n`]),
);

describe("indexing anew", () => {
  let world: SimulatedWorld;
  let token: string;

  beforeEach(async () => {
    world = await createSimulatedWorld(1_000);
    token = await world.client.workspace("default");
    await world.client.upload(token, FILES);
    await sweeps(3);
  });
  afterEach(() => world.dispose());

  async function sweeps(times: number, client = world.client): Promise<void> {
    for (let at = 0; at < times; at++) {
      await client.sweep();
      world.clock.advance(5 * MINUTE_MS);
    }
  }
  const status = async () => (await world.client.call("GET", "/v1/status", { token })).body;
  const reindex = (body: object, client = world.client) =>
    client.call("POST", "/v1/reindex", { token, body });

  it("has nothing to do when nothing is stale", async () => {
    expect((await reindex({})).body).toEqual({ retried: 0, work: [] });
    await sweeps(1);
    expect((await status()).reindex).toEqual([]);
    expect(world.ai.embedded).toHaveLength(COUNT);
  });

  it("with another model is begun at once, and tells how far it is and when it will be done", async () => {
    const next = world.isolate({ EMBEDDING_POOLING: "mean", PLAN: "free" });
    const begun = (await reindex({}, next)).body.work;
    expect(begun).toMatchObject([{ kind: "identity", unit: "chunks", done: 0, total: COUNT, endsAt: null }]);
    world.clock.advance(MINUTE_MS);
    await next.deliver({ task: "generations" });
    const [work] = (await status()).reindex;
    expect(work).toMatchObject({ kind: "identity", done: COUNT / 4, total: COUNT, lastError: null });
    // A quarter took a minute: three more are left.
    expect(Date.parse(work.endsAt)).toBe(world.clock.now() + 3 * MINUTE_MS);
    world.ai.failure = () => aiError(3036, "you have used up your daily free allocation of 10,000 neurons");
    await next.deliver({ task: "generations" });
    expect((await status()).reindex[0].lastError).toMatch(/^quota/);
    world.ai.failure = undefined;
    world.clock.advance(24 * 60 * MINUTE_MS);
    for (let at = 0; at < 12; at++) {
      await next.deliver({ task: "generations" });
      world.clock.advance(MINUTE_MS);
    }
    expect((await status()).reindex).toEqual([]);
  });

  it("of everything makes every vector again while the old ones serve", async () => {
    expect((await reindex({ all: true })).body.work.map(({ kind }: { kind: string }) => kind)).toEqual([
      "identity",
      "chunker",
    ]);
    const { body } = await world.client.search(token, "note heron7 river", {
      profile: "vector",
      limit: COUNT,
    });
    expect([body.degraded, body.hits.length]).toEqual([[], COUNT]);
    await sweeps(4);
    expect(world.ai.embedded.filter((text) => text.includes("heron7 "))).toHaveLength(3);
    expect((await status()).reindex).toEqual([]);
    const { results } = await world.database.prepare("SELECT generation, version FROM workspaces").all();
    expect(results).toMatchObject([{ generation: 2 }]);
    await world.vectorize.describe();
    expect(new Set([...world.vectorize.visible.values()].map(({ namespace }) => namespace))).toEqual(
      new Set(["w1g2"]),
    );
  });

  it("of what failed gives it new attempts and starts nothing", async () => {
    world.ai.failure = () => aiError(5_000, "broken");
    await world.client.upload(token, { "late.md": "A late kingfisher.\n" });
    for (let attempt = 0; attempt < 9; attempt++) {
      await world.database.prepare("UPDATE outbox SET next_at = 0").run();
      await world.client.sweep();
    }
    expect((await status()).index.failedWork).toBe(1);
    world.ai.failure = undefined;
    expect((await reindex({ failed: true })).body).toEqual({ retried: 1, work: [] });
    await sweeps(2);
    expect((await status()).index).toMatchObject({ failedWork: 0, pendingChunks: 0 });
  });

  it("needs an admin's token", async () => {
    const owner = await world.client.owner();
    const body = { scope: "write", workspace: "default" };
    const writer = (await world.client.call("POST", "/v1/tokens", { token: owner, body })).body.token;
    expect((await world.client.call("POST", "/v1/reindex", { token: writer, body: {} })).status).toBe(403);
  });
});
