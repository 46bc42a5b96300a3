import { beforeEach, describe, expect, it } from "vitest";
import local from "../../../src/local.ts";
import { createClient, type TestClient, testEnv } from "../../support/client.ts";
import { aiError } from "../../support/fakes/fake-ai.ts";
import { SERVER_KEY, startModelServer } from "../../support/fakes/model-server.ts";
import { countedWorld } from "../../support/worlds/counted-world.ts";
import { openQuickDatabase } from "../../support/worlds/quick-database.ts";

const FILES = {
  "fleet.md": "# Fleet\n\nEvery sedan is examined in april.\n\n## Costs\n\nThe budget for tyres is small.\n",
  "garage.md": "# Workshop\n\nLorries are serviced by the depot.\n",
  "lunch.md": "# Lunch\n\nThe kitchen serves soup on Mondays.\n",
};

const QUERY = "car inspection";

/** One of each kind that a document of its own answers; the second rewrite is about something else. */
const EXPANSION = {
  rewrites: ["car sedan examined", "tyres"],
  paraphrases: ["when are lorries serviced"],
  passage: "The kitchen serves soup on Mondays for guests.",
};

describe("a search that lets a text model rewrite the query", () => {
  const { here, isolate, searchOn: searchCounted } = countedWorld(FILES);
  const searchOn = (client: TestClient, query: string, more: Record<string, unknown> = {}) =>
    searchCounted(client, query, { expand: true, ...more });
  const paths = (body: { hits: { path: string }[] }) => body.hits.map(({ path }) => path);
  const asked = () => here.ai.generator.asked.length;

  beforeEach(() => {
    here.ai.generator.script = () => EXPANSION;
  });

  it("asks by rewrites, paraphrases and a passage beside the query itself", async () => {
    const plain = await searchOn(isolate(), QUERY, { expand: false, profile: "keyword" });
    const body = await searchOn(isolate(), QUERY, { explain: true });
    expect(plain.hits).toEqual([]);
    expect(body.use.expanded).toEqual({
      rewrites: ["car sedan examined"],
      paraphrases: EXPANSION.paraphrases,
      hasPassage: true,
    });
    const first = (arm: string) =>
      body.hits.find(
        ({ trace }: { trace: { step: string; rank: number }[] }) =>
          trace.find(({ step }) => step === arm)?.rank === 1,
      )?.path;
    expect(first("keyword rewrite 1")).toBe("fleet.md");
    expect(first("vector paraphrase 1")).toBe("garage.md");
    expect(first("vector passage")).toBe("lunch.md");
    expect(body.degraded).toEqual([]);
  });

  it("costs one hop more cold, none when the isolate knows it, one for the vectors when only the database does", async () => {
    const query = "car inspection hops";
    const client = isolate();
    // Why nothing answers would be one hop more.
    const AUDIBLE = { settings: { "relevance.floor": 0 } };
    const plain = await searchOn(isolate(), "hops of an inspection", { expand: false, ...AUDIBLE });
    const cold = await searchOn(client, query, AUDIBLE);
    const before = asked();
    const warm = await searchOn(client, query, { limit: 7, ...AUDIBLE });
    const elsewhere = await searchOn(isolate({ SPECULATE: "off" }), query, { limit: 5, ...AUDIBLE });
    expect(plain.timings.hops).toBe(4);
    expect(cold.timings.hops).toBe(5);
    expect(warm.timings.hops).toBe(3);
    expect(elsewhere.timings.hops).toBe(4);
    expect(asked()).toBe(before);
    expect(warm.use.cached).toContain("expansion");
    expect(elsewhere.use.cached).toContain("expansion");
    expect(elsewhere.use.expanded).toEqual(cold.use.expanded);
    expect(elsewhere.hits.map(({ id }: { id: string }) => id)).toEqual(
      cold.hits.slice(0, 5).map(({ id }: { id: string }) => id),
    );
  });

  it("keeps the rules for rewrites whatever the model says", async () => {
    here.ai.generator.script = () => ({
      rewrites: ["soup", "tyres for 1,204 cars of model 7", `sedan ${"long ".repeat(100)}`],
      paraphrases: ["", "x".repeat(9_000)],
      passage: "y".repeat(9_000),
    });
    const body = await searchOn(isolate(), "tyres for 1,204 cars");
    expect(body.use.expanded).toEqual({
      rewrites: ["tyres for 1,204 cars of model 7"],
      paraphrases: [],
      hasPassage: false,
    });
  });

  it("holds filters and phrases against what the model wrote", async () => {
    const filtered = await searchOn(isolate(), "car fleet", { filters: { prefix: "lunch" } });
    const quoted = await searchOn(isolate(), 'car "small"', { explain: true });
    const rewrite = quoted.explain.steps.find(({ step }: { step: string }) => step === "keyword rewrite 1");
    expect(filtered.use.expanded).toBeDefined();
    expect(paths(filtered).every((path) => path === "lunch.md")).toBe(true);
    expect(quoted.use.expanded).toBeDefined();
    expect(paths(quoted)).toEqual(["fleet.md"]);
    expect(rewrite.out).toBe(1);
  });

  it.each([
    ["generator_unavailable", () => aiError(3043)],
    ["generator_timeout", () => aiError(3007)],
    ["generator_unavailable", () => aiError(3040)],
    ["expansion_refused", () => "no JSON at all"],
    ["expansion_refused", () => ({ rewrites: "soup", paraphrases: [] })],
    ["expansion_refused", () => ({ rewrites: ["soup"], paraphrases: [""] })],
  ])("is answered without, and says %s", async (code, script) => {
    here.ai.generator.script = script;
    const query = `soup of the day ${asked()}`;
    const body = await searchOn(isolate(), query);
    expect(body.degraded).toEqual([code]);
    expect(paths(body)).toContain("lunch.md");
    expect(body.use.expanded).toBeUndefined();
    // Nothing of a failure is kept: the next search asks again.
    here.ai.generator.script = () => ({ rewrites: [], paraphrases: ["what is cooked"] });
    const next = await searchOn(isolate(), query);
    expect(next.use.expanded.paraphrases).toEqual(["what is cooked"]);
  });

  it("does not wait longer than three seconds", async () => {
    here.ai.generator.script = () => new Promise(() => undefined);
    const started = Date.now();
    const body = await searchOn(isolate(), "soup that never comes");
    expect(body.degraded).toEqual(["generator_timeout"]);
    expect(Date.now() - started).toBeLessThan(5_000);
    expect(paths(body)).toContain("lunch.md");
  });

  it("asks no text model for a plain search, and names what is missing where there is none", async () => {
    const before = asked();
    await searchOn(isolate(), "soup for nobody", { expand: false });
    expect(asked()).toBe(before);
    const bare = createClient(local as never, testEnv(here.database.database));
    const { body } = await bare.search(here.token, "soup without a model", { expand: true });
    expect(body.degraded).toContain("generator_missing");
  });

  it("searches the rewrites alone where embedded parts stand in for a model of meaning", async () => {
    const server = await startModelServer("openai");
    const content = JSON.stringify(EXPANSION);
    server.failure = { body: { choices: [{ message: { role: "assistant", content } }] } };
    const apart = await openQuickDatabase();
    const more = { GENERATE_URL: server.url, GENERATE_MODEL: "qwen3", GENERATE_KEY: SERVER_KEY };
    const client = createClient(local as never, testEnv(apart.database, more));
    const own = await client.workspace("default");
    await client.upload(own, FILES);
    await client.sweep();
    const { body } = await client.search(own, QUERY, { expand: true });
    const asked = server.requests.length;
    const { body: again } = await client.search(own, QUERY, { expand: true, limit: 2 });
    await Promise.all([server.close(), apart.dispose()]);
    expect([...new Set(paths(body))]).toEqual(["fleet.md"]);
    expect(body.use.expanded.rewrites).toEqual(["car sedan examined"]);
    expect(body.degraded).toEqual([]);
    expect([asked, server.requests.length]).toEqual([1, 1]);
    expect(again.use.cached).toContain("expansion");
  });

  it("counts its calls, and stands still when the day's budget is used up", async () => {
    const body = await searchOn(isolate({ MODEL_BUDGET_PER_DAY: "1", SPECULATE: "off" }), "soup on a budget");
    expect(body.degraded).toEqual(["model_budget"]);
    const { results } = await here.database.database
      .prepare("SELECT calls FROM day_use")
      .all<{ calls: number }>();
    expect(results[0]?.calls).toBeGreaterThanOrEqual(asked());
  });

  it.each(["edge", "keyword", "vector", "openclaw", "lancedb", "code-memory"])(
    "never lets the limit change the order in %s",
    async (profile) => {
      const client = isolate();
      const ids = async (limit: number) =>
        (await searchOn(client, "kitchen serves soup", { profile, limit })).hits.map(
          ({ id }: { id: string }) => id,
        );
      const long = await ids(100);
      expect(long.length).toBeGreaterThan(0);
      expect(await ids(2)).toEqual(long.slice(0, 2));
    },
  );
});
