import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const HOUR_MS = 3_600_000;

describe("memories in the graph, and names in search", () => {
  let world: SimulatedWorld;
  let token: string;

  const get = (path: string) => world.client.call("GET", `/v1${path}`, { token });
  const send = (method: string, path: string, body?: unknown) =>
    world.client.call(method, `/v1${path}`, { token, ...(body !== undefined && { body }) });
  const remember = async (text: string, more: object = {}) =>
    (await send("POST", "/memories", { text, ...more })).body;
  /** Memories that name an entity, newest first. */
  const naming = async (name: string): Promise<readonly string[]> => {
    const { status, body } = await get(`/entities/${encodeURIComponent(name)}`);
    return status === 200 ? body.citations.map(({ path }: { path: string }) => path) : [];
  };
  const count = async (from: string) =>
    (await world.database.prepare(`SELECT count(*) AS n FROM ${from}`).first<{ n: number }>())?.n ?? 0;
  const dual = async (query: string, more: Record<string, unknown> = {}) =>
    (await world.client.search(token, query, { profile: "dual", limit: 20, ...more })).body;

  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    token = await world.client.workspace("default");
  });
  afterAll(() => world.dispose());

  it("are linked to what they are said to be about, whatever their text names", async () => {
    const { memory } = await remember("The deadline moved to the tenth of May.", {
      entities: ["Orion Survey", "日本支社"],
    });
    expect(await naming("Orion Survey")).toEqual([memory.id]);
    expect(await naming("日本支社")).toEqual([memory.id]);
    const key = ["sk-ant-", "api03-", "Ab3dE6fG".repeat(11)].join("");
    const { redacted } = await remember("The survey has a key of its own.", { entities: [key] });
    expect(redacted).toHaveLength(1);
    expect(await count("mentions WHERE name LIKE '%redacted%'")).toBe(0);
    const around = (await get("/graph?query=what%20of%20orion%20survey")).body;
    expect(around).toMatchObject({ start: "names", entities: [{ slug: "orion-survey", distance: 0 }, {}] });
    expect(around.relations).toMatchObject([{ from: "orion-survey", type: "named_with", to: "日本支社" }]);
    // Observed again: its date is newer, and it is still one mention.
    world.clock.advance(HOUR_MS);
    await remember("The deadline moved to the tenth of May.");
    expect(await naming("orion-survey")).toEqual([memory.id]);
    const named = "mentions m, json_each(m.spots) s JOIN documents d ON d.num = CAST(s.key AS INTEGER)";
    expect(await count(`${named} WHERE d.kind = 'memory' AND d.dated_at = s.value->>'at'`)).toBe(
      await count("mentions m, json_each(m.spots)"),
    );
  });

  it("leave it superseded or forgotten, and come back with undo", async () => {
    const old = (await remember("Vega has its office in Ghent.", { entities: ["Vega Office"] })).memory;
    const now = (
      await remember("The office is in Lisbon from now on.", {
        entities: ["Vega Office"],
        supersedes: old.id,
      })
    ).memory;
    expect(await naming("vega-office")).toEqual([now.id]);
    await send("DELETE", `/memories/${now.id}`);
    expect(await naming("vega-office")).toEqual([]);
    expect(await count("mentions WHERE slug = 'vega-office'")).toBe(0);
    expect((await send("POST", `/memories/${now.id}/undo`)).status).toBe(200);
    expect(await naming("vega-office")).toEqual([now.id]);
    await send("DELETE", `/memories/${now.id}?now=true`);
    expect(await naming("vega-office")).toEqual([]);
    expect(
      await count(
        "mentions m, json_each(m.spots) s WHERE CAST(s.key AS INTEGER) NOT IN (SELECT num FROM documents)",
      ),
    ).toBe(0);
  });

  it("are found by name in dual, which explains it, and by nothing else of other workspaces", async () => {
    const other = await world.client.workspace("other");
    const texts = ["Prefers reports with a serial number.", "Is away in spring.", "Has the key of the lab."];
    for (const text of texts) await remember(text, { entities: ["Tobias Kraft"], tags: [text.slice(0, 2)] });
    await world.client.call("POST", "/v1/memories", {
      token: other,
      body: { text: "A secret of another tenant.", entities: ["Tobias Kraft"] },
    });
    await world.client.sweep();
    const whole = await dual("what does Tobias Kraft want?", { explain: true, view: "full" });
    const found = whole.hits.map(({ text }: { text: string }) => text.trim());
    expect(found.slice(0, 3).toSorted()).toEqual(texts.toSorted());
    expect(JSON.stringify(whole)).not.toContain("another tenant");
    const [{ arms }] = whole.hits;
    expect(JSON.stringify(arms)).toContain("entity");
    // A part of the name counts less than the name, and a name of nobody nothing.
    const part = await dual("what does Kraft want?");
    expect(part.hits[0].score).toBeLessThan(whole.hits[0].score);
    // Filters hold in the arm too.
    const tagged = await dual("what does Tobias Kraft want?", { filters: { tag: "Is" }, view: "full" });
    expect(tagged.hits.map(({ text }: { text: string }) => text.trim())).toEqual(["Is away in spring."]);
    const edge = await world.client.search(token, "what does Tobias Kraft want?", {
      settings: { "fusion.entityWeight": 0.3 },
    });
    expect(JSON.stringify(edge.body.hits[0].arms)).toContain("entity");
    const usual = await world.client.search(token, "what does Tobias Kraft want?");
    expect(JSON.stringify(usual.body.hits)).not.toContain("entity");
  });

  it("answers anew when an entity changes", async () => {
    const before = await dual("who is Captain?");
    await send("PUT", "/entities/tobias-kraft", { aliases: ["Captain"] });
    const after = await dual("who is Captain?");
    expect(after.index.version).toBeGreaterThan(before.index.version);
    expect(JSON.stringify(after.hits[0].arms)).toContain("entity");
    await send("DELETE", "/entities/tobias-kraft");
    const hidden = await dual("who is Captain?");
    expect(JSON.stringify(hidden.hits)).not.toContain('"entity"');
  });

  it("keep a relation with the entity that its text still names when an alias is split off", async () => {
    await remember("Ana López works at Acme Corp. Bram Visser works at Acme Corp too, says Ana López.");
    await remember("Bram Visser works at Zinc Works.");
    const relations = async (slug: string) =>
      (await get(`/entities/${slug}`)).body.outgoing.map(
        ({ type, to }: Record<string, string>) => `${type} ${to}`,
      );
    expect(await relations("ana-lopez")).toContain("works_at acme-corp");
    await send("POST", "/entities/merge", { from: "Bram Visser", into: "Ana López" });
    expect(await relations("ana-lopez")).toContain("works_at zinc-works");
    await send("POST", "/entities/ana-lopez/split", { aliases: ["Bram Visser"] });
    expect(await relations("ana-lopez")).toEqual(["works_at acme-corp"]);
    expect(await relations("bram-visser")).toEqual(["works_at zinc-works", "works_at acme-corp"]);
  });
});
