import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GUARDS } from "../../src/http/guarded-answers.ts";
import productionWorker from "../../src/worker.ts";
import { testEnv } from "../support/client.ts";
import { openDoor } from "../mcp/open-door.ts";
import { createWorld, type World } from "../support/worlds/world.ts";

describe("what answers tell a browser", () => {
  let world: World;
  let token = "";
  beforeAll(async () => {
    world = await createWorld();
    token = await world.client.workspace("guarded");
  });
  afterAll(() => world.dispose());
  const guards = (headers: Headers) =>
    Object.fromEntries(Object.keys(GUARDS).map((name) => [name, headers.get(name)]));
  const ask = async (method: string, path: string, body: object | null = null, own = token) => {
    const { door, settle } = openDoor(world);
    const headers = {
      ...{ authorization: `Bearer ${own}`, "content-type": "application/json" },
      accept: "application/json, text/event-stream",
    };
    const answer = await door(
      new Request(`https://recall.test${path}`, { method, headers, body: body && JSON.stringify(body) }),
    );
    await settle();
    return answer;
  };

  it.each<[string, string, object | null, number]>([
    ["GET", "/v1/status", null, 200],
    ["POST", "/v1/search", { query: "heron" }, 200],
    ["POST", "/v1/search", { query: "" }, 400],
    ["GET", "/v1/nothing", null, 404],
    ["GET", "/nothing", null, 404],
    ["GET", `/v1/search?q=${"a".repeat(40_000)}`, null, 413],
    ["GET", "/health", null, 200],
    ["POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "ping" }, 200],
    ["GET", "/mcp", null, 405],
  ])("%s %s has every guard", async (method, path, body, status) => {
    const answer = await ask(method, path, body);
    expect([answer.status, guards(answer.headers)]).toEqual([status, GUARDS]);
  });

  it("without a token, and of a server that is misconfigured, too", async () => {
    const refused = await ask("GET", "/v1/status", null, "no token");
    expect([refused.status, guards(refused.headers)]).toEqual([401, GUARDS]);
    const env = testEnv(world.database, { SIGNING_SECRET: "short" });
    const request = new Request("https://recall.test/v1/status");
    const answer = (await productionWorker.fetch(request as never, env, {} as never)) as unknown as Response;
    expect([answer.status, guards(answer.headers)]).toEqual([500, GUARDS]);
  });

  it("but what describes the API may be kept, and its page has its own style", async () => {
    const page = await ask("GET", "/docs");
    expect(page.headers.get("cache-control")).toMatch(/^public/);
    expect(page.headers.get("content-security-policy")).toContain("style-src");
    expect(page.headers.get("x-content-type-options")).toBe("nosniff");
  });
});
