import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nextUtcMidnight } from "../../src/text/dates/utc-day.ts";
import { aiError } from "../support/fakes/fake-ai.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../support/worlds/world.ts";
import { checkIndex } from "./check-index.ts";

const DOCUMENTS = 500;
/** Documents of one upload. */
const UPLOAD = 100;
/** Embedding calls before the daily quota is used up. */
const CALLS = 2;
const MINUTES_5 = 300_000;

const files = Array.from({ length: DOCUMENTS }, (_, at): [string, string] => [
  `n${at}.md`,
  `Note ${at} about ${at % 2 === 0 ? "herons" : "otters"}.\n`,
]);

describe("a daily quota that ends in the middle of 500 documents", () => {
  let world: SimulatedWorld;
  let token: string;

  beforeAll(async () => {
    world = await createSimulatedWorld(90_000);
    token = await world.client.workspace("default");
  });
  afterAll(() => world.dispose());

  const search = async (query: string, profile = "edge") =>
    (await world.isolate().search(token, query, { profile })).body;
  const rows = async (sql: string) => (await world.database.prepare(sql).all()).results;

  it("stops the models until midnight UTC, burns no attempt, and leaves keyword search as it was", async () => {
    let calls = 0;
    world.ai.failure = (model) => {
      if (model.includes("reranker")) return undefined;
      calls += 1;
      return calls > CALLS ? aiError(3036, "you have used up your daily free allocation") : undefined;
    };
    for (let at = 0; at < DOCUMENTS; at += UPLOAD)
      await world.client.upload(token, Object.fromEntries(files.slice(at, at + UPLOAD)));
    const midnight = nextUtcMidnight(world.clock.now());
    await world.client.sweep();
    const embedded = world.ai.embedded.length;
    expect(embedded).toBe(CALLS * 100);

    // Cron goes on all evening: the models are left in peace.
    for (let cron = 0; cron < 5; cron++) {
      world.clock.advance(MINUTES_5);
      const asked = calls;
      await world.client.sweep();
      expect(calls).toBe(asked);
      const answer = await search(`note ${cron * 99}`);
      expect(answer).toMatchObject({ outcome: "found", degraded: ["quota"] });
      expect(answer.hits.map(({ path }: { path: string }) => path)).toContain(`n${cron * 99}.md`);
      expect(answer.index.pendingChunks).toBe(DOCUMENTS - embedded);
    }
    const waiting = await rows("SELECT DISTINCT attempts, state, next_at FROM outbox WHERE state <> 'sent'");
    expect(waiting).toEqual([{ attempts: 0, state: "due", next_at: midnight }]);
    const { body } = await world.client.call("GET", "/v1/status", { token });
    expect(body.index).toMatchObject({ pausedUntil: new Date(midnight).toISOString(), failedWork: 0 });
  });

  it("goes on at midnight by itself, until every document has its vector", async () => {
    world.ai.failure = undefined;
    world.clock.advance(nextUtcMidnight(world.clock.now()) - world.clock.now());
    for (let cron = 0; cron < 2; cron++) {
      await world.client.sweep();
      world.clock.advance(MINUTES_5);
    }
    const answer = await search("note 499 about otters");
    expect(answer).toMatchObject({ outcome: "found", degraded: [], index: { pendingChunks: 0 } });
    expect(answer.hits[0]).toMatchObject({ path: "n499.md" });
    expect(world.ai.embedded.filter((text) => text.startsWith("Note"))).toHaveLength(DOCUMENTS);
    expect(await checkIndex(world.database, world.vectorize)).toEqual([]);
    expect(world.vectorize.visible.size).toBe(DOCUMENTS);
  });
});
