import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS } from "../../../src/config.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const FILES = {
  "cars.md": "# Garage\n\nThe car is parked behind the mill.\n",
  "keys.md": "# Keys\n\nSigning keys are rotated on Mondays.\n",
};
const NO_WORDS_IN_COMMON = { profile: "vector" };

describe("a workspace's quota of model calls", () => {
  let world: SimulatedWorld;
  let token: string;
  let other: string;

  beforeEach(async () => {
    world = await createSimulatedWorld(0);
    token = await world.client.workspace("own");
    other = await world.client.workspace("other");
  });
  afterEach(() => world.dispose());

  const limit = async (modelCalls: number | null, slug = "own") =>
    (
      await world.client.call("PATCH", `/v1/workspaces/${slug}/quotas`, {
        ...{ token: await world.client.owner(), body: { modelCalls } },
      })
    ).body;
  const used = async (slug = "own") =>
    (
      await world.client.call("PATCH", `/v1/workspaces/${slug}/quotas`, {
        ...{ token: await world.client.owner(), body: {} },
      })
    ).body.used.modelCalls as number;
  const calls = () => world.ai.calls.length;
  const pending = async (as = token): Promise<number> =>
    (await world.client.search(as, "mill", { profile: "keyword" })).body.index.pendingChunks;
  const indexed = async () => {
    for (const as of [token, other]) await world.client.upload(as, FILES);
    await world.client.sweep();
    // What the sweep used counts for both.
    return used();
  };
  /** A search by meaning, of a text that nobody asked before: one call. */
  const byMeaning = async (query: string, as = token, client = world.client) =>
    (await client.search(as, query, NO_WORDS_IN_COMMON)).body;
  const untilMidnight = () => world.clock.advance(DAY_MS - (world.clock.now() % DAY_MS));

  it("has searches go on by keyword when it is used up, until the next day, and nobody else's", async () => {
    const before = await indexed();
    expect(before).toBe(1);
    expect(await limit(before + 3)).toMatchObject({ modelCalls: 4, used: { modelCalls: 1 } });
    for (const query of ["vehicle one", "vehicle two", "vehicle three"])
      expect((await byMeaning(query)).degraded).toEqual([]);
    expect(await used()).toBe(4);
    const asked = calls();
    const fourth = await byMeaning("vehicle four");
    expect(fourth).toMatchObject({ degraded: ["workspace_quota"], use: { modelCalls: 0 } });
    expect(fourth.outages).toEqual([
      {
        ...{ part: "embedder", reason: "workspace_quota", retryAt: "2026-11-21T00:00:00.000Z" },
        message:
          "This workspace has made 4 of its 4 model calls a day: they return at 00:00 UTC; the server's owner sets more with recall workspace quotas",
      },
    ]);
    expect((await world.client.search(token, "mill")).body).toMatchObject({
      ...{ outcome: "found", degraded: ["workspace_quota"], hits: [{ path: "cars.md" }] },
    });
    // What is kept takes no call.
    expect((await byMeaning("vehicle two")).degraded).toEqual([]);
    expect(calls()).toBe(asked);
    expect((await byMeaning("vehicle four", other)).degraded).toEqual([]);
    const { quotas } = (await world.client.call("GET", "/v1/status", { token })).body;
    expect(quotas.at(-1)).toEqual({ quota: "modelCalls", used: 4, allowed: 4 });
    untilMidnight();
    expect((await byMeaning("vehicle five")).degraded).toEqual([]);
    expect(await used()).toBe(1);
  });

  it("is heard of by another isolate, which may have made one call by then", async () => {
    await limit(await indexed());
    const elsewhere = world.isolate();
    const asked = calls();
    expect((await byMeaning("vehicle one", token, elsewhere)).degraded).toEqual([]);
    expect((await byMeaning("vehicle two", token, elsewhere)).degraded).toEqual(["workspace_quota"]);
    expect(calls() - asked).toBe(1);
    const patient = world.isolate({ SPECULATE: "off" });
    expect((await byMeaning("vehicle three", token, patient)).degraded).toEqual(["workspace_quota"]);
    expect(calls() - asked).toBe(1);
  });

  it("is no obstacle once the owner sets more, or none", async () => {
    await limit(await indexed());
    await byMeaning("vehicle one");
    expect((await byMeaning("vehicle two")).degraded).toEqual(["workspace_quota"]);
    await limit(9);
    expect((await byMeaning("vehicle two")).degraded).toEqual([]);
    await limit(1);
    // The isolate hears of fewer by the next search, whose call has begun.
    await byMeaning("vehicle three");
    expect((await byMeaning("vehicle four")).degraded).toEqual(["workspace_quota"]);
    await limit(null);
    expect((await byMeaning("vehicle four")).degraded).toEqual([]);
  });

  it("is the deployment's where it has none of its own", async () => {
    await indexed();
    const poor = world.isolate({ MAX_MODEL_CALLS: "1", SPECULATE: "off" });
    expect((await byMeaning("vehicle one", token, poor)).degraded).toEqual(["workspace_quota"]);
    await limit(2);
    expect((await byMeaning("vehicle one", token, poor)).degraded).toEqual([]);
    expect((await byMeaning("vehicle one", other, poor)).degraded).toEqual(["workspace_quota"]);
  });

  it("counts re-ranking and calls that fail, and none of a refused token", async () => {
    await indexed();
    await world.client.search(token, "signing keys");
    expect(await used()).toBe(3);
    world.ai.failure = () => new Error("3043: fake");
    await byMeaning("vehicle one");
    world.ai.failure = undefined;
    // Until the model is asked again.
    world.clock.advance(120_000);
    const counted = await used();
    expect(counted).toBeGreaterThan(3);
    const { body: minted } = await world.client.call("POST", "/v1/tokens", {
      token,
      body: { scope: "read" },
    });
    await world.client.call("DELETE", `/v1/tokens/${minted.id}`, { token });
    const asked = calls();
    const refused = await world.client.search(minted.token, "vehicle two", NO_WORDS_IN_COMMON);
    expect(refused.status).toBe(401);
    // Its call began before the token was known, and counts for the deployment alone.
    expect([calls() - asked, await used()]).toEqual([1, counted]);
  });

  it("holds calls that are made at once, where the isolate knows it", async () => {
    await limit((await indexed()) + 3);
    await byMeaning("vehicle");
    const queries = Array.from({ length: 6 }, (_, at) => `vehicle ${at}`);
    const answers = await Promise.all(queries.map((query) => byMeaning(query)));
    expect(answers.filter(({ degraded }) => degraded.length === 0)).toHaveLength(2);
    expect(await used()).toBe(4);
  });

  it("has texts wait for their vectors, which keeps nobody else's waiting", async () => {
    await limit(1);
    await world.client.upload(token, FILES);
    await world.client.sweep();
    expect([await pending(), await used()]).toEqual([0, 1]);
    await world.client.upload(token, { "late.md": "# Late\n\nThe mill closes at dusk.\n" });
    await world.client.upload(other, FILES);
    const asked = calls();
    await world.client.sweep();
    expect([await pending(), await pending(other), calls() - asked]).toEqual([1, 0, 1]);
    const { body } = await world.client.search(token, "dusk", { profile: "keyword" });
    expect(body.hits[0].path).toBe("late.md");
    const states = await world.database.prepare("SELECT DISTINCT vector_state FROM chunks").all();
    expect(states.results).toContainEqual({ vector_state: "pending" });
    untilMidnight();
    await world.client.sweep();
    expect([await pending(), await used()]).toEqual([0, 1]);
  });

  it("is charged one call where texts of several are embedded in one", async () => {
    for (const as of [token, other]) await world.client.upload(as, FILES);
    await world.client.sweep();
    expect([calls(), await used(), await used("other")]).toEqual([1, 1, 1]);
  });

  it("starts no sweep by searches, and writes nothing of what waits", async () => {
    await limit(1);
    await world.client.upload(token, FILES);
    await world.client.sweep();
    await world.client.upload(token, { "late.md": "# Late\n\nThe mill closes at dusk.\n" });
    world.clock.advance(20_000);
    const runs = async () =>
      (await world.database.prepare("SELECT count(*) AS n FROM runs").first<number>("n")) ?? 0;
    await byMeaning("vehicle one");
    const before = await runs();
    for (let at = 0; at < 3; at++) {
      world.clock.advance(20_000);
      await byMeaning(`vehicle ${at}`);
      await world.client.sweep();
    }
    expect(await runs()).toBe(before);
    expect(await world.database.prepare("SELECT count(*) AS n FROM outbox").first("n")).toBe(0);
  });

  it("refuses a written answer, says whose quota it is, and counts its call", async () => {
    await indexed();
    world.ai.generator.script = () => ({ sentences: [{ text: "Keys rotate on Mondays.", passages: [1] }] });
    const ask = (question: string) => world.client.call("POST", "/v1/ask", { token, body: { question } });
    expect((await ask("When are signing keys rotated?")).status).toBe(200);
    const counted = await used();
    expect(counted).toBe(4);
    await limit(counted);
    const { status, body } = await ask("When are signing keys rotated?");
    expect({ status, error: body.error }).toMatchObject({
      status: 429,
      error: {
        code: "workspace_quota",
        details: { quota: "modelCalls", used: 4, allowed: 4, until: "2026-11-21T00:00:00.000Z" },
      },
    });
    expect(await used()).toBe(4);
  });
});
