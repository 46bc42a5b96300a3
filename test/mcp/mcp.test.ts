import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorld, type World } from "../support/world.ts";
import { call, connect, type McpClient } from "./connect.ts";
import { openDoor } from "./open-door.ts";

const FILES = {
  "guides/keys.md": "# Keys\n\n## Rotating the signing key\n\nSet the new secret first.\nKeep the previous one for a day.\n",
  "garden.md": "# Garden\n\n## Watering tomatoes\n\nIn the morning, at the root, never on the leaves.\n",
};

describe("the MCP server", () => {
  let world: World;
  let token: string;
  let client: McpClient;
  let settle: () => Promise<void>;

  beforeAll(async () => {
    world = await createWorld();
    token = await world.client.workspace("default", "write");
    await world.client.upload(token, FILES);
    const opened = openDoor(world);
    settle = opened.settle;
    client = await connect(opened.door, { token });
  });
  afterAll(() => world.dispose());

  it("searches compactly, and reads what it found", async () => {
    const found = await call<{ hits: { id: string; citation: string }[] }>(client, "search", { query: "when to water tomatoes" });
    console.log(found.text, JSON.stringify(found.structured));
    const [hit] = found.structured.hits;
    expect(hit?.citation).toContain("garden.md#L");
    const got = await call(client, "get", { places: [hit?.id] });
    console.log(got.text);
  });
  it("lists", async () => {
    console.log(JSON.stringify(await client.listTools()).length, JSON.stringify(await client.listResources()), JSON.stringify(await client.listPrompts()));
    await settle();
  });
});
