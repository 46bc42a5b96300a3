import { describe, expect, it } from "vitest";
import { databasesOf } from "../../src/database/several/databases.ts";
import { createBackground } from "../../src/background/scheduled.ts";
import type { Plan } from "../../src/config.ts";
import { hashEmbedder } from "../../src/models/local/hash-embedder.ts";
import type { Settings } from "../../src/settings.ts";
import { accountDatabase } from "../support/account/account-database.ts";
import { ROUNDS } from "../support/client.ts";
import { deliveryWorld, files, ID, SECRETS } from "../webhooks/delivery-world.ts";

describe("a background run of webhooks", () => {
  const { here, all, write, clock, receiver, hook, newFeed } = deliveryWorld();

  const background = (
    plan: Plan = "paid",
    queueIs: "up" | "down" = "up",
    database: D1Database = here.opened.database,
  ) => {
    const sent: unknown[] = [];
    const settings = {
      models: { embedder: hashEmbedder, reranker: undefined, vectors: undefined },
      ...{ plan, now: () => clock.ms, recallLog: { queries: "off", days: 90 }, quotas: { modelCalls: 0 } },
      ...{ secrets: SECRETS, isLocal: true },
    } as unknown as Settings;
    const send = async (...message: unknown[]) => {
      if (queueIs === "down") throw new Error("The queue is down");
      sent.push(message.length === 1 ? message[0] : message);
    };
    return { ...createBackground(settings, { databases: databasesOf([database]), queue: { send } }), sent };
  };

  it.each<Plan>(["paid", "free"])("is one of its own, behind a write's sweep: %s", async (plan) => {
    const feed = await newFeed();
    const { url, received, changes } = await receiver();
    await hook(feed, url);
    await write(feed, files(2));
    const { queue, sent } = background(plan);
    await queue([{ workspace: feed, task: "sweep" }]);
    // A message of its own, before anything that takes time.
    expect([received.length, sent[0]]).toEqual([0, { workspace: feed, task: "webhooks" }]);
    await queue([{ workspace: feed, task: "webhooks" }]);
    expect(changes()).toHaveLength(2);
    expect(await all("SELECT work FROM runs WHERE kind = 'webhooks'")).toEqual([
      { work: JSON.stringify({ posted: 1, postsFailed: 0, passed: 0 }) },
    ]);
    await all("DELETE FROM runs");
  });

  it("is not put off again and again by the sweeps of other messages, which wait for one slice at most", async () => {
    const feed = await newFeed();
    const { url, changes } = await receiver();
    await hook(feed, url);
    await write(feed, files(250));
    const { queue, sent } = background();
    await queue([
      { workspace: feed, task: "sweep" },
      { workspace: feed, task: "webhooks" },
    ]);
    expect(changes()).toHaveLength(100);
    expect(sent).toEqual([{ workspace: feed, task: "webhooks" }]);
  });

  it("that cannot be begun keeps the other work from nothing, and fails the run", async () => {
    const feed = await newFeed();
    const { url } = await receiver();
    await hook(feed, url);
    await write(feed, files(1));
    await expect(background("paid", "down").queue([{ task: "sweep" }])).rejects.toThrow("The queue is down");
    expect(await all("SELECT count(*) AS pending FROM chunks WHERE vector_state = 'pending'")).toEqual([
      { pending: 0 },
    ]);
  });

  it("of four webhooks asks for no more than an invocation of the free plan may", async () => {
    const feed = await newFeed();
    const { url, changes } = await receiver();
    for (const at of [1, 2, 3, 4, 5]) await hook(feed, url, { id: `${ID.slice(0, -1)}${at}` });
    await write(feed, files(100));
    const account = accountDatabase(here.opened.database, { plan: "free", now: () => clock.ms });
    account.newInvocation();
    await background("free", "up", account.database).queue([{ workspace: feed, task: "webhooks" }]);
    // A statement of a batch counts as a query.
    expect(account.newInvocation()).toBeLessThanOrEqual(30);
    expect(changes()).toHaveLength(400);
  });

  it("is asked for by cron where no message did it", async () => {
    const feed = await newFeed();
    const { url, changes } = await receiver();
    await hook(feed, url);
    await write(feed, files(1));
    const { cron, queue, sent } = background();
    await cron(ROUNDS.sweep);
    expect(sent).toContainEqual({ workspace: undefined, task: "webhooks" });
    await queue([{ task: "webhooks" }]);
    expect(changes()).toHaveLength(1);
    const later = background();
    await later.cron(ROUNDS.sweep);
    expect(later.sent).toEqual([]);
  });

  it("tries again what failed by a message that waits, and leaves to cron what waits as long as that", async () => {
    const feed = await newFeed();
    const { url, received } = await receiver((response) => response.writeHead(500).end());
    await hook(feed, url);
    await write(feed, files(1));
    const first = background();
    await first.queue([{ workspace: feed, task: "webhooks" }]);
    const [[message, options] = []] = first.sent as [object, { delaySeconds: number }][];
    expect([message, first.sent.length]).toEqual([{ workspace: feed, task: "webhooks" }, 1]);
    expect(options?.delaySeconds).toBeGreaterThanOrEqual(5);
    expect(options?.delaySeconds).toBeLessThanOrEqual(6);
    clock.ms += (options?.delaySeconds ?? 0) * 1_000;
    const second = background();
    await second.queue([{ workspace: feed, task: "webhooks" }]);
    expect([received.length, second.sent]).toEqual([2, []]);
  });

  it("goes on in another run where one has posted its share", async () => {
    const feed = await newFeed();
    const { url, changes } = await receiver();
    await hook(feed, url);
    await write(feed, files(120));
    const { queue, sent } = background("free");
    await queue([{ workspace: feed, task: "webhooks" }]);
    expect([changes().length, sent]).toEqual([100, [{ workspace: feed, task: "webhooks" }]]);
  });
});
