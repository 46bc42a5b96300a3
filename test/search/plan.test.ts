import { describe, expect, it } from "vitest";
import { fakeEmbedder, fakeIndex, planOf, servingOf } from "./fakes.ts";

const keyOf = async (...asked: Parameters<typeof planOf>) => (await planOf(...asked)).keys.answer;

describe("the key of a whole answer", () => {
  const query = "where are the keys";

  it("is the same for the same request, whatever is only about logging", async () => {
    const key = await keyOf({ query });
    expect(await keyOf({ query: ` ${query} ` })).toBe(key);
    expect(await keyOf({ query, log: false })).toBe(key);
  });

  it.each([
    ["the asker's session", { session: "s1" }],
    ["the query", { query: "where are the cars" }],
    ["the profile", { profile: "keyword" as const }],
    ["the limit", { limit: 3 }],
    ["the view", { view: "compact" as const }],
    ["the budget", { budget: 900 }],
    ["the filters", { filters: { prefix: "a/" } }],
    ["the settings", { settings: { "fusion.k": 10 } }],
    ["the least score", { minScore: 0.4 }],
    ["the explanation", { explain: true }],
    ["the clock", { asOf: "2026-01-01T00:00:00Z" }],
  ])("differs by %s", async (_, more) => {
    expect(await keyOf({ query, ...more })).not.toBe(await keyOf({ query }));
  });

  it("differs by one part of two that are set", async () => {
    const one = await keyOf({ query, session: "s1", budget: 900 });
    expect(await keyOf({ query, session: "s2", budget: 900 })).not.toBe(one);
    expect(await keyOf({ query, session: "s1", budget: 901 })).not.toBe(one);
    expect(await keyOf({ query, session: "s1", budget: 900, counted: "text" })).not.toBe(one);
  });

  it("differs by the token's scope and by the embedding space", async () => {
    const serving = servingOf(fakeEmbedder(), fakeIndex());
    expect(await keyOf({ query }, undefined, { scope: "admin" })).not.toBe(await keyOf({ query }));
    expect(await keyOf({ query }, serving)).not.toBe(await keyOf({ query }));
  });
});

describe("the pools of a plan", () => {
  it("are constant, but where keywords alone show no more than is scored again", async () => {
    expect((await planOf({ query: "keys", limit: 3 })).pool).toEqual({ ofArm: 100, sourceRows: 100 });
    const alone = { query: "keys", profile: "keyword" as const };
    expect((await planOf({ ...alone, limit: 50 })).pool).toEqual({ ofArm: 50, sourceRows: 50 });
    expect((await planOf({ ...alone, limit: 51 })).pool).toEqual({ ofArm: 100, sourceRows: 50 });
    expect((await planOf({ ...alone, explain: true })).pool.ofArm).toBe(100);
  });

  it("grow with the limit only on request", async () => {
    const settings = { "arms.pool": "original" };
    expect((await planOf({ query: "keys", limit: 3, settings })).pool.ofArm).toBe(12);
    expect((await planOf({ query: "keys", limit: 90, settings })).pool.ofArm).toBe(200);
  });
});

it("keeps an expansion by query and model, where there is a model and a wish", async () => {
  const expansion = async (...asked: Parameters<typeof planOf>) => (await planOf(...asked)).keys.expansion;
  const wish = { query: "keys", expand: true };
  const key = await expansion(wish, undefined, { generator: "a" });
  expect(key).toBeDefined();
  expect(await expansion(wish, undefined, { generator: "b" })).not.toBe(key);
  expect(await expansion(wish)).toBeUndefined();
  expect(await expansion({ query: "keys" }, undefined, { generator: "a" })).toBeUndefined();
});
