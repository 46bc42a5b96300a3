import { beforeEach, describe, expect, it } from "vitest";
import { ENTITY_LIMITS, EntityListParameters, GraphParameters } from "../../src/graph/contract.ts";
import {
  addRemark,
  merge,
  removeEntity,
  removeRelation,
  removeRemark,
  saveEntity,
  saveRelation,
  split,
} from "../../src/graph/entities.ts";
import { graphAround } from "../../src/graph/around.ts";
import { pageOfEntities, readEntity } from "../../src/graph/graph.ts";
import { readEntities, writeEntities } from "../../src/graph/sql/graph-backup.ts";
import type { OpenWorkspace } from "../../src/workspaces/open-workspace.ts";
import { memoryDatabase } from "../memories/memory-database.ts";

const NOBODY = { name: undefined, type: undefined, aliases: [] };

describe("the graph", () => {
  const { here, addWorkspace, context, create } = memoryDatabase();
  let asker: OpenWorkspace;
  let stranger: OpenWorkspace;
  beforeEach(async () => {
    asker = await context();
    stranger = { ...asker, workspace: await addWorkspace() };
    // By hand, as `saveEntity` makes them, in one statement: each test begins so.
    await here.database
      .prepare(
        `INSERT INTO entities (workspace, slug, name, type, state, parts)
         SELECT w.value, lower(n.value), n.value, 'person', 1, '[]' FROM json_each(?) w, json_each(?) n`,
      )
      .bind(JSON.stringify([asker.workspace, stranger.workspace]), JSON.stringify(["Ana", "Ben", "Zoe"]))
      .run();
  });
  const entity = (name: string, of = asker, more: object = {}) =>
    readEntity(of, { name, limit: 10, ...more });
  const relations = async (name: string, of = asker) =>
    (await entity(name, of)).outgoing.map(({ type, to }) => `${type} ${to}`);

  it("changes in its own workspace alone", async () => {
    for (const one of [asker, stranger]) {
      await addRemark(one, "Ana", "Leads the lab.");
      await saveRelation(one, { from: "Ana", to: "Ben", type: "knows" });
      await saveEntity(one, "Ana", { ...NOBODY, aliases: ["Captain"] });
    }
    await merge(asker, { from: "Ana", into: "Zoe" });
    await removeEntity(asker, "Ben");
    expect((await entity("Captain")).slug).toBe("zoe");
    await expect(entity("Ben")).rejects.toMatchObject({ code: "not_found" });
    const there = await entity("Captain", stranger);
    expect([there.slug, there.observations.length, await relations("Ana", stranger)]).toEqual([
      ...["ana", 1],
      ["knows ben"],
    ]);
  });

  it("keeps the parts of earlier aliases when another is added", async () => {
    const parts = async () => {
      const sql = "SELECT name FROM entity_names WHERE workspace = ? AND kind = 'part' ORDER BY name";
      const { results } = await here.database.prepare(sql).bind(asker.workspace).all<{ name: string }>();
      return results.map(({ name }) => name);
    };
    await saveEntity(asker, "Ana", { ...NOBODY, aliases: ["Maribel Ortega"] });
    await saveEntity(asker, "Ana", { ...NOBODY, aliases: ["Mari Velasco"] });
    expect(await parts()).toEqual(expect.arrayContaining(["maribel", "mari"]));
  });

  it("keeps what a change leaves out: name, type and aliases", async () => {
    await saveEntity(asker, "ana", { ...NOBODY, aliases: ["Captain"] });
    await saveEntity(asker, "Ana", { ...NOBODY, type: "project" });
    expect(await entity("captain")).toMatchObject({ name: "Ana", type: "project", aliases: ["Captain"] });
    await saveEntity(asker, "Ana", { ...NOBODY, name: "Ana López" });
    expect((await entity("Ana")).aliases.toSorted()).toEqual(["Ana López", "Captain"]);
    expect(await entity("ana lopez")).toMatchObject({ slug: "ana", name: "Ana López", type: "project" });
  });

  it("gives no alias that is another's, or an entity made by hand", async () => {
    await saveEntity(asker, "Ana", { ...NOBODY, aliases: ["Captain"] });
    for (const alias of ["Ben", "captain"])
      await expect(saveEntity(asker, "Zoe", { ...NOBODY, aliases: [alias] })).rejects.toMatchObject({
        code: "conflict",
      });
    expect((await entity("Zoe")).aliases).toEqual([]);
  });

  it("of a merge keeps remarks, relations and aliases once, and none with itself", async () => {
    for (const name of ["Ana", "Ben"]) {
      await addRemark(asker, name, "Leads the lab.");
      await saveRelation(asker, { from: name, to: "Zoe", type: "knows" });
      await saveRelation(asker, { from: "Zoe", to: name, type: "knows" });
    }
    await saveRelation(asker, { from: "Ana", to: "Ben", type: "knows" });
    await merge(asker, { from: "Ana", into: "Ben" });
    const ben = await entity("Ana");
    expect(ben).toMatchObject({ slug: "ben", aliases: ["Ana"], observations: [{ text: "Leads the lab." }] });
    expect([ben.outgoing, ben.incoming].map((list) => list.map(({ from, to }) => `${from} ${to}`))).toEqual([
      ["ben zoe"],
      ["zoe ben"],
    ]);
    await expect(merge(asker, { from: "Ana", into: "Ben" })).rejects.toMatchObject({ code: "invalid_input" });
    await split(asker, "Ben", { aliases: ["ANA"] } as Parameters<typeof split>[2]);
    expect([(await entity("Ana")).slug, (await entity("Ben")).aliases]).toEqual(["ana", []]);
  });

  it("hides an entity with all that was said of it by hand, and forgets that for good", async () => {
    await addRemark(asker, "Ana", "Leads the lab.");
    await saveRelation(asker, { from: "Ana", to: "Ben", type: "knows" });
    await saveRelation(asker, { from: "Ben", to: "Ana", type: "knows" });
    await removeEntity(asker, "Ana");
    expect((await pageOfEntities(asker, EntityListParameters.parse({}))).entities).toMatchObject([
      { slug: "ben" },
      { slug: "zoe" },
    ]);
    expect((await entity("Ben")).outgoing).toEqual([]);
    await saveEntity(asker, "Ana", NOBODY);
    expect(await entity("Ana")).toMatchObject({ observations: [], outgoing: [], incoming: [], manual: true });
  });

  it("takes back a relation of its own direction and type, and a remark of its own entity", async () => {
    await saveRelation(asker, { from: "Ana", to: "Ben", type: "knows" });
    for (const wrong of [
      { from: "Ben", to: "Ana", type: "knows" },
      { from: "Ana", to: "Ben", type: "likes" },
    ])
      expect((await removeRelation(asker, wrong)).removed).toBe(false);
    expect(await relations("Ana")).toEqual(["knows ben"]);
    expect((await removeRelation(asker, { from: "Ana", to: "Ben", type: "knows" })).removed).toBe(true);
    expect(await relations("Ana")).toEqual([]);
    await addRemark(asker, "Ana", "Leads the lab.");
    const [remark] = (await entity("Ana")).observations;
    for (const [of, name] of [
      [asker, "Ben"],
      [stranger, "Ana"],
    ] as const)
      await expect(removeRemark(of, name, remark?.id ?? 0)).rejects.toMatchObject({ code: "not_found" });
    await removeRemark(asker, "Ana", remark?.id ?? 0);
    expect((await entity("Ana")).observations).toEqual([]);
  });

  it("takes as many remarks as an entity may have, and characters of them", async () => {
    const { remarkChars } = ENTITY_LIMITS;
    const insert = "INSERT INTO observations (text, workspace, entity, at) VALUES (?, ?, 'ana', 1)";
    await here.database
      .prepare(insert)
      .bind("x".repeat(remarkChars - 5), asker.workspace)
      .run();
    await expect(addRemark(asker, "Ana", "y".repeat(6))).rejects.toMatchObject({ code: "limit_reached" });
    await addRemark(asker, "Ana", "y".repeat(5));
    await addRemark(stranger, "Ana", "y".repeat(6));
  });

  it("lists by slug from a start of it, each once over its pages, of a type", async () => {
    await saveEntity(asker, "Benno", { ...NOBODY, type: "place" });
    const list = async (wish: object) => {
      const { entities, nextCursor } = await pageOfEntities(asker, EntityListParameters.parse(wish));
      return [entities.map(({ slug }) => slug).join(" "), nextCursor];
    };
    expect(await list({ limit: 2 })).toEqual(["ana ben", "ben"]);
    expect(await list({ limit: 2, cursor: "ben" })).toEqual(["benno zoe", null]);
    expect(await list({ prefix: "BEN" })).toEqual(["ben benno", null]);
    expect(await list({ type: "place" })).toEqual(["benno", null]);
  });

  it("pages through the memories that name an entity, newest first", async () => {
    for (const [at, digit] of ["a", "b", "c"].entries())
      await create(digit, `Note ${digit} of the lab.`, {
        entities: ["Ana"],
        lastObserved: 10 + (at > 0 ? 1 : 0),
      });
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await entity("Ana", asker, { limit: 1, ...(cursor && { cursor }) });
      seen.push(...page.citations.map(({ path }) => path[0] ?? ""));
      expect(page.mentions).toBe(3);
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(["c", "b", "a"]);
  });

  it("goes as many steps as asked for from what a query names, nearest first, and no further than the limit", async () => {
    await saveRelation(asker, { from: "Ana", to: "Ben", type: "knows" });
    await saveRelation(asker, { from: "Zoe", to: "Ben", type: "knows" });
    const never = () => Promise.reject(new Error("the query names an entity"));
    const around = async (wish: object) => {
      const query = GraphParameters.parse({ query: "who is Ana?", ...wish });
      const { entities, truncated, start } = await graphAround(asker, query, never);
      return [entities.map(({ slug, distance }) => `${slug} ${distance}`).join(", "), truncated, start];
    };
    expect(await around({ depth: "1" })).toEqual(["ana 0, ben 1", false, "names"]);
    expect(await around({ depth: "2" })).toEqual(["ana 0, ben 1, zoe 2", false, "names"]);
    expect(await around({ depth: "2", limit: "2" })).toEqual(["ana 0, ben 1", true, "names"]);
  });

  it("restores a backup in the same way however often, hidden ones hidden", async () => {
    await saveEntity(asker, "Ana", { ...NOBODY, aliases: ["Captain"] });
    await addRemark(asker, "Ana", "Leads the lab.");
    await saveRelation(asker, { from: "Ana", to: "Ben", type: "knows" });
    await removeEntity(asker, "Zoe");
    const page = { workspace: asker.workspace, after: "", limit: 9 };
    const backup = await readEntities(here.db, page);
    expect(backup.map(({ slug, hidden }) => [slug, hidden])).toEqual([
      ["ana", false],
      ["ben", false],
      ["zoe", true],
    ]);
    expect(await readEntities(here.db, { ...page, after: "ana", limit: 1 })).toEqual(backup.slice(1, 2));
    const into = { ...asker, workspace: await addWorkspace() };
    for (let again = 0; again < 2; again++)
      await writeEntities(
        here.db,
        into.workspace,
        backup.map(({ hidden, aliases, ...one }) => ({
          ...{ ...one, state: hidden ? (-1 as const) : (1 as const), parts: [one.name] },
          aliases: aliases.map((written) => ({ slug: written.toLowerCase(), written })),
        })),
      );
    expect(await readEntities(here.db, { ...page, workspace: into.workspace })).toEqual(backup);
    expect((await entity("captain", into)).slug).toBe("ana");
  });
});
