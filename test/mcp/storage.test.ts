import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorld, type World } from "../support/worlds/world.ts";
import { call, connect } from "./connect.ts";
import { openDoor } from "./open-door.ts";

let world: World;
let isFull = false;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.dispose());

it("a disk that is nearly full stops what MCP keeps, as over HTTP, and lets reading and forgetting go on", async () => {
  const DISK = { fetch: async () => Response.json({ isFull }) };
  const { door } = openDoor(world, { DISK });
  const token = await world.client.workspace("full", "write");
  const agent = await connect(door, { token });
  const kept = await call<{ memories: { id: string }[] }>(agent, "remember", {
    texts: ["Otters eat mussels."],
    type: "fact",
  });
  const id = kept.structured.memories[0]?.id;
  const found = () =>
    call<{ recallId: string; hits: { id: string }[] }>(agent, "search", { query: "otters" });
  const { recallId, hits } = (await found()).structured;
  const vote = { recallId, hit: hits[0]?.id, vote: "up" };
  isFull = true;
  const refused = /^storage_full: The disk that holds the database is nearly full.*until there is room/;
  const more = { texts: ["Otters sleep afloat."], type: "fact" };
  expect(await call(agent, "remember", more)).toMatchObject({
    isError: true,
    text: expect.stringMatching(refused),
  });
  expect(await call(agent, "feedback", vote)).toMatchObject({
    isError: true,
    text: expect.stringMatching(refused),
  });
  expect((await found()).structured.hits).toHaveLength(1);
  expect(await call(agent, "forget", { id })).toMatchObject({ isError: false });
  expect(await call(agent, "forget", { id, undo: true })).toMatchObject({
    isError: true,
    text: expect.stringMatching(refused),
  });
  isFull = false;
  expect(await call(agent, "forget", { id, undo: true })).toMatchObject({ isError: false });
  expect(await call(agent, "remember", more)).toMatchObject({ isError: false });
  expect(await call(agent, "feedback", vote)).toMatchObject({ isError: false });
});
