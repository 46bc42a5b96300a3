import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BEGINNING, chained } from "../../../src/workspaces/access-log/chain.ts";
import { SECRET } from "../../support/client.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

let world: SimulatedWorld;
let owner: string;
let admin: string;
beforeEach(async () => {
  world = await createSimulatedWorld(0);
  owner = await world.client.owner();
  admin = await world.client.workspace("default");
});
afterEach(() => world.dispose());

const call = (method: string, path: string, token: string, body?: unknown) =>
  world.client.call(method, path, { token, ...(body !== undefined && { body }) });
const run = (sql: string) => world.database.prepare(sql).run();

describe("a check of the access log", () => {
  const check = async (token: string, query = "") =>
    (await call("GET", `/v1/access-log/check?${query}`, token)).body;
  /** Lines of the owner's own requests, which belong to no workspace. */
  const OF_OWNER = "workspace = 0 AND seq";

  it.each([
    ["nothing", "SELECT 1", []],
    ["an outcome", `UPDATE access_log SET outcome = 'forbidden' WHERE ${OF_OWNER} = 3`, [[3, /changed/]]],
    ["an address", `UPDATE access_log SET address = 'x' WHERE ${OF_OWNER} = 2`, [[2, /changed/]]],
    [
      "a line that is gone",
      `DELETE FROM access_log WHERE ${OF_OWNER} = 3`,
      [[4, /lines 3 to 3 are missing/]],
    ],
    [
      "the first lines gone",
      `DELETE FROM access_log WHERE ${OF_OWNER} < 3`,
      [[3, /lines 1 to 2 are missing/]],
    ],
    [
      "two lines in the other order",
      `UPDATE access_log SET seq = CASE seq WHEN 2 THEN -3 ELSE -2 END WHERE ${OF_OWNER} IN (2, 3);
       UPDATE access_log SET seq = -seq WHERE ${OF_OWNER} < 0`,
      [
        [2, /changed/],
        [3, /changed/],
        [4, /changed/],
      ],
    ],
    [
      "a line of a workspace among the owner's",
      `UPDATE access_log SET (at, token, door, route, outcome, requests, address, key, hash) = (SELECT at, token, door,
        route, outcome, requests, address, key, hash FROM access_log b WHERE b.workspace = 1 AND b.seq = 1) WHERE ${OF_OWNER} = 3`,
      [
        [3, /changed/],
        [4, /changed/],
      ],
    ],
  ] as const)("by an owner, of the owner's own requests, shows %s", async (_, sql, told) => {
    await call("POST", "/v1/memories", admin, { text: "Herons wait." });
    for (let at = 0; at < 4; at++) await call("POST", "/v1/workspaces", owner, { slug: "default" });
    const whole = await check(owner);
    expect(whole).toMatchObject({ workspace: null, broken: [], nextCursor: null });
    expect(whole.checked).toBeGreaterThan(4);
    for (const statement of sql.split(";")) await run(statement);
    const { broken } = await check(owner);
    expect(broken).toEqual(told.map(([seq, problem]) => ({ seq, problem: expect.stringMatching(problem) })));
    // A workspace's own chain is whole, and its admin sees no other.
    expect(await check(admin)).toMatchObject({ workspace: "default", broken: [] });
    expect(await check(owner, "workspace=default")).toMatchObject({ workspace: "default", broken: [] });
  });

  it("is an admin's of its own workspace only, and comes in pages to the end of a chain", async () => {
    const reader = (await call("POST", "/v1/tokens", admin, { scope: "read" })).body.token;
    await world.client.workspace("other");
    expect((await check(reader)).error.code).toBe("forbidden");
    expect((await check(admin, "workspace=other")).error.code).toBe("forbidden");
    expect((await check(owner, "workspace=nowhere")).error.code).toBe("not_found");
    expect((await check(admin, "cursor=x")).error.code).toBe("invalid_input");
    await run("DELETE FROM access_log WHERE workspace = 1");
    const entry = { at: 1, token: "t", door: "http", route: "GET /v1/status", outcome: "ok" };
    const lines = await chained(SECRET, {
      ...{ workspace: 1, head: BEGINNING },
      entries: Array.from({ length: 520 }, () => ({ ...entry, requests: 1, address: "local" })),
    });
    await world.database
      .prepare(
        `INSERT INTO access_log (workspace, seq, at, token, door, route, outcome, requests, address, key, hash)
           SELECT 1, value ->> 'seq', value ->> 'at', value ->> 'token', value ->> 'door', value ->> 'route',
             value ->> 'outcome', value ->> 'requests', value ->> 'address', value ->> 'key', value ->> 'hash'
           FROM json_each(?)`,
      )
      .bind(JSON.stringify(lines))
      .run();
    const first = await check(admin);
    expect(first).toMatchObject({ checked: 500, broken: [], nextCursor: "500" });
    await run("DELETE FROM access_log WHERE workspace = 1 AND seq = 510");
    expect(await check(admin, "cursor=500")).toMatchObject({
      broken: [{ seq: 511, problem: "lines 510 to 510 are missing" }],
      nextCursor: null,
    });
  });
});
