import { beforeEach, describe, expect, it } from "vitest";
import { GraphParameters } from "../../src/graph/contract.ts";
import { graphAround } from "../../src/graph/around.ts";
import { entitiesOfChunks } from "../../src/graph/sql/graph-reads.ts";
import type { OpenWorkspace } from "../../src/workspaces/open-workspace.ts";
import { memoryDatabase, memoryId } from "../memories/memory-database.ts";
import { saidInText } from "../support/said-in-text.ts";

describe("a graph around a query", () => {
  const { here, addWorkspace, context, create, rows } = memoryDatabase();
  let asker: OpenWorkspace;
  beforeEach(async () => {
    asker = await context();
  });
  const entities = (names: readonly string[], of = here.workspace) =>
    here.database
      .prepare(
        `INSERT INTO entities (workspace, slug, name, type, state, parts)
         SELECT ?, lower(value), value, 'person', 1, '[]' FROM json_each(?) WHERE true ON CONFLICT DO NOTHING`,
      )
      .bind(of, JSON.stringify(names))
      .run();
  /** Relations as triples, of a chunk where one is named. */
  const relate = async (triples: readonly (readonly [string, string, string, string?])[]) =>
    here.database.batch([
      here.database
        .prepare(
          `INSERT INTO relations (workspace, from_entity, type, to_entity)
           SELECT ?1, value->>0, value->>1, value->>2 FROM json_each(?2) WHERE value->>3 IS NULL`,
        )
        .bind(here.workspace, JSON.stringify(triples)),
      ...triples.flatMap(([from, type, to, path]) =>
        path === undefined
          ? []
          : saidInText([from, type, to], `d.workspace = ${here.workspace} AND d.path = '${path}'`).map(
              (sql) => here.database.prepare(sql),
            ),
      ),
    ]);
  const never = () => Promise.reject(new Error("the query names an entity"));
  const around = (query: string, wish: object = {}, searching: unknown = never) =>
    graphAround(asker, GraphParameters.parse({ query, ...wish }), searching as typeof never);
  const names = (count: number, start: string) =>
    Array.from({ length: count }, (_, at) => `${start}${at + 10}`);

  it.each([
    [5, 5, false, {}],
    [6, 5, true, {}],
    [4, 3, false, { limit: 3 }],
  ])("begins from five of the %i entities that it names", async (count, shown, truncated, wish) => {
    const all = ["Ana", "Ben", "Cid", "Dag", "Eva", "Fay"].slice(0, count);
    await entities(all);
    const graph = await around(`who are ${all.join(", ")}?`, wish);
    expect([graph.entities.length, graph.truncated, graph.start]).toEqual([shown, truncated, "names"]);
  });

  it.each([
    [24, "out", 24, false],
    [25, "out", 24, true],
    [24, "in", 24, false],
    [25, "in", 24, true],
  ] as const)(
    "of %i relations that go %s shows %i and says whether there are more: %s",
    async (count, way, shown, truncated) => {
      const others = names(count, "n");
      await entities(["Ana", ...others]);
      await relate(
        others.map((other) => (way === "out" ? ["ana", "knows", other] : [other, "knows", "ana"])),
      );
      const graph = await around("who is Ana?", { limit: 50 });
      expect([graph.entities.length, graph.truncated]).toEqual([shown + 1, truncated]);
    },
  );

  it.each([
    ["two steps", ["ana"], 12, { depth: 2 }, 13, false],
    ["two steps", ["ana"], 13, { depth: 2 }, 14, true],
    ["two that are named", ["ana", "ben"], 12, {}, 14, false],
    ["two that are named", ["ana", "ben"], 13, {}, 14, true],
  ] as const)(
    "shares what it reads among %s: of %j each with %i",
    async (_, named, count, wish, shown, truncated) => {
      const others = names(count, "n");
      await entities([...named, ...others]);
      await relate(named.flatMap((one) => others.map((other) => [one, "knows", other] as const)));
      const graph = await around(`who is ${named.join(" and ")}?`, { limit: 50, ...wish });
      expect([graph.entities.length, graph.truncated]).toEqual([shown, truncated]);
    },
  );

  it("goes no further when it has as many as it may show, and says that there is more", async () => {
    await entities(["Ana", "Ben", "Zoe"]);
    await relate([
      ["ana", "knows", "ben"],
      ["ben", "knows", "zoe"],
      ["ben", "knows", "ana"],
    ]);
    const shown = async (wish: object) => {
      const { entities: found, relations, truncated } = await around("who is Ana?", wish);
      return [found.length, relations.length, truncated];
    };
    expect(await shown({ limit: 1 })).toEqual([1, 0, true]);
    expect(await shown({ limit: 2 })).toEqual([2, 2, false]);
    expect(await shown({ limit: 2, depth: 2 })).toEqual([2, 2, true]);
    expect(await shown({ limit: 3, depth: 2 })).toEqual([3, 3, false]);
  });

  it("goes on from twelve of the entities that a step has found", async () => {
    const [near, far] = [names(13, "n"), names(13, "f")];
    await entities(["Ana", ...near, ...far]);
    await relate(near.slice(0, 7).map((one) => ["ana", "knows", one]));
    await relate(near.slice(7).map((one) => [one, "knows", "ana"]));
    await relate(near.map((one, at) => [one, "knows", far[at] ?? ""]));
    const graph = await around("who is Ana?", { limit: 50, depth: 2 });
    const distances = graph.entities.map(({ distance }) => distance);
    const at = (step: number) => distances.filter((distance) => distance === step).length;
    expect([at(0), at(1), at(2), graph.truncated]).toEqual([1, 13, 12, true]);
  });

  it("has each relation once, by its direction and type, with three of those who say so", async () => {
    for (const digit of ["a", "b", "c", "d"])
      await create(digit, `Ana knows Ben, ${digit}.`, { entities: [] });
    await entities(["Ana", "Ben"]);
    const said = ["a", "b", "c", "d"].map((digit) => ["ana", "knows", "ben", memoryId(digit)] as const);
    await relate([
      ...said,
      ["ana", "knows", "ben"],
      ["ben", "knows", "ana"],
      ["ana", "likes", "ben", memoryId("a")],
    ]);
    const { relations } = await around("Ana and Ben");
    expect(
      relations
        .map(({ from, type, to, manual, citations }) => [from, type, to, manual, citations.length])
        .toSorted((x, y) => (String(x) < String(y) ? -1 : 1)),
    ).toEqual([
      ["ana", "knows", "ben", true, 3],
      ["ana", "likes", "ben", false, 1],
      ["ben", "knows", "ana", true, 0],
    ]);
  });

  it("says once that two stand beside each other, also where it begins from both", async () => {
    await create("a", "They met.", { entities: ["Ana", "Ben"] });
    await entities(["Ana", "Ben"]);
    const { relations } = await around("Ana and Ben");
    expect(relations.map(({ type }) => type)).toEqual(["named_with"]);
  });

  it("of two steps over eight says that there is more only where there is", async () => {
    const near = names(8, "n");
    await entities(["Ana", ...near]);
    await relate(near.map((one) => ["ana", "knows", one]));
    expect((await around("who is Ana?", { limit: 50, depth: 2 })).truncated).toBe(false);
    await relate(near.slice(1, 5).map((one) => ["n10", "knows", one]));
    expect((await around("who is Ana?", { limit: 50, depth: 2 })).truncated).toBe(true);
  });

  it("of two steps holds all that one step holds", async () => {
    const near = names(30, "n");
    await entities(["Ana", "Zoe", ...near]);
    await relate([...near.map((one) => ["ana", "knows", one] as const), ["n39", "knows", "zoe"]]);
    const [one, two] = [await around("Ana", { limit: 50 }), await around("Ana", { limit: 50, depth: 2 })];
    const slugs = ({ entities: found }: typeof one) => found.map(({ slug }) => slug);
    expect(slugs(one)).toHaveLength(25);
    expect(new Set(slugs(two))).toEqual(new Set([...slugs(one), "zoe"]));
  });

  it("is joined to what is named beside it where nothing that is shown is related to it", async () => {
    await create("a", "They met.", { entities: ["Ana", "Ben"] });
    await entities(["Ana", "Cid", "Dag"]);
    await relate([
      ["ana", "knows", "hidden"],
      ["cid", "knows", "dag"],
    ]);
    const { entities: found, relations } = await around("Ana and Cid");
    expect(found.map(({ slug }) => slug).toSorted()).toEqual(["ana", "ben", "cid", "dag"]);
    expect(relations.map(({ from, type, to }) => `${from} ${type} ${to}`)).toEqual([
      "cid knows dag",
      "ana named_with ben",
    ]);
  });

  it("of one entity begins from it alone, by any of its names, or says that it is not there", async () => {
    await create("a", "They met.", { entities: ["Ana", "Ana Ruiz", "Ben"] });
    const graph = (entity: string) => graphAround(asker, { entity, limit: 9, depth: 1 }, never);
    const { start, entities: found } = await graph("ana ruiz");
    expect([start, found.filter(({ distance }) => distance === 0).map(({ name }) => name)]).toEqual([
      "names",
      ["Ana Ruiz"],
    ]);
    await expect(graph("Nobody")).rejects.toMatchObject({ code: "not_found" });
  });

  it("cites the newest mention of each entity, and says which are made by hand", async () => {
    await create("a", "Of old.", { entities: ["Ana"], lastObserved: 1 });
    await create("b", "Of late.", { entities: ["Ana"], lastObserved: 2 });
    await entities(["Ben"]);
    const graph = await around("Ana and Ben");
    expect(
      graph.entities.map(({ slug, manual, citations }) => [
        slug,
        manual,
        citations.map(({ path }) => path[0]),
      ]),
    ).toEqual(
      expect.arrayContaining([
        ["ana", false, ["b"]],
        ["ben", true, []],
      ]),
    );
  });

  it("that names nothing begins from what its five best hits name, unlogged, else from nothing", async () => {
    await create("a", "Of the lab.", { entities: ["Ana"] });
    const [chunk] = await rows<{ id: string }>("SELECT id FROM chunks WHERE workspace = ?1");
    const asked: unknown[] = [];
    const searching = (hits: readonly object[]) => async (_: unknown, request: object) => {
      asked.push(request);
      return { hits };
    };
    const found = await around("the lab", {}, searching([{ id: chunk?.id }]));
    const none = await around("the lab", {}, searching([]));
    expect([found.start, found.entities.map(({ slug }) => slug), none.start, none.entities]).toEqual([
      ...["hits", ["ana"], "nothing"],
      [],
    ]);
    expect(asked[0]).toMatchObject({ profile: "keyword", view: "full", limit: 5, log: false });
  });

  it("takes the entities of the first hit first, of one hit the best attested, then by slug, of its workspace", async () => {
    await create("a", "One.", { entities: ["Zoe", "Ana"] });
    await create("b", "Two.", { entities: ["Ben", "Cid", "Dag"] });
    const there = await addWorkspace();
    await create("c", "Three.", { entities: ["Eva"], into: there });
    const ids = await rows<{ id: string }>(
      "SELECT c.id FROM chunks c JOIN documents d ON d.num = c.document WHERE d.workspace IN (?1, ?1 + 1) ORDER BY d.path DESC",
    );
    await here.database
      .prepare(
        "UPDATE mentions SET spots = replace(spots, ':100}', ':900}') WHERE slug = 'dag' AND workspace = ?",
      )
      .bind(here.workspace)
      .run();
    await here.database
      .prepare(
        "INSERT INTO entities (workspace, slug, name, type, state) VALUES (?, 'cid', 'Cid', 'other', -1)",
      )
      .bind(here.workspace)
      .run();
    const order = (limit: number) =>
      entitiesOfChunks(here.db, here.workspace, { ids: ids.map(({ id }) => id), limit });
    expect(await order(9)).toEqual(["dag", "ben", "ana", "zoe"]);
    expect(await order(2)).toEqual(["dag", "ben"]);
  });
});
