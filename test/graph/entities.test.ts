import { beforeEach, describe, expect, it } from "vitest";
import { suggestions } from "../../src/graph/alias-suggestions.ts";
import { changeMemoryNames } from "../../src/graph/ask-for-names.ts";
import { ENTITY_LIMITS, EntityListParameters } from "../../src/graph/contract.ts";
import { addRemark, merge, removeEntity, saveEntity, saveRelation, split } from "../../src/graph/entities.ts";
import { pageOfEntities, readEntity } from "../../src/graph/graph.ts";
import type { OpenWorkspace } from "../../src/workspaces/open-workspace.ts";
import { memoryDatabase, memoryId } from "../memories/memory-database.ts";
import { saidInText } from "../support/said-in-text.ts";

const NOBODY = { name: undefined, type: undefined, aliases: [] };
const SECRET = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;

describe("an entity", () => {
  const { here, context, create, rows } = memoryDatabase();
  let asker: OpenWorkspace;
  beforeEach(async () => {
    asker = await context();
    await here.database
      .prepare(
        `INSERT INTO entities (workspace, slug, name, type, state, parts)
         SELECT ?, lower(value), value, 'person', 1, '[]' FROM json_each('["Ana", "Ben", "Zoe"]')`,
      )
      .bind(here.workspace)
      .run();
  });
  const run = (sql: string) => here.database.prepare(sql.replaceAll(":w", String(here.workspace))).run();
  const entity = (name: string) => readEntity(asker, { name, limit: 10 });
  const states = async () =>
    Object.fromEntries(
      (
        await rows<{ slug: string; state: number }>("SELECT slug, state FROM entities WHERE workspace = ?1")
      ).map(({ slug, state }) => [slug, state]),
    );
  const parts = async (slug: string) =>
    (
      await rows<{ name: string }>(
        `SELECT name FROM entity_names WHERE workspace = ?1 AND kind = 'part' AND entity = '${slug}' ORDER BY name`,
      )
    ).map(({ name }) => name);
  const many = (count: number) =>
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  /** Gives an entity so much by hand. */
  const load = {
    aliases: (count: number, slug: string) =>
      run(`${many(count)} INSERT INTO entity_names (workspace, name, kind, entity, written)
        SELECT :w, 'alias-' || i, 'alias', '${slug}', 'Alias ' || i FROM n`),
    remarks: (count: number, slug: string) =>
      run(
        `${many(count)} INSERT INTO observations (workspace, entity, text, at) SELECT :w, '${slug}', 'r' || i, i FROM n`,
      ),
    relations: (count: number, slug: string) =>
      run(`${many(count)} INSERT INTO relations (workspace, from_entity, type, to_entity)
        SELECT :w, '${slug}', 't' || i, 'zoe' FROM n`),
  };
  const refused = (kind: keyof typeof ENTITY_LIMITS) => ({
    ...{ code: "limit_reached", details: { limit: ENTITY_LIMITS[kind] } },
    message: expect.stringContaining(String(ENTITY_LIMITS[kind])),
  });

  it("has at most 200 aliases, those that it has already and parts of names not counted anew", async () => {
    await load.aliases(199, "ana");
    await run(
      `${many(9)} INSERT INTO entity_names (workspace, name, kind, entity) SELECT :w, 'p' || i, 'part', 'ana' FROM n`,
    );
    const add = (...aliases: string[]) => saveEntity(asker, "Ana", { ...NOBODY, aliases });
    await add("Captain");
    await add("captain", "Alias 1");
    await expect(add("Skipper")).rejects.toMatchObject(refused("aliases"));
  });

  it.each([
    [198, 1, false],
    [199, 1, true],
    [199, 0, false],
    [200, 0, true],
  ])("of %i aliases takes in one with %i and its name, or refuses it: %s", async (has, more, isRefused) => {
    await load.aliases(has, "ana");
    if (more > 0) await saveEntity(asker, "Ben", { ...NOBODY, aliases: ["Bennet"] });
    const merged = merge(asker, { from: "Ben", into: "Ana" });
    if (isRefused) await expect(merged).rejects.toMatchObject(refused("aliases"));
    else await merged;
  });

  it("has at most 1,000 relations that begin at it by hand", async () => {
    await load.relations(999, "ana");
    await create("a", "One.", { entities: ["Ana", "Zoe"] });
    for (const type of ["likes", "pays"])
      for (const sql of saidInText(["ana", type, "zoe"], "c.workspace = :w")) await run(sql);
    await load.relations(1_000, "ben");
    await saveRelation(asker, { from: "Ana", to: "Ben", type: "knows" });
    const more = saveRelation(asker, { from: "Ana", to: "Ben", type: "likes" });
    await expect(more).rejects.toMatchObject(refused("relations"));
    await saveRelation(asker, { from: "Zoe", to: "Ben", type: "likes" });
  });

  it("has at most 1,000 remarks", async () => {
    await load.remarks(999, "ana");
    await addRemark(asker, "Ana", "one more");
    await expect(addRemark(asker, "Ana", "and one")).rejects.toMatchObject(refused("remarks"));
  });

  it("is shown with 50 relations each way, and its 200 oldest remarks in their order", async () => {
    await load.remarks(201, "ana");
    await load.relations(51, "ana");
    await run(`${many(51)} INSERT INTO relations (workspace, from_entity, type, to_entity)
      SELECT :w, 'ben', 'u' || i, 'ana' FROM n`);
    const { outgoing, incoming, observations } = await entity("Ana");
    expect([outgoing.length, incoming.length, observations.length]).toEqual([50, 50, 200]);
    expect([observations[0]?.text, observations.at(-1)?.text]).toEqual(["r1", "r200"]);
  });

  it("takes no name or alias that holds a secret, and of a remark takes it out", async () => {
    for (const request of [
      { ...NOBODY, name: SECRET },
      { ...NOBODY, aliases: ["Captain", SECRET] },
    ])
      await expect(saveEntity(asker, "Ana", request)).rejects.toMatchObject({ code: "invalid_input" });
    await saveEntity(asker, "Ana", { ...NOBODY, aliases: ["Captain"] });
    const wish = { aliases: ["Captain"], name: SECRET, type: undefined };
    await expect(split(asker, "Ana", wish)).rejects.toMatchObject({ code: "invalid_input" });
    await addRemark(asker, "Ana", `Her key is ${SECRET}.`);
    expect((await entity("Ana")).observations.map(({ text }) => text.includes(SECRET))).toEqual([false]);
  });

  it("that was taken out of sight is there no more to be taken out", async () => {
    await removeEntity(asker, "Ana");
    await expect(removeEntity(asker, "Ana")).rejects.toMatchObject({ code: "not_found" });
  });

  it("shows an alias as it was written last", async () => {
    for (const alias of ["captain", "Captain"])
      await saveEntity(asker, "Ana", { ...NOBODY, aliases: [alias] });
    expect((await entity("Ana")).aliases).toEqual(["Captain"]);
  });

  const KEPT: readonly (readonly [string, () => Promise<unknown>, readonly string[]])[] = [
    ["saved", () => saveEntity(asker, "Cid", NOBODY), ["cid"]],
    ["given a remark", () => addRemark(asker, "Cid", "Leads the lab."), ["cid"]],
    ["related", () => saveRelation(asker, { from: "Cid", to: "Dag", type: "knows" }), ["cid", "dag"]],
    ["merged into", () => merge(asker, { from: "Dag", into: "Cid" }), ["cid"]],
    ["merged", () => merge(asker, { from: "Cid", into: "Dag" }), ["dag"]],
  ];
  it.each(KEPT)("found in texts is kept from when it is %s by hand", async (_, change, kept) => {
    await create("a", "One.", { entities: ["Cid", "Dag"] });
    await change();
    const after = Object.entries(await states()).filter(([slug]) => !["ana", "ben", "zoe"].includes(slug));
    expect(after).toEqual(kept.map((slug) => [slug, 1]));
    for (const slug of kept)
      expect(await entity(slug)).toMatchObject({ name: slug === "cid" ? "Cid" : "Dag" });
  });

  it("that is split off has its alias as written for a name, the type of the other, and its own parts", async () => {
    await saveEntity(asker, "Ana", {
      name: "Ana Lago",
      type: "project",
      aliases: ["Mari Velasco", "Leo Prado"],
    });
    await split(asker, "Ana", { aliases: ["mari velasco"], name: undefined, type: undefined });
    expect(await entity("mari velasco")).toMatchObject({ name: "Mari Velasco", type: "project" });
    expect(await parts("mari-velasco")).toEqual(["mari", "velasco"]);
    const left = await parts("ana");
    expect([left.includes("mari"), left.includes("leo"), left.includes("lago")]).toEqual([false, true, true]);
    await split(asker, "Ana", { aliases: ["Leo Prado"], name: "Leo", type: "person" });
    expect(await entity("leo prado")).toMatchObject({ name: "Leo", type: "person" });
  });

  it("counts its own mentions after a merge and a split, each with the evidence of its texts", async () => {
    await create("a", "One.", { entities: ["Ana"] });
    await create("b", "Two.", { entities: ["Ben"] });
    const counted = async () => {
      const { entities } = await pageOfEntities(asker, EntityListParameters.parse({ limit: 2 }));
      return entities.map(({ slug, mentions }) => [slug, mentions]);
    };
    await merge(asker, { from: "Ben", into: "Ana" });
    expect(await counted()).toEqual([
      ["ana", 2],
      ["zoe", 0],
    ]);
    await split(asker, "Ana", { aliases: ["Ben"], name: undefined, type: undefined });
    expect(await counted()).toEqual([
      ["ana", 1],
      ["ben", 1],
    ]);
  });

  it("that is split off takes along what its own texts say, in either direction, not what is said of both", async () => {
    await saveEntity(asker, "Ana", { ...NOBODY, aliases: ["Captain"] });
    await create("a", "Captain.", { entities: ["Captain"] });
    await create("b", "Captain and Ana.", { entities: ["Captain", "Ana"] });
    const say = async (from: string, to: string, digit: string) => {
      const chunks = `d.workspace = :w AND d.path = '${memoryId(digit)}'`;
      for (const sql of saidInText([from, `knows${digit}`, to], chunks)) await run(sql);
    };
    for (const [name, digit] of [
      ["captain", "a"],
      ["ana", "b"],
    ] as const) {
      await say(name, "ben", digit);
      await say("zoe", name, digit);
    }
    await split(asker, "Ana", { aliases: ["Captain"], name: undefined, type: undefined });
    const of = async (name: string) => {
      const { outgoing, incoming } = await entity(name);
      return [outgoing, incoming].map((list) => list.map(({ from, type, to }) => `${from} ${type} ${to}`));
    };
    expect(await of("Captain")).toEqual([["captain knowsa ben"], ["zoe knowsa captain"]]);
    expect(await of("Ana")).toEqual([["ana knowsb ben"], ["zoe knowsb ana"]]);
  });

  it("that may be the same is suggested with its own mentions, and why", async () => {
    await create("a", "One.", { entities: ["Mari Velasco"] });
    await create("b", "Two.", { entities: ["Mari Velasco"] });
    await saveEntity(asker, "Mari", { ...NOBODY, type: "person" });
    await run(`UPDATE entities SET type = 'person' WHERE workspace = :w`);
    const { suggestions: found } = await suggestions(asker, "Mari");
    expect(found).toEqual([
      {
        slug: "mari-velasco",
        name: "Mari Velasco",
        mentions: 2,
        reason: "the only one with this first name",
      },
    ]);
  });

  it.each([
    [true, true, 1],
    [false, true, 0],
    [false, false, 0],
  ])(
    "names of memories switched on: %s, where there is a text model: %s, wake the work %i times",
    async (on, hasGenerator, woken) => {
      let times = 0;
      const wake = () => {
        times += 1;
      };
      expect(await changeMemoryNames(asker, { on }, { hasGenerator, wake })).toEqual({ on });
      expect(times).toBe(woken);
    },
  );
});
