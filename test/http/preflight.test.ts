import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorld, type World } from "../support/worlds/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.dispose());

const asked = (path: string, more: Readonly<Record<string, string>> = {}) =>
  world.client.raw("OPTIONS", path, { headers: { origin: "https://notes.example", ...more }, body: null });

it.each(["/v1/search", "/health", "/mcp"])(
  "a preflight of %s names the setting that lets a page in",
  async (path) => {
    const { status, body } = await asked(path, { "access-control-request-method": "POST" });
    expect([status, body.error.code, body.error.message]).toEqual([
      ...[403, "forbidden", expect.stringContaining("in CORS_ORIGINS")],
    ]);
  },
);

it("what is no preflight is asked for its token", async () => {
  expect((await asked("/v1/search")).status).toBe(401);
});
