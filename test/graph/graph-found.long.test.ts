import { beforeEach, describe, expect, it } from "vitest";
import { EntityListParameters } from "../../src/graph/contract.ts";
import {
  addRemark,
  merge,
  removeEntity,
  removeRelation,
  saveEntity,
  saveRelation,
  split,
} from "../../src/graph/entities.ts";
import { pageOfEntities, readEntity } from "../../src/graph/graph.ts";
import type { OpenWorkspace } from "../../src/workspaces/open-workspace.ts";
import { memoryDatabase, memoryId } from "../memories/memory-database.ts";
import { type Said, saidInText } from "../support/said-in-text.ts";
import { interrupted } from "../support/worlds/sql-world.ts";

const NOBODY = { name: undefined, type: undefined, aliases: [] };

describe("entities that texts name", () => {
  const { here, context, create, chunkOf, rows } = memoryDatabase();
  let asker: OpenWorkspace;
  beforeEach(async () => {
    asker = await context();
  });
  const run = (sql: string) => here.database.prepare(sql.replaceAll(":w", String(here.workspace))).run();
  const say = async (...said: readonly Said[]) => {
    for (const sql of said.flatMap((one) => saidInText(one, "c.workspace = :w"))) await run(sql);
  };
  const entity = (name: string, more: object = {}) => readEntity(asker, { name, limit: 10, ...more });
  const namedIn = async (name: string) =>
    (await entity(name)).citations.map(({ path }) => path[0]).toSorted();
  const listed = async (wish: object = {}) =>
    (await pageOfEntities(asker, EntityListParameters.parse(wish))).entities.map(({ slug }) => slug);
  const refusal = async (work: Promise<unknown>) => {
    const { code, message, details } = (await work.catch((error: unknown) => error)) as Record<
      string,
      unknown
    >;
    return [code, message, details];
  };

  it("become part of one whose alias they are, with their mentions and relations, and later too", async () => {
    await create("a", "One.", { entities: ["Captain"] });
    await create("b", "Two.", { entities: ["Ana", "Ben"] });
    await say(["captain", "knows", "ben"], ["ben", "pays", "captain"], ["ana", "is", "captain"]);
    await saveEntity(asker, "Ana", { ...NOBODY, aliases: ["Captain"] });
    const { outgoing, incoming, mentions } = await entity("captain");
    expect([await namedIn("Ana"), mentions, await listed()]).toEqual([["a", "b"], 2, ["ana", "ben"]]);
    expect(
      [outgoing, incoming].map((list) => list.map(({ from, type, to }) => `${from} ${type} ${to}`)),
    ).toEqual([["ana knows ben"], ["ben pays ana"]]);
    // What texts name later by the alias is the entity's too.
    await create("c", "Three.", { entities: ["Captain"] });
    expect([await namedIn("Ana"), await listed()]).toEqual([
      ["a", "b", "c"],
      ["ana", "ben"],
    ]);
  });

  it("keep under which name they were found through a merge, so that each alias can be split off again", async () => {
    await create("a", "One.", { entities: ["Captain"] });
    await create("b", "Two.", { entities: ["Ana"] });
    await create("c", "Three.", { entities: ["Skipper"] });
    await create("d", "Four.", { entities: ["Zoe"] });
    await saveEntity(asker, "Ana", { ...NOBODY, aliases: ["Captain", "Skipper"] });
    await merge(asker, { from: "Ana", into: "Zoe" });
    expect(await namedIn("Zoe")).toEqual(["a", "b", "c", "d"]);
    await split(asker, "Zoe", {
      aliases: ["Captain", "Skipper", "captain"],
      name: undefined,
      type: undefined,
    });
    expect([await namedIn("Captain"), await namedIn("Zoe")]).toEqual([
      ["a", "c"],
      ["b", "d"],
    ]);
    expect([(await entity("Captain")).aliases, (await entity("Zoe")).aliases]).toEqual([
      ["Skipper"],
      ["Ana"],
    ]);
    await split(asker, "Captain", { aliases: ["Skipper"], name: undefined, type: undefined });
    expect([await namedIn("Captain"), await namedIn("Skipper")]).toEqual([["a"], ["c"]]);
  });

  it("that a passage names by several names are listed once for it, and counted so on a page of all", async () => {
    await create("a", "One.", { entities: ["Ana", "Captain"] });
    await create("b", "Two.", { entities: ["Ana"] });
    await saveEntity(asker, "Ana", { ...NOBODY, aliases: ["Captain"] });
    expect(await entity("Ana")).toMatchObject({ mentions: 2, citations: [{}, {}], nextCursor: null });
    const first = await entity("Ana", { limit: 1 });
    expect([first.mentions, first.citations.length]).toEqual([3, 1]);
    expect(await entity("Ana", { limit: 2 })).toMatchObject({ mentions: 2, nextCursor: null });
    const second = await entity("Ana", { limit: 1, cursor: first.nextCursor ?? "" });
    expect([second.mentions, second.nextCursor]).toEqual([3, null]);
    expect(
      [first, second].flatMap(({ citations }) => citations.map(({ path }) => path[0])).toSorted(),
    ).toEqual([...["a", "b"]]);
  });

  it("are paged through from a passage that is gone by now, and refuse places that no page told", async () => {
    for (const digit of ["a", "b", "c"])
      await create(digit, `${digit}.`, { entities: ["Ana"], lastObserved: 5 });
    const page = await entity("Ana", { limit: 2 });
    const left = page.citations.map(({ path }) => path[0]);
    const [at = "", chunk = ""] = (page.nextCursor ?? "").split(".");
    expect([at, chunk]).toEqual(["5", await chunkOf(left[1] ?? "")]);
    await run(`DELETE FROM chunks WHERE id = '${chunk}'`);
    // Those of the same date come once more: which of them were shown is not known any more.
    expect((await entity("Ana", { limit: 9, cursor: page.nextCursor ?? "" })).citations).toHaveLength(2);
    const other = "f".repeat(32);
    expect((await entity("Ana", { cursor: `4.${other}` })).citations).toEqual([]);
    expect((await entity("Ana", { cursor: `-5.${other}` })).citations).toEqual([]);
    for (const after of [
      "",
      "5",
      `5.${"f".repeat(31)}`,
      `5.${"F".repeat(32)}`,
      `x${at}.${other}`,
      `5.${other}0`,
    ])
      expect(await refusal(entity("Ana", { cursor: after }))).toEqual([
        ...["invalid_input", "cursor: send the `nextCursor` of the page before"],
        undefined,
      ]);
    expect((await refusal(entity("Ana", { cursor: `${"1".repeat(17)}.${other}` })))[0]).toBe("invalid_input");
  });

  it("are out of sight as soon as all their texts are deleted, unless somebody made them", async () => {
    await create("a", "One.", { entities: ["Ana", "Ben", "Zoe"] });
    await create("b", "Two.", { entities: ["Ben"] });
    await saveRelation(asker, { from: "Zoe", to: "Ben", type: "knows" });
    // As if it had been said of Zoe alone.
    await run("DROP TRIGGER entity_deleted");
    await run("DELETE FROM entities WHERE slug = 'ben' AND workspace = :w");
    await say(["zoe", "knows", "ben"]);
    const relation = { from: "Zoe", to: "Ben", type: "knows" };
    const away = (digit: string) =>
      run(`INSERT INTO deletions (workspace, root, prefix, at) SELECT workspace, root, path, version FROM documents
        WHERE workspace = :w AND path = '${memoryId(digit)}'`);
    expect(await listed()).toEqual(["ana", "ben", "zoe"]);
    await away("a");
    expect([await listed(), await namedIn("Ben"), await namedIn("Zoe")]).toEqual([["ben", "zoe"], ["b"], []]);
    await expect(entity("Ana")).rejects.toMatchObject({ code: "not_found" });
    const [knows] = (await entity("Zoe")).outgoing;
    expect([knows?.manual, knows?.citations.map(({ path }) => path[0])]).toEqual([true, ["b"]]);
    expect(await removeRelation(asker, relation)).toMatchObject({ removed: true, texts: 1 });
    expect(await removeRelation(asker, { ...relation, type: "likes" })).toMatchObject({
      removed: false,
      texts: 0,
    });
    await away("b");
    expect([await listed(), (await entity("Zoe")).outgoing]).toEqual([["zoe"], []]);
    await here.database.prepare("DELETE FROM deletions").run();
  });

  it("are cited with the columns of their passage where it has any", async () => {
    await create("a", "One.", { entities: ["Ana"] });
    const cited = async () => (await entity("Ana")).citations[0];
    expect(await cited()).not.toHaveProperty("startColumn");
    expect(await cited()).not.toHaveProperty("endColumn");
    await run("UPDATE chunks SET start_column = 2, end_column = 4 WHERE workspace = :w");
    expect(await cited()).toMatchObject({
      ...{ startColumn: 2, endColumn: 4, startLine: 1, endLine: 1 },
      citation: expect.stringMatching(/#L1C2-L1C4$/),
    });
  });

  /** Where Ana goes by "Captain" too, Ben is there and Gone is out of sight. */
  const REFUSED: readonly (readonly [string, () => Promise<unknown>, ...unknown[]])[] = [
    [
      "an alias that is another's",
      () => saveEntity(asker, "Ben", { ...NOBODY, aliases: ["captain"] }),
      "conflict",
      '"captain" is an alias of Ana',
      { slug: "ana" },
    ],
    [
      "an alias that is an entity made by hand",
      () => saveEntity(asker, "Ana", { ...NOBODY, aliases: ["BEN"] }),
      "conflict",
      '"BEN" is an entity: merge it (recall graph merge)',
      { slug: "ben" },
    ],
    [
      "an alias that is out of sight",
      () => saveEntity(asker, "Ana", { ...NOBODY, aliases: ["Gone"] }),
      "conflict",
      '"Gone" is an entity: merge it (recall graph merge)',
      { slug: "gone" },
    ],
    [
      "a name without letters",
      () => saveEntity(asker, "—", NOBODY),
      "invalid_input",
      "A name has a letter or a digit",
      undefined,
    ],
    [
      "what is no alias, split off",
      () => split(asker, "Ana", { aliases: ["Captain", "Ben"], name: undefined, type: undefined }),
      "invalid_input",
      '"Ben" is no alias of Ana',
      { aliases: ["Captain"] },
    ],
    [
      "a merge with itself",
      () => merge(asker, { from: "captain", into: "Ana" }),
      "invalid_input",
      '"captain" and "Ana" are one entity',
      undefined,
    ],
    [
      "a relation with itself",
      () => saveRelation(asker, { from: "captain", to: "Ana", type: "knows" }),
      "invalid_input",
      "A relation is between two entities",
      undefined,
    ],
    [
      "a remark on nobody",
      () => addRemark(asker, "Nobody", "x"),
      "not_found",
      'There is no entity "Nobody": recall graph list shows those there are',
      undefined,
    ],
  ];

  it("refuse what cannot be, and say why", async () => {
    await saveEntity(asker, "Ana", { ...NOBODY, aliases: ["Captain"] });
    for (const name of ["Ben", "Gone"]) await saveEntity(asker, name, NOBODY);
    await removeEntity(asker, "Gone");
    for (const [what, change, ...told] of REFUSED)
      expect([what, ...(await refusal(change()))]).toEqual([what, ...told]);
  });

  it("take of aliases each once, as written last, and none that is the name's own", async () => {
    await saveEntity(asker, "Ana", { ...NOBODY, aliases: ["captain", "ANA", "Captain"] });
    expect((await entity("Ana")).aliases).toEqual(["Captain"]);
    await saveEntity(asker, "captain", { ...NOBODY, aliases: ["Ana", "Skipper"] });
    expect((await entity("Ana")).aliases.toSorted()).toEqual(["Captain", "Skipper"]);
    expect((await entity("Ana")).name).toBe("Ana");
  });

  it("are merged though one is out of sight, and are in sight then", async () => {
    for (const name of ["Ana", "Ben"]) await saveEntity(asker, name, NOBODY);
    await removeEntity(asker, "Ana");
    await merge(asker, { from: "Ana", into: "Ben" });
    expect([(await entity("Ana")).slug, await listed()]).toEqual(["ben", ["ben"]]);
  });

  it("changed by another request meanwhile are a conflict, and nothing is written", async () => {
    for (const name of ["Ana", "Ben"]) await saveEntity(asker, name, NOBODY);
    const version = async () => (await rows("SELECT version FROM workspaces WHERE num = ?1"))[0];
    const session = interrupted(here.db, () =>
      run("DELETE FROM entities WHERE workspace = :w AND slug = 'ben'"),
    );
    const before = await version();
    const changed = saveRelation({ ...asker, session }, { from: "Ana", to: "Ben", type: "knows" });
    expect(await refusal(changed)).toEqual([
      ...["conflict", "Another request changed these entities: read them again, then try again"],
      undefined,
    ]);
    expect(await version()).toEqual(before);
    const broken = { ...here.db, batch: () => Promise.reject(new Error("no such table: entities")) };
    await expect(addRemark({ ...asker, session: broken as never }, "Ana", "x")).rejects.toThrow(
      "no such table",
    );
  });

  it("are listed from a start of their slugs alone, a page that is just full being the last", async () => {
    for (const name of ["Be", "Ben", "Ben Ox", "Bf", "Béla"]) await saveEntity(asker, name, NOBODY);
    const page = async (wish: object) => {
      const { entities, nextCursor } = await pageOfEntities(asker, EntityListParameters.parse(wish));
      return [...entities.map(({ slug }) => slug), nextCursor];
    };
    expect(await page({ prefix: "Bé" })).toEqual(["be", "bela", "ben", "ben-ox", null]);
    expect(await page({ limit: 5 })).toEqual(["be", "bela", "ben", "ben-ox", "bf", null]);
    expect(await page({ limit: 4, prefix: "be" })).toEqual(["be", "bela", "ben", "ben-ox", null]);
    expect(await page({ limit: 1, prefix: "ben", cursor: "bela" })).toEqual(["ben", "ben"]);
    expect(await page({ prefix: "b", cursor: "ben" })).toEqual(["ben-ox", "bf", null]);
  });
});
