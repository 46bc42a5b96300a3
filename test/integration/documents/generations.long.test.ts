import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const CHUNKS = 1_000;
const MINUTE_MS = 60_000;

/** Each text has a word of its own, so that its vector is nearest to that word. */
const FILES = Object.fromEntries(
  Array.from({ length: CHUNKS }, (_, at) => [`n${at}.md`, `Note heron${at} by the river.\n`]),
);

/** Two uploads, as many documents each as the free plan takes. */
const LATE = [0, 10].map((first) =>
  Object.fromEntries(
    Array.from({ length: 10 }, (_, at) => [
      `late${first + at}.md`,
      `Note egret${first + at} in the reeds.\n`,
    ]),
  ),
);

interface Hit {
  readonly path: string;
  readonly arms: Readonly<Record<string, number>>;
}

describe("another identity", () => {
  let world: SimulatedWorld;
  let token: string;

  beforeEach(async () => {
    world = await createSimulatedWorld(90_000);
    token = await world.client.workspace("default");
  });
  afterEach(() => world.dispose());

  const all = async <Row>(sql: string) => (await world.database.prepare(sql).all()).results as Row[];
  const one = async <Value>(sql: string) =>
    Object.values((await all<Record<string, Value>>(sql))[0] ?? {})[0];
  const generation = () => one<number>("SELECT generation FROM workspaces");
  const left = () => one<number>("SELECT count(*) FROM generations");
  const namespaces = () => new Set([...world.vectorize.visible.values()].map(({ namespace }) => namespace));

  async function pushAll(files: Readonly<Record<string, string>>): Promise<void> {
    const entries = Object.entries(files);
    for (let at = 0; at < entries.length; at += 200)
      await world.client.upload(token, Object.fromEntries(entries.slice(at, at + 200)));
  }

  /** Sweeps until everything that was pushed is shown by the vector index. */
  async function settle(client = world.client): Promise<void> {
    for (let round = 0; round < 20; round++) {
      await client.sweep();
      world.clock.advance(5 * MINUTE_MS);
    }
  }

  it("takes over while searches run: none without vectors, none that mixes, nothing of the old one left", async () => {
    await pushAll(FILES);
    await settle();
    const next = world.isolate({ EMBEDDING_POOLING: "mean", PLAN: "free" });
    const models: unknown[] = [];
    const run = world.ai.run;
    world.ai.run = (model, inputs, options) => {
      models.push(inputs.pooling);
      return run(model, inputs, options);
    };
    const search = async (at: number) => {
      const before = await generation();
      const asked = models.length;
      const { body } = await next.search(token, `note heron${at} river`, { profile: "vector", limit: 100 });
      const hits = body.hits as Hit[];
      expect([body.degraded, hits.every(({ arms }) => arms.vector !== undefined)]).toEqual([[], true]);
      expect(hits.map(({ path }) => path)).toContain(`n${at}.md`);
      // Embedded as what is searched was: the last question to the model is that of the live generation.
      if (models.length > asked && (await generation()) === before)
        expect(models.at(-1)).toBe(before === 1 ? "cls" : "mean");
    };

    let rounds = 0;
    for (; (rounds === 0 || ((await left()) ?? 0) > 0) && rounds < 300; rounds++) {
      await next.sweep();
      await next.deliver({ task: "generations" });
      await search((rounds * 37) % (CHUNKS - 1));
      // In the middle of it, what is pushed is found at once, and there afterwards.
      if (rounds === 5) await next.upload(token, { "late.md": "A late kingfisher.\n" });
      // The walk has passed most of these by now.
      if (rounds === 36) for (const files of LATE) expect((await next.upload(token, files)).status).toBe(200);
      if (rounds === 8) await next.call("DELETE", "/v1/documents/n999.md", { token });
      world.clock.advance(20_000);
    }
    expect(rounds).toBeGreaterThan(40);
    expect(rounds).toBeLessThan(300);

    for (let round = 0; round < 10; round++) {
      await next.sweep();
      world.clock.advance(5 * MINUTE_MS);
    }
    await world.vectorize.describe();
    expect(await all("SELECT identity, generation FROM workspaces")).toEqual([
      { identity: "@cf/baai/bge-base-en-v1.5|mean|768|1", generation: 2 },
    ]);
    expect(namespaces()).toEqual(new Set(["w1g2"]));
    expect(world.vectorize.visible.size).toBe(CHUNKS + 20);
    expect(await all("SELECT DISTINCT identity FROM embeddings")).toEqual([
      { identity: "@cf/baai/bge-base-en-v1.5|mean|768|1" },
    ]);
    expect(await all("SELECT count(*) AS n, vector_state AS state FROM chunks GROUP BY 2")).toEqual([
      { n: CHUNKS + 20, state: "visible" },
    ]);
    for (const table of ["generations", "generation_chunks", "outbox"])
      expect([table, await one(`SELECT count(*) FROM ${table}`)]).toEqual([table, 0]);
    const late = (await next.search(token, "kingfisher", { profile: "vector" })).body.hits as Hit[];
    expect(late[0]?.path).toBe("late.md");
  });

  it("that nothing here embeds as any more leaves keyword search, says so, and is replaced", async () => {
    await world.client.upload(token, { "a.md": "A heron by the river.\n" });
    await settle();
    await world.database.prepare("UPDATE workspaces SET identity = 'gone-model|mean|768|1'").run();
    await world.client.upload(token, { "b.md": "A kingfisher.\n" });
    const during = (await world.client.search(token, "heron")).body;
    expect([during.outcome, during.degraded]).toEqual(["found", ["identity_changed"]]);
    await settle();
    const { body } = await world.client.search(token, "kingfisher", { profile: "vector" });
    expect([body.degraded, body.hits[0].path, body.hits[0].arms.vector]).toEqual([[], "b.md", 1]);
    expect(body.index.pendingChunks).toBe(0);
    expect(namespaces()).toEqual(new Set(["w1g2"]));
  });

  it("that changes again in the middle drops what was half built", async () => {
    await pushAll(Object.fromEntries(Object.entries(FILES).slice(0, 60)));
    await settle();
    const mean = world.isolate({ EMBEDDING_POOLING: "mean", PLAN: "free" });
    await mean.sweep();
    await mean.deliver({ task: "generations" });
    expect(await all("SELECT num, state FROM generations")).toEqual([{ num: 2, state: "building" }]);
    const back = world.isolate({ PLAN: "free" });
    for (let round = 0; round < 10; round++) {
      await back.sweep();
      await back.deliver({ task: "generations" });
      const { body } = await back.search(token, "note heron7 river", { profile: "vector", limit: 100 });
      expect([body.degraded, body.hits.length]).toEqual([[], 60]);
      world.clock.advance(5 * MINUTE_MS);
    }
    await world.vectorize.describe();
    expect([await left(), namespaces(), await generation()]).toEqual([0, new Set(["w1g1"]), 1]);
    expect(await all("SELECT DISTINCT identity FROM embeddings")).toHaveLength(1);
    expect(await one("SELECT count(*) FROM embeddings")).toBe(60);
  });
});
