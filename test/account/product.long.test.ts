import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DEFAULTS } from "../../src/config.ts";
import type { IndexMessage } from "../../src/env.ts";
import { cloudflareModels } from "../../src/models/models.ts";
import { createHandlers } from "../../src/wiring.ts";
import { type Account, inAccount } from "../support/account/account.ts";
import { accountQueue } from "../support/account/account-queue.ts";
import { createClient, type TestClient, testEnv } from "../support/client.ts";
import { type FakeAi, fakeAi } from "../support/fakes/fake-ai.ts";
import { fakeVectorize } from "../support/fakes/fake-vectorize.ts";
import type { TestDatabase } from "../support/worlds/database.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";
import { type SimulatedClock, simulatedClock } from "../support/worlds/world.ts";

let opened: TestDatabase;
let clock: SimulatedClock;
let account: Account;
let ai: FakeAi;
let client: TestClient;
let token: string;
const queue = accountQueue<IndexMessage>({ retries: 3, batch: 10 });

/** Noon; the day's rows return in twelve hours. */
beforeEach(async () => {
  opened = await openQuickDatabase();
  clock = simulatedClock();
  ai = fakeAi();
  const env = testEnv(opened.database, {
    ...{ PLATFORM: "cloudflare", PLAN: "free", AI: ai, INDEX_QUEUE: queue },
    VECTORIZE: fakeVectorize({ now: clock.now, plan: "free" }),
  });
  account = inAccount(env, clock);
  const handlers = createHandlers({ cloudflare: cloudflareModels }, clock.now);
  client = createClient(handlers as never, account.env, account, clock.now);
  token = await client.workspace("default");
  await client.upload(token, { "heron.md": "# Herons\n\nThe heron nests by the river.\n" });
});
afterEach(() => opened.dispose());

const remember = (text: string) => client.call("POST", "/v1/memories", { token, body: { text } });

describe("on the free plan", () => {
  it("a day whose rows are used up says until when, in reading and writing, and the next day works", async () => {
    account.database.use({ written: 100_000 });
    for (const answer of [await client.search(token, "heron"), await remember("Otters swim.")])
      expect([answer.status, answer.body.error.code, answer.headers.get("retry-after")]).toEqual([
        ...[429, "database_quota", String(12 * 3_600)],
      ]);
    clock.advance(12 * 3_600_000);
    expect((await client.search(token, "heron")).body.hits).toHaveLength(1);
    expect((await remember("Otters swim.")).status).toBe(200);
  });

  it("a full database refuses what is written, says so, and goes on answering", async () => {
    account.database.grow(500_000_000);
    const refused = await remember("Otters swim.");
    expect([refused.status, refused.body.error.code]).toEqual([409, "limit_reached"]);
    expect(refused.body.error.message).toContain("The database is full");
    expect((await client.search(token, "heron")).body.hits).toHaveLength(1);
  });

  it("a day without neurons finds by keyword and says what it lacks", async () => {
    ai.neuronsLeft = 0;
    const { body } = await client.search(token, "heron");
    expect([body.hits.length, body.degraded.length > 0]).toEqual([1, true]);
  });

  const late = [504, "database_timeout", "60"] as const;
  const told = ({ status, body, headers }: Awaited<ReturnType<typeof remember>>) => [
    ...[status, body.error?.code, headers.get("retry-after")],
  ];

  it("a search that the database does not get done in time says so, and when to come back", async () => {
    account.database.slow(/chunks_fts_\d+ MATCH|FROM chunks_fts_/);
    expect(told(await client.search(token, "heron"))).toEqual(late);
    account.database.slow(undefined);
    expect((await client.search(token, "heron")).body.hits).toHaveLength(1);
  });

  it("a push that the database does not get done in time leaves nothing, and can be sent again", async () => {
    account.database.slow(/INSERT INTO chunks\b/);
    const files = { "otter.md": "# Otters\n\nThe otter swims at night.\n" };
    expect(told(await client.upload(token, files))).toEqual(late);
    account.database.slow(undefined);
    expect((await client.search(token, "otter")).body.hits).toEqual([]);
    expect((await client.upload(token, files)).status).toBe(200);
    expect((await client.search(token, "otter")).body.hits).toHaveLength(1);
  });

  it("a sweep that the database does not get done in time is noted, and done by a later one", async () => {
    account.database.slow(/INSERT INTO claims/);
    await expect(client.sweep()).rejects.toMatchObject({ code: "database_timeout" });
    const { body } = await client.call("GET", "/v1/runs", { token: await client.owner() });
    expect(body.runs[0].error).toContain("more time or memory");
    account.database.slow(undefined);
    await client.sweep();
    expect(ai.embedded.length).toBeGreaterThan(0);
  });

  it("an invocation that has used up its CPU ends where it stands, and a later one does its work", async () => {
    ai.failure = () => void account.calls.spend(11);
    void client.sweep();
    await account.calls.ended();
    ai.failure = undefined;
    const index = async () => (await client.call("GET", "/v1/status", { token })).body.index;
    expect(await index()).toMatchObject({ pendingChunks: 1 });
    clock.advance(DEFAULTS.leaseMs);
    await client.sweep();
    clock.advance(60_000);
    await client.sweep();
    expect(await index()).toMatchObject({ pendingChunks: 0, invisibleVectors: 0 });
  });

  it("a message that is delivered twice has everything done once", async () => {
    await client.sweep();
    queue.repeat();
    expect(await queue.drain((messages) => client.deliver(...messages))).toBe(0);
    const before = ai.embedded.length;
    expect(new Set(ai.embedded).size).toBe(before);
    await client.deliver({ task: "sweep" } as IndexMessage);
    expect(ai.embedded.length).toBe(before);
  });
});
