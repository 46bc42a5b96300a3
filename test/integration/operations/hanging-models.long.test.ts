import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DEFAULTS } from "../../../src/config.ts";
import type { TestClient } from "../../support/client.ts";
import { type ModelServer, SERVER_KEY, startModelServer } from "../../support/fakes/model-server.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

const FILES = {
  "keys.md": "# Keys\n\nWe rotate the signing keys every month.\n",
  "cars.md": "# Fleet\n\nEvery automobile is inspected in spring.\n",
};

/** Longer than a search waits for the index. */
const FOREVER_MS = DEFAULTS.vectorTimeoutMs + 1_000;

describe("a search while a server hangs", () => {
  const servers = new Map<string, ModelServer>();
  const server = (name: string) => servers.get(name) as ModelServer;
  let world: World;
  let token: string;
  let asked = 0;

  beforeAll(async () => {
    for (const [name, provider] of [
      ["embedder", "openai"],
      ["reranker", "jina"],
      ["generator", "openai"],
    ] as const)
      servers.set(name, await startModelServer(provider));
    world = await createWorld({
      EMBEDDINGS_URL: server("embedder").url,
      ...{ EMBEDDINGS_MODEL: "nomic-embed-text", EMBEDDINGS_KEY: SERVER_KEY },
      RERANK_URL: server("reranker").url,
      ...{ RERANK_PROVIDER: "jina", RERANK_MODEL: "judge", RERANK_KEY: SERVER_KEY },
      GENERATE_URL: server("generator").url,
      ...{ GENERATE_MODEL: "writer", GENERATE_KEY: SERVER_KEY },
    });
    token = await world.client.workspace("default");
    await world.client.upload(token, FILES);
    await world.client.sweep();
    await world.client.sweep();
  });
  afterEach(() => {
    for (const one of servers.values()) one.failure = undefined;
    world.vectorize.delayMs = 0;
  });
  afterAll(async () => {
    await world.dispose();
    for (const one of servers.values()) await one.close();
  });

  const callsOf = (part: string): number =>
    part === "vector_index" ? world.vectorize.calls.query : server(part).requests.length;
  const search = async (client: TestClient, part: string) => {
    asked += 1;
    const { body } = await client.search(token, `the signing keys ${asked}`, {
      expand: part === "generator",
    });
    return body;
  };

  it.each(["embedder", "vector_index", "reranker", "generator"])(
    "waits for the %s once, then goes on without it",
    async (part) => {
      const client = world.isolate();
      // The fake index counts a call when it answers, so its call is waited for below.
      if (part === "vector_index") world.vectorize.delayMs = FOREVER_MS;
      else server(part).failure = { hangs: "silence" };
      const before = callsOf(part);
      const first = await search(client, part);
      expect(first).toMatchObject({
        ...{ outcome: "found", degraded: [`${part}_timeout`] },
        outages: [{ part, reason: "timeout" }],
      });
      expect(first.timings.totalMs).toBeLessThan(DEFAULTS.searchBudgetMs);
      const hops: number[] = [];
      for (let again = 0; again < 10; again++) {
        const answer = await search(client, part);
        expect(answer.degraded).toEqual([`${part}_timeout`]);
        expect(answer.hits[0].path).toBe("keys.md");
        hops.push(answer.timings.hops);
      }
      expect(new Set(hops).size).toBe(1);
      if (part === "vector_index") await expect.poll(() => callsOf(part)).toBe(before + 1);
      expect(callsOf(part)).toBe(before + 1);
    },
  );
});
