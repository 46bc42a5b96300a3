import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openDoor } from "../../mcp/open-door.ts";
import { call as callTool, connect } from "../../mcp/connect.ts";
import { SECRET } from "../../support/client.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

let world: SimulatedWorld;
let owner: string;
let admin: string;
let reader: string;
let other: string;
beforeAll(async () => {
  world = await createSimulatedWorld(0);
  owner = await world.client.owner();
  admin = await world.client.workspace("default");
  other = await world.client.workspace("other");
  reader = (await call("POST", "/v1/tokens", admin, { scope: "read" })).body.token;
});
afterAll(() => world.dispose());
beforeEach(async () => {
  await world.database.prepare("DELETE FROM access_log").run();
  world.clock.advance(MINUTE_MS);
});

const call = (method: string, path: string, token: string, body?: unknown, headers = {}) =>
  world.client.call(method, path, { token, headers, ...(body !== undefined && { body }) });
const idOf = (token: string) => token.split(".")[1];
const run = (sql: string) => world.database.prepare(sql).run();
const log = async (query = "", token = admin) => (await call("GET", `/v1/access-log?${query}`, token)).body;
type Entry = {
  token: string;
  route: string;
  outcome: string;
  door: string;
  address: string;
  requests: number;
};
const audited = async (client = world.client) => {
  const failed: { id: string; note: string }[] = [];
  let cursor = "access_log ";
  for (;;) {
    const query = new URLSearchParams({ full: "true", cursor });
    const { body } = await client.call("GET", `/v1/audit?${query}`, { token: admin });
    const found = body.checks.find(({ check }: { check: string }) => check === "access_log");
    failed.push(...(found?.examples ?? []));
    if (body.nextCursor === null || !body.nextCursor.startsWith("access_log "))
      return failed.map(({ id, note }) => `${id}: ${note}`);
    cursor = body.nextCursor;
  }
};

