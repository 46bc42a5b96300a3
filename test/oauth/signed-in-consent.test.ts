import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSimulatedWorld, type SimulatedWorld } from "../support/worlds/world.ts";
import { type Browser, signIn } from "../http/sign-ins/browser.ts";
import { oauthParties, ORIGIN, type Parties, type ShownConsent } from "./flow.ts";

describe("the consent of who is signed in on the page", () => {
  let world: SimulatedWorld;
  let parties: Parties;
  let client: string;
  let admin: string;
  let browser: Browser;
  let shown: ShownConsent;
  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    parties = oauthParties(world);
    admin = await world.client.workspace("default");
    client = (await parties.register()).body.client_id;
  });
  beforeEach(async () => {
    browser = await signIn(world.client, admin);
    shown = await parties.show(parties.addressOf(client));
  });
  afterAll(() => world.dispose());

  const yes = { scope: "write", days: "30" };
  const press = (
    step: string,
    fields: Record<string, string>,
    headers: Record<string, string | undefined> = {},
    { cookie, key } = browser,
  ) =>
    parties.press(
      shown,
      step,
      { key, ...fields },
      {
        ...{ cookie: `${shown.cookie}; ${cookie}`, origin: ORIGIN, "sec-fetch-site": "same-origin" },
        ...headers,
      },
    );
  const tokens = async () => (await world.client.call("GET", "/v1/tokens", { token: admin })).body.tokens;

  it("lets a client in, for a token of its own that outlives the sign-in and is listed by its client", async () => {
    const second = await press("browser", {});
    expect(second.status).toBe(200);
    const text = await second.text();
    expect(text).toContain("Workspace: <strong>default</strong>");
    expect(text).toContain(`name="key" value="${browser.key}"`);
    expect(text).not.toMatch(/name="token"|<script/);
    expect(second.headers.get("content-security-policy")).not.toContain("script-src");
    const allowed = await press("allow", yes);
    expect(allowed.status).toBe(302);
    const code = new URL(allowed.headers.get("location") ?? "").searchParams.get("code") ?? "";
    const given = (await (await parties.exchange(client, code)).json()) as { access_token: string };
    await world.client.call("DELETE", "/v1/sign-ins", { token: admin });
    expect((await parties.call(given.access_token, "status")).status).toBe(200);
    const id = given.access_token.split(":")[0];
    const all = await tokens();
    expect(all.find((token: { id: string }) => token.id === id)).toMatchObject({
      ...{ client: "Client", parent: admin.split(".")[1], scope: "write" },
    });
    expect(all.filter((token: { client: string | null }) => token.client !== null).length).toBe(1);
  });

  it("is asked for: a sign-in alone lets nobody in, and the page names no key", async () => {
    const before = (await tokens()).length;
    const bare = await parties.send(shown.address, { headers: { cookie: browser.cookie } });
    expect([bare.status, bare.headers.get("location")]).toEqual([200, null]);
    expect(await bare.text()).not.toContain(browser.key);
    expect((await tokens()).length).toBe(before);
  });

  it.each<[string, Record<string, string | undefined>]>([
    ["of another site", { origin: "https://evil.test" }],
    ["of another port", { origin: `${ORIGIN}:8443`, "sec-fetch-site": "same-site" }],
    ["that the browser says is of another port", { "sec-fetch-site": "same-site" }],
    ["in a frame without an origin", { origin: "null" }],
    ["that hides where it comes from", { origin: undefined }],
  ])("is given by no form %s", async (_, headers) => {
    const before = (await tokens()).length;
    expect((await press("allow", yes, headers)).status).toBe(403);
    expect((await tokens()).length).toBe(before);
  });

  it("is given by neither half of the sign-in, by a lesser token's, nor by one that has ended", async () => {
    const before = (await tokens()).length;
    const writer = await signIn(world.client, await world.client.workspace("default", "write"));
    const ended = await signIn(world.client, admin);
    await world.client.call("DELETE", `/v1/sign-ins/${ended.id}`, { token: admin });
    const refused = [
      await press("allow", { ...yes, key: "" }),
      await press("allow", { ...yes, key: writer.key }),
      await press("allow", yes, { cookie: shown.cookie }),
      await press("allow", yes, {}, writer),
      await press("allow", yes, {}, ended),
      await press("browser", {}, {}, ended),
    ];
    for (const answer of refused)
      expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
    // The writer's own is one more.
    expect((await tokens()).length).toBe(before + 1);
  });

  it("is of the page that was shown in this browser: not replayed, not another's", async () => {
    expect((await press("allow", yes)).status).toBe(302);
    expect((await press("allow", yes)).status).toBe(400);
    shown = await parties.show(parties.addressOf(client));
    expect((await press("allow", yes, { cookie: browser.cookie })).status).toBe(400);
  });

  it("gives no tokens at the exchange", async () => {
    const headers = { cookie: browser.cookie, "x-recall-sign-in": browser.key, origin: ORIGIN };
    for (const grant of ["authorization_code", "refresh_token", "client_credentials"])
      expect(
        (await parties.token({ grant_type: grant, client_id: client }, ORIGIN, headers)).status,
      ).toBeGreaterThanOrEqual(400);
  });
});
