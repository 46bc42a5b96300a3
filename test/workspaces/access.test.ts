import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SECRET } from "../support/client.ts";
import { knownToken } from "../support/known-token.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../support/worlds/world.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let world: SimulatedWorld;
let admin: string;
let other: string;
beforeAll(async () => {
  world = await createSimulatedWorld(0);
  admin = await world.client.workspace("default");
  other = await world.client.workspace("other");
});
afterAll(() => world.dispose());

const run = (sql: string) => world.database.prepare(sql).run();
const workspaceOf = (token: string) => Number(token.split(".")[2]);

describe("a token that is minted", () => {
  it.each<[string, number | null, number | undefined, number | null]>([
    ["for the usual time by one for ever", null, undefined, 90 * DAY_MS],
    ["for two days by one for ever", null, 2, 2 * DAY_MS],
    ["for two days by one for a day", DAY_MS, 2, DAY_MS],
    ["for a day by one for two", 2 * DAY_MS, 1, DAY_MS],
    ["for the usual time by one for a day", DAY_MS, undefined, DAY_MS],
  ])("never outlives the one that minted it: %s", async (_, mintersMs, expiresInDays, lastsMs) => {
    const nowMs = world.clock.now();
    const until = (ms: number | null) => (ms === null ? null : nowMs + ms);
    const claims = { workspace: workspaceOf(admin), scope: "admin" as const, expiresAt: until(mintersMs) };
    const token = await knownToken(world.database, SECRET, claims);
    const body = { scope: "read", ...(expiresInDays !== undefined && { expiresInDays }) };
    const minted = (await world.client.call("POST", "/v1/tokens", { token, body })).body;
    const expiresAt = until(lastsMs);
    expect(minted.expiresAt).toBe(expiresAt === null ? null : new Date(expiresAt).toISOString());
    expect(minted.token.split(".")[4]).toBe(expiresAt === null ? "-" : (expiresAt / 1_000).toString(36));
  });
});

it("notes when a token was used last, an hour's precision, and for no other token", async () => {
  const mint = async () =>
    (await world.client.call("POST", "/v1/tokens", { token: admin, body: { scope: "read" } })).body;
  const [used, unused] = [await mint(), await mint()];
  const lastUse = async (id: string): Promise<string | null> => {
    const { tokens } = (await world.client.call("GET", "/v1/tokens", { token: admin })).body;
    return tokens.find((one: { id: string }) => one.id === id).lastUsedAt;
  };
  const use = () => world.client.call("GET", "/v1/status", { token: used.token });
  const first = new Date(world.clock.now()).toISOString();
  await use();
  expect([await lastUse(used.id), await lastUse(unused.id)]).toEqual([first, null]);
  world.clock.advance(HOUR_MS);
  await use();
  expect(await lastUse(used.id)).toBe(first);
  world.clock.advance(1);
  await use();
  expect(await lastUse(used.id)).toBe(new Date(world.clock.now()).toISOString());
});

describe("a workspace's status", () => {
  const statusOf = async (token: string) => (await world.client.call("GET", "/v1/status", { token })).body;
  const outbox = (token: string, chunk: string, state: string, error: string | null) =>
    run(`INSERT OR REPLACE INTO outbox (workspace, chunk, op, state, next_at, last_error)
      VALUES (${workspaceOf(token)}, '${chunk}', 'upsert', '${state}', 1, ${error === null ? "NULL" : `'${error}'`})`);

  it("counts what is its own, by state, and tells of the newest error", async () => {
    await world.client.upload(admin, { "a.md": "Herons.\n", "b.md": "Storks.\n" });
    await world.client.upload(other, { "a.md": "Herons.\n" });
    const chunks = async (token: string) =>
      (
        await world.database
          .prepare(`SELECT id FROM chunks WHERE workspace = ${workspaceOf(token)}`)
          .all<{ id: string }>()
      ).results.map(({ id }) => id);
    const [first = "", second = ""] = await chunks(admin);
    await run(`UPDATE chunks SET vector_state = 'embedded' WHERE id = '${second}'`);
    await outbox(admin, first, "parked", "older");
    await outbox(admin, second, "due", "newer");
    await outbox(admin, "no chunk", "parked", null);
    await outbox(other, "f".repeat(32), "parked", "of another");
    expect((await statusOf(admin)).index).toMatchObject({
      ...{ pendingChunks: 1, invisibleVectors: 1 },
      ...{ failedDocuments: 1, failedWork: 2, lastError: "newer" },
    });
    expect((await statusOf(other)).index).toMatchObject({
      ...{ pendingChunks: 1, invisibleVectors: 0, failedWork: 1, lastError: "of another" },
    });
    await run("DELETE FROM outbox");
  });

  it("sums its roots, listed by name", async () => {
    await world.client.upload(admin, { "c.md": "Frogs.\n" }, "archive");
    const { documents, bytes, roots } = await statusOf(admin);
    expect(roots).toMatchObject([
      { root: "archive", documents: 1, bytes: 7 },
      { root: "notes", documents: 2, bytes: 16 },
    ]);
    expect([documents, bytes]).toEqual([3, 23]);
  });

  it("says until when models stand still, until that is over", async () => {
    const nowMs = world.clock.now();
    const day = new Date(nowMs).toISOString().slice(0, 10);
    const pause = (untilMs: number) =>
      run(`INSERT INTO day_use (day, paused_until) VALUES ('${day}', ${untilMs})
        ON CONFLICT (day) DO UPDATE SET paused_until = excluded.paused_until`);
    await pause(nowMs + 1);
    expect((await statusOf(admin)).index.pausedUntil).toBe(new Date(nowMs + 1).toISOString());
    await pause(nowMs);
    expect((await statusOf(admin)).index.pausedUntil).toBeNull();
    await run("DELETE FROM day_use");
  });

  it("tells of today's searches by the UTC day, and of the days before beside them", async () => {
    const day = (ms: number) => new Date(world.clock.now() + ms).toISOString().slice(0, 10);
    const latencies = JSON.stringify([1, 8, 0, 1]);
    await run(`INSERT INTO search_days (workspace, day, searches, nothing_found, degraded, cached_answer,
      cached_embedding, cached_rerank, latencies) VALUES
      (${workspaceOf(other)}, '${day(0)}', 10, 1, 2, 3, 4, 5, '${latencies}'),
      (${workspaceOf(other)}, '${day(-DAY_MS)}', 7, 0, 0, 0, 0, 0, '[0]'),
      (${workspaceOf(admin)}, '${day(-DAY_MS)}', 70, 0, 0, 0, 0, 0, '[0]')`);
    expect((await statusOf(other)).searches).toEqual({
      day: day(0),
      ...{ count: 10, nothingFound: 1, degraded: 2, p50Ms: 2, p95Ms: 5 },
      cached: { answer: 3, embedding: 4, rerank: 5 },
      days: [
        { day: day(0), count: 10, p50Ms: 2, p95Ms: 5 },
        { day: day(-DAY_MS), count: 7, p50Ms: null, p95Ms: null },
      ],
    });
    world.clock.advance(DAY_MS);
    expect((await statusOf(other)).searches).toMatchObject({ count: 0, nothingFound: 0, p50Ms: null });
  });
});
