import { describe, expect, it } from "vitest";
import { aiError } from "../../support/fakes/fake-ai.ts";
import { countedWorld } from "../../support/worlds/counted-world.ts";

const FILES = {
  "keys.md":
    "# Keys\n\nWe rotate the signing keys every month.\n\n## Vault\n\nThe vault holds old keys for a year.\n",
  "cars.md": "# Fleet\n\nEvery automobile is inspected in spring.\n\nThe garage opens at seven.\n",
  "lunch.md": "# Lunch\n\nThe kitchen serves soup on Mondays.\n\n## Keys\n\nThe kitchen has keys too.\n",
};

describe("hops of a search with models", () => {
  const { here, isolate, searchOn } = countedWorld(FILES);

  it("are four cold, three with caches and one when repeated", async () => {
    const cold = await searchOn(isolate(), "when are keys rotated?");
    const repeated = await searchOn(isolate(), "when are keys rotated?");
    const cached = await searchOn(isolate(), "when are keys rotated?", { limit: 7 });
    expect(cold.outcome).toBe("found");
    expect([cold.hops, cached.hops, repeated.hops]).toEqual([4, 3, 1]);
    expect(cached.use.cached).toEqual(["embedding", "rerank"]);
    expect(repeated.use.cached).toEqual(["answer"]);
    expect(repeated.hits).toEqual(cold.hits);
    expect(repeated.recallId).not.toBe(cold.recallId);
  });

  it("are three when the isolate remembers the embedding and the scores are kept", async () => {
    const client = isolate();
    await searchOn(client, "where are old keys?");
    const calls = here.ai.calls.length;
    expect((await searchOn(client, "where are old keys?", { limit: 3 })).hops).toBe(3);
    expect(here.ai.calls.length).toBe(calls);
  });

  it("are five cold without speculation, and the model is not called for what is cached", async () => {
    const cold = await searchOn(isolate({ SPECULATE: "off" }), "who holds the vault?");
    const calls = here.ai.calls.length;
    const cached = await searchOn(isolate({ SPECULATE: "off" }), "who holds the vault?", { limit: 7 });
    expect([cold.hops, cached.hops]).toEqual([5, 3]);
    expect(here.ai.calls.length).toBe(calls);
  });

  it("are four for a misspelt word, which is repaired and named", async () => {
    const client = isolate();
    const cold = await searchOn(client, "the kithcen of keys");
    const warm = await searchOn(client, "kithcen for soup");
    expect(cold.use.repaired).toEqual([{ from: "kithcen", to: "kitchen" }]);
    expect(cold.hits[0].path).toBe("lunch.md");
    expect([cold.hops, warm.hops]).toEqual([4, 4]);
  });

  it("are one for the keyword profile, and one or two more for its repair", async () => {
    const client = isolate();
    const plain = await searchOn(client, "garage opens", { profile: "keyword" });
    const cold = await searchOn(client, "kithcen opens", { profile: "keyword" });
    const warm = await searchOn(client, "kithcen soup", { profile: "keyword" });
    expect(warm.use.repaired).toEqual([{ from: "kithcen", to: "kitchen" }]);
    expect([plain.hops, warm.hops, cold.hops]).toEqual([1, 2, 3]);
  });

  it("are fewer, never more, while models or the vector index fail", async () => {
    here.ai.failure = () => aiError(3007);
    const withoutAi = await searchOn(isolate(), "soup on mondays");
    here.ai.failure = undefined;
    here.vectorize.failure = new Error("VECTOR_QUERY_ERROR (code = 40000): down");
    const withoutIndex = await searchOn(isolate(), "inspected in spring");
    expect(withoutAi.hops).toBeLessThanOrEqual(4);
    expect(withoutIndex.hops).toBeLessThanOrEqual(4);
    expect(withoutAi.degraded).toEqual(["embedder_timeout", "reranker_timeout"]);
    expect(withoutIndex.degraded).toEqual(["vector_index_unavailable"]);
  });

  it("are one more for each retry of a model that was out of capacity", async () => {
    let failures = 1;
    here.ai.failure = (model) => (model.includes("reranker") && failures-- > 0 ? aiError(3040) : undefined);
    const retried = await searchOn(isolate(), "opens at seven");
    expect(retried.degraded).toEqual([]);
    expect(retried.hops).toBe(5);
  });
});