describe("the access log", () => {
  it("has who did what by which door, from where and how it ended, and no text", async () => {
    const door = { "x-recall-door": "cli", "cf-connecting-ip": "203.0.113.77" };
    await call("POST", "/v1/search", reader, { query: "heron secret", log: false }, door);
    await call("POST", "/v1/memories", reader, { text: "heron secret" });
    await call("POST", "/v1/memories", admin, { text: "The heron secret is kept." });
    await call("GET", "/v1/documents/secret.md", admin);
    await call("GET", "/v1/status", other);
    const { entries, nextCursor: next } = await log();
    expect(entries.map((one: Entry) => [one.token, one.door, one.route, one.outcome, one.address])).toEqual([
      [idOf(admin), "http", "GET /v1/documents/:path", "not_found", "local"],
      [idOf(admin), "http", "POST /v1/memories", "ok", "local"],
      [idOf(reader), "http", "POST /v1/memories", "forbidden", "local"],
      [idOf(reader), "cli", "POST /v1/search", "ok", "203.0.113.0/24"],
    ]);
    expect([JSON.stringify(entries).includes("secret"), next]).toEqual([false, null]);
    const columns = await run("SELECT * FROM access_log");
    expect(JSON.stringify(columns.results)).not.toContain("heron");
  });

  it("names the tool of MCP, and what became of it", async () => {
    const { door, settle } = openDoor(world);
    const client = await connect(door, { token: reader });
    await callTool(client, "search", { query: "heron" });
    await callTool(client, "remember", { texts: ["No."] });
    await settle();
    const tools = (await log("route=mcp")).entries.map((one: Entry) => [one.door, one.route, one.outcome]);
    expect(tools).toEqual([
      ["mcp", "mcp remember", "forbidden"],
      ["mcp", "mcp search", "ok"],
    ]);
  });

  it("has a revoked token's attempts too, and nothing of who sends too much", async () => {
    const { token, id } = (await call("POST", "/v1/tokens", admin, { scope: "read" })).body;
    await call("DELETE", `/v1/tokens/${id}`, admin);
    await call("GET", "/v1/status", token);
    const limited = world.isolate({ RATE_LIMIT: { limit: async () => ({ success: false }) } as never });
    await limited.call("GET", "/v1/status", { token });
    const { entries } = await log(`token=${id}`);
    expect(entries.map(({ outcome }: Entry) => outcome)).toEqual(["unauthorized"]);
  });

  it("writes the first of reads that are alike at once, and counts the others of its minute in one line", async () => {
    for (let at = 0; at < 5; at++) await call("GET", "/v1/status", reader);
    const lines = async () =>
      (await log("route=GET /v1/status")).entries.map(({ requests }: Entry) => requests);
    expect(await lines()).toEqual([1]);
    for (let at = 0; at < 3; at++) await call("POST", "/v1/memories", reader, {});
    const writes = (await log("route=POST")).entries;
    expect(writes.map(({ requests }: Entry) => requests)).toEqual([1, 1, 1]);
    world.clock.advance(MINUTE_MS);
    await call("GET", "/v1/status", reader);
    expect((await lines()).toSorted()).toEqual([1, 1, 4]);
  });

  it("is filtered, comes in pages, and tells an admin of its own workspace only, an owner of all", async () => {
    for (const token of [reader, admin])
      await call("POST", "/v1/memories", token, { text: "Eels pass at night." });
    await call("POST", "/v1/memories", other, { text: "Frogs." });
    await call("POST", "/v1/workspaces", owner, { slug: "default" });
    const routes = async (query: string, token = admin) =>
      (await log(query, token)).entries.map(({ token: id, outcome }: Entry) => [id, outcome]);
    expect(await routes("outcome=forbidden")).toEqual([[idOf(reader), "forbidden"]]);
    expect(await routes("outcome=ok&route=POST")).toEqual([[idOf(admin), "ok"]]);
    expect(await routes("door=page")).toEqual([]);
    const nowMs = world.clock.now();
    const at = (ms: number) => new Date(nowMs + ms).toISOString();
    expect(await routes(`to=${at(-1)}`)).toEqual([]);
    expect((await routes(`from=${at(0)}&route=POST`)).length).toBe(2);
    const first = await log("limit=1");
    const second = await log(`limit=1&cursor=${first.nextCursor}`);
    expect([first.entries.length, second.entries[0].seq]).toEqual([1, first.entries[0].seq - 1]);
    const all = await log("route=POST", owner);
    expect(new Set(all.entries.map(({ workspace }: { workspace: string }) => workspace))).toEqual(
      new Set(["default", "other", null]),
    );
    expect((await log("workspace=other&route=POST", owner)).entries).toHaveLength(1);
    expect((await log("workspace=other")).error.code).toBe("forbidden");
    expect((await log("", reader)).error.code).toBe("forbidden");
    expect((await log("cursor=x")).error.code).toBe("invalid_input");
  });
});

