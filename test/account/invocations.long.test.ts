import { afterAll, beforeAll, expect, it } from "vitest";
import { PLAN_LIMITS } from "../../src/config.ts";
import type { IndexMessage } from "../../src/env.ts";
import { cloudflareModels } from "../../src/models/models.ts";
import { createHandlers } from "../../src/wiring.ts";
import { type Account, type InvocationUse, inAccount } from "../support/account/account.ts";
import { accountQueue } from "../support/account/account-queue.ts";
import { createClient, type TestClient, testEnv } from "../support/client.ts";
import { fakeAi } from "../support/fakes/fake-ai.ts";
import { fakeVectorize } from "../support/fakes/fake-vectorize.ts";
import type { TestDatabase } from "../support/worlds/database.ts";
import { openQuickDatabase } from "../support/worlds/quick-database.ts";
import { simulatedClock } from "../support/worlds/world.ts";

const QUERIES = 50;
/** Of 1,000: no more than may go to addresses outside, so that it does not matter which calls Cloudflare counts as its own. */
const CALLS = 50;

const clock = simulatedClock();
const queue = accountQueue<IndexMessage>({ retries: 3, batch: 10, now: clock.now });
let opened: TestDatabase;
let account: Account;
let client: TestClient;
let token: string;

beforeAll(async () => {
  opened = await openQuickDatabase();
  const env = testEnv(opened.database, {
    ...{ PLATFORM: "cloudflare", PLAN: "free", AI: fakeAi(), INDEX_QUEUE: queue },
    VECTORIZE: fakeVectorize({ now: clock.now, visibleAfterMs: 60_000, plan: "free" }),
  });
  account = inAccount(env, clock);
  const handlers = createHandlers({ cloudflare: cloudflareModels }, clock.now);
  client = createClient(handlers as never, account.env, account, clock.now);
  token = await client.workspace("default");
});
afterAll(() => opened.dispose());

/** As many as one upload of the free plan carries, each of several passages that name things. */
const notes = (round: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: PLAN_LIMITS.free.maxBatchFiles }, (_, at) => {
      const section = (part: number) =>
        `## Part ${part}\n\n${`Heron ${round}-${at}-${part} met Otto Weir in Lower Mill on 2026-0${(part % 9) + 1}-11. `.repeat(4)}\n\n`;
      return [`note-${round}-${at}.md`, `# Note ${round} ${at}\n\n${[1, 2, 3, 4].map(section).join("")}`];
    }),
  );

const ask = async (method: string, path: string, body?: unknown) => {
  const answer = await client.call(method, path, { token, body });
  expect([path, answer.status < 400, answer.body.error]).toEqual([path, true, undefined]);
  return answer.body;
};

const settle = async () => {
  for (let round = 0; round < 12; round++) {
    clock.advance(90_000);
    await client.sweep();
    await queue.drain((messages) => client.deliver(...messages));
  }
};

const WORK: Readonly<Record<string, () => Promise<unknown>>> = {
  async uploads() {
    for (let round = 0; round < 8; round++)
      expect((await client.upload(token, notes(round))).status).toBe(200);
  },
  "searches before there are vectors": () => client.search(token, "where did Otto Weir meet the heron"),
  async "the queue and cron"() {
    await settle();
    expect((await ask("GET", "/v1/status")).index).toMatchObject({ pendingChunks: 0, invisibleVectors: 0 });
  },
  async searches() {
    for (const more of [
      {},
      {},
      { limit: 50, root: "notes" },
      { pathPrefix: "note-1" },
      { profile: "thorough" },
    ])
      await client.search(token, "heron at Lower Mill with Otto Weir", more);
  },
  async memories() {
    const texts = ["Otto Weir likes otters.", "Otto Weir likes otters!", "The mill is closed on Mondays."];
    for (const text of texts) await ask("POST", "/v1/memories", { text });
    await ask("GET", "/v1/memories");
    await ask("GET", "/v1/lane");
    await settle();
  },
  async reading() {
    const pages = [
      "status",
      "documents",
      "memories/statistics",
      "graph?query=heron",
      "entities",
      "recalls",
      "runs",
      "recent",
      "export",
    ];
    for (const path of pages) await ask("GET", `/v1/${path}`);
  },
  async auditing() {
    let cursor = "";
    for (let page = 0; page < 60; page++) {
      const { nextCursor: next } = await ask("GET", `/v1/audit${cursor}`);
      if (next === null) return;
      cursor = `?cursor=${encodeURIComponent(next)}`;
    }
  },
  async "embedding all anew"() {
    await ask("POST", "/v1/reindex", {});
    await settle();
  },
  async "the hourly and the daily round"() {
    await client.hourly();
    await client.daily();
    await settle();
  },
  async deleting() {
    await ask("DELETE", "/v1/roots/notes");
    await settle();
  },
};

const most = (uses: readonly InvocationUse[], of: keyof InvocationUse): number =>
  Math.max(...uses.map((use) => use[of]));

it.each(Object.keys(WORK))("no invocation of the free plan asks for more than it may: %s", async (name) => {
  await WORK[name]?.();
  const uses = account.used();
  expect(most(uses, "queries")).toBeLessThanOrEqual(QUERIES);
  expect(most(uses, "calls")).toBeLessThanOrEqual(CALLS);
});
