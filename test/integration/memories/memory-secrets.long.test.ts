import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENTITY_LIMITS } from "../../../src/graph/contract.ts";
import { shortHash } from "../../../src/text/hash.ts";
import { memoryCalls } from "../../support/memory-calls.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const WORD = ["hun", "ter2-Xy9!"].join("");
const SECRET = `password: ${WORD}`;

describe("secrets, limits and exports of memories", () => {
  let world: SimulatedWorld;
  let token: string;
  const { call, remember, exported } = memoryCalls(() => ({ world, token, slug: "default" }));
  const send = (method: string, path: string, body: object, as = token) =>
    world.client.call(method, `/v1${path}`, { token: as, body });
  const entity = async (name: string) =>
    (await world.client.call("GET", `/v1/entities/${name}`, { token })).body;

  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    token = await world.client.workspace("default");
  });
  afterAll(() => world.dispose());

  it("take a secret out of remarks and notes, and refuse it in names and sessions", async () => {
    await send("PUT", "/entities/Ana", {});
    expect((await send("PUT", "/entities/Ana", { aliases: [SECRET] })).body.error.code).toBe("invalid_input");
    expect((await send("PUT", `/entities/${encodeURIComponent(SECRET)}`, {})).status).toBe(400);
    await send("POST", "/entities/Ana/observations", { text: SECRET });
    expect((await entity("Ana")).observations).toMatchObject([{ text: "password: [redacted:password]" }]);
    expect((await call("POST", "", { text: "Herons nest by the weir.", session: SECRET })).status).toBe(400);
    const { memory } = await remember("Herons nest by the weir.");
    expect((await call("PATCH", `/${memory.id}`, { session: SECRET })).status).toBe(400);
    const { body } = await world.client.search(token, "herons nest");
    await send("POST", "/feedback", { recallId: body.recallId, chunk: 1, value: "up", note: SECRET });
    const votes = (await world.client.call("GET", "/v1/feedback", { token })).body.votes;
    expect(votes).toMatchObject([{ note: "password: [redacted:password]" }]);
  });

  it("take a secret out of what is imported", async () => {
    const to = await world.client.workspace("secret-import");
    const text = `The door opens with ${SECRET}`;
    const [base] = (await exported()).filter(({ type }) => type === "memory");
    const more = { session: SECRET, source: SECRET, tags: [SECRET], metadata: { password: { value: WORD } } };
    const records = [
      { ...base, ...more, id: "a".repeat(32), text, hash: await shortHash(text) },
      {
        ...{ type: "entity", slug: "ben", name: "Ben", entityType: "person", hidden: false, relations: [] },
        ...{ aliases: [SECRET, "Benny"], observations: [{ text: SECRET, at: 1 }] },
      },
    ];
    const answer = await send("POST", "/import", { identity: "x", records }, to);
    expect(answer.body).toMatchObject({ written: 1, failed: [] });
    const { memory } = (await world.client.call("GET", `/v1/memories/${"a".repeat(32)}`, { token: to })).body;
    expect(memory).toMatchObject({
      text: "The door opens with password: [redacted:password]",
      session: null,
    });
    const kept = [memory, (await world.client.call("GET", "/v1/entities/Ben", { token: to })).body];
    expect(JSON.stringify(kept)).not.toContain(WORD);
    expect(kept[1].aliases).toEqual(["Benny"]);
  });

  it("import what redaction made longer than may be written", async () => {
    const { memory } = await remember("pin: 1234\n".repeat(9_990), {
      tags: ["a note of sixty four characters in all with its own pin: 123456"],
      source: `${"s ".repeat(230)}${SECRET}`,
      metadata: { pin: Array.from({ length: 900 }, () => 4821) },
    });
    expect([memory.text.length > 100_000, memory.tags[0].length > 64]).toEqual([true, true]);
    const records = await exported();
    const to = await world.client.workspace("longer");
    const answer = await send("POST", "/import", { identity: "x", records }, to);
    expect([answer.status, answer.body.failed]).toEqual([200, []]);
  });

  it("refuse in an import what no write takes", async () => {
    const [base] = (await exported()).filter(({ type }) => type === "memory");
    for (const wrong of [
      { text: " \n " },
      { tags: ["a\0b"] },
      { entities: ["a\nb"] },
      { metadata: { a: "b".repeat(50_000) } },
    ])
      expect(
        (await send("POST", "/import", { identity: "x", records: [{ ...base, ...wrong }] })).status,
        JSON.stringify(wrong).slice(0, 40),
      ).toBe(400);
  });

  it("refuse names that are no line of text, and more aliases than an entity may have", async () => {
    for (const name of ["a\u202eb", "a\u2066b", "a\nb", "a\0b"]) {
      expect((await call("POST", "", { text: "Eels pass at night.", entities: [name] })).status).toBe(400);
      expect((await send("PUT", "/entities/Ana", { aliases: [name] })).status).toBe(400);
    }
    expect((await send("POST", "/entities/Ana/observations", { text: "a\0b" })).status).toBe(400);
    await world.database
      .prepare(
        `INSERT INTO entity_names (workspace, name, kind, entity, written)
         SELECT e.workspace, 'other-' || s.value, 'alias', e.slug, 'Other ' || s.value
         FROM entities e, json_each(?) s WHERE e.slug = 'ana'`,
      )
      .bind(JSON.stringify(Array.from({ length: ENTITY_LIMITS.aliases }, (_, at) => at)))
      .run();
    const full = await send("PUT", "/entities/Ana", { aliases: ["One more"] });
    expect([full.status, full.body.error?.code]).toEqual([409, "limit_reached"]);
    expect((await send("PUT", "/entities/Ana", { aliases: ["Other 3"] })).status).toBe(200);
    await send("PUT", "/entities/Zoe", {});
    expect((await send("POST", "/entities/merge", { from: "Zoe", into: "Ana" })).status).toBe(409);
  });
});
