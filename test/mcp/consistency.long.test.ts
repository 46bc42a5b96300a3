import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { watchedDatabase } from "../support/worlds/watched-database.ts";
import { createWorld, type World } from "../support/worlds/world.ts";
import { call, connect, type McpClient } from "./connect.ts";
import { openDoor } from "./open-door.ts";

/** What a client of MCP reads after it wrote: it cannot send a bookmark along. */
describe("what a call of MCP reads", () => {
  let starts: string[];
  let world: World;
  let token: string;
  let client: McpClient;
  let settle: () => Promise<void>;
  beforeAll(async () => {
    world = await createWorld();
    token = await world.client.workspace("default", "write");
    await world.client.upload(token, { "a.md": "The heron stood at the weir.\n" });
    const watched = watchedDatabase(world.database);
    ({ starts } = watched);
    const opened = openDoor({ ...world, database: watched.database });
    settle = opened.settle;
    client = await connect(opened.door, { token });
  });
  beforeEach(() => void starts.splice(0));
  afterAll(() => world.dispose());

  const BOOKMARK = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/;

  it("may come from a replica before it has written anything", async () => {
    await call(client, "status");
    expect(new Set(starts)).toEqual(new Set(["first-unconstrained"]));
  });

  it.each<[string, () => Promise<Record<string, unknown>>]>([
    ["remember", async () => ({ texts: ["Herons eat frogs."] })],
    [
      "feedback",
      async () => {
        const found = await call<{ recallId: string }>(client, "search", { query: "heron weir" });
        await settle();
        starts.splice(0);
        return { recallId: found.structured.recallId, hit: 1, vote: "up" };
      },
    ],
    ["forget", async () => ({ query: "Herons eat frogs." })],
  ])("of %s is the primary database, and its state what the next call reads at least", async (name, args) => {
    const given = await args();
    starts.splice(0);
    expect((await call(client, name, given)).isError).toBe(false);
    expect(starts.at(-1)).toBe("first-primary");
    starts.splice(0);
    await call(client, "status");
    expect(starts).toEqual([expect.stringMatching(BOOKMARK)]);
  });

  it("of who may not write opens no session of the primary database", async () => {
    const admin = await world.client.owner();
    const body = { scope: "read", workspace: "default" };
    const reading = (await world.client.call("POST", "/v1/tokens", { token: admin, body })).body.token;
    const watched = watchedDatabase(world.database);
    const { door } = openDoor({ ...world, database: watched.database });
    const reader = await connect(door, { token: reading });
    const refused = await call(reader, "remember", { texts: ["No."] });
    expect(refused.text).toMatch(/^forbidden: /);
    await call(reader, "status");
    // Nor are another token's writes a state that this one must have.
    expect(new Set(watched.starts)).toEqual(new Set(["first-unconstrained"]));
  });
});
