import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { dailyAudit } from "../../src/audit/daily-audit.ts";
import { openSession } from "../../src/database/session.ts";
import { createMeter } from "../../src/models/ports.ts";
import { createWorld, type World } from "../support/worlds/world.ts";

describe("the daily audit", () => {
  let world: World;
  let token: string;

  beforeEach(async () => {
    world = await createWorld();
    token = await world.client.workspace("default");
    await world.client.upload(token, { "a.md": "Herons.\n", "b.md": "Eels.\n" });
  });
  afterEach(() => world.dispose());

  const slicesOf = (plan: "paid" | "free") =>
    dailyAudit({
      session: openSession(world.database, { from: "primary", meter: createMeter() }),
      plan,
      now: Date.now,
      // The first check of all.
      random: () => 0,
      vectorsFor: () => undefined,
    });

  it("counts what is wrong and repairs nothing", async () => {
    await world.database.prepare("UPDATE workspaces SET bytes = bytes + 1").run();
    for (let day = 0; day < 2; day++)
      expect(await slicesOf("paid")()).toMatchObject({ counts: { wrong: 1 }, isLast: false });
  });

  it("is a bounded sample, smaller on the free plan", async () => {
    expect(await slicesOf("free")()).toMatchObject({ isLast: true });
    const slice = slicesOf("paid");
    for (let at = 1; at <= 10; at++) expect((await slice())?.isLast).toBe(at === 10);
  });

  it("has nothing to do where there is no workspace", async () => {
    await world.client.call("DELETE", "/v1/workspaces/default", { token: await world.client.owner() });
    expect(await slicesOf("paid")()).toBeUndefined();
  });

  it("is a part of the daily cron, and logged", async () => {
    await world.client.daily();
    const { results } = await world.database
      .prepare("SELECT work FROM runs WHERE kind = 'audit'")
      .all<{ work: string }>();
    expect(results.map(({ work }) => JSON.parse(work).wrong)).toEqual([0]);
  });
});
