import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { NAMED, namedRead } from "../../../src/search/arms/entity/named-entities.ts";
import { withLists } from "../../../src/search/arms/table.ts";
import { FILTERED_CHUNKS } from "../../../src/search/arms/vector/stored-vectors.ts";
import { findChunks } from "../../../src/search/explain/chunk-lookup.ts";
import { hop3 } from "../../../src/search/hops/hop3.ts";
import { answerName } from "../../../src/search/hops/reads.ts";
import { writeProfileSettings } from "../../../src/search/sql/profile-settings.ts";
import { answered, EAST, NEURAL, planOf, searchDeps, stateOf } from "../fakes.ts";
import { type Desk, OTHER, OWN, openDesk } from "./rows.ts";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.dispose());
beforeEach(async () => {
  const tables = [
    "mentions",
    "entities",
    "entity_names",
    "query_results",
    "embeddings",
    "chunks",
    "documents",
    "deletions",
  ];
  await desk.database.batch(tables.map((table) => desk.database.prepare(`DELETE FROM ${table}`)));
});

const NEAREST = answerName<readonly { id: string; similarity: number }[]>("nearest");

describe("hop 3", () => {
  /** What the hop makes of chunks that the index alone has found. */
  async function poolOf(
    ids: readonly string[],
    { rerankModel = "judge", ...more }: Record<string, unknown> = {},
  ) {
    const plan = await planOf({ query: "keys", ...more }, NEURAL());
    const found = ids.map((id, at) => ({ id, similarity: 1 - at / 100 }));
    const state = withLists(
      stateOf(plan, [answered(NEAREST, found), answered(FILTERED_CHUNKS, 2_001)], { vector: EAST }),
    );
    const deps = searchDeps(desk.session(), plan.serving);
    return hop3(deps, state, { rerankModel: String(rerankModel), trace: undefined });
  }

  it("reads the rows of its own workspace that are there, with what a hit says of them", async () => {
    await desk.put({
      documents: [
        ...[
          { num: 1, path: "a.md" },
          { num: 2, path: "gone/a.md" },
        ],
        ...[{ num: 3, path: "a.md", workspace: OTHER }],
      ],
      chunks: [
        ...[{ id: "aa", document: 1, votes_net: 2.5, votes_at: 77, headings: '["Keys","Old"]', text: "x" }],
        ...[
          { id: "bb", document: 2 },
          { id: "cc", document: 3, workspace: OTHER },
        ],
        ...[{ id: "dd", document: 1, vector_state: "pending" }],
      ],
      deletions: [{ num: 1, workspace: OWN, root: "notes", prefix: "gone/", at: 1 }],
    });
    const { rows, fused } = await poolOf(["bb", "cc", "dd", "aa"]);
    expect(fused.map(({ id }) => id)).toEqual(["aa"]);
    expect([...rows.keys()].sort()).toEqual(["aa", "dd"]);
    expect(rows.get("aa")).toMatchObject({
      ...{ path: "a.md", headings: ["Keys", "Old"], votes: [{ value: 2.5, at: 77 }] },
    });
    expect(rows.get("aa")?.memory).toBeUndefined();
    expect(rows.get("dd")?.votes).toBeUndefined();
  });

  it("shows no chunk that a filter of the index has let pass", async () => {
    await desk.put({
      documents: [1, 2].map((num) => ({ num, path: `${num}.md`, dated_at: Date.UTC(2025, num, 1) })),
      chunks: [1, 2].map((document) => ({ id: `c${document}`, document, text: `number ${document}` })),
    });
    const ids = async (more: object) => (await poolOf(["c1", "c2"], { ...more })).fused.map(({ id }) => id);
    expect(await ids({})).toEqual(["c1", "c2"]);
    expect(await ids({ filters: { after: "2025-03-01" } })).toEqual(["c2"]);
    expect(await ids({ query: 'the "number 1"' })).toEqual(["c1"]);
  });

  it("takes kept scores of this model for this query by what was sent of a passage", async () => {
    const { keys } = await planOf({ query: "keys" });
    const scores = { query_hash: keys.query, model: "judge" };
    await desk.put({
      documents: [{ num: 1, path: "a.md" }],
      chunks: ["c1", "c2", "c3"].map((id, ordinal) => ({
        id,
        ordinal,
        document: 1,
        sent_hash: `5e${ordinal}`,
      })),
      query_results: [
        { ...scores, scores: '{"5e0":"0.25","5e9":"1"}' },
        { ...scores, query_hash: "other", scores: '{"5e1":"0.5"}' },
        { ...scores, workspace: OTHER, scores: '{"5e1":"0.5"}' },
      ],
    });
    const kept = async (more: object) => [...(await poolOf(["c1", "c2", "c3"], { ...more })).keptScores];
    expect(await kept({})).toEqual([["c1", 0.25]]);
    expect(await kept({ rerankModel: "other" })).toEqual([]);
    expect(await kept({ query: "cars" })).toEqual([]);
  });

  it("asks for the vectors and scores of ten more than are re-ranked: stale ones may drop out", async () => {
    const ids = Array.from({ length: 30 }, (_, at) => `c${10 + at}`);
    await desk.put({
      documents: [{ num: 1, path: "a.md" }],
      chunks: ids.map((id, ordinal) => ({ id, ordinal, document: 1, embed_hash: id })),
      embeddings: ids.map((hash) => ({ hash })),
    });
    const { vectors } = await poolOf(ids, { settings: { "rerank.pool": 5 } });
    expect([...vectors.keys()].sort()).toEqual(ids.slice(0, 15));
  });

  it("knows the ids of its own workspace that begin alike, where ids are shown short", async () => {
    const ids = ["abcdef0011", "abcdef0022", "abcdef0133"];
    await desk.put({
      documents: [
        { num: 1, path: "a.md" },
        { num: 2, path: "a.md", workspace: OTHER },
      ],
      chunks: [
        ...ids.map((id, ordinal) => ({ id, ordinal, document: 1 })),
        { id: "abcdef0044", document: 2, workspace: OTHER },
      ],
    });
    const lookalikes = async (view: string) =>
      (await poolOf(ids.slice(0, 1), { view })).rows.get("abcdef0011")?.lookalikes;
    expect(await lookalikes("compact")).toEqual(["abcdef0022"]);
    expect(await lookalikes("full")).toBeUndefined();
  });
});

