import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "../../src/config.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../support/worlds/world.ts";

const YEAR_MS = 365 * DAY_MS;
const FILES = { "a.md": "The heron nests by the weir.\n", "b.md": "The otter sleeps at noon.\n" };

describe("a clock that was wrong", () => {
  let world: SimulatedWorld;
  let token: string;

  beforeEach(async () => {
    world = await createSimulatedWorld(0);
    token = await world.client.workspace("default");
  });
  afterEach(() => world.dispose());

  const sweep = async () => {
    for (let times = 0; times < 3; times++) await world.client.sweep();
    await world.vectorize.describe();
    await world.client.sweep();
  };
  const status = async () => (await world.client.call("GET", "/v1/status", { token })).body.index;
  const firstFor = async (query: string) =>
    (await world.isolate().search(token, query)).body.hits[0]?.path as string | undefined;

  /** Leaves what a run leaves that dies in the middle: a list under a lease, work tried and put off. */
  const die = async () => {
    const nowMs = world.clock.now();
    const { results } = await world.database.prepare("SELECT id, workspace, embed_hash FROM chunks").all();
    const [first, second] = results as { id: string; workspace: number; embed_hash: string }[];
    const listed = JSON.stringify([[first?.id, first?.workspace, first?.embed_hash]]);
    await world.database.batch([
      world.database
        .prepare("INSERT INTO claims (lease, lease_until, chunks) VALUES ('dead', ?, ?)")
        .bind(nowMs + 120_000, listed),
      world.database
        .prepare(
          "INSERT INTO outbox (workspace, chunk, op, state, next_at) VALUES (?, ?, 'upsert', 'due', ?)",
        )
        .bind(second?.workspace ?? 1, second?.id ?? "", nowMs + HOUR_MS),
    ]);
  };

  it.each([
    ["a year ahead and is set right", YEAR_MS, -YEAR_MS],
    ["right and is set a year ahead", 0, YEAR_MS],
    ["an hour ahead and is set right, a day later", HOUR_MS, DAY_MS],
    ["right and is set an hour back", 0, -HOUR_MS],
  ])("that was %s: writes go on, and what was waiting is done", async (_, before, change) => {
    world.clock.advance(before);
    await world.client.upload(token, FILES);
    await die();
    world.clock.advance(change);
    await world.client.upload(token, { "c.md": "The eel passes at night.\n" });
    const { status: remembered } = await world.client.call("POST", "/v1/memories", {
      token,
      body: { text: "The heron left on Tuesday", type: "fact" },
    });
    expect(remembered).toBe(200);
    // What a retry may be put off for at most, and a lease, by the clock as it is now.
    world.clock.advance(2 * HOUR_MS);
    await sweep();
    expect(await status()).toMatchObject({ pendingChunks: 0, invisibleVectors: 0, failedWork: 0 });
    expect(await firstFor("heron nests weir")).toBe("a.md");
    expect(await firstFor("otter")).toBe("b.md");
    const { body } = await world.client.call("GET", "/v1/audit?full=true", { token });
    expect(body.checks.filter(({ failed }: { failed: number }) => failed > 0)).toEqual([]);
  });

  it("leaves a token to its own end, by the clock as it is", async () => {
    world.clock.advance(YEAR_MS);
    const body = { scope: "admin", name: "short", expiresInDays: 1 };
    const made = await world.client.call("POST", "/v1/tokens", { token, body });
    world.clock.advance(-YEAR_MS);
    const asked = () => world.client.call("GET", "/v1/status", { token: made.body.token });
    expect((await asked()).status).toBe(200);
    world.clock.advance(YEAR_MS + 2 * DAY_MS);
    expect((await asked()).status).toBe(401);
    expect((await world.client.call("GET", "/v1/status", { token })).status).toBe(200);
  });
});
