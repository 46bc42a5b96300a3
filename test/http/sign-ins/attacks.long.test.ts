import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localModels } from "../../../src/local-parts.ts";
import { createHandlers } from "../../../src/wiring.ts";
import { secretId } from "../../../src/workspaces/token.ts";
import { createClient, SECRET, type TestClient, testEnv } from "../../support/client.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";
import { type Browser, sentBy, signIn } from "./browser.ts";

const ORIGIN = "https://recall.test";
const LOCAL_ORIGIN = "http://localhost";
const MINUTE_MS = 60_000;

describe("attacks on a signed-in browser", () => {
  let world: SimulatedWorld;
  let client: TestClient;
  let admin: string;
  let browser: Browser;
  beforeAll(async () => {
    world = await createSimulatedWorld(0, { CORS_ORIGINS: "https://app.example" });
    client = world.client;
    admin = await client.workspace("default");
    browser = await signIn(client, admin);
  });
  afterAll(() => world.dispose());

  const write = (headers: Record<string, string>, on = client) =>
    on.call("POST", "/v1/memories", { headers, body: { text: "The weir is shut." } });
  const read = (headers: Record<string, string>, path = "/v1/status") =>
    client.call("GET", path, { headers });
  const without = (name: string, headers = sentBy(browser, ORIGIN)) =>
    Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name));

  it("a page of another origin writes nothing, even with the key", async () => {
    expect((await write(sentBy(browser, ORIGIN))).status).toBe(200);
    for (const origin of [
      ...["https://evil.example", "https://recall.test:8443", "http://recall.test", "null", ""],
      // Let in by CORS_ORIGINS with a token, not with somebody's cookie.
      "https://app.example",
    ])
      expect([origin, (await write(sentBy(browser, origin))).status]).toEqual([origin, 403]);
    expect((await write(without("origin"))).status).toBe(403);
    for (const site of ["cross-site", "same-site", "none"])
      expect((await write({ ...sentBy(browser, ORIGIN), "sec-fetch-site": site })).status).toBe(403);
  });

  it("a page of another origin reads nothing either", async () => {
    expect((await read(sentBy(browser))).status).toBe(200);
    expect((await read(sentBy(browser, "https://app.example"))).status).toBe(403);
    expect((await read({ ...sentBy(browser), "sec-fetch-site": "same-site" })).status).toBe(403);
    const answer = await read(sentBy(browser, "https://app.example"));
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
  });

  it("a form writes nothing: it has no key, and is no JSON", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
      const headers = { ...sentBy(browser, ORIGIN), "content-type": type };
      expect([type, (await write(headers)).status]).toEqual([type, 403]);
    }
    expect((await write(without("x-recall-sign-in"))).status).toBe(401);
  });

  it("neither half counts alone: a cookie that another port was sent, a key that a script read", async () => {
    const other = await signIn(client, admin);
    expect((await read(without("x-recall-sign-in"))).status).toBe(401);
    expect((await read(without("cookie"))).status).toBe(401);
    expect((await read(sentBy({ cookie: browser.cookie, key: other.key }))).status).toBe(401);
    expect((await read(sentBy({ cookie: other.cookie, key: browser.key }))).status).toBe(401);
    const swapped = { cookie: `__Host-recall=${browser.key}`, key: browser.cookie.split("=")[1] ?? "" };
    expect((await read(sentBy(swapped))).status).toBe(401);
  });

  it("fixation: a browser that was given somebody's cookie is nobody, and two of one name are none", async () => {
    const evil = await signIn(client, await client.workspace("evil"));
    expect((await read(sentBy({ ...browser, cookie: evil.cookie }))).status).toBe(401);
    for (const cookie of [`${evil.cookie}; ${browser.cookie}`, `${browser.cookie}; ${browser.cookie}`])
      expect((await read(sentBy({ ...browser, cookie }))).status).toBe(401);
    const again = await signIn(client, admin, sentBy({ ...browser, cookie: evil.cookie }, ORIGIN));
    expect(again.cookie).not.toBe(evil.cookie);
    expect((await read(sentBy(evil))).body.workspace).toBe("evil");
  });

  it("a page of another origin signs nobody in", async () => {
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "https://app.example" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ]) {
      const { status, headers: sent } = await client.call("POST", "/v1/sign-ins", { token: admin, headers });
      expect([status, sent.get("set-cookie")]).toEqual([403, null]);
    }
  });

  it("a token that is sent beside it decides alone", async () => {
    const reader = await client.workspace("default", "read");
    const both = { ...sentBy(browser, ORIGIN), authorization: `Bearer ${reader}` };
    expect((await read(both)).body.scope).toBe("read");
    for (const authorization of ["Bearer rcl_nobody", "Bearer", "Basic YTpi", `Bearer ${browser.key}`])
      expect([authorization, (await read({ ...sentBy(browser), authorization })).status]).toEqual([
        authorization,
        401,
      ]);
  });

  it("smuggled headers lead nowhere", async () => {
    const [, secret = ""] = browser.cookie.split("=");
    const proofs: Record<string, string>[] = [
      { "x-recall-cookie": browser.cookie, "x-recall-sign-in": browser.key },
      { cookie: `recall-${await secretId(SECRET)}=${secret}`, "x-recall-sign-in": browser.key },
      { cookie: `__host-recall=${secret}`, "x-recall-sign-in": browser.key },
      { cookie: `x="; ${browser.cookie}x`, "x-recall-sign-in": browser.key },
      { cookie: `${browser.cookie}, ${browser.cookie}`, "x-recall-sign-in": browser.key },
      { cookie: browser.cookie, "x-recall-sign-in": `${browser.key}, ${browser.key}` },
      { cookie: browser.cookie, "x-recall-sign-in": "" },
      { cookie: "__Host-recall=%' OR 1=1 --", "x-recall-sign-in": "' OR 1=1 --" },
      { cookie: `__Host-recall=${"A".repeat(30_000)}`, "x-recall-sign-in": browser.key },
    ];
    for (const headers of proofs) expect((await read(headers)).status).toBe(401);
    const forwarded = { ...sentBy(browser, "https://evil.example"), "x-forwarded-host": "evil.example" };
    expect((await write(forwarded)).status).toBe(403);
  });

  it("opens no door but the page's", async () => {
    const rpc = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const headers = { ...sentBy(browser, ORIGIN), accept: "application/json, text/event-stream" };
    const mcp = await client.call("POST", "/mcp", { headers, body: rpc });
    expect([mcp.status, mcp.headers.get("www-authenticate")]).toEqual([
      401,
      expect.stringContaining("resource_metadata"),
    ]);
  });

  it("reaches its own workspace alone", async () => {
    const theirs = await client.workspace("theirs");
    await client.upload(theirs, { "a.md": "The otter sleeps by the weir.\n" });
    const { body } = await client.call("POST", "/v1/search", {
      headers: sentBy(browser, ORIGIN),
      body: { query: "otter" },
    });
    expect(JSON.stringify(body)).not.toContain("otter sleeps");
    const foreign = await signIn(client, theirs);
    const list = await read(sentBy(browser), "/v1/tokens");
    expect(JSON.stringify(list.body)).not.toContain(foreign.id);
  });

  it("is slowed down as its address and its token are", async () => {
    const asked: string[] = [];
    const refusing = (name: string) => ({
      limit: async ({ key }: { key: string }) => {
        asked.push(`${name} ${key}`);
        return { success: name !== "token" };
      },
    });
    const limited = world.isolate({
      ADDRESS_LIMIT: refusing("address"),
      RATE_LIMIT: refusing("token"),
    } as never);
    const headers = { ...sentBy(browser), "cf-connecting-ip": "203.0.113.9" };
    expect((await limited.call("GET", "/v1/status", { headers })).status).toBe(429);
    expect(asked).toEqual(["address 203.0.113.9", `token ${admin.split(".")[1]}`]);
  });
});

