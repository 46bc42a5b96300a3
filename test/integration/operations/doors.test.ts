import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SECRET } from "../../support/client.ts";
import { knownToken } from "../../support/known-token.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

const HOUR_MS = 3_600_000;

describe("every door", () => {
  let world: World;
  let token: string;

  beforeEach(async () => {
    world = await createWorld();
    token = await world.client.workspace("default");
  });
  afterEach(() => world.dispose());

  it("only the origin of a root writes into it", async () => {
    await world.client.upload(token, { "a.md": "Heron.\n" });
    const stranger = { origin: "1".repeat(32) };
    const upload = { ...stranger, documents: [{ path: "b.md", text: "x", hash: "0".repeat(32), mtime: 1 }] };
    for (const [path, body] of [
      ["documents", upload],
      ["prune", { ...stranger, paths: ["a.md"] }],
      ["manifest", { ...stranger, files: [] }],
    ] as const)
      expect(
        (await world.client.call("POST", `/v1/roots/notes/${path}`, { token, body })).body.error.code,
      ).toBe("root_exists");
    const look = { ...stranger, files: [], dryRun: true, join: true };
    expect((await world.client.call("POST", "/v1/roots/notes/manifest", { token, body: look })).status).toBe(
      200,
    );
    expect(
      (
        await world.client.call("POST", "/v1/roots/notes/manifest", {
          token,
          body: { ...stranger, files: [] },
        })
      ).status,
    ).toBe(409);
    expect((await world.client.call("GET", "/v1/documents/a.md", { token })).status).toBe(200);
  });

  it("access comes first: before the body is read, on every route, and never past the minter's own time", async () => {
    const limiter = { limit: async () => ({ success: false }) };
    const limited = world.isolate({ RATE_LIMIT: limiter });
    expect((await limited.call("GET", "/v1/documents", { token })).status).toBe(429);
    const expiresAt = Date.now() + HOUR_MS;
    const brief = await knownToken(world.database, SECRET, { scope: "admin", expiresAt });
    const minted = (
      await world.client.call("POST", "/v1/tokens", {
        token: brief,
        body: { scope: "read", expiresInDays: 9 },
      })
    ).body;
    expect(Date.parse(minted.expiresAt)).toBeLessThanOrEqual(expiresAt);
    const { id } = minted;
    await world.client.call("DELETE", `/v1/tokens/${id}`, { token });
    const revoked = await world.client.call("POST", "/v1/roots/notes/prune", {
      token: minted.token,
      body: { nonsense: true },
    });
    expect(revoked.status).toBe(403);
    const write = (await world.client.call("POST", "/v1/tokens", { token, body: { scope: "write" } })).body;
    await world.client.call("DELETE", `/v1/tokens/${write.id}`, { token });
    const gone = await world.client.call("POST", "/v1/roots/notes/prune", {
      token: write.token,
      body: { nonsense: true },
    });
    expect(gone.status).toBe(401);
  });

  it("a database that does not answer is 503 on every route", async () => {
    const silent = new Proxy(world.database, {
      get: (target, name) => {
        const fail = () => Promise.reject(new Error("D1_ERROR: Network connection lost."));
        const statement = { bind: () => statement, all: fail, raw: fail, run: fail, first: fail };
        if (name === "withSession")
          return () => ({ prepare: () => statement, batch: fail, getBookmark: () => null });
        return Reflect.get(target, name);
      },
    });
    const client = world.isolate({ DB: silent });
    for (const path of ["/v1/status", "/v1/documents", "/v1/documents/a.md", "/v1/tokens"])
      expect([path, (await client.call("GET", path, { token })).status]).toEqual([path, 503]);
  });

  it("the vector profile falls back to keywords and says so, whatever fails", async () => {
    await world.client.upload(token, { "a.md": "The heron nests.\n" });
    await world.client.sweep();
    await world.client.sweep();
    world.vectorize.failure = new Error("VECTOR_QUERY_ERROR (code = 40000): down");
    const { body: answer } = await world.client.search(token, "heron", { profile: "vector" });
    expect(answer).toMatchObject({ outcome: "found", degraded: ["vector_index_unavailable"] });
  });

  it("a strong search reads the primary and answers its bookmark", async () => {
    const starts: string[] = [];
    const watched = new Proxy(world.database, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (name !== "withSession" || typeof value !== "function") return value;
        return (start: string) => {
          starts.push(start);
          return value.call(target, start);
        };
      },
    });
    const client = world.isolate({ DB: watched });
    const strong = await client.search(token, "heron", { consistency: "strong" });
    expect(strong.headers.get("x-recall-bookmark")).toMatch(/^[A-Za-z0-9+/]{100,}={0,2}$/);
    expect(starts.at(-1)).toBe("first-primary");
    starts.length = 0;
    await client.upload(token, { "b.md": "Eel.\n" });
    expect(new Set(starts)).toEqual(new Set(["first-primary"]));
  });
});