describe("the chain of the access log", () => {
  const some = async (count: number) => {
    for (let at = 0; at < count; at++) await call("POST", "/v1/memories", reader, {});
  };

  it("holds whatever several isolates append at the same time", async () => {
    const isolates = Array.from({ length: 6 }, () => world.isolate());
    await Promise.all(
      isolates.flatMap((isolate) =>
        [1, 2, 3].map(() => isolate.call("POST", "/v1/memories", { token: reader, body: {} })),
      ),
    );
    const { results } = await run("SELECT seq, requests FROM access_log WHERE workspace = 1 ORDER BY seq");
    expect(results).toHaveLength(18);
    const [first] = results as { seq: number }[];
    expect((results as { seq: number }[]).map(({ seq }) => seq - (first?.seq ?? 0))).toEqual(
      Array.from({ length: 18 }, (_, at) => at),
    );
    // A beginning that is cut off was no deletion of the service's.
    if (first?.seq === 1) expect(await audited()).toEqual([]);
  });

  it.each([
    [
      "a changed outcome",
      "UPDATE access_log SET outcome = 'ok' WHERE seq = 3",
      "line 3: it, or the one before, was changed",
    ],
    [
      "another token",
      "UPDATE access_log SET token = 'x' WHERE seq = 2",
      "line 2: it, or the one before, was changed",
    ],
    ["a removed line", "DELETE FROM access_log WHERE seq = 3", "line 4: lines 3 to 3 are missing"],
    ["removed first lines", "DELETE FROM access_log WHERE seq < 3", "line 3: lines 1 to 2 are missing"],
    [
      "two that changed places",
      "UPDATE access_log SET (route, hash) = (SELECT route || ' ', hash FROM access_log b WHERE b.workspace = 1 AND b.seq = 4) WHERE seq = 3",
      "line 3: it, or the one before, was changed",
    ],
    [
      "a line of an unknown secret",
      "UPDATE access_log SET key = 'unknown' WHERE seq = 4",
      "line 4: not made by this server",
    ],
  ])("shows %s", async (_, sql, told) => {
    const fresh = await createSimulatedWorld(0);
    const before = [world, admin, reader] as const;
    try {
      [world, admin] = [fresh, await fresh.client.workspace("default")];
      reader = (await call("POST", "/v1/tokens", admin, { scope: "read" })).body.token;
      await some(5);
      expect(await audited()).toEqual([]);
      await run(sql.replace("WHERE seq", "WHERE workspace = 1 AND seq"));
      expect((await audited())[0]).toBe(told);
    } finally {
      [world, admin, reader] = before;
      await fresh.dispose();
    }
  });

  it("goes on over a new secret, and stays checkable after lines went for their age", async () => {
    const fresh = await createSimulatedWorld(0);
    const before = [world, admin, reader] as const;
    try {
      [world, admin] = [fresh, await fresh.client.workspace("default")];
      reader = (await call("POST", "/v1/tokens", admin, { scope: "read" })).body.token;
      await some(4);
      const rotated = fresh.isolate({
        SIGNING_SECRET: "another secret for tests, also long enough",
        SIGNING_SECRET_PREVIOUS: SECRET,
      });
      fresh.clock.advance(89 * DAY_MS);
      const young = (await rotated.call("POST", "/v1/memories", { token: reader, body: {} })).status;
      expect(young).toBe(403);
      expect(await audited(rotated)).toEqual([]);
      fresh.clock.advance(2 * DAY_MS);
      await rotated.daily();
      const { results } = await run("SELECT seq FROM access_log WHERE workspace = 1 ORDER BY seq");
      expect((results as { seq: number }[])[0]?.seq).toBeGreaterThan(4);
      const long = await fresh.client.owner();
      const { body } = await rotated.call("POST", "/v1/tokens", {
        token: long,
        body: { scope: "admin", workspace: "default" },
      });
      admin = body.token;
      expect(await audited(rotated)).toEqual([]);
      await run("UPDATE access_anchors SET seq = seq + 1 WHERE workspace = 1");
      expect((await audited(rotated))[0]).toMatch(/were not deleted by this server$/);
    } finally {
      [world, admin, reader] = before;
      await fresh.dispose();
    }
  });

  it("lets rows of tokens go with the lines that name them, 90 days after the token ended", async () => {
    const fresh = await createSimulatedWorld(0);
    try {
      const { client, clock } = fresh;
      const lasting = await client.owner();
      const ask = (method: string, path: string, token: string, body?: object) =>
        client.call(method, path, { token, ...(body !== undefined && { body }) });
      const root = (await ask("GET", "/v1/tokens", lasting)).body.tokens;
      await ask("POST", "/v1/workspaces", lasting, { slug: "default" });
      const minted = async (expiresInDays: number) =>
        (
          await ask("POST", "/v1/tokens", lasting, {
            ...{ scope: "admin", workspace: "default", name: "backup", expiresInDays },
          })
        ).body;
      const [revoked, ended, living] = [await minted(300), await minted(1), await minted(300)];
      await ask("DELETE", `/v1/tokens/${revoked.id}`, lasting);
      const ids = async () =>
        (await ask("GET", "/v1/tokens", lasting)).body.tokens.map(({ id }: { id: string }) => id);
      const all = [...root.map(({ id }: { id: string }) => id), revoked.id, ended.id, living.id];
      clock.advance(89 * DAY_MS);
      await client.daily();
      expect(await ids()).toEqual(all);
      clock.advance(1 * DAY_MS + MINUTE_MS);
      await client.daily();
      expect(await ids()).toEqual(all.filter((id) => id !== revoked.id));
      clock.advance(1 * DAY_MS);
      await client.daily();
      expect(await ids()).toEqual(all.filter((id) => id !== revoked.id && id !== ended.id));
      for (const { token } of [revoked, ended])
        expect((await ask("GET", "/v1/status", token)).status).toBe(401);
      expect((await ask("GET", "/v1/status", living.token)).status).toBe(200);
    } finally {
      await fresh.dispose();
    }
  });
});
