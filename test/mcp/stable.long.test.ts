import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorld, type World } from "../support/worlds/world.ts";
import { call, connect, type McpClient } from "./connect.ts";
import { openDoor } from "./open-door.ts";

// A model's prompt cache keeps what begins with the same bytes.

describe("the same call on the same index", () => {
  let world: World;
  let first: McpClient;
  let second: McpClient;

  beforeAll(async () => {
    world = await createWorld();
    const token = await world.client.workspace("default", "write");
    const names = ["weir", "mill", "pond", "lock"];
    const files = names.map((name) => [
      `${name}.md`,
      `# The ${name}\n\nAna López counts herons at the ${name}.\n`,
    ]);
    await world.client.upload(token, Object.fromEntries(files));
    const body = { text: "Herons are counted in May.", type: "decision" };
    await world.client.call("POST", "/v1/memories", { token, body });
    for (let round = 0; round < 3; round++) await world.client.sweep();
    first = await connect(openDoor(world).door, { token });
    // Another isolate, which kept nothing of the first.
    second = await connect(openDoor(world).door, { token });
  });
  afterAll(() => world.dispose());

  it.each<[string, Record<string, unknown>]>([
    ["get", { places: ["weir.md", "*.md"] }],
    ["fetch", { id: "weir.md" }],
    ["list", {}],
    ["list", { type: "decision" }],
    ["graph", { query: "Ana López" }],
    ["status", {}],
  ])("has the same bytes: %s %j", async (name, args) => {
    const [one, two] = [await call(first, name, args), await call(second, name, args)];
    expect(one.isError).toBe(false);
    expect(JSON.stringify(two)).toBe(JSON.stringify(one));
  });

  it.each<[string, string]>([
    ["digest", '"nextCursor"'],
    ["compact", '"nextCursor"'],
    ["snippet", ""],
    ["full", ""],
  ])("of search differs only in what comes last, in the view %s", async (view, differs) => {
    const args = { query: "who counts herons?", limit: 2, view };
    const [one, two] = [await call(first, "search", args), await call(second, "search", args)];
    const withoutRecall = (text: string) => text.replace(/\nrecall [0-9a-f-]+$/, "");
    expect(withoutRecall(one.text)).not.toBe(one.text);
    expect(withoutRecall(two.text)).toBe(withoutRecall(one.text));
    if (differs === "") return;
    const [before, behind] = JSON.stringify(one.structured).split(differs);
    expect(JSON.stringify(two.structured).split(differs)[0]).toBe(before);
    expect(behind).toMatch(/^:"[\w-]+","recallId":"[0-9a-f-]+"\}$/);
  });

  it("lists the same tools in the same bytes", async () => {
    const listed = JSON.stringify((await first.listTools()).tools);
    expect(JSON.stringify((await second.listTools()).tools)).toBe(listed);
    expect(listed).not.toMatch(/\d{4}-\d\d-\d\d|[0-9a-f]{32}/);
  });
});