describe("entities that a query may name", () => {
  const names = async (query: string, more: object = {}) => {
    const plan = await planOf({ query, profile: "dual", ...more });
    return (await desk.ask([namedRead(plan)])).of(NAMED) ?? [];
  };
  /** What texts name. */
  const entity = (num: number, more: Readonly<Record<string, string | number>> = {}) => ({
    ...{ slug: `e${num}`, name: `E${num}`, ...more },
  });
  const slugs = async (query: string) => (await names(query)).map(({ slug }) => slug);

  it("are those of this workspace, by name, alias or part, the parts last", async () => {
    await desk.put({
      mentions: [
        ...[entity(1, { slug: "ana" }), entity(2, { slug: "bob" }), entity(3, { slug: "ana-ruiz" })],
        ...[entity(4, { slug: "ana", workspace: OTHER }), entity(5, { workspace: OTHER })],
      ],
      entities: [entity(2, { slug: "bo-berg" })],
      entity_names: [
        { entity: "bo-berg", name: "bob", kind: "alias", written: "Bob" },
        { entity: "bo-berg", name: "berg", kind: "part" },
        { entity: "ana-ruiz", name: "ana", kind: "part" },
        { entity: "e5", name: "ana", kind: "part", workspace: OTHER },
        { entity: "e5", name: "bob", kind: "alias", workspace: OTHER },
      ],
    });
    expect(await slugs("what of Ana?")).toEqual(["ana", "ana-ruiz"]);
    expect(await names("what of Bob?")).toMatchObject([{ slug: "bo-berg", aliases: ["Bob"], count: 1 }]);
    expect(await slugs("what of Berg?")).toEqual(["bo-berg"]);
    expect(await slugs("what of Eve?")).toEqual([]);
  });

  it("are shown with enough evidence or by hand, and never when deleted or named by more than a pool", async () => {
    await desk.put({
      mentions: [
        ...[entity(1, { evidence: 100 }), entity(2, { evidence: 99 }), entity(3, { evidence: 1 }), entity(4)],
        ...[entity(5, { passages: 60, more_passages: 40 }), entity(6, { passages: 60, more_passages: 41 })],
      ],
      entities: [entity(3), entity(4, { state: -1 })],
    });
    expect(await slugs("E1 E2 E3 E4 E5 E6")).toEqual(expect.arrayContaining(["e1", "e3", "e5"]));
    expect(await slugs("E1 E2 E3 E4 E5 E6")).toHaveLength(3);
  });

  it("are none of a part that more than ten share", async () => {
    const share = async (count: number) => {
      await desk.run("DELETE FROM mentions");
      const all = Array.from({ length: count }, (_, at) => at + 1);
      await desk.put({ mentions: all.map((num) => ({ ...entity(num), parts: '["berg"]' })) });
      return (await slugs("what of Berg?")).length;
    };
    expect([await share(10), await share(11)]).toEqual([10, 0]);
  });

  it("have the chunks that name them and pass the filters, newest first", async () => {
    const spots = (...chunks: readonly (readonly [chunk: number, at: number])[]) =>
      JSON.stringify(Object.fromEntries(chunks.map(([chunk, at]) => [chunk, { at, in: { [chunk]: 0 } }])));
    await desk.put({
      documents: [1, 2, 3].map((num) => ({ num, path: `${num}.md` })),
      chunks: [1, 2, 3].map((num) => ({ id: `c${num}`, rid: num, document: num })),
      mentions: [entity(1, { spots: spots([1, 3], [2, 9], [3, 5]) }), { ...entity(2), spots: spots([1, 1]) }],
    });
    const ids = async (more: object) =>
      (await names("E1", more)).map(({ mentions }) => mentions.map(({ id }) => id));
    expect(await ids({})).toEqual([["c2", "c3", "c1"]]);
    expect(await ids({ filters: { prefix: "3" } })).toEqual([["c3"]]);
  });
});