describe("a link that signs in", () => {
  let world: SimulatedWorld;
  let client: TestClient;
  let token: string;
  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    const local = createHandlers({ local: localModels }, world.clock.now);
    client = createClient(local as never, testEnv(world.database), undefined, world.clock.now);
    token = await client.workspace("default");
  });
  afterAll(() => world.dispose());

  const link = async () => (await client.call("POST", "/v1/sign-ins/links", { token })).body.secret as string;
  const open = (secret: string, headers: Record<string, string> = { origin: LOCAL_ORIGIN }) =>
    client.call("POST", "/v1/sign-ins", { token: secret, headers });

  it("says where it leads, and stays good", async () => {
    const secret = await link();
    const ask = () => client.call("GET", "/v1/status", { token: secret });
    expect([(await ask()).body.workspace, (await ask()).status]).toEqual(["default", 200]);
    expect((await open(secret)).status).toBe(200);
    expect((await ask()).status).toBe(401);
  });

  it("works once, and says what to do the second time", async () => {
    const secret = await link();
    const { setCookie, ...browser } = await signIn(client, secret, { origin: LOCAL_ORIGIN });
    expect(setCookie).toMatch(
      /^recall-[\w-]{6}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
    );
    const headers = sentBy({ ...browser });
    expect((await client.call("GET", "/v1/status", { headers })).body.workspace).toBe("default");
    const again = await open(secret);
    expect([again.status, again.headers.get("set-cookie")]).toEqual([401, null]);
    expect(again.body.error.message).toContain("Type the token");
  });

  it("works for one of many that open it at once", async () => {
    const secret = await link();
    const answers = await Promise.all(Array.from({ length: 8 }, () => open(secret)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  });

  it("is over after fifteen minutes, with its token, or when everybody is signed out", async () => {
    const late = await link();
    world.clock.advance(15 * MINUTE_MS);
    expect((await open(late)).status).toBe(401);
    const orphaned = await link();
    await client.call("DELETE", "/v1/sign-ins", { token });
    expect((await open(orphaned)).status).toBe(401);
    const minted = await client.call("POST", "/v1/tokens", { token, body: { scope: "read" } });
    const made = await client.call("POST", "/v1/sign-ins/links", { token: minted.body.token });
    await client.call("DELETE", `/v1/tokens/${minted.body.id}`, { token });
    expect((await open(made.body.secret)).status).toBe(401);
  });

  it("is no token anywhere else, and no cookie or key", async () => {
    const secret = await link();
    for (const path of ["/v1/tokens", "/v1/documents", "/v1/sign-ins", "/v1/status/"])
      expect([path, (await client.call("GET", path, { token: secret })).status]).toEqual([path, 401]);
    expect((await client.call("POST", "/v1/sign-ins/links", { token: secret })).status).toBe(401);
    expect((await client.call("POST", "/mcp", { token: secret, body: {} })).status).toBe(401);
    const rows = await world.database.prepare("SELECT * FROM sign_ins").all();
    expect(JSON.stringify(rows.results)).not.toContain(secret.slice(4));
    expect((await open(secret)).status).toBe(200);
  });

  it("is not spent by another page, nor by guessing", async () => {
    const secret = await link();
    for (const origin of ["http://localhost:3000", "http://127.0.0.1", "https://evil.example"])
      expect((await open(secret, { origin })).status).toBe(403);
    const guessed = `${secret.slice(0, -1)}${secret.endsWith("A") ? "B" : "A"}`;
    expect((await open(guessed)).status).toBe(401);
    expect((await open("rcs_")).status).toBe(401);
    expect((await open(secret)).status).toBe(200);
  });

  it("is made by a server of one's own machine alone", async () => {
    const account = world.client;
    const answer = await account.call("POST", "/v1/sign-ins/links", { token });
    expect([answer.status, answer.body.error.code]).toEqual([403, "forbidden"]);
  });

  it("leaves another server of the machine alone: each has a cookie of its own name", async () => {
    const other = createClient(
      createHandlers({ local: localModels }, world.clock.now) as never,
      testEnv(world.database, {
        SIGNING_SECRET: "another server's secret, long enough",
        SIGNING_SECRET_PREVIOUS: SECRET,
      }),
      undefined,
      world.clock.now,
    );
    const here = await signIn(client, token);
    const there = await signIn(other, token);
    expect(there.cookie.split("=")[0]).not.toBe(here.cookie.split("=")[0]);
    const both = `${here.cookie}; ${there.cookie}`;
    const ask = async (on: TestClient, browser: Browser) =>
      (await on.call("GET", "/v1/status", { headers: sentBy({ ...browser, cookie: both }) })).status;
    expect([await ask(client, here), await ask(other, there)]).toEqual([200, 200]);
  });
});
