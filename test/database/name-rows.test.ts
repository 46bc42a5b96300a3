import { beforeEach, describe, expect, it } from "vitest";
import {
  listOfNames,
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
const SAYS = (from: string, to: string) => ({ from, to, type: "uses" });

describe("names of documents", () => {
  const { here, all, column, newWorkspace, write } = sqlWorld();
  let workspace = 0;
  let rid = 0;
  let document = 0;
  let chunkId = "";
  beforeEach(async () => {
    workspace = await newWorkspace();
    await write(workspace, { "a.md": "plain words.\n", "b.md": "other words.\n" });
    const [chunk] = await all<{ id: string; rid: number; document: number }>(
      `SELECT c.id, c.rid, c.document FROM chunks c JOIN documents d ON d.num = c.document
       WHERE c.workspace = ${workspace} AND d.path = 'a.md'`,
    );
    [chunkId, rid, document] = [chunk?.id ?? "", chunk?.rid ?? 0, chunk?.document ?? 0];
    await all(`UPDATE documents SET dated_at = ${DATED} WHERE workspace = ${workspace}`);
  });

  const chunk = (names: readonly Name[], relations: NamesWrite["relations"] = []): NamesWrite => ({
    ...{ ordinal: 0, names, relations },
  });
  /** Writes what a document names in the place of what it named, as an upload does. */
  const put = async (names: NamesWrite, path = "a.md", root = "notes") => {
    const place = `workspace = ${workspace} AND path = '${path}'`;
    await all(`UPDATE documents SET names = '${listOfNames([names])}' WHERE ${place}`);
    const statements = nameStatements(here.db, { workspace, root }, namesJson([{ path, names: [names] }]));
    await here.db.batch({ statements });
  };
  const ask = (lease: string, names: NamesWrite) =>
    here.db.batch({
      names: modelNameStatements(here.db, { workspace, lease }, { chunk: chunkId, ...names }),
    });
  const mentions = (columns = "slug, passages, evidence") =>
    all(`SELECT ${columns} FROM mentions WHERE workspace = ${workspace} ORDER BY slug`);
  const spotOf = async (slug: string) => {
    const [spots] = await column(
      `SELECT spots FROM mentions WHERE workspace = ${workspace} AND slug = '${slug}'`,
    );
    return JSON.parse(String(spots))[document];
  };
  const parts = () =>
    column(
      `SELECT name || ' ' || entity FROM entity_names WHERE workspace = ${workspace} AND kind = 'part' ORDER BY 1`,
    );

  it.each<[string, Partial<Name>, Partial<Name>, object]>([
    ["a type that says something", {}, { type: "person" }, { name: "a", type: "person" }],
    ["no other type", { type: "place" }, { type: "person" }, { type: "place" }],
    ["no type that says nothing", { type: "place" }, {}, { type: "place" }],
    ["a shorter name", { name: "a!!" }, { name: "A" }, { name: "A" }],
    ["no name that is as long", { name: "a!" }, { name: "A!" }, { name: "a!" }],
    [
      "no longer name, although its type is better",
      { name: "a" },
      { name: "A!", type: "person" },
      { name: "a", type: "person" },
    ],
  ])("give what is known %s", async (_, before, after, expected) => {
    await put(chunk([name("a", before)]));
    await put(chunk([name("a", after)]), "b.md");
    expect(await mentions("name, type, passages")).toMatchObject([{ ...expected, passages: 2 }]);
  });

  it("are each a row of its workspace, with its parts, mentioned at the document's time", async () => {
    await put(chunk([name("a", { parts: ["x", "y"] }), name("b", { evidence: 7 })]));
    expect(await mentions()).toEqual([
      { slug: "a", passages: 1, evidence: 50 },
      { slug: "b", passages: 1, evidence: 7 },
    ]);
    expect(await parts()).toEqual(["x a", "y a"]);
    expect(await spotOf("b")).toEqual({ at: DATED, in: { [rid]: 7 } });
    const other = await newWorkspace();
    expect(await column(`SELECT slug FROM mentions WHERE workspace = ${other}`)).toEqual([]);
  });

  it("are mentioned at no time where the document has none, and at another when it changes", async () => {
    await all(`UPDATE documents SET dated_at = NULL WHERE workspace = ${workspace}`);
    await put(chunk([name("a")]));
    expect(await spotOf("a")).toMatchObject({ at: 0 });
    await all(`UPDATE documents SET dated_at = 8 WHERE workspace = ${workspace}`);
    expect(await spotOf("a")).toEqual({ at: 8, in: { [rid]: 50 } });
  });

  it("of a document that is not there, of another root or workspace, are mentioned by nothing", async () => {
    await put(chunk([name("a"), name("b")], [SAYS("a", "b")]), "gone.md");
    await put(chunk([name("a")]), "a.md", "elsewhere");
    const other = await newWorkspace();
    await write(other, { "theirs.md": "other words.\n" });
    await put(chunk([name("a")]), "theirs.md");
    expect(await mentions()).toEqual([]);
  });

  it("are what the document names now, beside what others name", async () => {
    await put(chunk([name("a"), name("b"), name("c", { parts: ["x"] })], [SAYS("a", "b")]));
    await put(chunk([name("a", { evidence: 20 })]), "b.md");
    await put(chunk([name("a", { evidence: 9 }), name("d")]));
    expect(await mentions()).toEqual([
      { slug: "a", passages: 2, evidence: 29 },
      { slug: "d", passages: 1, evidence: 50 },
    ]);
    expect(await spotOf("a")).toEqual({ at: DATED, in: { [rid]: 9 } });
    expect(await parts()).toEqual([]);
  });

  it("go with their document, and no others", async () => {
    await put(chunk([name("a", { parts: ["x"] }), name("b", { parts: ["x"] })]));
    await put(chunk([name("a", { evidence: 20, parts: ["x"] })]), "b.md");
    await all(`DELETE FROM chunks WHERE document = ${document}`);
    await all(`DELETE FROM documents WHERE num = ${document}`);
    expect(await mentions()).toEqual([{ slug: "a", passages: 1, evidence: 20 }]);
    expect(await parts()).toEqual(["x a"]);
  });

  it("that are written again as they were write nothing", async () => {
    const names = chunk([name("a", { parts: ["x"] }), name("b")], [SAYS("a", "b")]);
    await put(names);
    const statements = nameStatements(
      here.db,
      { workspace, root: "notes" },
      namesJson([{ path: "a.md", names: [names] }]),
    );
    const answers = await here.opened.database.batch([...statements]);
    expect(answers.map(({ meta }) => meta.rows_written)).toEqual([0, 0]);
  });

  it("are related where the chunk says so, each end knowing the other", async () => {
    await put(
      chunk([name("a"), name("b")], [SAYS("a", "b"), SAYS("a", "b"), SAYS("b", "a"), SAYS("a", "x")]),
    );
    const [ab, ba] = [{ [`${rid} uses b`]: 1 }, { [`${rid} uses a`]: 1 }];
    expect(await spotOf("a")).toEqual({ at: DATED, in: { [rid]: 50 }, to: ab, by: ab });
    expect(await spotOf("b")).toMatchObject({ to: ba, by: ba });
  });

  it("are not written where the workspace wants none", async () => {
    await all(`UPDATE workspaces SET settings = '{"names":"off"}' WHERE num = ${workspace}`);
    await put(chunk([name("a")]));
    expect(await mentions()).toEqual([]);
  });

  describe("that a model said", () => {
    const lease = (held: string) =>
      all(`INSERT INTO name_requests (chunk, workspace, document, lease) VALUES ('${chunkId}', ${workspace}, 1, '${held}')
        ON CONFLICT DO UPDATE SET lease = excluded.lease`);
    const listed = () => column(`SELECT names FROM documents WHERE num = ${document}`);

    it("weigh as the model's where they are known, and are counted once", async () => {
      await put(chunk([name("a"), name("b")], [SAYS("a", "b")]));
      await lease("mine");
      const names = [name("a", { evidence: 90 }), name("c", { evidence: 80, parts: ["x"] })];
      await ask("mine", chunk(names, [SAYS("a", "c")]));
      expect(await mentions()).toEqual([
        { slug: "a", passages: 1, evidence: 90 },
        { slug: "b", passages: 1, evidence: 50 },
        { slug: "c", passages: 1, evidence: 80 },
      ]);
      expect(await spotOf("a")).toEqual({
        ...{ at: DATED, in: { [rid]: 90 }, to: { [`${rid} uses b`]: 1, [`${rid} uses c`]: 1 } },
      });
      expect([await listed(), await parts()]).toEqual([['["a","b","c"]'], ["x c"]]);
    });

    it("go when the document is written again without them", async () => {
      await put(chunk([name("a")]));
      await lease("mine");
      await ask("mine", chunk([name("a", { evidence: 90 }), name("c")], [SAYS("a", "c")]));
      await put(chunk([name("a")]));
      expect(await mentions()).toEqual([{ slug: "a", passages: 1, evidence: 50 }]);
      expect(await spotOf("a")).toEqual({ at: DATED, in: { [rid]: 50 } });
    });

    it("are nothing of a chunk whose lease another run holds", async () => {
      await put(chunk([name("a")]));
      await lease("other");
      await ask("mine", chunk([name("a", { evidence: 90 }), name("c")], [SAYS("a", "c")]));
      expect([await mentions(), await listed()]).toEqual([
        [{ slug: "a", passages: 1, evidence: 50 }],
        ['["a"]'],
      ]);
    });
  });
});
