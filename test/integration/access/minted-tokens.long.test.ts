import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mintProof, mintToken, newTokenId } from "../../../src/workspaces/token.ts";
import { openDoor } from "../../mcp/open-door.ts";
import { SECRET } from "../../support/client.ts";
import { knownToken } from "../../support/known-token.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

const DAY_MS = 86_400_000;

let world: World;
let owner: string;
let admin: string;
beforeAll(async () => {
  world = await createWorld();
  owner = await world.client.owner();
  admin = await world.client.workspace("default");
});
afterAll(() => world.dispose());

const call = (method: string, path: string, token: string, body?: unknown) =>
  world.client.call(method, path, { token, ...(body !== undefined && { body }) });
const mint = async (token: string, body: object) => (await call("POST", "/v1/tokens", token, body)).body;
const status = async (token: string) => (await call("GET", "/v1/status", token)).status;
const search = async (token: string) => (await call("POST", "/v1/search", token, { query: "x" })).status;
const listed = async (token = owner) => (await call("GET", "/v1/tokens", token)).body.tokens;

describe("a token", () => {
  it("ends after 90 days unless asked otherwise; the owner's first one has no end, and is listed", async () => {
    const usual = await mint(admin, { scope: "read" });
    const longer = await mint(owner, { scope: "read", workspace: "default", expiresInDays: 300 });
    const lasts = ({ createdAt, expiresAt }: { createdAt: string; expiresAt: string }) =>
      Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / DAY_MS);
    expect([lasts(usual), lasts(longer)]).toEqual([90, 300]);
    const first = (await listed()).find(({ scope }: { scope: string }) => scope === "owner");
    expect(first).toMatchObject({ parent: null, expiresAt: null, revokedAt: null, name: "" });
    expect(usual.parent).toBe(admin.split(".")[1]);
  });

  it.each([
    ["an owner's", null, "owner", "/v1/workspaces"],
    ["a workspace's", 1, "admin", "/v1/status"],
  ] as const)("that the secret signed and no row knows is refused: %s", async (_, workspace, scope, path) => {
    const [known] = (await world.database.prepare("SELECT epoch FROM epochs").all<{ epoch: string }>())
      .results;
    const claims = { id: newTokenId(), workspace, scope, expiresAt: null, epoch: known?.epoch };
    const forged = await mintToken(SECRET, claims);
    expect((await call("GET", path, forged)).status).toBe(401);
    expect((await call("POST", "/v1/tokens", forged, { scope: "read", workspace: "default" })).status).toBe(
      401,
    );
    expect(await search(forged)).toBe(scope === "owner" ? 403 : 401);
    const revoked = await call("DELETE", `/v1/tokens/${claims.id}`, owner);
    expect([revoked.status, revoked.body.error.message]).toEqual([404, expect.stringContaining("by itself")]);
  });

  it("that is signed with more than its row has is refused, under the same id", async () => {
    const { token, id } = await mint(admin, { scope: "read", roots: ["notes"], expiresInDays: 1 });
    const [, , , , expiry = "", epoch] = token.split(".");
    const same = { id, workspace: 1, scope: "read", expiresAt: Number.parseInt(expiry, 36) * 1_000, epoch };
    const narrow = { roots: ["notes"] };
    expect(await search(await mintToken(SECRET, { ...same, narrow } as never))).toBe(200);
    for (const more of [
      {},
      { narrow, scope: "write" },
      { narrow, expiresAt: null },
      { narrow: { roots: ["x"] } },
    ])
      expect(await search(await mintToken(SECRET, { ...same, ...more } as never))).toBe(401);
  });

  it("ends with the one that minted it, and with that one's, in one step", async () => {
    const parent = await mint(admin, { scope: "admin" });
    const child = await mint(parent.token, { scope: "admin" });
    const grandchild = await mint(child.token, { scope: "read" });
    const other = await mint(admin, { scope: "read" });
    expect((await call("DELETE", `/v1/tokens/${parent.id}`, admin)).status).toBe(200);
    for (const { token } of [parent, child, grandchild])
      expect([await status(token), await search(token)]).toEqual([401, 401]);
    expect(await search(other.token)).toBe(200);
    expect((await mint(child.token, { scope: "read" })).error.code).toBe("unauthorized");
  });

  it("of the owner can be revoked, the first one too", async () => {
    const proof = await mintProof(SECRET, Date.now());
    const first = await mint(proof, { scope: "owner", name: "second home" });
    expect(first).toMatchObject({ parent: null, expiresAt: null, name: "second home" });
    expect((await call("GET", "/v1/workspaces", first.token)).status).toBe(200);
    expect((await call("DELETE", `/v1/tokens/${first.id}`, owner)).status).toBe(200);
    expect((await call("GET", "/v1/workspaces", first.token)).status).toBe(401);
  });

  it("that is revoked begins no session of MCP, and lists no tools", async () => {
    const { token, id } = await mint(admin, { scope: "read" });
    const { door } = openDoor(world);
    const rpc = async (method: string, params: object) => {
      const headers = {
        authorization: `Bearer ${token}`,
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
      };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
      return (await door(new Request("https://recall.test/mcp", { method: "POST", headers, body }))).status;
    };
    const clientInfo = { name: "test", version: "1" };
    const begin = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
    expect([await rpc("initialize", begin), await rpc("tools/list", {})]).toEqual([200, 200]);
    await call("DELETE", `/v1/tokens/${id}`, admin);
    expect([await rpc("initialize", begin), await rpc("tools/list", {}), await rpc("ping", {})]).toEqual([
      ...[401, 401, 401],
    ]);
  });

  it("shows by which door and from which network it was used last", async () => {
    const use = async (headers: Record<string, string>, path = "/v1/status") => {
      const { token, id } = await mint(admin, { scope: "read" });
      await world.client.call("GET", path, { token, headers });
      const row = (await listed(admin)).find((one: { id: string }) => one.id === id);
      return [row.lastDoor, row.lastAddress];
    };
    expect(await use({})).toEqual(["http", "local"]);
    expect(await use({ "x-recall-door": "cli", "cf-connecting-ip": "203.0.113.77" })).toEqual([
      ...["cli", "203.0.113.0/24"],
    ]);
    expect(await use({ "x-recall-door": "owner", "cf-connecting-ip": "2001:DB8:1:2::3" })).toEqual([
      ...["http", "2001:db8:1::/48"],
    ]);
    const searched = "/v1/search?q=heron";
    expect(await use({ "x-recall-door": "hook", "cf-connecting-ip": "::1" }, searched)).toEqual([
      ...["hook", "local"],
    ]);
  });
});

