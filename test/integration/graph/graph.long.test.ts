import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const FILES = {
  "people/ana.md": `# Ana López

Ana López works at [[Kestrel Labs]] and leads the survey. On Mondays Ana López calls Bram Visser.
`,
  "labs.md": `# Kestrel Labs

Yesterday Kestrel Labs hired Bram Visser. The key is in KESTREL_API_KEY, see src/labs/open.ts and ticket LAB-42.
`,
  "plan.md": "# Plan\n\nThe plan of [[Kestrel Labs]] is to count birds.\n",
};

interface Relation {
  readonly from: string;
  readonly to: string;
  readonly type: string;
  readonly manual: boolean;
  readonly citations: readonly { readonly path: string; readonly id: string }[];
}

describe("the graph", () => {
  let world: SimulatedWorld;
  let token: string;
  let other: string;

  const get = (path: string, as = token) => world.client.call("GET", `/v1${path}`, { token: as });
  const send = (method: string, path: string, body?: unknown, as = token) =>
    world.client.call(method, `/v1${path}`, { token: as, ...(body !== undefined && { body }) });
  const around = async (query: string, more = "") =>
    (await get(`/graph?query=${encodeURIComponent(query)}${more}`)).body;
  const slugs = (body: { entities: readonly { slug: string }[] }) => body.entities.map(({ slug }) => slug);
  const count = async (from: string) =>
    (await world.database.prepare(`SELECT count(*) AS n FROM ${from}`).first<{ n: number }>())?.n ?? 0;
  /** Counts that are kept are what can be counted. */
  const miscounted = () =>
    count(`mentions m WHERE (passages, evidence) <> (SELECT count(*), total(p.value)
      FROM json_each(m.spots) s, json_each(s.value, '$.in') p)`);

  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    token = await world.client.workspace("default");
    other = await world.client.workspace("other");
    await world.client.upload(token, FILES);
  });
  afterAll(() => world.dispose());

  it("holds what the texts name, from the moment they are pushed", async () => {
    const { status, body } = await get("/entities/ana-lopez");
    expect(status).toBe(200);
    expect(body).toMatchObject({ slug: "ana-lopez", name: "Ana López", manual: false });
    expect(body.citations.map(({ path }: { path: string }) => path)).toContain("people/ana.md");
    expect((await get("/entities/kestrel-api-key")).body.type).toBe("variable");
    const listed = (await get("/entities?prefix=kestrel")).body;
    expect(slugs(listed)).toEqual(expect.arrayContaining(["kestrel-api-key", "kestrel-labs"]));
    expect(await miscounted()).toBe(0);
  });

  it("is found by names in the query, with who says so", async () => {
    const body = await around("who is at Kestrel Labs?");
    expect(body.start).toBe("names");
    expect(body.entities[0]).toMatchObject({ slug: "kestrel-labs", distance: 0 });
    const relations: Relation[] = body.relations;
    expect(relations.length).toBeGreaterThan(0);
    for (const { citations } of relations) expect(citations.length).toBeGreaterThan(0);
    expect(relations.some(({ from, to }) => from === "ana-lopez" && to === "kestrel-labs")).toBe(true);
    const further = await around("Bram Visser", "&depth=2");
    expect(further.entities[0]).toMatchObject({ slug: "bram-visser", distance: 0 });
  });

  it("begins from the best hits where the query names nothing", async () => {
    const body = await around("counting of birds");
    expect(body.start).toBe("hits");
    expect(slugs(body)).toContain("kestrel-labs");
    expect(await around("zzzz")).toMatchObject({ start: "nothing", entities: [], relations: [] });
  });

  it("takes entities, relations and remarks by hand, and gives them back", async () => {
    expect((await send("PUT", "/entities/heron", { name: "Heron", type: "project" })).status).toBe(200);
    const related = { from: "Heron", to: "Kestrel Labs", type: "owned_by" };
    expect((await send("POST", "/relations", related)).status).toBe(200);
    for (let twice = 0; twice < 2; twice++)
      await send("POST", "/entities/heron/observations", { text: "Ends in May" });
    const { body } = await get("/entities/Heron");
    expect(body).toMatchObject({ slug: "heron", type: "project", manual: true, mentions: 0 });
    expect(body.outgoing).toEqual([
      { from: "heron", to: "kestrel-labs", type: "owned_by", manual: true, citations: [] },
    ]);
    expect(body.observations.map(({ text }: { text: string }) => text)).toEqual(["Ends in May"]);
    const [{ id }] = body.observations;
    await send("DELETE", `/entities/heron/observations/${id}`);
    const owned = "/relations?from=heron&to=kestrel-labs&type=owned_by";
    expect((await send("DELETE", owned)).body).toMatchObject({ removed: true, texts: 0 });
    expect((await send("DELETE", owned)).body).toMatchObject({ removed: false, texts: 0 });
    const [said] = (await get("/entities/ana-lopez")).body.outgoing;
    const stated = `/relations?from=${said.from}&to=${said.to}&type=${said.type}`;
    expect((await send("DELETE", stated)).body).toMatchObject({ removed: false, texts: 1 });
    expect((await get("/entities/heron")).body).toMatchObject({ outgoing: [], observations: [] });
    await send("DELETE", "/entities/heron");
    expect((await get("/entities/heron")).status).toBe(404);
    expect((await send("DELETE", "/entities/heron")).status).toBe(404);
    await send("PUT", "/entities/heron", {});
    expect((await get("/entities/heron")).status).toBe(200);
  });

  it("refuses what cannot be", async () => {
    const code = async (answer: ReturnType<typeof send>) => (await answer).body.error.code;
    expect(await code(get("/entities/nobody"))).toBe("not_found");
    expect(await code(get("/graph?query=ana&depth=3"))).toBe("invalid_input");
    expect(await code(get("/graph"))).toBe("invalid_input");
    expect(await code(send("PUT", "/entities/%F0%9F%99%82", {}))).toBe("invalid_input");
    expect(await code(send("PUT", "/entities/a", { type: "alien" }))).toBe("invalid_input");
    expect(await code(send("POST", "/relations", { from: "a", to: "b", type: "x" }))).toBe("not_found");
    expect(await code(send("POST", "/entities/merge", { from: "ana-lopez", into: "Ana López" }))).toBe(
      "invalid_input",
    );
    expect(await code(send("POST", "/entities/ana-lopez/split", { aliases: ["Bo"] }))).toBe("invalid_input");
    expect(await code(get("/entities/ana-lopez?cursor=x"))).toBe("invalid_input");
    const reader = await world.client.call("POST", "/v1/tokens", { token, body: { scope: "read" } });
    expect((await send("PUT", "/entities/a", {}, reader.body.token)).status).toBe(403);
  });

  it("merges for good, and splits again", async () => {
    const mentions = async (name: string) => (await get(`/entities/${name}`)).body.mentions;
    const [ana, bram] = [await mentions("ana-lopez"), await mentions("bram-visser")];
    await send("POST", "/entities/merge", { from: "Bram Visser", into: "Ana López" });
    const merged = (await get("/entities/bram-visser")).body;
    expect(merged).toMatchObject({ slug: "ana-lopez", aliases: ["Bram Visser"] });
    // A chunk that names both is one mention.
    expect(merged.mentions).toBe(merged.citations.length);
    expect(merged.mentions).toBeLessThan(ana + bram);
    // The texts are read again: what was merged stays so.
    await world.client.upload(token, { ...FILES, "labs.md": `${FILES["labs.md"]}\nBram Visser is in.\n` });
    expect((await get("/entities/bram-visser")).body.slug).toBe("ana-lopez");
    expect(await count("entities WHERE slug = 'bram-visser'")).toBe(0);
    expect(slugs(await around("what of Bram Visser?"))[0]).toBe("ana-lopez");
    await send("POST", "/entities/ana-lopez/split", { aliases: ["Bram Visser"], type: "person" });
    expect(await mentions("ana-lopez")).toBe(ana);
    expect((await get("/entities/bram-visser")).body).toMatchObject({ slug: "bram-visser", type: "person" });
    expect(await mentions("bram-visser")).toBeGreaterThanOrEqual(bram);
    expect(await miscounted()).toBe(0);
  });

  it("gives aliases: what texts name so is the entity's from then on", async () => {
    await send("PUT", "/entities/kestrel-labs", { aliases: ["KL", "the Lab"] });
    await world.client.upload(token, {
      "kl.md": "# Notes\n\nToday the KL counts. So says KL, and KL knows.\n",
    });
    const { body } = await get("/entities/KL");
    expect(body).toMatchObject({ slug: "kestrel-labs", aliases: ["KL", "the Lab"] });
    expect((await send("PUT", "/entities/heron", { aliases: ["KL"] })).body.error.code).toBe("conflict");
    expect((await send("PUT", "/entities/heron", { aliases: ["Kestrel Labs"] })).body.error.code).toBe(
      "conflict",
    );
  });

  it("is one after two opposite merges at once, and none is lost to many writers", async () => {
    for (const name of ["Left Bank", "Right Bank"]) await send("PUT", `/entities/${name}`, {});
    const [one, two] = ["left-bank", "right-bank"];
    const merges = await Promise.all([
      send("POST", "/entities/merge", { from: one, into: two }),
      send("POST", "/entities/merge", { from: two, into: one }),
    ]);
    expect(merges.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await get(`/entities/${one}`)).body.slug).toBe((await get(`/entities/${two}`)).body.slug);
    const remarks = Array.from({ length: 8 }, (_, at) => `Remark ${at}`);
    await Promise.all(remarks.map((text) => send("POST", `/entities/${one}/observations`, { text })));
    const { observations } = (await get(`/entities/${one}`)).body;
    expect(observations.map(({ text }: { text: string }) => text).toSorted()).toEqual(remarks);
    expect(await miscounted()).toBe(0);
  });

  it("forgets what a document named when it goes, and at once what a root named", async () => {
    await world.client.upload(
      token,
      { "gone.md": "# Quill Works\n\nQuill Works uses ORBIT_TOKEN.\n" },
      "gone",
    );
    await world.client.upload(token, { "gone.md": "# Other Mill\n\nOther Mill uses MILL_TOKEN.\n" }, "dead");
    expect((await get("/entities/orbit-token")).status).toBe(200);
    await world.client.call("DELETE", "/v1/documents/gone.md?root=gone", { token });
    expect((await get("/entities/orbit-token")).status).toBe(404);
    expect(await count("mentions WHERE slug = 'orbit-token'")).toBe(0);
    await world.client.call("DELETE", "/v1/roots/dead", { token });
    expect((await get("/entities/mill-token")).status).toBe(404);
    expect(slugs((await get("/entities?prefix=mill")).body)).toEqual([]);
    await world.client.sweep();
    expect(await count("mentions WHERE slug = 'mill-token'")).toBe(0);
    const known = "SELECT workspace, slug FROM entities";
    expect(
      await count(
        "mentions m, json_each(m.spots) s WHERE CAST(s.key AS INTEGER) NOT IN (SELECT num FROM documents)",
      ),
    ).toBe(0);
    expect(
      await count(
        `entity_names WHERE (workspace, entity) NOT IN (${known} UNION SELECT workspace, slug FROM mentions)`,
      ),
    ).toBe(0);
    expect(
      await count(
        `relations WHERE (workspace, from_entity) NOT IN (${known}) OR (workspace, to_entity) NOT IN (${known})`,
      ),
    ).toBe(0);
    expect(await miscounted()).toBe(0);
  });

  it("is each workspace's own", async () => {
    const before = JSON.stringify((await get("/entities")).body);
    expect((await get("/entities", other)).body).toEqual({ entities: [], nextCursor: null });
    expect((await get("/entities/ana-lopez", other)).status).toBe(404);
    await world.client.upload(other, FILES);
    await send("PUT", "/entities/ana-lopez", { name: "Another Ana", aliases: ["AL"] }, other);
    await send("DELETE", "/entities/kestrel-labs", undefined, other);
    expect(JSON.stringify((await get("/entities")).body)).toBe(before);
    expect((await get("/entities/AL")).status).toBe(404);
  });

  it("survives an export and an import, and the audit finds what does not fit", async () => {
    const third = await world.client.workspace("third");
    await send("POST", "/entities/merge", { from: "Bram Visser", into: "Ana López" });
    await send("POST", "/relations", { from: "heron", to: "ana-lopez", type: "led_by" });
    await send("POST", "/entities/heron/observations", { text: "Ends in May" });
    const { header, records, nextCursor: next } = (await get("/export")).body;
    records.push(...(await get(`/export?cursor=${encodeURIComponent(next)}`)).body.records);
    expect(records.filter(({ type }: { type: string }) => type === "entity").length).toBeGreaterThan(2);
    for (let twice = 0; twice < 2; twice++) {
      const imported = await send("POST", "/import", { identity: header.identity, records }, third);
      expect(imported.status).toBe(200);
    }
    for (const name of ["ana-lopez", "heron", "kestrel-labs", "bram-visser"]) {
      const [here, there] = [
        (await get(`/entities/${name}`)).body,
        (await get(`/entities/${name}`, third)).body,
      ];
      const known = ({ slug, type, aliases, mentions, manual }: Record<string, unknown>) => ({
        slug,
        type,
        aliases,
        mentions,
        manual,
      });
      expect(known(there)).toEqual(known(here));
      expect(there.outgoing.length).toBe(here.outgoing.length);
      expect(there.observations.map(({ text }: { text: string }) => text)).toEqual(
        here.observations.map(({ text }: { text: string }) => text),
      );
    }
    const failing = async () => {
      let { checks, nextCursor: next } = (await get("/audit?full=false", third)).body;
      const failed: Record<string, number> = {};
      for (;;) {
        for (const { check, failed: count } of checks) failed[check] = (failed[check] ?? 0) + count;
        if (next === null || next === undefined) break;
        ({ checks, nextCursor: next } = (
          await get(`/audit?full=false&cursor=${encodeURIComponent(next)}`, third)
        ).body);
      }
      return Object.keys(failed).filter((check) => failed[check] && /entity|mention/.test(check));
    };
    expect(await failing()).toEqual([]);
    const workspace = "(SELECT num FROM workspaces WHERE slug = 'third')";
    await world.database.batch([
      world.database.prepare(
        `UPDATE mentions SET passages = 7 WHERE workspace = ${workspace} AND slug = 'kestrel-labs'`,
      ),
      world.database.prepare(
        `UPDATE documents SET names = json_insert(names, '$[#]', 'ghost') WHERE workspace = ${workspace} AND path = 'plan.md'`,
      ),
    ]);
    expect((await failing()).sort()).toEqual(["entity_counts", "mention_without_entity"]);
    await send("POST", "/audit/repair", { full: false }, third);
    expect(await failing()).toEqual([]);
  });
});
