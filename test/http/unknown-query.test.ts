import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorld, type World } from "../support/worlds/world.ts";

let world: World;
let token: string;

beforeAll(async () => {
  world = await createWorld();
  token = await world.client.workspace("default");
});
afterAll(() => world.dispose());

it.each(["/v1/memories/statistics", "/v1/memories/types", "/v1/profiles", "/v1/status", "/v1/documents"])(
  "%s refuses a parameter that it does not know, whether it has any or none",
  async (path) => {
    expect((await world.client.call("GET", path, { token })).status).toBe(200);
    const { status, body } = await world.client.call("GET", `${path}?frob=1`, { token });
    expect([status, body.error.code]).toEqual([400, "invalid_input"]);
    expect(body.error.message).toContain("frob");
  },
);
