import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "../../src/config.ts";
import { openSession } from "../../src/database/session.ts";
import { createMeter } from "../../src/models/ports.ts";
import {
  mayRegister,
  REGISTRATIONS_A_DAY,
  REGISTRATIONS_AN_HOUR,
} from "../../src/workspaces/oauth/registrations.ts";
import { createSimulatedWorld, type SimulatedWorld } from "../support/worlds/world.ts";
import { CALLBACK, ORIGIN, oauthParties, type Parties, type Tokens } from "./flow.ts";

/**
 * What RFC 9700 (OAuth 2.0 Security Best Current Practice) and MCP's security best practices warn of, tried one by one.
 */
describe("attacks on OAuth", () => {
  let world: SimulatedWorld;
  let parties: Parties;
  let admin: string;
  let client: string;
  const EVIL = "https://evil.test/callback";

  beforeAll(async () => {
    world = await createSimulatedWorld(0);
    parties = oauthParties(world);
    admin = await world.client.workspace("default");
  });
  afterAll(() => world.dispose());
  beforeEach(async () => {
    world.clock.advance(HOUR_MS);
    client = (await parties.register()).body.client_id;
  });

  const tokens = async () =>
    (await world.client.call("GET", "/v1/tokens", { token: admin })).body.tokens as {
      id: string;
      name: string;
      revokedAt: string | null;
    }[];
  /** The token that a grant wraps. */
  const idOf = ({ refresh_token: refresh }: Tokens): string => refresh.split(":")[0] ?? "";
  /** Nothing is sent anywhere, and the person is told. */
  const isShownHere = async (answer: Response, words: RegExp | string = ""): Promise<void> => {
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
    const text = await answer.text();
    expect(text).toContain("Not connected");
    expect(text).toMatch(words);
  };
  const failed = async (answer: Response): Promise<string> => {
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    return ((await answer.json()) as { error: string }).error;
  };

  describe("by where the code is sent", () => {
    it.each([
      ["another site", EVIL],
      ["a path below the registered one", `${CALLBACK}/../evil`],
      ["more behind it", `${CALLBACK}?next=https://evil.test`],
      ["a host that begins like it", "https://client.test.evil.test/callback"],
      ["another port", "https://client.test:8443/callback"],
      ["another scheme", "http://client.test/callback"],
      ["the name of a person in front", "https://evil.test@client.test/callback"],
      ["a script", "javascript:alert(1)"],
    ])("is not led to %s", async (_, address) =>
      isShownHere(await parties.send(parties.addressOf(client, { redirect_uri: address }))),
    );

    it.each([
      ["a script", "javascript:alert(1)"],
      ["data", "data:text/html,x"],
      ["http on the web", "http://client.test/callback"],
      ["a fragment", `${CALLBACK}#x`],
      ["the name of a person in front", "https://a@client.test/callback"],
    ])("registers no address with %s alone", async (_, address) => {
      const { status, body } = await parties.register({ redirect_uris: [address] });
      expect([status, body.client_id]).toEqual([400, undefined]);
    });

    it("sends nobody anywhere for a client that it does not know", async () =>
      isShownHere(await parties.send(parties.addressOf("nobody", { redirect_uri: EVIL }))));

    it("gives no tokens for a code that went elsewhere than the exchange says", async () => {
      const code = (await parties.codeOf(client, admin)).get("code") ?? "";
      expect(await failed(await parties.exchange(client, code, { redirect_uri: EVIL }))).toMatch(/^invalid/);
    });
  });

  describe("by a code", () => {
    const fresh = async () => (await parties.codeOf(client, admin)).get("code") ?? "";

    it("counts once; sent again it ends what the first time gave", async () => {
      const code = await fresh();
      const first = (await (await parties.exchange(client, code)).json()) as { access_token: string };
      expect((await parties.call(first.access_token, "status")).status).toBe(200);
      expect(await failed(await parties.exchange(client, code))).toBe("invalid_grant");
      // An isolate that has not met the access token yet.
      expect((await oauthParties(world).call(first.access_token, "status")).status).toBe(401);
    });

    it("counts for its client only", async () => {
      const other = (await parties.register()).body.client_id;
      expect(await failed(await parties.exchange(other, await fresh()))).toBe("invalid_grant");
    });

    it("ends after ten minutes", async () => {
      const code = await fresh();
      world.clock.advance(11 * 60_000);
      expect(await failed(await parties.exchange(client, code))).toBe("invalid_grant");
    });

    it("cannot be guessed, nor sent with another code's beginning", async () => {
      const [id, grant] = (await fresh()).split(":");
      for (const code of ["", "x", "a:b:c", `${id}:${grant}:${"x".repeat(32)}`])
        expect(await failed(await parties.exchange(client, code))).toMatch(/^invalid/);
    });

    it("needs its proof: none, another, or one that was not announced is refused", async () => {
      expect(
        await failed(await parties.exchange(client, await fresh(), { code_verifier: undefined })),
      ).toMatch(/^invalid/);
      expect(
        await failed(await parties.exchange(client, await fresh(), { code_verifier: "w".repeat(64) })),
      ).toBe("invalid_grant");
    });
  });

  describe("by asking for less safety", () => {
    it.each([
      ["no proof of the code", { code_challenge: undefined, code_challenge_method: undefined }],
      ["a proof that anybody can read", { code_challenge_method: "plain" }],
      ["a token in the address", { response_type: "token" }],
      ["code and token", { response_type: "code token" }],
      ["a token for another server", { resource: "https://evil.test/mcp" }],
    ])("is refused %s, with no code", async (_, more) => {
      const answer = await parties.send(parties.addressOf(client, more));
      const sentTo = new URL(answer.headers.get("location") ?? "about:blank");
      expect(sentTo.searchParams.get("code")).toBeNull();
      if (answer.status === 302) {
        expect(sentTo.href.startsWith(CALLBACK)).toBe(true);
        expect(sentTo.searchParams.get("error")).toMatch(/^(?:invalid_|unsupported_)/);
      } else await isShownHere(answer);
    });

    it.each(["password", "client_credentials", "urn:ietf:params:oauth:grant-type:token-exchange"])(
      "knows no grant by %s",
      async (grant_type) => {
        const fields = { grant_type, client_id: client, username: "a", password: "b", subject_token: "x" };
        expect(await failed(await parties.token(fields))).toMatch(
          /^(?:unsupported_grant_type|unauthorized_client|invalid_)/,
        );
      },
    );
  });

  describe("by mixing up servers", () => {
    it("says in each answer which server it is of", async () => {
      expect((await parties.codeOf(client, admin)).get("iss")).toBe(ORIGIN);
      const shown = await parties.show(parties.addressOf(client));
      const denied = await parties.press(shown, "deny", {});
      const { searchParams } = new URL(denied.headers.get("location") ?? "");
      expect([searchParams.get("error"), searchParams.get("iss"), searchParams.get("state")]).toEqual([
        "access_denied",
        ORIGIN,
        "s1",
      ]);
    });

    it("takes no code and no token of another address of its own", async () => {
      const OTHER = "https://other.test";
      const code = (await parties.codeOf(client, admin)).get("code") ?? "";
      expect(await failed(await parties.exchange(client, code, { resource: `${OTHER}/mcp` }, OTHER))).toMatch(
        /^invalid/,
      );
      const { access_token: access } = await parties.connect(client, admin);
      expect((await parties.call(access, "status", {}, OTHER)).status).toBe(401);
    });

    it("takes an access token at /mcp only, and in no address", async () => {
      const { access_token: access } = await parties.connect(client, admin);
      const headers = { authorization: `Bearer ${access}` };
      expect((await parties.send("/v1/status", { headers })).status).toBe(401);
      const init = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
      expect((await parties.send(`/mcp?access_token=${encodeURIComponent(access)}`, init)).status).toBe(401);
    });
  });

  describe("by the page that asks", () => {
    it("counts in the browser only that it was shown in", async () => {
      const before = (await tokens()).length;
      const shown = await parties.show(parties.addressOf(client));
      const yes = { token: admin, scope: "write", days: "30" };
      await isShownHere(await parties.press(shown, "allow", yes, { cookie: undefined }));
      await isShownHere(await parties.press(shown, "allow", yes, { cookie: "__Host-oauth-consent=x" }));
      const other = await parties.show(parties.addressOf(client));
      await isShownHere(await parties.press({ ...shown, handle: other.handle }, "allow", yes));
      expect((await tokens()).length).toBe(before);
    });

    it("takes no form of another page", async () => {
      const shown = await parties.show(parties.addressOf(client));
      const headers = { origin: "https://evil.test" };
      expect(
        (await parties.press(shown, "allow", { token: admin, scope: "write", days: "30" }, headers)).status,
      ).toBe(403);
    });

    it("counts once, and for ten minutes", async () => {
      const yes = { token: admin, scope: "read", days: "30" };
      const shown = await parties.show(parties.addressOf(client));
      expect((await parties.press(shown, "allow", yes)).status).toBe(302);
      await isShownHere(await parties.press(shown, "allow", yes));
      const late = await parties.show(parties.addressOf(client));
      world.clock.advance(11 * 60_000);
      await isShownHere(await parties.press(late, "allow", yes));
    });

    it("stands in no frame, runs nothing, is kept nowhere, and says where access goes", async () => {
      const { headers, text } = await parties.show(parties.addressOf(client));
      expect(headers.get("content-security-policy")).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; .*frame-ancestors 'none'$/,
      );
      expect(headers.get("content-security-policy")).not.toContain("script");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(text).toContain("client.test");
    });

    it("shows a client's name as text, whatever is in it", async () => {
      const name = `"><script>alert(1)</script><img src=x onerror=alert(1)>\u202egnp`;
      const { body } = await parties.register({ client_name: name });
      const { text } = await parties.show(parties.addressOf(body.client_id));
      expect(text).not.toMatch(/<script|<img/);
      expect(text).not.toContain("\u202e");
      const shown = await parties.show(parties.addressOf(body.client_id));
      expect((await parties.press(shown, "allow", { token: admin, scope: "read", days: "1" })).status).toBe(
        302,
      );
    });

    it("lets in nobody on the word of a lesser token, of another workspace's, or of none", async () => {
      const write = await world.client.workspace("default", "write");
      const shown = await parties.show(parties.addressOf(client));
      const before = (await tokens()).length;
      for (const token of [write, "", "x", "rcl_a.b.c", "ü", `${admin}x`]) {
        const answer = await parties.press(shown, "allow", { token, scope: "read", days: "30" });
        expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
      }
      const other = await world.client.workspace("other");
      const { access_token: access } = await parties.connect(client, other, { workspace: "default" });
      expect(access).toBeUndefined();
      expect((await tokens()).length).toBe(before);
    });
  });

  describe("by wanting more than was given", () => {
    it("writes nothing with a grant to read, whatever it asks for later", async () => {
      const given = await parties.connect(client, admin, { scope: "read" });
      expect(given.scope).toBe("read");
      const again = await parties.refresh(client, given.refresh_token, { scope: "read write" });
      const more = (await again.json()) as { access_token?: string };
      for (const access of [given.access_token, more.access_token ?? given.access_token])
        expect((await parties.call(access, "remember", { texts: ["The weir is shut."] })).text).toContain(
          "forbidden",
        );
    });

    it("sees one root only, where one was chosen", async () => {
      await world.client.upload(admin, { "a.md": "The heron nests by the weir.\n" }, "birds");
      await world.client.upload(admin, { "b.md": "The otter sleeps by the weir.\n" }, "beasts");
      const { access_token: access } = await parties.connect(client, admin, { scope: "read", root: "birds" });
      const { text } = await parties.call(access, "search", { query: "weir", view: "full" });
      expect(text).toContain("heron");
      expect(text).not.toContain("otter");
      const shown = await parties.show(parties.addressOf(client));
      const both = await parties.press(shown, "allow", {
        token: admin,
        scope: "write",
        days: "3",
        root: "birds",
      });
      expect([both.status, await both.text()]).toEqual([400, expect.stringContaining("one root only")]);
    });
  });

  describe("by a refresh token", () => {
    it("ends with the one that followed it", async () => {
      const { refresh_token: first } = await parties.connect(client, admin);
      const second = (await (await parties.refresh(client, first)).json()) as { refresh_token: string };
      expect(second.refresh_token).not.toBe(first);
      expect((await parties.refresh(client, second.refresh_token)).status).toBe(200);
      expect(await failed(await parties.refresh(client, first))).toBe("invalid_grant");
    });

    it("counts for its client only", async () => {
      const { refresh_token: own } = await parties.connect(client, admin);
      const other = (await parties.register()).body.client_id;
      expect(await failed(await parties.refresh(other, own))).toBe("invalid_grant");
    });

    it("ends when the token behind it is revoked or the days are over, and the access with it", async () => {
      for (const end of [
        async (given: Tokens) => {
          await world.client.call("DELETE", `/v1/tokens/${idOf(given)}`, { token: admin });
        },
        async () => world.clock.advance(31 * DAY_MS),
      ]) {
        const given = await parties.connect(client, admin, { days: "30" });
        expect((await parties.call(given.access_token, "status")).status).toBe(200);
        await end(given);
        const refused = await parties.call(given.access_token, "status");
        expect(refused.status).toBe(401);
        expect(refused.headers.get("www-authenticate")).toContain('error="invalid_token"');
        expect(await failed(await parties.refresh(client, given.refresh_token))).toBe("invalid_grant");
      }
    });
  });

  describe("by giving back", () => {
    it("ends the token with its grant", async () => {
      const given = await parties.connect(client, admin);
      const row = (await tokens()).find(({ id }) => id === idOf(given));
      expect(row).toMatchObject({ name: "Client, OAuth by client.test", revokedAt: null });
      const answer = await parties.token({ token: given.refresh_token, client_id: client });
      expect(answer.status).toBe(200);
      expect((await tokens()).find(({ id }) => id === row?.id)?.revokedAt).not.toBeNull();
      expect((await parties.call(given.access_token, "status")).status).toBe(401);
    });

    it("ends nobody else's: not by an id, nor by a secret that is wrong", async () => {
      const given = await parties.connect(client, admin);
      const [id, grant] = given.refresh_token.split(":");
      const ordinary = (await tokens())[0]?.id;
      for (const token of [`${ordinary}:x:y`, `${id}:${grant}:wrong`, `${id}:x:y`, "", id ?? ""])
        await parties.token({ token, client_id: client });
      const other = (await parties.register()).body.client_id;
      await parties.token({ token: given.refresh_token, client_id: other });
      expect(
        (await tokens()).filter(
          ({ revokedAt, id: one }) => revokedAt !== null && [id, ordinary].includes(one),
        ),
      ).toEqual([]);
      expect((await parties.call(given.access_token, "status")).status).toBe(200);
    });
  });

  describe("by number and size", () => {
    it("registers so many an hour from one network, so many a day from all", async () => {
      world.clock.advance(2 * DAY_MS);
      const from = async (address: string) =>
        (await parties.register({}, { "cf-connecting-ip": address })).status;
      for (let at = 0; at < REGISTRATIONS_AN_HOUR; at++) expect(await from(`203.0.113.${at}`)).toBe(201);
      expect(await from("203.0.113.99")).toBe(429);
      const session = openSession(world.database, { from: "primary", meter: createMeter() });
      for (let at = REGISTRATIONS_AN_HOUR; at < REGISTRATIONS_A_DAY; at++)
        expect(await mayRegister(session, `198.51.${at}.0/24`, world.clock.now())).toBe(true);
      expect(await from("192.0.2.1")).toBe(429);
      world.clock.advance(DAY_MS);
      expect(await from("203.0.113.99")).toBe(201);
    });

    it("reads no registration or form without end", async () => {
      const huge = { client_name: "x".repeat(200_000) };
      expect((await parties.register(huge)).status).toBe(413);
      const shown = await parties.show(parties.addressOf(client));
      expect((await parties.press(shown, "allow", { token: "x".repeat(200_000) })).status).toBe(413);
    });
  });
});
