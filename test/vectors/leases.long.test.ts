import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aiError } from "../support/fakes/fake-ai.ts";
import { uploadUnder } from "../support/upload-under.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../support/worlds/world.ts";

const VISIBLE_AFTER_MS = 90_000;
const MINUTE_MS = 60_000;

describe("work under a lease", () => {
  let world: SimulatedWorld;
  let token: string;

  beforeEach(async () => {
    world = await createSimulatedWorld(VISIBLE_AFTER_MS);
    token = await world.client.workspace("default");
  });
  afterEach(() => world.dispose());

  const rows = async (sql: string) => (await world.database.prepare(sql).all()).results;
  const states = async () =>
    (await rows("SELECT vector_state AS state FROM chunks")).map(({ state }) => state);
  /** Does something in the middle of the next model call. */
  const duringEmbedding = (work: () => Promise<unknown>) => {
    const run = world.ai.run;
    world.ai.run = async (...args) => {
      world.ai.run = run;
      const answer = await run(...args);
      await work();
      return answer;
    };
  };

  it("embeds a text once though two runs come upon it", async () => {
    const same = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`a${at}.md`, "The heron nests.\n"]),
    );
    await world.client.upload(token, { "first.md": "The heron nests.\n" });
    duringEmbedding(async () => {
      await world.isolate().upload(token, same, "others");
      await world.isolate().sweep();
    });
    await world.client.sweep();
    expect(world.ai.embedded).toEqual(["The heron nests."]);
    expect(await states()).toEqual(Array.from({ length: 31 }, () => "embedded"));
  });

  it("takes over a text whose run died, after its lease", async () => {
    await world.client.upload(token, { "a.md": "Heron.\n" });
    const run = world.ai.run;
    const asked = Promise.withResolvers<void>();
    world.ai.run = () => {
      asked.resolve();
      return new Promise(() => undefined);
    };
    world
      .isolate()
      .sweep()
      .catch(() => undefined);
    await asked.promise;
    world.ai.run = run;
    await world.client.upload(token, { "b.md": "Heron.\n" });
    await world.client.sweep();
    expect(world.ai.embedded).toEqual([]);
    world.clock.advance(2 * MINUTE_MS);
    await world.client.sweep();
    expect([world.ai.embedded, await rows("SELECT * FROM claims")]).toEqual([["Heron."], []]);
  });

  it("never takes the vector of an old text for that of the new one, though another chunk has it already", async () => {
    const under = (path: string, heading: string) => ({ path, heading, text: "It nests.\n" });
    await uploadUnder(world.client, token, [under("a.md", "Eel"), under("b.md", "Heron")]);
    duringEmbedding(() => uploadUnder(world.isolate(), token, [under("a.md", "Heron")]));
    await world.client.sweep();
    world.clock.advance(10 * MINUTE_MS);
    await world.client.sweep();
    world.clock.advance(10 * MINUTE_MS);
    await world.client.sweep();
    world.vectorize.settle();
    const [one, other] = [...world.vectorize.visible.values()];
    expect(one?.values).toEqual(other?.values);
    expect(await states()).toEqual(["visible", "visible"]);
  });

  it("does not confirm a vector by the one that it replaces", async () => {
    const under = (heading: string) => [{ path: "a.md", heading, text: "It nests.\n" }];
    await uploadUnder(world.client, token, under("Eel"));
    await world.client.sweep();
    world.clock.advance(10 * MINUTE_MS);
    await world.client.sweep();
    expect(await states()).toEqual(["visible"]);
    await uploadUnder(world.client, token, under("Heron"));
    await world.client.sweep();
    // Past the margin of a look-up, before the new vector is shown: under the id lies the old one.
    world.clock.advance(75_000);
    await world.client.sweep();
    expect(await states()).toEqual(["embedded"]);
    world.clock.advance(15_000);
    await world.client.sweep();
    expect(await states()).toEqual(["visible"]);
  });

  it("leaves no embedding of a text that was deleted while it was being embedded", async () => {
    await world.client.upload(token, { "a.md": "Heron.\n" });
    duringEmbedding(async () => {
      await world.isolate().call("DELETE", "/v1/documents/a.md", { token });
      await world.isolate().sweep();
    });
    await world.client.sweep();
    await world.client.sweep();
    expect(await rows("SELECT hash FROM embeddings")).toEqual([]);
  });

  it("sends nothing when its lease is nearly over: what is sent late could undo what another has sent", async () => {
    await world.client.upload(token, { "a.md": "Heron.\n" });
    duringEmbedding(async () => world.clock.advance(110_000));
    await world.client.sweep();
    expect(world.vectorize.calls.upsert).toBe(0);
    world.clock.advance(10 * MINUTE_MS);
    await world.client.sweep();
    expect([world.vectorize.calls.upsert, world.ai.embedded]).toEqual([1, ["Heron."]]);
  });

  it("waits longer with each failure of capacity, and burns no attempt", async () => {
    world.ai.failure = () => aiError(3040);
    await world.client.upload(token, { "a.md": "Heron.\n" });
    const waits: number[] = [];
    for (let failure = 0; failure < 12; failure++) {
      await world.client.sweep();
      const [row] = await rows("SELECT next_at, attempts, state FROM outbox");
      expect(row).toMatchObject({ attempts: 0, state: "due" });
      waits.push(Number(row?.next_at) - world.clock.now());
      world.clock.advance(60 * MINUTE_MS);
    }
    for (const [at, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(Math.min(3_600_000, 2_000 * 2 ** at) / 2);
      expect(wait).toBeLessThanOrEqual(Math.min(3_600_000, 2_000 * 2 ** at));
    }
  });

  it("counts a bug against the rows that meet it, so that they do not hold up the others for ever", async () => {
    await world.client.upload(token, { "a.md": "Heron.\n" });
    const { upsert } = world.vectorize;
    world.vectorize.upsert = () => Promise.resolve(undefined as never);
    for (let attempt = 0; attempt < 8; attempt++) {
      await expect(world.client.sweep()).rejects.toThrow(TypeError);
      world.clock.advance(60 * MINUTE_MS);
    }
    await world.client.sweep();
    const { body } = await world.client.call("GET", "/v1/status", { token });
    expect(body.index).toMatchObject({ failedWork: 1, failedDocuments: 1 });
    expect(body.index.lastError).toMatch(/^internal: TypeError/);
    world.vectorize.upsert = upsert;
    await world.client.daily();
    expect(world.vectorize.calls.upsert).toBe(1);
  });
});
