import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { NOTE, namesDesk, OTHER, SAID } from "../../support/fakes/names-desk.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

describe("names that a text model finds", () => {
  let world: SimulatedWorld;
  let desk: ReturnType<typeof namesDesk>;

  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    desk = namesDesk(world);
  });
  beforeEach(() => {
    world.ai.generator.script = () => SAID;
    world.ai.generator.asked.length = 0;
  });
  afterAll(() => world.dispose());

  it("are asked for only where a root wants them, until it no longer does", async () => {
    const { push, asked, entity, waiting } = desk;
    const token = await world.client.workspace("wanted");
    expect((await push(token, { "a.md": NOTE })).entities).toBe(false);
    await world.client.sweep();
    expect(asked()).toBe(0);
    expect((await entity(token, "juno")).status).toBe(404);
    // What is there already is due, once; what comes is, too.
    expect((await push(token, { "a.md": NOTE }, { entities: true })).entities).toBe(true);
    expect(await waiting(token)).toMatchObject({ pendingNames: 1 });
    await world.client.sweep();
    expect((await push(token, { "a.md": NOTE, "b.md": OTHER })).entities).toBe(true);
    await push(token, { "a.md": NOTE, "b.md": OTHER }, { entities: true });
    await world.client.sweep();
    expect(asked()).toBe(2);
    const more = { "a.md": NOTE, "c.md": `${OTHER}more\n` };
    expect((await push(token, more, { entities: false })).entities).toBe(false);
    await world.client.sweep();
    expect(asked()).toBe(2);
    expect((await entity(token, "juno")).status).toBe(200);
    expect(await waiting(token)).toMatchObject({ pendingNames: 0 });
  });

  it("are those that the text holds; they go with it and come back without a question", async () => {
    const { push, asked, entity, kept, outdate, rows, status, unhealthy, waiting } = desk;
    const token = await world.client.workspace("held");
    const text = `${NOTE}\nAna López works at Kestrel Labs and wrote to juno.\n`;
    const answers = (await kept()).length;
    const { version: before } = await status(token);
    await push(token, { "a.md": text }, { entities: true });
    expect((await entity(token, "juno")).status).toBe(404);
    await world.client.sweep();
    expect((await status(token)).version).toBeGreaterThan(before + 1);
    const { body: juno } = await entity(token, "juno");
    expect(juno).toMatchObject({
      type: "person",
      mentions: 1,
      citations: [{ path: "a.md" }],
      incoming: [{ from: "quay-office", type: "lends_to", citations: [{ path: "a.md" }] }],
      outgoing: [],
    });
    expect((await entity(token, "marlowe")).status).toBe(404);
    expect((await entity(token, "ana-lopez")).status).toBe(200);
    expect(await unhealthy(token)).toEqual([]);
    await rows(`INSERT INTO name_requests (chunk, workspace, document)
      SELECT 'stray', num, 0 FROM workspaces WHERE slug = 'held'`);
    expect(await unhealthy(token)).toEqual(["question_without_chunk"]);
    await world.client.call("POST", "/v1/audit/repair", { token, body: { full: false } });
    expect(await waiting(token)).toMatchObject({ pendingNames: 0 });
    await outdate();
    await push(token, { "a.md": text });
    expect((await entity(token, "juno")).status).toBe(404);
    await world.client.sweep();
    expect((await entity(token, "juno")).body).toMatchObject({ mentions: 1 });
    expect(asked()).toBe(1);
    await outdate();
    await push(token, { "a.md": text });
    await world.client.call("DELETE", "/v1/documents/a.md?root=notes", { token });
    expect(await waiting(token)).toMatchObject({ pendingNames: 0 });
    expect((await entity(token, "juno")).status).toBe(404);
    expect((await kept()).length).toBe(answers);
  });
});