describe("a chunk that is to be explained", () => {
  const place = { root: undefined, path: "a.md", line: 5, column: undefined };
  const found = async (asked: Parameters<typeof findChunks>[2], workspace = OWN) =>
    (await findChunks(desk.session(), workspace, asked)).map(({ row }) => row.id);

  beforeEach(() =>
    desk.put({
      documents: [
        ...[
          { num: 1, path: "a.md" },
          { num: 2, path: "a.md", root: "code" },
        ],
        { num: 3, path: "a.md", workspace: OTHER },
      ],
      chunks: [
        { id: "aa11", document: 1, start_line: 1, end_line: 5 },
        { id: "aa22", document: 1, ordinal: 1, start_line: 6, end_line: 6, start_column: 1, end_column: 9 },
        { id: "aa33", document: 1, ordinal: 2, start_line: 6, end_line: 6, start_column: 10, end_column: 20 },
        { id: "ab44", document: 2, start_line: 5, end_line: 9 },
        { id: "aa55", document: 3, workspace: OTHER, start_line: 1, end_line: 9 },
      ],
    }),
  );

  it.each([
    ["a line, in every root", place, ["ab44", "aa11"]],
    ["a line of one root", { ...place, root: "notes" }, ["aa11"]],
    ["a column", { ...place, root: "notes", line: 6, column: 10 }, ["aa33"]],
    ["a column at a part's end", { ...place, root: "notes", line: 6, column: 9 }, ["aa22"]],
    ["a line without columns", { ...place, root: "notes", line: 6 }, ["aa22", "aa33"]],
    ["no such line", { ...place, line: 30 }, []],
    ["the start of an id", { idStart: "aa" }, ["aa11", "aa22", "aa33"]],
    ["a whole id", { idStart: "ab44" }, ["ab44"]],
  ])("is found by %s", async (_, asked, ids) => {
    expect(await found(asked)).toEqual(ids);
  });

  it("is never another workspace's", async () => {
    expect(await found({ idStart: "aa" }, OTHER)).toEqual(["aa55"]);
    expect(await found(place, OTHER)).toEqual(["aa55"]);
  });

  it("has a vector once it is embedded, whether the index shows it or not", async () => {
    const has: (boolean | undefined)[] = [];
    for (const state of ["pending", "failed", "embedded", "visible"]) {
      await desk.run(`UPDATE chunks SET vector_state = '${state}' WHERE id = 'ab44'`);
      has.push((await findChunks(desk.session(), OWN, { idStart: "ab44" }))[0]?.hasVector);
    }
    expect(has).toEqual([false, false, true, true]);
  });
});

describe("the settings of a profile", () => {
  const write = (profile: string, settings: object | undefined, workspace = OWN) =>
    writeProfileSettings(desk.session(), { workspace, profile, settings });
  const state = (num: number) =>
    desk.all<{ settings: string; version: number }>(
      "SELECT settings, version FROM workspaces WHERE num = ?",
      num,
    );

  it("are replaced, others stay, and the version rises so that no kept answer is shown", async () => {
    await desk.run(`UPDATE workspaces SET settings = '{"recallLog":"off"}' WHERE num = ?`, OWN);
    await write("code-memory", { "fusion.k": 10, "result.limit": 3 });
    await write("edge", { "fusion.k": 20 });
    const written = await write("code-memory", { "fusion.k": 30 });
    expect(JSON.parse(written ?? "")).toEqual({
      recallLog: "off",
      profiles: { "code-memory": { "fusion.k": 30 }, edge: { "fusion.k": 20 } },
    });
    expect(await state(OWN)).toEqual([{ settings: written, version: 4 }]);
    expect(await state(OTHER)).toEqual([{ settings: "{}", version: 1 }]);
  });

  it("are the profile's own again when taken back", async () => {
    expect(JSON.parse((await write("code-memory", undefined)) ?? "")).toMatchObject({
      profiles: { edge: { "fusion.k": 20 } },
    });
    expect((await state(OWN))[0]?.settings).not.toContain("code-memory");
    expect(await write("edge", {}, 99)).toBeUndefined();
  });
});
