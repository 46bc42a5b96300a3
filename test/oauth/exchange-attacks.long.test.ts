import { describe, expect, it } from "vitest";
import { attackedWorld } from "./attacked-world.ts";
import { CALLBACK, ORIGIN, oauthParties } from "./flow.ts";
import { expectShownHere, refusalOf } from "./outcomes.ts";

/** What RFC 9700 (OAuth 2.0 Security Best Current Practice) warns of in the exchange of codes for tokens, one by one. */
describe("attacks on OAuth's exchange", () => {
  const here = attackedWorld();

  const EVIL = "https://evil.test/callback";

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
      expectShownHere(
        await here.parties.send(here.parties.addressOf(here.client, { redirect_uri: address })),
      ),
    );

    it.each([
      ["a script", "javascript:alert(1)"],
      ["data", "data:text/html,x"],
      ["http on the web", "http://client.test/callback"],
      ["a fragment", `${CALLBACK}#x`],
      ["the name of a person in front", "https://a@client.test/callback"],
    ])("registers no address with %s alone", async (_, address) => {
      const { status, body } = await here.parties.register({ redirect_uris: [address] });
      expect([status, body.client_id]).toEqual([400, undefined]);
    });

    it("sends nobody anywhere for a client that it does not know", async () =>
      expectShownHere(await here.parties.send(here.parties.addressOf("nobody", { redirect_uri: EVIL }))));

    it("gives no tokens for a code that went elsewhere than the exchange says", async () => {
      const code = (await here.parties.codeOf(here.client, here.admin)).get("code") ?? "";
      expect(await refusalOf(await here.parties.exchange(here.client, code, { redirect_uri: EVIL }))).toMatch(
        /^invalid/,
      );
    });
  });

  describe("by a code", () => {
    const fresh = async () => (await here.parties.codeOf(here.client, here.admin)).get("code") ?? "";

    it("counts once; sent again it ends what the first time gave", async () => {
      const code = await fresh();
      const first = (await (await here.parties.exchange(here.client, code)).json()) as {
        access_token: string;
      };
      expect((await here.parties.call(first.access_token, "status")).status).toBe(200);
      expect(await refusalOf(await here.parties.exchange(here.client, code))).toBe("invalid_grant");
      // An isolate that has not met the access token yet.
      expect((await oauthParties(here.world).call(first.access_token, "status")).status).toBe(401);
    });

    it("counts once, also of two exchanges at the same moment", async () => {
      const code = await fresh();
      const answers = await Promise.all([1, 2, 3].map(() => here.parties.exchange(here.client, code)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    });

    it("counts for its client only", async () => {
      const other = (await here.parties.register()).body.client_id;
      expect(await refusalOf(await here.parties.exchange(other, await fresh()))).toBe("invalid_grant");
    });

    it("ends after ten minutes", async () => {
      const code = await fresh();
      here.world.clock.advance(11 * 60_000);
      expect(await refusalOf(await here.parties.exchange(here.client, code))).toBe("invalid_grant");
    });

    it("cannot be guessed, nor sent with another code's beginning", async () => {
      const [id, grant] = (await fresh()).split(":");
      for (const code of ["", "x", "a:b:c", `${id}:${grant}:${"x".repeat(32)}`])
        expect(await refusalOf(await here.parties.exchange(here.client, code))).toMatch(/^invalid/);
    });

    it("needs its proof: none, another, or one that was not announced is refused", async () => {
      expect(
        await refusalOf(
          await here.parties.exchange(here.client, await fresh(), { code_verifier: undefined }),
        ),
      ).toMatch(/^invalid/);
      expect(
        await refusalOf(
          await here.parties.exchange(here.client, await fresh(), { code_verifier: "w".repeat(64) }),
        ),
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
      const answer = await here.parties.send(here.parties.addressOf(here.client, more));
      const sentTo = new URL(answer.headers.get("location") ?? "about:blank");
      expect(sentTo.searchParams.get("code")).toBeNull();
      if (answer.status === 302) {
        expect(sentTo.href.startsWith(CALLBACK)).toBe(true);
        expect(sentTo.searchParams.get("error")).toMatch(/^(?:invalid_|unsupported_)/);
      } else await expectShownHere(answer);
    });

    it.each(["password", "client_credentials", "urn:ietf:params:oauth:grant-type:token-exchange"])(
      "knows no grant by %s",
      async (grant_type) => {
        const fields = {
          grant_type,
          client_id: here.client,
          username: "a",
          password: "b",
          subject_token: "x",
        };
        expect(await refusalOf(await here.parties.token(fields))).toMatch(
          /^(?:unsupported_grant_type|unauthorized_client|invalid_)/,
        );
      },
    );
  });

  describe("by mixing up servers", () => {
    it("says in each answer which server it is of", async () => {
      expect((await here.parties.codeOf(here.client, here.admin)).get("iss")).toBe(ORIGIN);
      const shown = await here.parties.show(here.parties.addressOf(here.client));
      const denied = await here.parties.press(shown, "deny", {});
      const { searchParams } = new URL(denied.headers.get("location") ?? "");
      expect([searchParams.get("error"), searchParams.get("iss"), searchParams.get("state")]).toEqual([
        "access_denied",
        ORIGIN,
        "s1",
      ]);
    });

    it("takes no code and no token of another address of its own", async () => {
      const OTHER = "https://other.test";
      const code = (await here.parties.codeOf(here.client, here.admin)).get("code") ?? "";
      expect(
        await refusalOf(await here.parties.exchange(here.client, code, { resource: `${OTHER}/mcp` }, OTHER)),
      ).toMatch(/^invalid/);
      const { access_token: access } = await here.parties.connect(here.client, here.admin);
      expect((await here.parties.call(access, "status", {}, OTHER)).status).toBe(401);
    });

    it("takes an access token at /mcp only, and in no address", async () => {
      const { access_token: access } = await here.parties.connect(here.client, here.admin);
      const headers = { authorization: `Bearer ${access}` };
      expect((await here.parties.send("/v1/status", { headers })).status).toBe(401);
      const init = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
      expect((await here.parties.send(`/mcp?access_token=${encodeURIComponent(access)}`, init)).status).toBe(
        401,
      );
    });
  });
});
