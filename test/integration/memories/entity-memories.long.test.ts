import { describe, expect, it } from "vitest";
import { memoryWorld } from "../../support/worlds/memory-world.ts";

const COUNT = 50;
/** Entities of one name each, given by hand: the texts name none of them. */
const TEXTS = Array.from({ length: COUNT }, (_, at) => `Step ${at} of the run takes ${at + 3} minutes.`);

describe("the memories of an entity", () => {
  const { here, call } = memoryWorld();
  const ask = async (method: string, path: string, body?: object) =>
    here.world.client.call(method, path, { token: here.token, ...(body && { body }) });
  const hits = async (query: string, more: object = {}) =>
    (await ask("POST", "/v1/search", { query, profile: "dual", limit: 100, log: false, ...more })).body.hits;
  const remembered = async (entities: readonly string[], texts = TEXTS) => {
    const memories = texts.map((text) => ({ text, entities }));
    const { body } = await call("POST", "/batch", { memories });
    return (body.answers as { memory: { id: string } }[]).map(({ memory }) => memory.id).toSorted();
  };
  const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id).toSorted();

  it.each(["osprey", "schema", "Heron Works", "Priya"])("are all %s's fifty, by its name", async (name) => {
    const known = await remembered([name]);
    const found = await hits(`what do we know of ${name}`);
    expect(ids(found)).toEqual(known);
    expect(found.every(({ arms }: { arms: object }) => "entity" in arms)).toBe(true);
  });

  it("are all fifty by an alias", async () => {
    const known = await remembered(["osprey"]);
    const made = await ask("PUT", "/v1/entities/osprey", { name: "osprey", aliases: ["Sea Hawk"] });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    expect(ids(await hits("Sea Hawk"))).toEqual(known);
  });

  it("are all fifty by a relation, below those of the name itself", async () => {
    const own = await remembered(["Kestrel Labs"], ["The rent is due on Monday."]);
    const known = await remembered(["osprey"]);
    const related = await ask("POST", "/v1/relations", {
      from: "Kestrel Labs",
      type: "owns",
      to: "osprey",
    });
    expect(related.status, JSON.stringify(related.body)).toBeLessThan(300);
    const found = await hits("Kestrel Labs");
    expect(ids(found)).toEqual([...own, ...known].toSorted());
    expect(found[0].id).toBe(own[0]);
  });

  it("are found although more passages name it than an arm fetches", async () => {
    const texts = Array.from({ length: 110 }, (_, at) => `Osprey Station logged gust ${at}.`);
    for (const part of [texts.slice(0, 60), texts.slice(60)])
      await call("POST", "/batch", { memories: part.map((text) => ({ text })) });
    const known = await remembered(["Osprey Station"], ["The key is under the mat.", "It shuts at nine."]);
    const found = await hits("Osprey Station");
    expect(known.every((id) => ids(found).includes(id))).toBe(true);
  });

  it.each(["edge", "keyword", "latest"])(
    "answer in %s who asks for nothing but their name",
    async (profile) => {
      const [id = ""] = await remembered(["Bartholomew Ingram"], ["He signs each invoice before it leaves."]);
      await remembered([], TEXTS.slice(0, 5));
      for (const query of ["Bartholomew Ingram", "who is bartholomew ingram?"])
        expect(await hits(query, { profile }), query).toMatchObject([{ id }]);
    },
  );

  it("are found by the default profile too, by a name that only their writer gave, until it is taken away", async () => {
    const [id = ""] = await remembered(["osprey"], ["The rent is due on Monday."]);
    await remembered([], TEXTS.slice(0, 5));
    const byDefault = () => hits("osprey", { profile: "edge" });
    expect(await byDefault()).toMatchObject([{ id, arms: { keyword: 1 } }]);
    await call("PATCH", `/${id}`, { entities: ["heron"] });
    expect(await byDefault()).toEqual([]);
    expect(ids(await hits("heron", { profile: "edge" }))).toEqual([id]);
  });
});
