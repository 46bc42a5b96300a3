import { describe, expect, it } from "vitest";
import { CHUNKER_VERSION, MEMORY_ROOT } from "../../../src/config.ts";
import { markRoot } from "../../../src/documents/sql/deletions.ts";
import { type OpenRootQuery, openRoot, switchMemoryNames } from "../../../src/documents/sql/roots.ts";
import { NOW_MS, sqlWorld } from "../../support/worlds/sql-world.ts";

const [MINE, THEIRS] = ["1".repeat(32), "2".repeat(32)];
/** Of three chunks. */
const LONG = ["A", "B", "C"].map((head) => `# ${head}\n\n${`${head} heron nests. `.repeat(80)}\n`).join("\n");

describe("a root that is opened", () => {
  const { here, all, column, newWorkspace, write } = sqlWorld();

  const open = (workspace: number, more: Partial<OpenRootQuery> = {}) =>
    openRoot(here.db, {
      ...{ workspace, root: "notes", origin: MINE, nowMs: NOW_MS, documents: { after: "", upTo: null } },
      ...more,
    });
  const paths = async (workspace: number, documents: OpenRootQuery["documents"], root = "notes") =>
    (await open(workspace, { documents, root })).known.map(({ path }) => path).toSorted();
  const due = (workspace: number, table = "contexts") =>
    column(`SELECT d.root || ':' || d.path FROM ${table} x JOIN documents d ON d.num = x.document
      WHERE x.workspace = ${workspace} ORDER BY 1`);
  const switched = (workspace: number, table: string) =>
    column(`SELECT root FROM ${table} WHERE workspace = ${workspace} ORDER BY root`);

  it("belongs to its first origin, and to others that join, each root and workspace by itself", async () => {
    const [workspace, other] = [await newWorkspace(), await newWorkspace()];
    const isMember = async (origin: string, more: Partial<OpenRootQuery> = {}, of = workspace) =>
      (await open(of, { origin, ...more })).isMember;
    expect(await isMember(MINE, { dryRun: true })).toBe(true);
    expect(await column(`SELECT 1 FROM root_origins WHERE workspace = ${workspace}`)).toEqual([]);
    expect([await isMember(THEIRS), await isMember(MINE), await isMember(THEIRS)]).toEqual([
      true,
      false,
      true,
    ]);
    expect([await isMember(MINE, { root: "other" }), await isMember(MINE, {}, other)]).toEqual([true, true]);
    expect(await isMember(MINE, { join: true, dryRun: true })).toBe(true);
    expect(await isMember(MINE)).toBe(false);
    expect([await isMember(MINE, { join: true }), await isMember(MINE)]).toEqual([true, true]);
    expect(
      await all(`SELECT origin, joined_at AS at FROM root_origins WHERE workspace = ${workspace}
        AND root = 'notes' ORDER BY origin`),
    ).toEqual([MINE, THEIRS].map((origin) => ({ origin, at: NOW_MS })));
  });

  it("begins pushes of its members, one after the other, each root by itself", async () => {
    const workspace = await newWorkspace();
    const push = async (more: Partial<OpenRootQuery> = {}) => (await open(workspace, more)).push;
    expect([await push(), await push({ beginsPush: true }), await push({ beginsPush: true })]).toEqual([
      0, 1, 2,
    ]);
    expect([await push({ root: "other", beginsPush: true }), await push()]).toEqual([1, 2]);
    await write(workspace, { "a.md": LONG });
    const wanted = { contextualize: true, entities: true };
    const stranger = await open(workspace, { origin: THEIRS, beginsPush: true, ...wanted });
    expect([stranger.isMember, stranger.push, await push()]).toEqual([false, 0, 2]);
    for (const table of ["contextual_roots", "named_roots"])
      expect(await switched(workspace, table)).toEqual([]);
    expect([await due(workspace), await due(workspace, "name_requests")]).toEqual([[], []]);
    expect(await push({ origin: THEIRS, join: true, beginsPush: true })).toBe(3);
    expect((await open(await newWorkspace())).push).toBe(0);
  });

  it("knows the documents of a range of bytes, or those named, that are there", async () => {
    const [workspace, other] = [await newWorkspace(), await newWorkspace()];
    await write(workspace, { "Z.md": "Z.\n", "a.md": "A.\n", "b/c.md": "C.\n", "é.md": "E.\n" });
    await write(workspace, { "m.md": "M.\n" }, { root: "other" });
    await write(other, { "n.md": "N.\n" });
    expect(await paths(workspace, { after: "", upTo: null })).toEqual(["Z.md", "a.md", "b/c.md", "é.md"]);
    expect(await paths(workspace, { after: "Z.md", upTo: "b/c.md" })).toEqual(["a.md", "b/c.md"]);
    expect(await paths(workspace, { after: "b/c.md", upTo: null })).toEqual(["é.md"]);
    expect(await paths(workspace, { paths: ["a.md", "m.md", "n.md", "x"] })).toEqual(["a.md"]);
    const { version, known } = await open(workspace, { documents: { paths: ["a.md"] } });
    expect(known[0]).toMatchObject({ path: "a.md", source: null, chunker: CHUNKER_VERSION });
    await markRoot(here.db, { workspace, root: "notes", prefix: "b/" });
    expect(await paths(workspace, { after: "", upTo: null })).toEqual(["Z.md", "a.md", "é.md"]);
    expect(await paths(workspace, { paths: ["b/c.md"] })).toEqual([]);
    expect(await open(workspace)).toMatchObject({ total: 3, version: version + 1 });
  });

  it("counts the whole root beside any range of it, and as many as are asked for beside paths", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "Z.md": "Z.\n", "a.md": "A.\n", "b/c.md": "C.\n", "é.md": "E.\n" });
    await write(workspace, { "m.md": "M.\n" }, { root: "other" });
    const total = async (documents: OpenRootQuery["documents"]) =>
      (await open(workspace, { documents })).total;
    const ranges = [
      { after: "", upTo: null },
      { after: "", upTo: "Z.md" },
      { after: "Z.md", upTo: "b/c.md" },
      { after: "b/c.md", upTo: null },
      { after: "é.md", upTo: null },
    ];
    expect(await Promise.all(ranges.map(total))).toEqual([4, 4, 4, 4, 4]);
    expect(await total({ paths: ["a.md"] })).toBe(0);
    expect(await total({ paths: ["a.md"], countTo: 3 })).toBe(3);
    expect(await total({ paths: [], countTo: 9 })).toBe(4);
    await markRoot(here.db, { workspace, root: "notes", prefix: "b/" });
    expect(await Promise.all(ranges.map(total))).toEqual([3, 3, 3, 3, 3]);
    expect(await total({ paths: [], countTo: 9 })).toBe(3);
  });

  it("asks for contexts of its chunks once, of documents with more than one, that have none", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "long.md": LONG, "short.md": "Short.\n" });
    await write(workspace, { "long.md": LONG }, { root: "other" });
    await all(`UPDATE chunks SET prefix = 'Has one.' WHERE ordinal = 0 AND document IN
      (SELECT num FROM documents WHERE workspace = ${workspace} AND chunk_count > 1)`);
    const contextualize = async (isOn: boolean | undefined, root = "notes") =>
      (await open(workspace, { root, beginsPush: true, ...(isOn !== undefined && { contextualize: isOn }) }))
        .isContextualized;
    const long = (root: string) => [`${root}:long.md`, `${root}:long.md`];
    expect([await contextualize(true), await due(workspace)]).toEqual([false, long("notes")]);
    await open(workspace, { origin: THEIRS, beginsPush: true, contextualize: false });
    expect([await due(workspace), await switched(workspace, "contextual_roots")]).toEqual([
      long("notes"),
      ["notes"],
    ]);
    await all(`DELETE FROM contexts WHERE workspace = ${workspace}`);
    expect([await contextualize(true), await due(workspace)]).toEqual([true, []]);
    expect([await contextualize(true, "other"), await due(workspace)]).toEqual([false, long("other")]);
    expect([await contextualize(undefined), await switched(workspace, "contextual_roots")]).toEqual([
      true,
      ["notes", "other"],
    ]);
    expect([await contextualize(false), await due(workspace)]).toEqual([true, long("other")]);
    expect(await switched(workspace, "contextual_roots")).toEqual(["other"]);
    expect([await contextualize(false, "other"), await due(workspace)]).toEqual([true, []]);
    expect(await contextualize(undefined, "other")).toBe(false);
    expect(await due(workspace, "name_requests")).toEqual([]);
  });

  it("asks for the names in all of its chunks, and for those of no other root", async () => {
    const workspace = await newWorkspace();
    await write(workspace, { "a.md": "A.\n", "b.md": "B.\n" });
    await write(workspace, { "c.md": "C.\n" }, { root: "other" });
    const named = async (more: Partial<OpenRootQuery>) => (await open(workspace, more)).isNamed;
    expect(await named({ entities: true })).toBe(false);
    expect(await due(workspace, "name_requests")).toEqual([]);
    expect(await named({ entities: true, beginsPush: true })).toBe(false);
    expect(await due(workspace, "name_requests")).toEqual(["notes:a.md", "notes:b.md"]);
    expect([await named({}), await named({ root: "other" })]).toEqual([true, false]);
    expect(await due(workspace)).toEqual([]);
    expect(await named({ entities: false, beginsPush: true })).toBe(true);
    expect([await named({}), await due(workspace, "name_requests")]).toEqual([false, []]);
  });

  it("of the memories is switched by nobody's push", async () => {
    const [workspace, other] = [await newWorkspace(), await newWorkspace()];
    for (const of of [workspace, other]) await write(of, { "1": "A memory.\n" }, { root: MEMORY_ROOT });
    await write(workspace, { "a.md": "A.\n" });
    for (const of of [workspace, other]) await switchMemoryNames(here.db, of, true);
    expect(await switched(workspace, "named_roots")).toEqual([MEMORY_ROOT]);
    expect(await due(workspace, "name_requests")).toEqual([`${MEMORY_ROOT}:1`]);
    await switchMemoryNames(here.db, workspace, false);
    expect([await switched(workspace, "named_roots"), await due(workspace, "name_requests")]).toEqual([
      [],
      [],
    ]);
    expect([await switched(other, "named_roots"), await due(other, "name_requests")]).toEqual([
      [MEMORY_ROOT],
      [`${MEMORY_ROOT}:1`],
    ]);
  });
});
