import { beforeEach, describe, expect, it } from "vitest";
import {
  modelNameStatements,
  type NamesWrite,
  nameStatements,
  namesJson,
} from "../../src/database/name-writes.ts";
import { sqlWorld } from "../support/worlds/sql-world.ts";

type Name = NamesWrite["names"][number];
const name = (slug: string, more: Partial<Name> = {}): Name => ({
  ...{ slug, name: slug, type: "other", evidence: 50, parts: [] },
  ...more,
});
const DATED = 77;

describe("names of chunks", () => {
  const { here, all, column, newWorkspace, write } = sqlWorld();
  let workspace = 0;
  let rid = 0;
  let chunkId = "";
  beforeEach(async () => {
    workspace = await newWorkspace();
    await write(workspace, { "a.md": "plain words.\n" });
    const [chunk] = await all<{ id: string; rid: number }>(
      `SELECT id, rid FROM chunks WHERE workspace = ${workspace}`,
    );
    [chunkId, rid] = [chunk?.id ?? "", chunk?.rid ?? 0];
    await all(`UPDATE documents SET dated_at = ${DATED} WHERE workspace = ${workspace}`);
  });

  const chunk = (
    names: readonly Name[],
    relations: NamesWrite["relations"] = [],
    id = chunkId,
  ): NamesWrite => ({
    ...{ chunkId: id, names, relations },
  });
  const add = (...chunks: readonly NamesWrite[]) =>
    here.db.batch({ names: nameStatements(here.db, workspace, namesJson(chunks)) });
  const ask = (lease: string, ...chunks: readonly NamesWrite[]) =>
    here.db.batch({ names: modelNameStatements(here.db, { workspace, lease }, namesJson(chunks)) });
  const entities = (columns: string, of = workspace) =>
    all(`SELECT ${columns} FROM entities WHERE workspace = ${of} ORDER BY slug`);
  const mentions = () =>
    all(`SELECT e.slug, m.at, m.chunk = ${rid} AS mine, m.alias, m.evidence FROM mentions m
      JOIN entities e ON e.num = m.entity WHERE e.workspace = ${workspace} ORDER BY e.slug, m.alias`);
  const relations = () =>
    column(`SELECT f.slug || ' ' || r.type || ' ' || t.slug FROM relations r JOIN entities f ON f.num = r.from_entity
      JOIN entities t ON t.num = r.to_entity WHERE f.workspace = ${workspace} ORDER BY 1`);
  const alias = async (of: string, slug: string) =>
    all(`INSERT INTO entity_names (workspace, name, kind, entity)
      SELECT workspace, '${slug}', 'alias', num FROM entities WHERE workspace = ${workspace} AND slug = '${of}'`);

  it.each<[string, Partial<Name>, Partial<Name>, number, object]>([
    ["a type that says something", {}, { type: "person" }, 0, { name: "a", type: "person" }],
    ["no other type", { type: "place" }, { type: "person" }, 0, { type: "place" }],
    ["no type that says nothing", { type: "place" }, {}, 0, { type: "place" }],
    ["a shorter name", { name: "a!!" }, { name: "A" }, 0, { name: "A" }],
    ["no name that is as long", { name: "a!" }, { name: "A!" }, 0, { name: "a!" }],
    [
      "no longer name, although its type is better",
      { name: "a" },
      { name: "A!", type: "person" },
      0,
      { name: "a", type: "person" },
    ],
    [
      "nothing that somebody chose",
      { name: "a!!" },
      { name: "A", type: "person" },
      1,
      { name: "a!!", type: "other" },
    ],
  ])("give an entity that is known %s", async (_, before, after, state, expected) => {
    await add(chunk([name("a", before)]));
    await all(`UPDATE entities SET state = ${state} WHERE workspace = ${workspace}`);
    await add(chunk([name("a", after)]));
    expect(await entities("name, type")).toMatchObject([expected]);
  });

  it("are each an entity of its workspace, with its parts, mentioned at the document's time", async () => {
    await add(chunk([name("a", { parts: ["x", "y"] }), name("b", { evidence: 7 })]));
    expect(await entities("slug, mentions, evidence")).toEqual([
      { slug: "a", mentions: 1, evidence: 50 },
      { slug: "b", mentions: 1, evidence: 7 },
    ]);
    expect(
      await column(
        `SELECT name FROM entity_names WHERE workspace = ${workspace} AND kind = 'part' ORDER BY name`,
      ),
    ).toEqual(["x", "y"]);
    expect(await mentions()).toEqual([
      { slug: "a", at: DATED, mine: 1, alias: "", evidence: 50 },
      { slug: "b", at: DATED, mine: 1, alias: "", evidence: 7 },
    ]);
    const other = await newWorkspace();
    expect(await entities("slug", other)).toEqual([]);
  });

  it("are mentioned at no time where the document has none", async () => {
    await all(`UPDATE documents SET dated_at = NULL WHERE workspace = ${workspace}`);
    await add(chunk([name("a")]));
    expect(await mentions()).toMatchObject([{ at: 0 }]);
  });

  it("of a chunk that is not there, or of another workspace, are mentioned by nothing", async () => {
    const other = await newWorkspace();
    await write(other, { "b.md": "other words.\n" });
    const [theirs] = await column(`SELECT id FROM chunks WHERE workspace = ${other}`);
    const relation = { from: "a", to: "b", type: "uses" };
    for (const id of ["gone", String(theirs)]) await add(chunk([name("a"), name("b")], [relation], id));
    expect([await mentions(), await relations()]).toEqual([[], []]);
  });

  it("that are an alias stand for its entity, and make none of their own", async () => {
    await add(chunk([name("a")]));
    await alias("a", "b");
    await all(`DELETE FROM mentions WHERE chunk = ${rid}`);
    await add(chunk([name("b", { evidence: 9 }), name("c")], [{ from: "b", to: "c", type: "uses" }]));
    expect(await entities("slug, mentions, evidence")).toEqual([
      { slug: "a", mentions: 1, evidence: 9 },
      { slug: "c", mentions: 1, evidence: 50 },
    ]);
    expect(await mentions()).toMatchObject([
      { slug: "a", alias: "b", evidence: 9 },
      { slug: "c", alias: "" },
    ]);
    expect(await relations()).toEqual(["a uses c"]);
  });

  it("that are a part or an alias elsewhere are names of their own", async () => {
    await add(chunk([name("a", { parts: ["b"] })]));
    await add(chunk([name("b")]));
    expect(await entities("slug")).toEqual([{ slug: "a" }, { slug: "b" }]);
  });

  it("are related once, both known, and never to themselves", async () => {
    await add(chunk([name("a"), name("b")]));
    await alias("a", "aka");
    const said = (from: string, to: string) => ({ from, to, type: "uses" });
    await add(
      chunk(
        [],
        [said("a", "b"), said("a", "b"), said("a", "x"), said("x", "b"), said("aka", "a"), said("b", "aka")],
      ),
    );
    expect(await relations()).toEqual(["a uses b", "b uses a"]);
  });

  describe("that a model said", () => {
    const lease = (held: string) =>
      all(`INSERT INTO name_requests (chunk, workspace, document, lease) VALUES ('${chunkId}', ${workspace}, 1, '${held}')
        ON CONFLICT DO UPDATE SET lease = excluded.lease`);

    it("weigh as the model's where they are known, and are counted once", async () => {
      await add(chunk([name("a"), name("b")]));
      await lease("mine");
      await ask(
        "mine",
        chunk(
          [name("a", { evidence: 90 }), name("c", { evidence: 80 })],
          [{ from: "a", to: "c", type: "uses" }],
        ),
      );
      expect(await entities("slug, mentions, evidence")).toEqual([
        { slug: "a", mentions: 1, evidence: 90 },
        { slug: "b", mentions: 1, evidence: 50 },
        { slug: "c", mentions: 1, evidence: 80 },
      ]);
      expect((await mentions()).map(({ slug, evidence }) => [slug, evidence])).toEqual([
        ["a", 90],
        ["b", 50],
        ["c", 80],
      ]);
      expect(await relations()).toEqual(["a uses c"]);
    });

    it("are nothing of a chunk whose lease another run holds", async () => {
      await add(chunk([name("a")]));
      await lease("other");
      await ask(
        "mine",
        chunk([name("a", { evidence: 90 }), name("c")], [{ from: "a", to: "c", type: "uses" }]),
      );
      expect(await mentions()).toMatchObject([{ slug: "a", evidence: 50 }]);
      expect(await entities("mentions, evidence")).toEqual([
        { mentions: 1, evidence: 50 },
        { mentions: 0, evidence: 0 },
      ]);
      expect(await relations()).toEqual([]);
    });
  });
});
