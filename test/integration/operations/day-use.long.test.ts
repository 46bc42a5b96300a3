import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { NOTED_AT } from "../../../src/database/day-counter.ts";
import { type MeteredDatabase, meteredDatabase } from "../../support/worlds/metered-database.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const FILES = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [
    `n${at}.md`,
    `# Note ${at}\n\nThe heron number ${at} fishes by weir ${at}, early in the morning.\n`,
  ]),
);

describe("what a day uses", () => {
  let world: SimulatedWorld;
  let token: string;
  let metered: MeteredDatabase;
  let client: SimulatedWorld["client"];

  const print = console.log;
  beforeAll(async () => {
    console.log = () => undefined;
    world = await createSimulatedWorld(0);
    metered = meteredDatabase(world.database);
    client = world.isolate({ DB: metered.database });
    token = await client.workspace("default");
    await client.upload(token, FILES);
    await client.sweep();
    world.clock.advance(120_000);
    await client.sweep();
  });
  afterAll(async () => {
    console.log = print;
    await world.dispose();
  });

  const noted = async () => (await world.database.prepare("SELECT * FROM day_use").first()) ?? {};
  const deployment = async (asker = client) =>
    (await asker.call("GET", "/v1/deployment", { token: await asker.owner() })).body;

  it("is noted in rows as the database counts them, but for a little that waits in the isolate", async () => {
    const { rows_read: read, rows_written: written } = (await noted()) as Record<string, number>;
    expect(metered.rows.written).toBeGreaterThan(NOTED_AT.rowsWritten);
    expect(metered.rows.written - Number(written)).toBeGreaterThanOrEqual(0);
    expect(metered.rows.written - Number(written)).toBeLessThan(NOTED_AT.rowsWritten);
    expect(metered.rows.read - Number(read)).toBeGreaterThanOrEqual(0);
    expect(metered.rows.read - Number(read)).toBeLessThan(NOTED_AT.rowsRead);
  });

  it("is neurons, queries of the vector index and messages, too", async () => {
    const before = await noted();
    expect(before).toMatchObject({ texts: 12, vector_queries: 0 });
    expect(before.neurons).toBeGreaterThan(0);
    expect(before.queue_operations).toBeGreaterThan(0);
    await client.search(token, "bird at the water");
    // Written behind that answer: what it used.
    const after = await noted();
    expect(after).toMatchObject({ vector_queries: 1, queried_dimensions: 768, texts: 13 });
    expect(after.neurons).toBeGreaterThan(Number(before.neurons));
  });

  describe("of searches", () => {
    beforeEach(async () => {
      await client.search(token, `weir ${Math.random()}`);
    });

    it("writes no row for one by keyword", async () => {
      const before = await noted();
      await client.search(token, "heron", { profile: "keyword" });
      expect(await noted()).toEqual(before);
    });

    it("writes no row for one that is answered from a kept answer", async () => {
      await client.search(token, "fishes early");
      const before = await noted();
      expect((await client.search(token, "fishes early")).body.use.cached).toContain("answer");
      expect(await noted()).toEqual(before);
    });
  });

  it("of a request that wrote much is noted after its answer", async () => {
    const before = Number((await noted()).rows_written);
    const { database, rows } = meteredDatabase(world.database);
    const other = world.isolate({ DB: database });
    await other.upload(token, FILES, "twice");
    expect(rows.written).toBeGreaterThan(NOTED_AT.rowsWritten);
    expect(Number((await noted()).rows_written) - before).toBeGreaterThan(
      rows.written - NOTED_AT.rowsWritten,
    );
  });

  it("is told to the owner in numbers", async () => {
    const { use } = await deployment();
    expect(use).toMatchObject({
      ...{ day: "2026-11-20", plan: "paid", returnsAt: "2026-11-21T00:00:00.000Z" },
      rowsWritten: { included: 50_000_000, per: "month", left: null, dollars: 0 },
      neurons: { included: 10_000, per: "day" },
      storedDimensions: { today: 24 * 768, per: "stored" },
      dollars: 5,
    });
    expect(use.rowsWritten.today).toBe((await noted()).rows_written);
    expect(use.neurons.left).toBeCloseTo(10_000 - use.neurons.today, 6);
    const free = (await deployment(world.isolate({ PLAN: "free" }))).use;
    expect(free).toMatchObject({ plan: "free", rowsWritten: { included: 100_000, per: "day" }, dollars: 0 });
  });

  it("is told to a workspace's token only as tenths that are left, on the plan that refuses", async () => {
    const status = async (asker = client) => (await asker.call("GET", "/v1/status", { token })).body.plan;
    expect(await status()).toMatchObject({ plan: "paid", left: null });
    await world.database
      .prepare("UPDATE day_use SET rows_read = 0, rows_written = 75_000, neurons = 0")
      .run();
    expect(await status(world.isolate({ PLAN: "free" }))).toEqual({
      ...{ plan: "free", returnsAt: "2026-11-21T00:00:00.000Z" },
      left: { rowsRead: 1, rowsWritten: 0.2, neurons: 1, queueOperations: 0.9 },
    });
  });

  it("counts a message that is received as read and deleted", async () => {
    const other = world.isolate();
    await world.database.prepare("UPDATE day_use SET queue_operations = 0").run();
    await client.upload(token, { "late.md": "A late note.\n" });
    await other.deliver({ task: "sweep" }, { task: "sweep" });
    expect((await noted()).queue_operations).toBeGreaterThanOrEqual(4);
  });
});
