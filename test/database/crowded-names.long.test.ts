import { beforeEach, describe, expect, it } from "vitest";
import {
  listOfNames,
  modelNameStatements,
  type NamesWrite,
  nameStatements,
  namesJson,
} from "../../src/database/name-writes.ts";
import { mentionsOf } from "../../src/graph/sql/mention-reads.ts";
import { neighboursOf } from "../../src/graph/sql/relation-reads.ts";
import { sqlWorld } from "../support/worlds/sql-world.ts";

/** Documents of one name in its own row. */
const ROOM = 32;

describe("names that many documents name", () => {
  const { here, all, column, newWorkspace, write } = sqlWorld();
  const paths = Array.from({ length: ROOM + 3 }, (_, at) => `${String(at).padStart(2, "0")}.md`);
  let workspace = 0;
  const named = (evidence = 50, relations: NamesWrite["relations"] = []): NamesWrite => ({
    ...{ ordinal: 0, relations },
    names: ["crowd", "ben"].map((slug) => ({ ...{ slug, name: slug, type: "other", parts: [] }, evidence })),
  });
  /** Writes what documents name in the place of what they named, as an upload does. */
  const put = async (names: NamesWrite, of: readonly string[]) => {
    for (const path of of)
      await all(
        `UPDATE documents SET names = '${listOfNames([names])}' WHERE workspace = ${workspace} AND path = '${path}'`,
      );
    const documents = of.map((path) => ({ path, names: [names] }));
    await here.db.batch({
      statements: nameStatements(here.db, { workspace, root: "notes" }, namesJson(documents)),
    });
  };
  const remove = async (of: readonly string[]) => {
    for (const path of of) {
      const num = `(SELECT num FROM documents WHERE workspace = ${workspace} AND path = '${path}')`;
      await all(`DELETE FROM chunks WHERE document = ${num}`);
      await all(`DELETE FROM documents WHERE num = ${num}`);
    }
  };
  const counts = async () => {
    const [row] = await all(`SELECT passages, evidence, more_passages AS more, more_evidence AS moreEvidence
      FROM mentions WHERE workspace = ${workspace} AND slug = 'crowd'`);
    return row;
  };
  const beside = () =>
    all(`SELECT d.path, m.at, m.evidence FROM more_mentions m JOIN documents d ON d.num = m.document
      WHERE m.workspace = ${workspace} AND m.slug = 'crowd' ORDER BY d.path`);
  const newest = async (limit = 4) => {
    const after = [Number.MAX_SAFE_INTEGER, ""] as const;
    const page = await mentionsOf(here.db, workspace, { entity: "crowd", after, limit });
    return page.map(({ chunk }) => chunk.path);
  };

  beforeEach(async () => {
    workspace = await newWorkspace();
    await write(workspace, Object.fromEntries(paths.map((path) => [path, `plain words of ${path}\n`])));
    await all(`UPDATE documents SET dated_at = CAST(path AS INTEGER) WHERE workspace = ${workspace}`);
    await put(named(), paths);
  });

  it("have a row for each that finds no room in theirs, and count all of them", async () => {
    expect(await counts()).toEqual({ passages: 32, evidence: 1600, more: 3, moreEvidence: 150 });
    expect(await beside()).toEqual([
      { path: "32.md", at: 32, evidence: 50 },
      { path: "33.md", at: 33, evidence: 50 },
      { path: "34.md", at: 34, evidence: 50 },
    ]);
    expect(await newest()).toEqual(["34.md", "33.md", "32.md", "31.md"]);
  });

  it("are written again where they are", async () => {
    await put(named(20), ["00.md", "33.md"]);
    expect(await counts()).toEqual({ passages: 32, evidence: 1570, more: 3, moreEvidence: 120 });
    expect(await beside()).toMatchObject([{ evidence: 50 }, { evidence: 20 }, { evidence: 50 }]);
  });

  it("go with their documents, and others take their room", async () => {
    await remove(["00.md", "33.md"]);
    expect(await counts()).toEqual({ passages: 31, evidence: 1550, more: 2, moreEvidence: 100 });
    await put(named(40), ["34.md"]);
    expect(await counts()).toMatchObject({ passages: 31, more: 2, moreEvidence: 90 });
    await write(workspace, { "99.md": "more words\n" });
    await put(named(), ["99.md"]);
    expect(await counts()).toMatchObject({ passages: 32, more: 2 });
    await put({ ...named(), names: [] }, ["34.md"]);
    expect(await beside()).toMatchObject([{ path: "32.md" }]);
    await remove([...paths, "99.md"]);
    expect([await counts(), await beside()]).toEqual([undefined, []]);
  });

  it("are the last of what has no room to go", async () => {
    await remove(paths.slice(0, ROOM));
    expect(await counts()).toEqual({ passages: 0, evidence: 0, more: 3, moreEvidence: 150 });
    expect(await newest()).toEqual(["34.md", "33.md", "32.md"]);
    await remove(paths.slice(ROOM));
    expect(await column(`SELECT slug FROM mentions WHERE workspace = ${workspace}`)).toEqual([]);
  });

  it("stand at the document's date when it changes, pushed again or not", async () => {
    const change = (path: string, more = "") =>
      all(`UPDATE documents SET dated_at = 7 ${more} WHERE workspace = ${workspace} AND path = '${path}'`);
    await change("34.md");
    await change("33.md", ", indexed_at = indexed_at + 1, names = names");
    await put(named(), ["33.md"]);
    await change("00.md");
    expect(await beside()).toMatchObject([
      { path: "32.md", at: 32 },
      { path: "33.md", at: 7 },
      { path: "34.md", at: 7 },
    ]);
    expect((await newest()).slice(0, 2)).toEqual(["32.md", "31.md"]);
    expect(await counts()).toMatchObject({ passages: 32, more: 3 });
  });

  it("are related in either place, the newest first", async () => {
    const relations = [{ from: "crowd", to: "ben", type: "uses" }];
    await put(named(50, relations), ["00.md", "01.md", "33.md", "34.md"]);
    const around = async (limit: number) => {
      const [crowd, ben] = await neighboursOf(here.db, workspace, { slugs: ["crowd", "ben"], limit });
      return [crowd?.outgoing, crowd?.incoming, ben?.outgoing, ben?.incoming].map((list) =>
        list?.map(({ chunk }) => chunk?.path),
      );
    };
    const said = ["34.md", "33.md", "01.md", "00.md"];
    expect(await around(9)).toEqual([said, [], [], said]);
    expect(await around(3)).toEqual([said.slice(0, 3), [], [], said.slice(0, 3)]);
    await put(named(), ["34.md"]);
    expect(await around(1)).toEqual([["33.md"], [], [], ["33.md"]]);
  });

  it("are an entity's that goes by them, each passage once", async () => {
    await put(named(50, [{ from: "crowd", to: "ben", type: "uses" }]), ["00.md", "34.md"]);
    await all(
      `INSERT INTO entities (workspace, slug, name, type) VALUES (${workspace}, 'boss', 'Boss', 'other')`,
    );
    for (const alias of ["crowd", "ben"])
      await all(`INSERT INTO entity_names (workspace, name, kind, entity, written)
        VALUES (${workspace}, '${alias}', 'alias', 'boss', '${alias}')`);
    const after = [Number.MAX_SAFE_INTEGER, ""] as const;
    const read = async (limit: number, from: readonly [number, string] = after) =>
      mentionsOf(here.db, workspace, { entity: "boss", after: from, limit });
    const whole = await read(99);
    expect(whole.map(({ chunk }) => chunk.path)).toEqual(paths.toReversed());
    const [, second] = await read(2);
    expect((await read(2, second?.place)).map(({ chunk }) => chunk.path)).toEqual(["32.md", "31.md"]);
    // What one of its names says of the other is not said of two.
    const [boss] = await neighboursOf(here.db, workspace, { slugs: ["boss"], limit: 9 });
    expect(boss).toEqual({ outgoing: [], incoming: [] });
    await all(`DELETE FROM entity_names WHERE workspace = ${workspace} AND name = 'ben' AND kind = 'alias'`);
    const [alone] = await neighboursOf(here.db, workspace, { slugs: ["boss"], limit: 9 });
    expect(alone?.outgoing.map(({ from, to, chunk }) => [from, to, chunk?.path])).toEqual([
      ["boss", "ben", "34.md"],
      ["boss", "ben", "00.md"],
    ]);
  });

  it("are said by a model where they are", async () => {
    const say = async (path: string, evidence: number) => {
      const [chunk] = await column(`SELECT c.id FROM chunks c JOIN documents d ON d.num = c.document
        WHERE d.workspace = ${workspace} AND d.path = '${path}'`);
      await all(
        `INSERT INTO name_requests (chunk, workspace, document, lease) VALUES ('${chunk}', ${workspace}, 1, 'mine')`,
      );
      const statements = modelNameStatements(
        here.db,
        { workspace, lease: "mine" },
        { chunk: String(chunk), ...named(evidence) },
      );
      await here.db.batch({ statements });
    };
    await say("00.md", 90);
    await say("34.md", 80);
    expect(await counts()).toEqual({ passages: 32, evidence: 1640, more: 3, moreEvidence: 180 });
  });
});
