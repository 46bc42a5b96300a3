import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "../../../src/config.ts";
import type { TestClient } from "../../support/client.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../../support/worlds/world.ts";
import { type Browser, sentBy, signIn } from "./browser.ts";

const ORIGIN = "https://recall.test";
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

describe("a browser that is signed in", () => {
  let world: SimulatedWorld;
  let client: TestClient;
  let admin: string;
  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    client = world.client;
    admin = await client.workspace("default");
  });
  afterAll(() => world.dispose());

  const mint = async (body: object) =>
    (await client.call("POST", "/v1/tokens", { token: admin, body: { scope: "read", ...body } })).body;
  const status = async (browser: Browser, on = client) =>
    (await on.call("GET", "/v1/status", { headers: sentBy(browser) })).status;
  const listed = async (id: string) =>
    (await client.call("GET", "/v1/tokens", { token: admin })).body.tokens.find(
      (token: { id: string }) => token.id === id,
    ).signIns;

  it("holds a cookie that no script reads, that no other site sends, and that lasts 30 days", async () => {
    const { setCookie, expiresAt, key, cookie } = await signIn(client, admin);
    expect(setCookie).toMatch(
      /^__Host-recall=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000; Secure$/,
    );
    expect(Date.parse(expiresAt)).toBe(world.clock.now() + 30 * DAY_MS);
    expect(cookie).not.toContain(key);
    const rows = await world.database.prepare("SELECT * FROM sign_ins").all();
    const kept = JSON.stringify(rows.results);
    for (const half of [key, cookie.split("=")[1] ?? ""]) expect(kept).not.toContain(half);
  });

  it("may do what its token may, as that token, and no more", async () => {
    const browser = await signIn(client, admin);
    const asked = await client.call("GET", "/v1/status", { headers: sentBy(browser) });
    expect([asked.status, asked.body.scope]).toEqual([200, "admin"]);
    expect(asked.headers.get("vary")).toContain("Cookie");
    expect(asked.headers.get("cache-control")).toBe("no-store");
    const body = { text: "Herons eat frogs." };
    const wrote = await client.call("POST", "/v1/memories", { headers: sentBy(browser, ORIGIN), body });
    expect(wrote.status).toBe(200);
    const { token: reader } = await mint({});
    const reading = await signIn(client, reader);
    const refused = await client.call("POST", "/v1/memories", { headers: sentBy(reading, ORIGIN), body });
    expect([refused.status, refused.body.error.code]).toEqual([403, "forbidden"]);
  });

  it("has no token that is limited to a part: the page shows a whole workspace", async () => {
    const { token: narrow } = await mint({ roots: ["birds"] });
    const refused = await client.call("POST", "/v1/sign-ins", { token: narrow, headers: { origin: ORIGIN } });
    expect([refused.status, refused.body.error.code]).toEqual([403, "forbidden"]);
  });

  it("mints for its token: what it let in outlives the sign-in", async () => {
    const browser = await signIn(client, admin);
    const minted = await client.call("POST", "/v1/tokens", {
      headers: sentBy(browser, ORIGIN),
      body: { scope: "read" },
    });
    expect(minted.body.parent).toBe(admin.split(".")[1]);
    await client.call("DELETE", `/v1/sign-ins/${browser.id}`, { headers: sentBy(browser, ORIGIN) });
    expect((await client.call("GET", "/v1/status", { token: minted.body.token })).status).toBe(200);
  });

  it("is listed under its token, by its name and last use", async () => {
    const { token, id } = await mint({});
    const browser = await signIn(client, token, { "user-agent": FIREFOX });
    await client.call("GET", "/v1/status", {
      headers: { ...sentBy(browser), "cf-connecting-ip": "203.0.113.9" },
    });
    const [row, ...others] = await listed(id);
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      ...{ id: browser.id, browser: "Firefox on Linux", expiresAt: browser.expiresAt },
      ...{ lastUsedAt: new Date(world.clock.now()).toISOString(), lastAddress: "203.0.113.0/24" },
    });
    const own = await client.call("GET", "/v1/sign-ins", { headers: sentBy(browser) });
    expect(own.body.signIns).toEqual([row]);
  });

  it("is one sign-in, however often it signs in, and a token has twenty at most", async () => {
    const { token, id } = await mint({});
    const first = await signIn(client, token);
    const again = await signIn(client, token, sentBy(first, ORIGIN));
    expect((await listed(id)).map((row: Browser) => row.id)).toEqual([again.id]);
    expect(await status(first)).toBe(401);
    for (let at = 0; at < 20; at++) await signIn(client, token);
    expect((await listed(id)).length).toBe(20);
    expect(await status(again)).toBe(401);
  });

  it("ends on the page, here or everywhere, in every isolate at once", async () => {
    const { token, id } = await mint({});
    const browsers = await Promise.all([1, 2, 3].map(() => signIn(client, token)));
    const [here, there, third] = browsers as [Browser, Browser, Browser];
    const other = world.isolate();
    for (const browser of browsers)
      expect([await status(browser), await status(browser, other)]).toEqual([200, 200]);
    const out = await client.call("DELETE", `/v1/sign-ins/${here.id}`, { headers: sentBy(here, ORIGIN) });
    expect(out.headers.get("set-cookie")).toBe(
      "__Host-recall=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0; Secure",
    );
    expect([await status(here), await status(here, other), await status(there)]).toEqual([401, 401, 200]);
    const all = await client.call("DELETE", "/v1/sign-ins", { headers: sentBy(there, ORIGIN) });
    expect(all.body).toEqual({ ended: 2 });
    expect([await status(there, other), await status(third, other)]).toEqual([401, 401]);
    expect(await listed(id)).toEqual([]);
    expect((await client.call("GET", "/v1/status", { token })).status).toBe(200);
  });

  it("is signed out by an admin, as a token is revoked, and nobody else's", async () => {
    const { token } = await mint({});
    const browser = await signIn(client, token);
    const elsewhere = await client.workspace("elsewhere");
    for (const path of [`/v1/tokens/${browser.id}`, `/v1/sign-ins/${browser.id}`])
      expect((await client.call("DELETE", path, { token: elsewhere })).status).toBe(404);
    const { token: sibling } = await mint({});
    expect((await client.call("DELETE", `/v1/sign-ins/${browser.id}`, { token: sibling })).status).toBe(404);
    expect(await status(browser)).toBe(200);
    expect((await client.call("DELETE", `/v1/tokens/${browser.id}`, { token: admin })).status).toBe(200);
    expect(await status(browser)).toBe(401);
  });

  it("ends with its token: revoked, expired, of a deleted workspace", async () => {
    const { token, id } = await mint({});
    const browser = await signIn(client, token);
    expect(await status(browser)).toBe(200);
    await client.call("DELETE", `/v1/tokens/${id}`, { token: admin });
    const refused = await client.call("GET", "/v1/status", { headers: sentBy(browser) });
    expect([refused.status, refused.body.error.message]).toEqual([401, "This token was revoked"]);
    const { token: short } = await mint({ expiresInDays: 1 });
    const soonOver = await signIn(client, short);
    expect(Date.parse(soonOver.expiresAt)).toBe(world.clock.now() + DAY_MS);
    const whole = await signIn(client, admin);
    const gone = await signIn(client, await client.workspace("short-lived"));
    expect(await status(gone)).toBe(200);
    await client.call("DELETE", "/v1/workspaces/short-lived", { token: await client.owner() });
    expect(await status(gone)).toBe(401);
    world.clock.advance(DAY_MS + 1_000);
    expect([await status(soonOver), await status(whole)]).toEqual([401, 200]);
    world.clock.advance(30 * DAY_MS);
    expect(await status(whole)).toBe(401);
    await signIn(client, admin);
    const { results } = await world.database
      .prepare("SELECT count(*) AS ended FROM sign_ins WHERE expires_at <= ?")
      .bind(world.clock.now())
      .all<{ ended: number }>();
    expect(results[0]?.ended).toBeLessThan(30);
  });

  it("signs in no owner, and stays signed in by no sign-in", async () => {
    const owner = await client.call("POST", "/v1/sign-ins", { token: await client.owner() });
    expect([owner.status, owner.headers.get("set-cookie")]).toEqual([403, null]);
    const again = await client.call("POST", "/v1/sign-ins", {
      headers: sentBy(await signIn(client, admin), ORIGIN),
    });
    expect([again.status, again.headers.get("set-cookie")]).toEqual([403, null]);
  });
});
