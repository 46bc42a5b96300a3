import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SECRET } from "../../support/client.ts";
import { knownToken } from "../../support/known-token.ts";
import { createWorld, type World } from "../../support/worlds/world.ts";

const NEW_SECRET = "another secret for tests, also long enough";

describe("access", () => {
  let world: World;
  let owner: string;
  let read: string;
  let write: string;
  let admin: string;

  beforeAll(async () => {
    world = await createWorld();
    owner = await world.client.owner();
    admin = await world.client.workspace("default");
    read = (await mint(admin, { scope: "read" })).token;
    write = (await mint(admin, { scope: "write" })).token;
  });
  afterAll(() => world.dispose());

  const mint = async (token: string, body: Record<string, unknown>) =>
    (await world.client.call("POST", "/v1/tokens", { token, body })).body;
  const status = async (method: string, path: string, options: { token?: string; body?: unknown } = {}) => {
    const answer = await world.client.call(method, path, options);
    return [answer.status, answer.body.error?.code];
  };

  it("is refused without a token, with a broken one, a foreign one and an expired one", async () => {
    const of = { workspace: 1, scope: "admin" as const };
    const foreign = await knownToken(world.database, NEW_SECRET, of);
    const expired = await knownToken(world.database, SECRET, { ...of, expiresAt: Date.now() - 1_000 });
    const forged = admin.replace(".a.", ".o.");
    for (const token of ["", "nonsense", foreign, expired, forged, `${admin}x`])
      expect(await status("GET", "/v1/status", { token })).toEqual([401, "unauthorized"]);
    expect(await status("GET", "/health")).toEqual([200, undefined]);
  });

  it("tells a scope that is too small (403) from a token that is none (401)", async () => {
    const search = { query: "x" };
    expect(await status("POST", "/v1/search", { token: read, body: search })).toEqual([200, undefined]);
    expect(await status("DELETE", "/v1/documents/a.md", { token: read })).toEqual([403, "forbidden"]);
    expect(await status("DELETE", "/v1/documents/a.md", { token: write })).toEqual([404, "not_found"]);
    expect(await status("GET", "/v1/tokens", { token: write })).toEqual([403, "forbidden"]);
    expect(await status("GET", "/v1/workspaces", { token: admin })).toEqual([403, "forbidden"]);
    expect(await status("POST", "/v1/search", { token: owner, body: search })).toEqual([403, "forbidden"]);
    expect(await status("GET", "/v1/workspaces", { token: owner })).toEqual([200, undefined]);
  });

  it("lets an admin mint for its own workspace only, and nobody but an owner an owner", async () => {
    await world.client.workspace("other");
    expect((await mint(admin, { scope: "read", workspace: "other" })).error.code).toBe("forbidden");
    expect((await mint(admin, { scope: "owner" })).error.code).toBe("forbidden");
    expect((await mint(owner, { scope: "read" })).error.code).toBe("invalid_input");
    expect((await mint(owner, { scope: "owner" })).token).toMatch(/^rcl_/);
    const listed = (await world.client.call("GET", "/v1/tokens", { token: admin })).body.tokens;
    expect(new Set(listed.map(({ workspace }: { workspace: string }) => workspace))).toEqual(
      new Set(["default"]),
    );
    expect(JSON.stringify(listed)).not.toContain(read.split(".").at(-1));
  });

  it("ends at once when a token is revoked, for searches too", async () => {
    const { id, token } = await mint(admin, { scope: "read" });
    expect(await status("POST", "/v1/search", { token, body: { query: "x" } })).toEqual([200, undefined]);
    expect(await status("DELETE", `/v1/tokens/${id}`, { token: admin })).toEqual([200, undefined]);
    expect(await status("POST", "/v1/search", { token, body: { query: "x" } })).toEqual([
      401,
      "unauthorized",
    ]);
    expect(await status("GET", "/v1/status", { token })).toEqual([401, "unauthorized"]);
    expect(await status("DELETE", "/v1/tokens/nobodys", { token: admin })).toEqual([404, "not_found"]);
  });

  it("accepts the previous secret while tokens are being replaced", async () => {
    const rotated = world.isolate({ SIGNING_SECRET: NEW_SECRET, SIGNING_SECRET_PREVIOUS: SECRET });
    const after = world.isolate({ SIGNING_SECRET: NEW_SECRET });
    expect((await rotated.call("GET", "/v1/status", { token: read })).status).toBe(200);
    expect((await after.call("GET", "/v1/status", { token: read })).status).toBe(401);
    const fresh = (await rotated.call("POST", "/v1/tokens", { token: admin, body: { scope: "read" } })).body
      .token;
    expect((await after.call("GET", "/v1/status", { token: fresh })).status).toBe(200);
  });

  it("ends with its workspace, whose number and name give nothing to the next one", async () => {
    const token = await world.client.workspace("brief");
    await world.client.upload(token, { "secret.md": "The heron's secret.\n" });
    await world.client.call("DELETE", "/v1/workspaces/brief", { token: owner });
    expect(await status("POST", "/v1/search", { token, body: { query: "heron" } })).toEqual([
      401,
      "unauthorized",
    ]);
    expect(await status("GET", "/v1/status", { token })).toEqual([401, "unauthorized"]);
    const next = await world.client.workspace("brief");
    expect((await world.client.search(next, "heron")).body.hits).toEqual([]);
    expect(await status("POST", "/v1/workspaces", { token: owner, body: { slug: "brief" } })).toEqual([
      409,
      "workspace_exists",
    ]);
  });

  it("is limited by token and by address, with the time to wait", async () => {
    const limiter = (allowed: boolean) => ({ limit: async () => ({ success: allowed }) });
    for (const limits of [{ RATE_LIMIT: limiter(false) }, { ADDRESS_LIMIT: limiter(false) }]) {
      const answer = await world.isolate(limits).search(read, "x");
      expect([answer.status, answer.body.error.code, answer.headers.get("retry-after")]).toEqual([
        429,
        "rate_limited",
        "60",
      ]);
    }
    const stranger = await world
      .isolate({ ADDRESS_LIMIT: limiter(false) })
      .call("GET", "/v1/status", { token: "nonsense" });
    expect(stranger.status).toBe(429);
  });

  it("is open to no web origin but those configured", async () => {
    const preflight = { origin: "https://notes.example", "access-control-request-method": "POST" };
    const ask = async (origins?: string) =>
      (
        await world
          .isolate(origins === undefined ? {} : { CORS_ORIGINS: origins })
          .call("GET", "/health", { headers: preflight })
      ).headers.get("access-control-allow-origin");
    expect(await ask()).toBeNull();
    expect(await ask("https://other.example")).toBeNull();
    expect(await ask("https://other.example, https://notes.example")).toBe("https://notes.example");
  });

  it("answers every write with a bookmark and takes only its own bookmarks back", async () => {
    const { headers } = await world.client.upload(write, { "a.md": "x\n" });
    expect(headers.get("x-recall-bookmark")).toMatch(/^[A-Za-z0-9+/]{100,}={0,2}$/);
    const odd = await world
      .isolate()
      .call("GET", "/v1/status", { token: read, headers: { "x-recall-bookmark": "nonsense" } });
    expect([odd.status, odd.headers.get("x-recall-bookmark") === "nonsense"]).toEqual([200, false]);
  });

  it.each([
    ["PLATFORM", { PLATFORM: "elsewhere" }],
    ["SIGNING_SECRET", { SIGNING_SECRET: "short" }],
    ["PLAN", { PLAN: "cheap" }],
    ["MODEL_BUDGET_PER_DAY", { MODEL_BUDGET_PER_DAY: "many" }],
  ])("of a Worker whose %s is wrong fails loudly", async (name, env) => {
    const { status: code, body } = await world.isolate(env).call("GET", "/health");
    expect([code, body.error.code]).toEqual([500, "misconfigured"]);
    expect(body.error.message).toContain(name);
  });
});
