import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MAX_ROOT_DESCRIPTIONS } from "../../../src/workspaces/roots/contract.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const CACHES = "# Caches\n\nAnswers stay in the cache for a minute, then the cache asks again.\n";

describe("what somebody says that a root holds", () => {
  let world: SimulatedWorld;
  let token: string;

  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    token = await world.client.workspace("default");
    await world.client.upload(token, { "caches.md": CACHES }, "guides");
    await world.client.upload(token, { "0003.md": `${CACHES}\nDecided in spring.\n` }, "notes");
  });
  afterAll(() => world.dispose());

  const describeRoot = (root: string, description: unknown, as = token) =>
    world.client.call("PUT", `/v1/roots/${root}/description`, { token: as, body: { description } });
  const roots = async (query: string) =>
    (await world.client.search(token, query, { profile: "edge" })).body.hits.map(
      ({ root }: { root: string }) => root,
    );
  const said = async () =>
    (await world.client.call("GET", "/v1/status", { token })).body.roots.map(
      ({ root, description }: { root: string; description?: string }) => [root, description],
    );

  it("lifts the root's passages with the next search, and is in status, until it is taken away", async () => {
    const query = "engineering decisions on caches";
    const before = (await world.client.search(token, query, { profile: "edge" })).body;
    expect(before.hits[0]?.root).toBe("guides");
    const words = "Engineering decisions since 2021";
    expect((await describeRoot("notes", ` ${words} `)).body).toEqual({ root: "notes", description: words });
    const after = (await world.client.search(token, query, { profile: "edge" })).body;
    expect(after.hits[0]?.root).toBe("notes");
    // What the description says is not missing from its passages.
    expect(after.relevance).toBeGreaterThan(before.relevance + 0.1);
    expect(await said()).toEqual([
      ["guides", undefined],
      ["notes", words],
    ]);
    expect((await describeRoot("notes", null)).body).toEqual({ root: "notes", description: null });
    expect((await roots(query))[0]).toBe("guides");
    expect(await said()).toEqual([
      ["guides", undefined],
      ["notes", undefined],
    ]);
  });

  it("comes along in an export", async () => {
    await describeRoot("guides", 'For "customers": 日本語');
    const { body } = await world.client.call("GET", "/v1/export", { token });
    expect(body.records).toContainEqual({
      ...{ type: "rootDescription", root: "guides", description: 'For "customers": 日本語' },
    });
    await describeRoot("guides", null);
    const records = body.records.filter(({ type }: { type: string }) => type === "rootDescription");
    const { identity } = body.header;
    await world.client.call("POST", "/v1/import", { token, body: { identity, records } });
    expect(await said()).toContainEqual(["guides", 'For "customers": 日本語']);
  });

  it.each([
    ["a root that is not there", "nowhere", "x", 404, "not_found"],
    ["no words", "notes", "  ", 400, "invalid_input"],
    ["two lines", "notes", "a\nb", 400, "invalid_input"],
    ["more than a line holds", "notes", "x".repeat(301), 400, "invalid_input"],
    ["no description", "notes", undefined, 400, "invalid_input"],
  ])("refuses %s", async (_, root, description, status, code) => {
    const refused = await describeRoot(root, description);
    expect([refused.status, refused.body.error.code]).toEqual([status, code]);
  });

  it("is written by whoever may push, and for so many roots", async () => {
    const reader = (
      await world.client.call("POST", "/v1/tokens", { token, body: { name: "r", scope: "read" } })
    ).body.token;
    expect((await describeRoot("notes", "x", reader)).status).toBe(403);
    const descriptions = Object.fromEntries(
      Array.from({ length: MAX_ROOT_DESCRIPTIONS }, (_, at) => [`r${at}`, "x"]),
    );
    await world.database
      .prepare("UPDATE workspaces SET settings = json_set(settings, '$.rootDescriptions', json(?1))")
      .bind(JSON.stringify(descriptions))
      .run();
    expect((await describeRoot("notes", "x")).body.error.code).toBe("too_large");
    expect((await describeRoot("notes", null)).status).toBe(200);
  });
});
