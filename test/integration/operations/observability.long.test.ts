import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { LATENCY_BUCKETS_MS, latencyBucket, latencyQuantile } from "../../../src/workspaces/search-days.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

describe("what can be seen from outside", () => {
  let world: World;
  let token: string;
  const lines: string[] = [];
  const print = console.log;

  beforeEach(async () => {
    console.log = (line: string) => void lines.push(line);
    world = await createWorld();
    token = await world.client.workspace("default");
    await world.client.upload(token, { "secret-name.md": "The heron's hidden nest.\n" });
    await world.client.sweep();
    lines.length = 0;
  });
  afterEach(async () => {
    console.log = print;
    await world.dispose();
  });

  it("is one line a request, without texts, paths or tokens", async () => {
    await world.client.search(token, "hidden heron");
    await world.client.call("GET", "/v1/documents/secret-name.md", { token });
    await world.client.call("GET", "/v1/status", { token: "nonsense" });
    const said = lines.map((line) => JSON.parse(line));
    expect(said).toEqual([
      expect.objectContaining({
        route: "POST /v1/search",
        status: 200,
        hops: 4,
        degraded: [],
        outcome: "found",
        profile: "edge",
        modelCalls: 2,
      }),
      expect.objectContaining({ route: "GET /v1/documents/:path", status: 200, workspace: 1 }),
      expect.objectContaining({ status: 401 }),
    ]);
    expect(said[0].rowsRead).toBeGreaterThan(0);
    expect(lines.join("\n")).not.toMatch(new RegExp(`heron|secret-name|${token.slice(4, 30)}`));
  });

  it("is a day's speed, caches and failures in the status", async () => {
    for (const query of ["hidden heron", "hidden heron", "zzz"]) await world.client.search(token, query);
    world.ai.failure = () => new Error("down");
    await world.isolate().search(token, "nest");
    const { searches } = (await world.client.call("GET", "/v1/status", { token })).body;
    expect(searches).toMatchObject({ count: 4, degraded: 1, cached: { answer: 1 } });
    expect(LATENCY_BUCKETS_MS).toContain(searches.p50Ms);
    expect(searches.p95Ms).toBeGreaterThanOrEqual(searches.p50Ms);
  });

  it("tells an owner, and nobody else, of the database and the model calls that all workspaces share", async () => {
    const ask = (asker: string) => world.client.call("GET", "/v1/deployment", { token: asker });
    const { body } = await ask(await world.client.owner());
    expect(body).toMatchObject({ workspaces: 1, maxDatabaseBytes: 10_000_000_000 });
    expect(body.databaseBytes).toBeGreaterThan(0);
    expect(body.models).toMatchObject({ textsEmbedded: expect.any(Number), budget: null });
    expect(body.models.calls).toBeGreaterThan(0);
    expect((await ask(token)).body.error.code).toBe("forbidden");
    const status = (await world.client.call("GET", "/v1/status", { token })).body;
    expect(Object.keys(status)).not.toEqual(expect.arrayContaining(["databaseBytes"]));
    expect(status).not.toHaveProperty("models");
  });

  it("counts searches of one hop together, soon after, and keeps no answer that a repeat would not gain from", async () => {
    const count = async () => (await world.client.call("GET", "/v1/status", { token })).body.searches.count;
    const before = await count();
    const kept = () => world.database.prepare("SELECT count(*) AS n FROM answers").first("n");
    const answers = await kept();
    const asked = ["nest", "nest", "hidden", "heron nest"];
    await Promise.all(asked.map((query) => world.client.search(token, query, { profile: "keyword" })));
    expect(await count()).toBe(before + asked.length);
    expect(await kept()).toBe(answers);
  });
});

describe("a latency quantile", () => {
  it("is the end of the first bucket that enough searches do not exceed", () => {
    const counts = LATENCY_BUCKETS_MS.map(() => 0);
    for (const ms of [0, 1, 4, 4, 40, 40, 40, 700, 700, 99_999]) {
      const bucket = latencyBucket(ms);
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    }
    expect([0.2, 0.4, 0.5, 0.9, 1].map((share) => latencyQuantile(counts, share))).toEqual([
      1, 5, 50, 800, 12_000,
    ]);
    expect(latencyQuantile([], 0.5)).toBeNull();
  });
});
