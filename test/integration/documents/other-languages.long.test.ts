import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fakeVectorize } from "../../support/fakes/fake-vectorize.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const M3 = "@cf/baai/bge-m3";
const FILES = {
  "bridge.md": "The bridge over the river was closed in May.\n",
  "heron.md": "A heron stands by the weir.\n",
  "otter.md": "Otters eat fish at night.\n",
};

describe("a model of many languages", () => {
  let world: SimulatedWorld;
  let token: string;

  beforeEach(async () => {
    world = await createSimulatedWorld(0);
    token = await world.client.workspace("default");
    await world.client.upload(token, FILES);
    await world.client.sweep();
  });
  afterEach(() => world.dispose());

  it("takes over by a generation in an index of its own, and finds passages in another language", async () => {
    const wide = fakeVectorize({ now: world.clock.now, visibleAfterMs: 0, dimensions: 1_024 });
    const next = world.isolate({ EMBEDDING_MODEL: M3, VECTORIZE_NEXT: wide });
    const ask = async () => (await next.search(token, "где цапля", { profile: "vector", limit: 1 })).body;
    // Until it is complete, the old vectors serve, by the old model.
    const before = await ask();
    expect([before.index.embedder, before.degraded.includes("identity_changed")]).toEqual([
      "@cf/baai/bge-base-en-v1.5",
      false,
    ]);
    for (let round = 0; round < 10; round++) {
      await next.sweep();
      await next.deliver({ task: "generations" });
      world.clock.advance(60_000);
    }
    const after = await ask();
    expect([after.index.embedder, after.hits[0].path, after.degraded]).toEqual([M3, "heron.md", []]);
    const { results } = await world.database.prepare("SELECT identity, generation FROM workspaces").all();
    expect(results).toEqual([{ identity: `${M3}|own|1024|1`, generation: 2 }]);
    for (const index of [wide, world.vectorize]) index.settle();
    expect([wide.visible.size, world.vectorize.visible.size]).toEqual([3, 0]);
  });

  it("that an index cannot take is told, and nothing of it is stored", async () => {
    const next = world.isolate({ EMBEDDING_MODEL: M3, VECTORIZE_DIMENSIONS: "768" });
    const { status, body } = await next.search(token, "heron");
    expect([status, body.error.code]).toEqual([500, "misconfigured"]);
    expect(world.vectorize.visible.size).toBe(3);
  });
});
