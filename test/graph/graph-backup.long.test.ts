import { beforeEach, describe, expect, it } from "vitest";
import { EntityListParameters } from "../../src/graph/contract.ts";
import { addRemark, removeEntity, saveEntity, saveRelation } from "../../src/graph/entities.ts";
import { pageOfEntities, readEntity } from "../../src/graph/graph.ts";
import { readEntities, writeEntities } from "../../src/graph/sql/graph-backup.ts";
import type { OpenWorkspace } from "../../src/workspaces/open-workspace.ts";
import { memoryDatabase } from "../memories/memory-database.ts";
import { type Said, saidInText } from "../support/said-in-text.ts";

const NOBODY = { name: undefined, type: undefined, aliases: [] };
type Restored = Parameters<typeof writeEntities>[2][number];

describe("what is restored of a graph", () => {
  const { here, context, create, rows } = memoryDatabase();
  let asker: OpenWorkspace;
  beforeEach(async () => {
    asker = await context();
  });
  const run = (sql: string) => here.database.prepare(sql.replaceAll(":w", String(here.workspace))).run();
  const say = async (...said: readonly Said[]) => {
    for (const sql of said.flatMap((one) => saidInText(one, "c.workspace = :w"))) await run(sql);
  };
  const one = (slug: string, more: Partial<Restored> = {}): Restored => ({
    ...{
      slug,
      name: slug,
      entityType: "person",
      state: 1,
      parts: [],
      aliases: [],
      observations: [],
      relations: [],
    },
    ...more,
  });
  const restore = (...restored: readonly Restored[]) => writeEntities(here.db, here.workspace, restored);
  const entity = (name: string) => readEntity(asker, { name, limit: 10 });
  const read = (page: object = {}) =>
    readEntities(here.db, { workspace: here.workspace, after: "", limit: 99, ...page });
  const there = async () =>
    rows<{ slug: string; name: string; type: string; state: number }>(
      "SELECT slug, name, type, state FROM entities WHERE workspace = ?1 ORDER BY slug",
    );

  it("takes in what texts name by an alias, with their mentions and relations", async () => {
    await create("a", "One.", { entities: ["Captain"] });
    await create("b", "Two.", { entities: ["Ana"] });
    await create("c", "Three.", { entities: ["Ben"] });
    await say(["captain", "knows", "ben"], ["ben", "pays", "captain"]);
    await say(["captain", "is", "ana"], ["ana", "was", "captain"]);
    await restore(one("ana", { aliases: [{ slug: "captain", written: "The Captain" }] }));
    const { slug, aliases, mentions, outgoing, incoming } = await entity("captain");
    expect([slug, aliases, mentions]).toEqual(["ana", ["The Captain"], 2]);
    expect(
      [outgoing, incoming].map((list) => list.map(({ from, type, to }) => `${from} ${type} ${to}`)),
    ).toEqual([["ana knows ben"], ["ben pays ana"]]);
    const { entities } = await pageOfEntities(asker, EntityListParameters.parse({}));
    expect(entities.map((listed) => [listed.slug, listed.mentions])).toEqual([
      ["ana", 2],
      ["ben", 1],
    ]);
  });

  it("leaves entities made by hand what they are, though they are another's alias in the backup", async () => {
    await saveEntity(asker, "Captain", NOBODY);
    await restore(
      one("ana", {
        aliases: [
          { slug: "captain", written: "Captain" },
          { slug: "skipper", written: "Skipper" },
        ],
      }),
    );
    expect((await entity("captain")).slug).toBe("captain");
    expect((await entity("ana")).aliases).toEqual(["Skipper"]);
  });

  it("makes no entity of what is an alias by now, as itself or as an end of a relation", async () => {
    await saveEntity(asker, "Ana", { ...NOBODY, aliases: ["Captain"] });
    await restore(
      one("captain"),
      one("ben", {
        relations: [
          { to: "captain", type: "knows" },
          { to: "zoe", type: "knows" },
        ],
      }),
    );
    expect((await there()).map(({ slug }) => slug)).toEqual(["ana", "ben", "zoe"]);
    expect((await entity("ben")).outgoing.map(({ to, manual }) => [to, manual])).toEqual([["zoe", true]]);
  });

  it("changes those that are there to what they were, and makes the other ends of relations", async () => {
    await saveEntity(asker, "Ana", { name: "Ana", type: "place", aliases: [] });
    await create("a", "One.", { entities: ["Ben"] });
    await saveEntity(asker, "Zoe", NOBODY);
    const before = (await rows("SELECT version FROM workspaces WHERE num = ?1"))[0];
    await restore(
      one("ana", {
        name: "Ana López",
        entityType: "person",
        relations: [
          { to: "cid", type: "knows" },
          { to: "ana", type: "is" },
        ],
      }),
      one("ben", { name: "Ben Ox", entityType: "project", state: -1 }),
      one("zoe", { relations: [{ to: "ana", type: "knows" }] }),
    );
    expect(await there()).toEqual([
      { slug: "ana", name: "Ana López", type: "person", state: 1 },
      { slug: "ben", name: "Ben Ox", type: "project", state: -1 },
      { slug: "cid", name: "cid", type: "other", state: 1 },
      { slug: "zoe", name: "zoe", type: "person", state: 1 },
    ]);
    const { outgoing, incoming } = await entity("ana");
    expect([outgoing.map(({ to }) => to), incoming.map(({ from }) => from)]).toEqual([["cid"], ["zoe"]]);
    expect((await rows("SELECT version FROM workspaces WHERE num = ?1"))[0]).toEqual({
      version: Number(before?.version) + 1,
    });
  });

  it("makes parts of names anew beside those that are there", async () => {
    await restore(one("ana-lopez", { parts: ["ana"] }));
    await restore(one("ana-lopez", { parts: ["ana", "lopez"] }));
    const parts = await rows(
      "SELECT name FROM entity_names WHERE workspace = ?1 AND kind = 'part' ORDER BY name",
    );
    expect(parts).toEqual([{ name: "ana" }, { name: "lopez" }]);
  });

  it("is read by slug: what was made by hand alone, remarks oldest first, and relations said by hand", async () => {
    await create("a", "One.", { entities: ["Found"] });
    await saveEntity(asker, "Ana", { name: "Ana", type: "person", aliases: ["Captain"] });
    for (const name of ["Ben", "Gone"]) await saveEntity(asker, name, NOBODY);
    await removeEntity(asker, "Gone");
    for (const [text, at] of [
      ["later", 9],
      ["sooner", 5],
      ["then", 9],
    ] as const)
      await addRemark({ ...asker, nowMs: at }, "Ana", text);
    await run(
      `UPDATE observations SET num = iif(text = 'later', 1, 2) WHERE at = 9 AND entity = 'ana' AND workspace = :w`,
    );
    await saveRelation(asker, { from: "Ana", to: "Ben", type: "knows" });
    await say(["ana", "likes", "ben"]);
    const [ana, ...others] = await read();
    expect(ana).toEqual({
      ...{ slug: "ana", name: "Ana", entityType: "person", hidden: false, aliases: ["Captain"] },
      observations: [
        { text: "sooner", at: 5 },
        { text: "later", at: 9 },
        { text: "then", at: 9 },
      ],
      relations: [{ to: "ben", type: "knows" }],
    });
    expect(others.map(({ slug, hidden }) => [slug, hidden])).toEqual([
      ["ben", false],
      ["gone", true],
    ]);
    expect((await read({ after: "ana", limit: 1 })).map(({ slug }) => slug)).toEqual(["ben"]);
    expect(await read({ workspace: here.workspace + 1_000 })).toEqual([]);
  });
});
