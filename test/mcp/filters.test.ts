import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorld, type World } from "../support/worlds/world.ts";
import { call, connect, type McpClient } from "./connect.ts";
import { openDoor } from "./open-door.ts";

interface Found {
  readonly hits: readonly { readonly citation: string }[];
  readonly notes: readonly string[];
}

describe("filters of the search tool", () => {
  let world: World;
  let client: McpClient;
  beforeAll(async () => {
    world = await createWorld();
    const token = await world.client.workspace("default", "write");
    const notes = [
      { path: "new.md", text: "Herons nest at the weir.\n", metadata: { year: 2026, team: "birds" } },
      { path: "old.md", text: "Herons nested at the mill.\n", metadata: { year: 2019, team: "birds" } },
      { path: "draft.md", text: "Herons may nest anywhere.\n", metadata: { year: 2026, tags: ["draft"] } },
    ];
    for (const root of ["notes", "code"])
      await world.client.call("POST", `/v1/documents?root=${root}`, { token, body: notes });
    const memory = { text: "Herons return in March", source: "meeting", metadata: { year: 2026 } };
    await world.client.call("POST", "/v1/memories", { token, body: memory });
    client = await connect(openDoor(world).door, { token });
  });
  afterAll(() => world.dispose());

  const found = async (filters: object, more: object = { root: "notes" }) => {
    const { structured } = await call<Found>(client, "search", { query: "herons", ...more, filters });
    return structured.hits.map(({ citation }) => citation).toSorted();
  };

  it.each<[object, object, string]>([
    [{}, { metadata: { year: { gte: 2027 } } }, "metadata"],
    [{ root: "notes" }, { source: "nobody" }, "root, source"],
    [{ root: "notes" }, { root: "code", metadata: { year: 1 } }, "root, all"],
  ])(
    "are named as they were given where they leave out what answers: %j %j",
    async (more, filters, named) => {
      const { text } = await call(client, "search", { query: "herons weir", ...more, filters });
      expect(text).toContain(`The filters (${named}) leave out`);
    },
  );

  it.each<[object, readonly string[]]>([
    [{ metadata: { year: { gte: 2020 } } }, ["notes:draft.md#L1", "notes:new.md#L1"]],
    [{ not: { metadata: { tags: "draft" } } }, ["notes:new.md#L1", "notes:old.md#L1"]],
    [{ metadata: { year: [2019, 2020] } }, ["notes:old.md#L1"]],
    [
      { any: [{ metadata: { year: 2019 } }, { metadata: { tags: "draft" } }] },
      ["notes:draft.md#L1", "notes:old.md#L1"],
    ],
    [{ all: [{ metadata: { team: "birds" } }, { not: { prefix: "old" } }] }, ["notes:new.md#L1"]],
  ])("hold: %j", async (filters, citations) => {
    expect(await found(filters)).toEqual(citations);
  });

  it("take lists of roots, and what memories are from", async () => {
    const roots = await found({ root: ["notes", "code"], prefix: "new" }, {});
    expect(roots).toEqual(["code:new.md#L1", "notes:new.md#L1"]);
    const { structured } = await call<Found>(client, "search", {
      query: "herons",
      filters: { source: "meeting" },
    });
    expect(structured.hits).toHaveLength(1);
    expect(await found({ source: "nowhere" }, {})).toEqual([]);
  });

  it.each<[object, RegExp]>([
    [{ colour: "red" }, /colour/],
    [{ metadata: { year: { above: 3 } } }, /metadata/],
    [{ not: [] }, /not/],
  ])("that are wrong are refused by name: %j", async (filters, named) => {
    const { isError, text } = await call(client, "search", { query: "herons", filters });
    expect([isError, text]).toEqual([true, expect.stringMatching(named)]);
  });
});
