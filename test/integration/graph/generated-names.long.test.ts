import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import local from "../../../src/local.ts";
import { createClient, ORIGIN, type TestClient, testEnv } from "../../support/client.ts";
import { aiError } from "../../support/fakes/fake-ai.ts";
import { NOTE, namesDesk, OTHER, SAID } from "../../support/fakes/names-desk.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

describe("asking a text model for names", () => {
  let world: SimulatedWorld;
  let client: TestClient;
  let desk: ReturnType<typeof namesDesk>;
  let count = 0;

  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    client = world.client;
    desk = namesDesk(world);
  });
  beforeEach(() => {
    world.ai.generator.script = () => SAID;
    world.ai.generator.asked.length = 0;
  });
  afterAll(() => world.dispose());

  const workspace = () => client.workspace(`names-${++count}`);

  it("raises what is known already, and counts it once", async () => {
    const { push, rows, unhealthy } = desk;
    const token = await workspace();
    world.ai.generator.script = () => ({ names: [{ name: "Kestrel Labs", type: "organisation" }] });
    await push(token, { "a.md": "We met Ana López at Kestrel Labs.\n" }, { entities: true });
    const known = () => rows("SELECT passages, evidence FROM mentions WHERE slug = 'kestrel-labs'");
    expect(await known()).toMatchObject([{ passages: 1 }]);
    await client.sweep();
    expect(await known()).toEqual([{ passages: 1, evidence: 100 }]);
    expect(await unhealthy(token)).toEqual([]);
  });

  it.each([
    ["an outage", () => aiError(3043)],
    ["a text that is no JSON", () => "Sure!"],
    ["another shape", () => ({ context: "no names" })],
    ["far too much", () => ({ names: [{ name: "x".repeat(30_000), type: "other" }] })],
  ])("is repeated after %s, which is not kept", async (_, script) => {
    const { push, asked, entity, kept, waiting } = desk;
    const token = await workspace();
    const answers = (await kept()).length;
    world.ai.generator.script = script;
    await push(token, { "a.md": NOTE }, { entities: true });
    await client.sweep();
    expect(asked()).toBe(1);
    expect((await kept()).length).toBe(answers);
    expect(await waiting(token)).toMatchObject({
      pendingNames: 1,
      lastError: expect.stringContaining("generator_unavailable"),
    });
    await client.sweep();
    expect(asked()).toBe(1);
    world.ai.generator.script = () => SAID;
    world.clock.advance(10_000);
    await client.sweep();
    expect((await entity(token, "juno")).status).toBe(200);
    expect(await waiting(token)).toMatchObject({ pendingNames: 0, lastError: null });
  });

  it("happens once a day after eight failures", async () => {
    const { push, asked, entity, outdate } = desk;
    const token = await workspace();
    world.ai.generator.script = () => "Sure!";
    await push(token, { "a.md": NOTE }, { entities: true });
    for (let hours = 0; hours < 9; hours++) {
      await client.sweep();
      world.clock.advance(3_600_000);
    }
    expect(asked()).toBe(8);
    world.clock.advance(24 * 3_600_000);
    await client.sweep();
    expect(asked()).toBe(9);
    // Whoever writes the text again need not wait.
    world.ai.generator.script = () => SAID;
    await outdate();
    await push(token, { "a.md": NOTE });
    await client.sweep();
    expect((await entity(token, "juno")).status).toBe(200);
  });

  it("waits for midnight when the quota is used up, and counts against the day's budget", async () => {
    const { push, asked, waiting } = desk;
    const token = await workspace();
    world.ai.generator.script = () => aiError(3036);
    await push(token, { "a.md": NOTE, "b.md": OTHER }, { entities: true });
    await client.sweep();
    const tried = asked();
    expect(tried).toBe(2);
    world.ai.generator.script = () => SAID;
    world.clock.advance(60_000);
    await client.sweep();
    expect(asked()).toBe(tried);
    world.clock.advance(24 * 3_600_000);
    const poor = world.isolate({ MODEL_BUDGET_PER_DAY: "1" });
    await poor.sweep();
    expect(asked()).toBeLessThanOrEqual(tried + 1);
    world.clock.advance(24 * 3_600_000);
    await client.sweep();
    expect(await waiting(token)).toMatchObject({ pendingNames: 0 });
  });

  it("writes nothing of a text that was changed or deleted meanwhile", async () => {
    const { push, entity, kept, unhealthy, waiting } = desk;
    const token = await workspace();
    const answers = (await kept()).length;
    let isFirst = true;
    world.ai.generator.script = async () => {
      const mustChange = isFirst;
      isFirst = false;
      if (mustChange) {
        await client.call("DELETE", "/v1/documents/a.md?root=notes", { token });
        await push(token, { "b.md": OTHER });
      }
      return SAID;
    };
    await push(token, { "a.md": `${NOTE}It rains.\n`, "b.md": NOTE }, { entities: true });
    await client.sweep();
    expect((await entity(token, "juno")).status).toBe(404);
    expect(await waiting(token)).toMatchObject({ pendingNames: 0 });
    expect((await kept()).length).toBe(answers + 1);
    expect(await unhealthy(token)).toEqual([]);
  });

  it("does so for memories when they are switched on, and forgets what a forgotten one named", async () => {
    const { asked, entity, kept, rows, waiting } = desk;
    const token = await workspace();
    const answers = (await kept()).length;
    const remember = (text: string) =>
      client.call("POST", "/v1/memories", { token, body: { text, force: true } });
    const change = (on: boolean) => client.call("PUT", "/v1/graph/memories", { token, body: { on } });
    const first = (await remember(NOTE)).body.memory;
    await client.sweep();
    expect(asked()).toBe(0);
    expect((await change(true)).body).toEqual({ on: true });
    await client.sweep();
    expect(asked()).toBe(1);
    expect((await entity(token, "juno")).status).toBe(200);
    await remember("the weir at the mill is closed in winter.");
    expect(await waiting(token)).toMatchObject({ pendingNames: 1 });
    expect((await change(false)).body).toEqual({ on: false });
    expect(await waiting(token)).toMatchObject({ pendingNames: 0 });
    await client.call("DELETE", `/v1/memories/${first.id}`, { token });
    expect((await entity(token, "juno")).status).toBe(404);
    expect((await kept()).length).toBe(answers);
    expect(await rows("SELECT root FROM named_roots WHERE root = 'memories'")).toEqual([]);
  });

  it("is refused where there is no text model, and then nothing waits", async () => {
    const { push, waiting } = desk;
    const token = await workspace();
    await push(token, { "a.md": NOTE });
    const poor = createClient(local as never, testEnv(world.database, { PLATFORM: "local" }));
    const manifest = { origin: ORIGIN, files: [], entities: true };
    const asks = [
      await poor.call("POST", "/v1/roots/notes/manifest", { token, body: manifest }),
      await poor.call("PUT", "/v1/graph/memories", { token, body: { on: true } }),
    ];
    for (const { status, body } of asks) {
      expect(status).toBe(400);
      expect(body.error).toMatchObject({
        code: "invalid_input",
        message: expect.stringContaining("GENERATE_URL"),
      });
    }
    expect(await waiting(token)).toMatchObject({ pendingNames: 0 });
    expect((await poor.call("PUT", "/v1/graph/memories", { token, body: { on: false } })).status).toBe(200);
  });

  it("leaves nothing behind in a workspace that is deleted", async () => {
    const { push, rows } = desk;
    const token = await workspace();
    await push(token, { "a.md": NOTE }, { entities: true });
    const left = () =>
      rows(`SELECT r.workspace FROM named_roots r LEFT JOIN workspaces w ON w.num = r.workspace
        WHERE w.num IS NULL OR w.slug = 'names-${count}'
        UNION ALL SELECT r.workspace FROM name_requests r LEFT JOIN workspaces w ON w.num = r.workspace
        WHERE w.num IS NULL OR w.slug = 'names-${count}'`);
    expect((await left()).length).toBe(2);
    await client.call("DELETE", `/v1/workspaces/names-${count}`, { token: await client.owner() });
    for (let runs = 0; runs < 6; runs++) await client.sweep();
    expect(await left()).toEqual([]);
  });
});
