import { describe, expect, it } from "vitest";
import type { Memory } from "../../../src/memories/contract/memories.ts";
import { checkIndex } from "../../faults/check-index.ts";
import { memoryWorld } from "../../support/worlds/memory-world.ts";

const HOUR_MS = 3_600_000;

describe("memories", () => {
  const { here, call, remember, read, found, settle, exported, clean, vote, netVotes, rows } = memoryWorld();

  it("are found by keyword as soon as they are answered, and say all that was said of them", async () => {
    const { memory, action, mergedInto, version } = await remember("The heron nests by the weir.", {
      type: "decision",
      importance: 0,
      priority: 1,
      confidence: 0.95,
      session: "s-1",
      source: "planner",
      tags: ["birds", "birds", "weir"],
      entities: ["Grey Heron"],
      metadata: { ticket: 7, nested: { a: [1] } },
    });
    expect([action, mergedInto]).toEqual(["created", null]);
    expect(await found("heron weir")).toEqual([memory.id]);
    expect(await read(memory.id.slice(0, 10))).toEqual(memory);
    expect(memory).toMatchObject({
      ...{
        type: "decision",
        importance: 0,
        priority: 1,
        confidence: 0.95,
        session: "s-1",
        source: "planner",
      },
      ...{ tags: ["birds", "weir"], entities: ["Grey Heron"], metadata: { ticket: 7, nested: { a: [1] } } },
      ...{ state: "live", timesObserved: 1, supersedes: null, version },
    });
    const { body: graph } = await here.world.client.call("GET", "/v1/entities/grey-heron", {
      token: here.token,
    });
    expect(graph.name ?? graph.entity?.name).toBe("Grey Heron");
    const plain = await remember("Eels pass in May");
    expect(plain.memory).toMatchObject({ type: "fact", importance: 0.7, priority: 3, confidence: 0.7 });
  });

  it("count a text that says the same again, keep the highest confidence and the older words", async () => {
    const first = await remember("Deploys happen on Fridays.", { confidence: 0.6, tags: ["ops"] });
    here.world.clock.advance(HOUR_MS);
    const again = await remember("Deploys happen on Fridays.", { confidence: 0.9 });
    expect([again.action, again.mergedInto]).toEqual(["merged", first.memory.id]);
    const other = await remember("Deploys happen on\u00a0Fridays", { confidence: 0.2, tags: ["release"] });
    expect(other.memory).toMatchObject({
      ...{ id: first.memory.id, text: "Deploys happen on\u00a0Fridays", timesObserved: 3, confidence: 0.9 },
      tags: ["ops", "release"],
    });
    expect(other.memory.lastObserved > first.memory.lastObserved).toBe(true);
    expect(other.memory.firstObserved).toBe(first.memory.firstObserved);
    const { body } = await call("GET", `/${first.memory.id}`);
    expect(body.observations.map(({ text }: { text: string }) => text)).toEqual([
      "Deploys happen on Fridays.",
    ]);
    expect(await found("deploys fridays")).toEqual([first.memory.id]);
    // A question, another number and another sign say something else.
    for (const text of [
      "Deploys happen on Fridays?",
      "retries = 3",
      "retries = 4",
      "a != b here",
      "a = b here",
    ])
      expect((await remember(text)).action, text).toBe("created");
    expect(await clean()).toEqual([]);
  });

  it("take the place of older ones, which leave the search and are linked both ways", async () => {
    const a = (await remember("The port of the gateway is 8080.")).memory;
    const b = (await remember("The port of the gateway is 9090.", { supersedes: a.id.slice(0, 12) })).memory;
    const c = (await remember("The port of the gateway is 7070.", { supersedes: b.id })).memory;
    expect([b.supersedes, c.supersedes]).toEqual([a.id, b.id]);
    expect(await found("port gateway")).toEqual([c.id]);
    const hidden = await call("GET", `/${a.id}`);
    expect([hidden.status, hidden.body.error.details.supersededBy]).toEqual([404, b.id]);
    for (const id of [a.id, b.id, c.id]) {
      const { body } = await call("GET", `/${id}?history=true`);
      expect(body.memory).toMatchObject({ id, state: id === c.id ? "live" : "superseded" });
      expect(body.history.map((one: Memory) => [one.id, one.supersededBy])).toEqual([
        [a.id, b.id],
        [b.id, c.id],
        [c.id, null],
      ]);
    }
    const late = await call("POST", "", { text: "The port of the gateway is 6060.", supersedes: a.id });
    expect([late.status, late.body.error.details.supersededBy]).toEqual([409, b.id]);
    // The same words as the one that is there say nothing new.
    const same = await remember("the port of the gateway is 7070", { supersedes: c.id });
    expect([same.action, same.memory.id, same.memory.state]).toEqual(["merged", c.id, "live"]);
    expect((await exported()).map(({ type, state }) => [type, state])).toEqual(
      expect.arrayContaining([
        ["memory", "superseded"],
        ["memory", "live"],
      ]),
    );
    expect(await clean()).toEqual([]);
  });

  const inGraph = async (slug: string) =>
    (await here.world.client.call("GET", `/v1/entities/${slug}`, { token: here.token })).status === 200;

  it("are forgotten, brought back whole within a day, and gone after it", async () => {
    const { memory } = await remember("The kiln needs 1240 degrees.", {
      tags: ["kiln"],
      entities: ["Kiln 2"],
    });
    await remember("the kiln needs 1240 degrees");
    await settle();
    await vote(memory.id, "kiln degrees");
    const before = await call("GET", `/${memory.id}`);
    const { body: forgotten } = await call("DELETE", `/${memory.id.slice(0, 8)}`);
    expect(Date.parse(forgotten.undoUntil)).toBe(here.world.clock.now() + 24 * HOUR_MS);
    expect(await found("kiln degrees")).toEqual([]);
    expect(await inGraph("kiln-2")).toBe(false);
    expect((await call("GET", `/${memory.id}?history=true`)).status).toBe(404);
    expect((await exported()).filter(({ type }) => type !== "root")).toEqual([]);
    expect(await clean()).toEqual([]);
    here.world.clock.advance(23 * HOUR_MS);
    await settle();
    const back = await call("POST", `/${memory.id}/undo`);
    const { version: _, quality, ...same } = before.body.memory;
    expect(back.body.memory).toMatchObject(same);
    // A vote has faded by a few hours.
    expect(back.body.memory.quality).toBeCloseTo(quality, 2);
    const after = await call("GET", `/${memory.id}`);
    expect(after.body.observations).toEqual(before.body.observations);
    expect(await found("kiln degrees")).toEqual([memory.id]);
    expect(await inGraph("kiln-2")).toBe(true);
    expect(await netVotes(memory.id)).toBeCloseTo(1, 1);
    // Once more, and too late.
    expect((await call("POST", `/${memory.id}/undo`)).status).toBe(200);
    await call("DELETE", `/${memory.id}`);
    here.world.clock.advance(24 * HOUR_MS + 1);
    expect((await call("POST", `/${memory.id}/undo`)).status).toBe(404);
    await settle();
    expect(await rows("past_memories")).toBe(0);
    expect(await rows("memory_observations")).toBe(0);
    expect(await checkIndex(here.world.database, here.world.vectorize)).toEqual([]);
  });

  it("are gone at once when they are told to", async () => {
    const { memory } = await remember("The vault code was changed on Monday.");
    await remember("the vault code was  changed on Monday");
    const { body } = await call("DELETE", `/${memory.id}?now=true`);
    expect(body.undoUntil).toBeNull();
    expect((await call("POST", `/${memory.id}/undo`)).status).toBe(404);
    expect([await rows("documents"), await rows("past_memories"), await rows("memory_observations")]).toEqual(
      [0, 0, 0],
    );
    expect(await found("vault code")).toEqual([]);
  });

  it("are forgotten by what they say only when one of them clearly says it", async () => {
    const heron = (await remember("The heron nests in the old oak by the river.")).memory;
    await remember("The heron nests in the young oak by the lake.");
    const vague = (await call("POST", "/forget", { query: "heron oak" })).body;
    expect(vague.forgotten).toBeNull();
    expect(vague.candidates).toHaveLength(2);
    expect(await found("heron")).toHaveLength(2);
    const clear = (await call("POST", "/forget", { query: "the heron nests in the old oak by the river" }))
      .body;
    expect([clear.forgotten.id, clear.candidates[0].score]).toEqual([heron.id, 1]);
    expect(await found("heron")).toHaveLength(1);
    expect((await call("POST", `/${heron.id}/undo`)).status).toBe(200);
  });

  it.each([
    ["a number", "17", "18"],
    ["a negation", "always", "never"],
  ])("are not forgotten by a query that differs from them in %s", async (_, one, other) => {
    const text = (word: string) =>
      `The night crew of the northern depot ${word} loads crates wagons barrels ropes anchors lanterns compasses charts ` +
      "sextants binoculars pulleys hooks tarpaulins ladders buoys whistles flares rafts oars bells on platform east.";
    const { id } = (await remember(text(one))).memory;
    const { forgotten, candidates } = (await call("POST", "/forget", { query: text(other) })).body;
    expect([forgotten, candidates[0]]).toEqual([null, expect.objectContaining({ id, score: 0.9 })]);
  });

  it("refuse noise with its reason, and take secrets out by span", async () => {
    const noise = await call("POST", "", { text: "Hello there!" });
    expect([noise.status, noise.body.error.code, noise.body.error.details]).toEqual([
      400,
      "invalid_input",
      { reason: "greeting" },
    ]);
    expect((await remember("Hello there!", { force: true })).action).toBe("created");
    const { memory, redacted } = await remember("The staging password: hunter2-Xy9! rotates monthly.");
    expect(memory.text).toMatch(/^The staging password: \[redacted:[a-z_]+\].* rotates monthly\.$/);
    expect(redacted).toEqual([{ kind: expect.any(String), count: 1 }]);
    const { results } = await here.world.database
      .prepare("SELECT text FROM chunks WHERE text LIKE '%hunter2%'")
      .all();
    expect(results).toEqual([]);
  });

  it("are changed with everything that follows from it, unless they were changed meanwhile", async () => {
    const { memory } = await remember("The backup runs weekly.", { session: "s", tags: ["ops"] });
    await vote(memory.id, "backup weekly", "down");
    const { version } = await read(memory.id);
    const { body } = await call("PATCH", `/${memory.id}`, {
      ...{
        text: "The backup runs nightly.",
        importance: 0,
        session: null,
        tags: [],
        expects: version,
      },
    });
    expect(body.memory).toMatchObject({
      id: memory.id,
      importance: 0,
      session: null,
      tags: [],
      timesObserved: 1,
    });
    expect(body.memory.version).toBeGreaterThan(memory.version);
    expect([await found("nightly"), await found("weekly")]).toEqual([[memory.id], []]);
    expect(await netVotes(memory.id)).toBe(-1);
    here.world.clock.advance(1);
    await vote(memory.id, "backup nightly");
    expect(await netVotes(memory.id)).toBe(1);
    const same = await call("PATCH", `/${memory.id}`, {});
    expect(same.body.memory.version).toBe(body.memory.version);
    const stale = await call("PATCH", `/${memory.id}`, { priority: 1, expects: memory.version });
    expect([stale.status, stale.body.error.details]).toEqual([409, { version: body.memory.version }]);
    const other = (await remember("The backup runs at night.")).memory;
    const taken = await call("PATCH", `/${other.id}`, { text: "the backup runs nightly" });
    expect([taken.status, taken.body.error.details]).toEqual([409, { id: memory.id }]);
    expect(await clean()).toEqual([]);
  });

  it("have a root that nobody pushes to, prunes or deletes", async () => {
    const { memory } = await remember("The lock opens at dawn.");
    const origin = "0".repeat(32);
    const refused = [
      await here.world.client.call("POST", "/v1/roots/memories/manifest", {
        token: here.token,
        body: { origin, files: [] },
      }),
      await here.world.client.upload(here.token, { "a.md": "text" }, "memories"),
      await here.world.client.call("POST", "/v1/roots/memories/prune", {
        token: here.token,
        body: { origin, paths: [memory.id] },
      }),
      await here.world.client.call("DELETE", "/v1/roots/memories", { token: here.token }),
      await here.world.client.call("DELETE", `/v1/documents/${memory.id}`, { token: here.token }),
    ];
    expect(refused.map(({ status, body }) => [status, body.error?.code])).toEqual(
      refused.map(() => [400, "invalid_input"]),
    );
    expect(await found("lock dawn")).toEqual([memory.id]);
  });
});
