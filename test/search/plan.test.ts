import { describe, expect, it } from "vitest";
import { fakeEmbedder, fakeIndex, NOW_MS, planOf, servingOf } from "./fakes.ts";

const keyOf = async (...asked: Parameters<typeof planOf>) => (await planOf(...asked)).keys.answer;

const HOUR_MS = 3_600_000;

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
  });

  it("differs by the build and by the workspace's own settings, and by no clock that nobody asked for", async () => {
    const key = (more: Parameters<typeof planOf>[2]) => keyOf({ query }, undefined, more);
    const own = await key({});
    expect(await key({ build: "next" })).not.toBe(own);
    expect(await key({ overrides: { "fusion.k": 10 } })).not.toBe(own);
    expect(await key({ nowMs: NOW_MS + HOUR_MS })).toBe(own);
    const asked = (asOf: string) => keyOf({ query, asOf });
    expect(await asked("2026-01-01T00:00:01Z")).not.toBe(await asked("2026-01-01T00:00:00Z"));
    expect(await asked("2026-01-01T00:00:00.900Z")).toBe(await asked("2026-01-01T00:00:00Z"));
  });

  it("differs by the model of two embedders alike", async () => {
    const embedder = fakeEmbedder();
    const next = { ...embedder, space: { ...embedder.space, model: "next" } };
    const key = (one: typeof embedder) => keyOf({ query }, servingOf(one, fakeIndex()));
    expect(await key(next)).not.toBe(await key(embedder));
  });

  it("differs by the token's scope and by the embedding space", async () => {
    const serving = servingOf(fakeEmbedder(), fakeIndex());
    expect(await keyOf({ query }, undefined, { scope: "admin" })).not.toBe(await keyOf({ query }));
    expect(await keyOf({ query }, serving)).not.toBe(await keyOf({ query }));
  });
});

describe("a plan", () => {
  it("lives by a clock cut to the second, and relative dates count back from it", async () => {
    const filters = { after: "1d" };
    const plan = await planOf({ query: "keys", filters }, undefined, { nowMs: NOW_MS + 10_999 });
    expect([plan.asOfMs, plan.filters.afterMs]).toEqual([NOW_MS + 10_000, NOW_MS + 10_000 - 24 * HOUR_MS]);
    const past = await planOf({ query: "keys", filters, asOf: "2026-01-02T10:59:59.500Z" });
    expect([past.asOfMs, past.filters.afterMs]).toEqual([
      Date.UTC(2026, 0, 2, 10, 59, 59),
      Date.UTC(2026, 0, 1, 10, 59, 59),
    ]);
  });

  it.each([
    ["as many as the profile says", {}, 6],
    ["as many as the request says", { limit: 3 }, 3],
    ["as many as a budget holds", { budget: 900 }, 100],
    ["as many as the request says within a budget", { budget: 900, limit: 3 }, 3],
    ["as many as its settings say", { settings: { "result.limit": 9 } }, 9],
  ])("wants hits: %s", async (_, more, limit) => {
    expect((await planOf({ query: "keys", ...more })).limit).toBe(limit);
  });

  it("takes the workspace's settings, then the request's, then what the request names by itself, 0 and false too", async () => {
    const own = { "threshold.minScore": 0.1, "arms.expand": true, "fusion.k": 1 };
    const of = async (more: object) => {
      const { settings } = (await planOf({ query: "keys", ...more }, undefined, { overrides: own })).profile;
      return ["threshold.minScore", "arms.expand", "fusion.k"].map((name) => settings[name]);
    };
    const settings = { "threshold.minScore": 0.2, "fusion.k": 2 };
    expect(await of({})).toEqual([0.1, true, 1]);
    expect(await of({ settings })).toEqual([0.2, true, 2]);
    expect(await of({ settings, minScore: 0.3, expand: false })).toEqual([0.3, false, 2]);
    expect(await of({ minScore: 0 })).toEqual([0, true, 1]);
  });
});

describe("the pools of a plan", () => {
  it("are constant, but where keywords alone show no more than is scored again", async () => {
    expect((await planOf({ query: "keys", limit: 3 })).pool).toEqual({
      from: 0,
      ofArm: 100,
      sourceRows: 100,
    });
    const alone = { query: "keys", profile: "keyword" as const };
    expect((await planOf({ ...alone, limit: 50 })).pool).toEqual({ from: 0, ofArm: 50, sourceRows: 50 });
    expect((await planOf({ ...alone, limit: 51 })).pool).toEqual({ from: 0, ofArm: 100, sourceRows: 50 });
    expect((await planOf({ ...alone, explain: true })).pool.ofArm).toBe(100);
    const settings = { "recencyBoost.weight": 0.3 };
    expect((await planOf({ ...alone, limit: 50, settings })).pool.ofArm).toBe(100);
  });

  it("grow with the limit only on request", async () => {
    const settings = { "arms.pool": "original" };
    expect((await planOf({ query: "keys", limit: 3, settings })).pool.ofArm).toBe(12);
    expect((await planOf({ query: "keys", limit: 90, settings })).pool.ofArm).toBe(200);
    const poolOf = async (more: object) => (await planOf({ query: "keys", limit: 3, ...more })).pool.ofArm;
    expect(await poolOf({ settings: { "arms.candidateMultiplier": 2.5 } })).toBe(7);
    expect(await poolOf({ settings: { "arms.candidatePoolSize": 40 } })).toBe(40);
    expect(await poolOf({ settings: { "arms.candidatePoolSize": 40, "arms.pool": "constant" } })).toBe(100);
    expect(await poolOf({ profile: "lancedb" as const, settings })).toBe(20);
    expect(await poolOf({ profile: "lancedb" as const, limit: 15, settings })).toBe(30);
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
