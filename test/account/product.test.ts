import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { IndexMessage } from "../../src/env.ts";
import { cloudflareModels } from "../../src/models/models.ts";
import { createHandlers } from "../../src/wiring.ts";
import { type AccountDatabase, accountDatabase } from "../support/account/account-database.ts";
import { accountQueue } from "../support/account/account-queue.ts";
import { createClient, type TestClient, testEnv } from "../support/client.ts";
import { type FakeAi, fakeAi } from "../support/fakes/fake-ai.ts";
import { fakeVectorize } from "../support/fakes/fake-vectorize.ts";
import type { TestDatabase } from "../support/worlds/database.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";
import { type SimulatedClock, simulatedClock } from "../support/worlds/world.ts";

let opened: TestDatabase;
let clock: SimulatedClock;
let account: AccountDatabase;
let ai: FakeAi;
let client: TestClient;
let token: string;
const queue = accountQueue<IndexMessage>({ retries: 3, batch: 10 });

/** Noon; the day's rows return in twelve hours. */
beforeEach(async () => {
  opened = await openQuickDatabase();
  clock = simulatedClock();
  ai = fakeAi();
  account = accountDatabase(opened.database, { plan: "free", now: clock.now });
  const env = testEnv(account.database, {
    ...{ PLATFORM: "cloudflare", PLAN: "free", AI: ai, INDEX_QUEUE: queue },
    VECTORIZE: fakeVectorize({ now: clock.now }),
  });
  client = createClient(
    createHandlers({ cloudflare: cloudflareModels }, clock.now) as never,
    env,
    account.newInvocation,
  );
  token = await client.workspace("default");
  await client.upload(token, { "heron.md": "# Herons\n\nThe heron nests by the river.\n" });
});
afterEach(() => opened.dispose());

const remember = (text: string) => client.call("POST", "/v1/memories", { token, body: { text } });

describe("on the free plan", () => {
  it("a day whose rows are used up says until when, in reading and writing, and the next day works", async () => {
    account.use({ written: 100_000 });
    for (const answer of [await client.search(token, "heron"), await remember("Otters swim.")])
      expect([answer.status, answer.body.error.code, answer.headers.get("retry-after")]).toEqual([
        ...[429, "database_quota", String(12 * 3_600)],
      ]);
    clock.advance(12 * 3_600_000);
    expect((await client.search(token, "heron")).body.hits).toHaveLength(1);
    expect((await remember("Otters swim.")).status).toBe(200);
  });

  it("a full database refuses what is written, says so, and goes on answering", async () => {
    account.grow(500_000_000);
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