describe("a proof of the signing secret", () => {
  it("is good for the owner's first token, and for nothing else", async () => {
    const proof = await mintProof(SECRET, Date.now());
    expect((await mint(proof, { scope: "admin", workspace: "default" })).error.code).toBe("forbidden");
    expect((await call("GET", "/v1/migrations", proof)).status).toBe(200);
    for (const [method, path, body] of [
      ["GET", "/v1/tokens"],
      ["GET", "/v1/workspaces"],
      ["POST", "/v1/workspaces", { slug: "theirs" }],
      ["DELETE", "/v1/workspaces/default"],
    ] as const)
      expect((await call(method, path, proof, body)).status).toBe(401);
    expect(await search(proof)).toBe(403);
  });
});

describe("an epoch", () => {
  it("that begins ends every token, whatever a restored database still knows of it", async () => {
    const restored = await createWorld();
    try {
      const client = restored.client;
      const before = await client.workspace("default");
      const { results: rows } = await restored.database.prepare("SELECT * FROM tokens").all();
      const first = await client.owner();
      const began = await client.call("POST", "/v1/tokens/epoch", { token: first, body: { name: "new" } });
      expect(began.body).toMatchObject({ scope: "owner", parent: null, expiresAt: null, name: "new" });
      // What the database held before comes back: nothing in it says that these tokens have ended.
      await restored.database.prepare("UPDATE tokens SET revoked_at = NULL").run();
      expect(rows.length).toBeGreaterThan(1);
      for (const token of [before, first])
        expect((await client.call("GET", "/v1/migrations", { token })).status).toBe(401);
      expect((await client.search(before, "x")).status).toBe(401);
      const { token } = began.body;
      expect((await client.call("GET", "/v1/workspaces", { token })).status).toBe(200);
      const proof = await mintProof(SECRET, Date.now());
      expect((await client.call("POST", "/v1/tokens/epoch", { token: proof, body: {} })).status).toBe(200);
      expect((await client.call("GET", "/v1/workspaces", { token })).status).toBe(401);
    } finally {
      await restored.dispose();
    }
  });

  it("is a database's own: a token of another one does not count, though its row is there", async () => {
    const token = await knownToken(world.database, SECRET, { scope: "admin", epoch: "0".repeat(16) });
    expect([await status(token), await search(token)]).toEqual([401, 401]);
  });
});
