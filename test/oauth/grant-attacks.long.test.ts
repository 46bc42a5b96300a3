import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../src/config.ts";
import { openSession } from "../../src/database/session.ts";
import { createMeter } from "../../src/models/ports.ts";
import {
  mayRegister,
  REGISTRATIONS_A_DAY,
  REGISTRATIONS_AN_HOUR,
} from "../../src/workspaces/oauth/registrations.ts";
import { attackedWorld } from "./attacked-world.ts";
import type { Tokens } from "./flow.ts";
import { expectShownHere, refusalOf } from "./outcomes.ts";

/** The same for the person's page, what was granted and its end, and MCP's own list of confused deputies and open doors. */
describe("attacks on OAuth's grants", () => {
  const here = attackedWorld();

  const tokens = async () =>
    (await here.world.client.call("GET", "/v1/tokens", { token: here.admin })).body.tokens as {
      id: string;
      name: string;
      revokedAt: string | null;
    }[];
  /** The token that a grant wraps. */
  const idOf = ({ refresh_token: refresh }: Tokens): string => refresh.split(":")[0] ?? "";

  describe("by the page that asks", () => {
    it("counts in the browser only that it was shown in", async () => {
      const before = (await tokens()).length;
      const shown = await here.parties.show(here.parties.addressOf(here.client));
      const yes = { token: here.admin, scope: "write", days: "30" };
      await expectShownHere(await here.parties.press(shown, "allow", yes, { cookie: undefined }));
      await expectShownHere(
        await here.parties.press(shown, "allow", yes, { cookie: "__Host-oauth-consent=x" }),
      );
      const other = await here.parties.show(here.parties.addressOf(here.client));
      await expectShownHere(await here.parties.press({ ...shown, handle: other.handle }, "allow", yes));
      expect((await tokens()).length).toBe(before);
    });

    it("takes no form of another page", async () => {
      const shown = await here.parties.show(here.parties.addressOf(here.client));
      const headers = { origin: "https://evil.test" };
      expect(
        (await here.parties.press(shown, "allow", { token: here.admin, scope: "write", days: "30" }, headers))
          .status,
      ).toBe(403);
    });

    it("counts once, and for ten minutes", async () => {
      const yes = { token: here.admin, scope: "read", days: "30" };
      const shown = await here.parties.show(here.parties.addressOf(here.client));
      expect((await here.parties.press(shown, "allow", yes)).status).toBe(302);
      await expectShownHere(await here.parties.press(shown, "allow", yes));
      const late = await here.parties.show(here.parties.addressOf(here.client));
      here.world.clock.advance(11 * 60_000);
      await expectShownHere(await here.parties.press(late, "allow", yes));
    });

    it("mints one token for a yes, however often it is sent at the same moment", async () => {
      const before = (await tokens()).length;
      const shown = await here.parties.show(here.parties.addressOf(here.client));
      const yes = { token: here.admin, scope: "write", days: "30" };
      const answers = await Promise.all([1, 2, 3].map(() => here.parties.press(shown, "allow", yes)));
      expect(answers.map(({ status }) => status).sort()).toEqual([302, 400, 400]);
      expect((await tokens()).length).toBe(before + 1);
    });

    it("stands in no frame, runs nothing but what looks for a sign-in, is kept nowhere, and says where access goes", async () => {
      const { headers, text } = await here.parties.show(here.parties.addressOf(here.client));
      expect(headers.get("content-security-policy")).toMatch(
        /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; base-uri 'none'; form-action 'self' https:\/\/client\.test; frame-ancestors 'none'$/,
      );
      expect(headers.get("cache-control")).toBe("no-store");
      expect(text).toContain("client.test");
    });

    it("shows a client's name as text, whatever is in it", async () => {
      const name = `"><script>alert(1)</script><img src=x onerror=alert(1)>\u202egnp`;
      const { body } = await here.parties.register({ client_name: name });
      const { text } = await here.parties.show(here.parties.addressOf(body.client_id));
      expect(text).not.toMatch(/<script[^>]|<img/);
      // Its own, which the policy names by its hash.
      expect(text.match(/<script/g)?.length).toBe(1);
      expect(text).not.toContain("\u202e");
      const shown = await here.parties.show(here.parties.addressOf(body.client_id));
      expect(
        (await here.parties.press(shown, "allow", { token: here.admin, scope: "read", days: "1" })).status,
      ).toBe(302);
    });

    it("lets in nobody on the word of a lesser token, of another workspace's, or of none", async () => {
      const write = await here.world.client.workspace("default", "write");
      const shown = await here.parties.show(here.parties.addressOf(here.client));
      const before = (await tokens()).length;
      for (const token of [write, "", "x", "rcl_a.b.c", "ü", `${here.admin}x`]) {
        const answer = await here.parties.press(shown, "allow", { token, scope: "read", days: "30" });
        expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
      }
      const other = await here.world.client.workspace("other");
      const { access_token: access } = await here.parties.connect(here.client, other, {
        workspace: "default",
      });
      expect(access).toBeUndefined();
      expect((await tokens()).length).toBe(before);
    });
  });

  describe("by wanting more than was given", () => {
    it("writes nothing with a grant to read, whatever it asks for later", async () => {
      const given = await here.parties.connect(here.client, here.admin, { scope: "read" });
      expect(given.scope).toBe("read");
      const again = await here.parties.refresh(here.client, given.refresh_token, { scope: "read write" });
      const more = (await again.json()) as { access_token?: string };
      for (const access of [given.access_token, more.access_token ?? given.access_token])
        expect(
          (await here.parties.call(access, "remember", { texts: ["The weir is shut."] })).text,
        ).toContain("forbidden");
    });

    it("sees one root only, where one was chosen", async () => {
      await here.world.client.upload(here.admin, { "a.md": "The heron nests by the weir.\n" }, "birds");
      await here.world.client.upload(here.admin, { "b.md": "The otter sleeps by the weir.\n" }, "beasts");
      const { access_token: access } = await here.parties.connect(here.client, here.admin, {
        scope: "read",
        root: "birds",
      });
      const { text } = await here.parties.call(access, "search", { query: "weir", view: "full" });
      expect(text).toContain("heron");
      expect(text).not.toContain("otter");
      const shown = await here.parties.show(here.parties.addressOf(here.client));
      const both = await here.parties.press(shown, "allow", {
        token: here.admin,
        scope: "write",
        days: "3",
        root: "birds",
      });
      expect([both.status, await both.text()]).toEqual([400, expect.stringContaining("one root only")]);
    });
  });

  describe("by a refresh token", () => {
    it("ends with the one that followed it", async () => {
      const { refresh_token: first } = await here.parties.connect(here.client, here.admin);
      const second = (await (await here.parties.refresh(here.client, first)).json()) as {
        refresh_token: string;
      };
      expect(second.refresh_token).not.toBe(first);
      expect((await here.parties.refresh(here.client, second.refresh_token)).status).toBe(200);
      expect(await refusalOf(await here.parties.refresh(here.client, first))).toBe("invalid_grant");
    });

    it("counts for its client only", async () => {
      const { refresh_token: own } = await here.parties.connect(here.client, here.admin);
      const other = (await here.parties.register()).body.client_id;
      expect(await refusalOf(await here.parties.refresh(other, own))).toBe("invalid_grant");
    });

    it("ends when the token behind it is revoked or the days are over, and the access with it", async () => {
      for (const end of [
        async (given: Tokens) => {
          await here.world.client.call("DELETE", `/v1/tokens/${idOf(given)}`, { token: here.admin });
        },
        async () => here.world.clock.advance(31 * DAY_MS),
      ]) {
        const given = await here.parties.connect(here.client, here.admin, { days: "30" });
        expect((await here.parties.call(given.access_token, "status")).status).toBe(200);
        await end(given);
        const refused = await here.parties.call(given.access_token, "status");
        expect(refused.status).toBe(401);
        expect(refused.headers.get("www-authenticate")).toContain('error="invalid_token"');
        expect(await refusalOf(await here.parties.refresh(here.client, given.refresh_token))).toBe(
          "invalid_grant",
        );
      }
    });
  });

  describe("by giving back", () => {
    it("ends the token with its grant", async () => {
      const given = await here.parties.connect(here.client, here.admin);
      const row = (await tokens()).find(({ id }) => id === idOf(given));
      expect(row).toMatchObject({ name: "Client, OAuth by client.test", revokedAt: null });
      const answer = await here.parties.token({ token: given.refresh_token, client_id: here.client });
      expect(answer.status).toBe(200);
      expect((await tokens()).find(({ id }) => id === row?.id)?.revokedAt).not.toBeNull();
      expect((await here.parties.call(given.access_token, "status")).status).toBe(401);
    });

    it("ends nobody else's: not by an id, nor by a secret that is wrong", async () => {
      const given = await here.parties.connect(here.client, here.admin);
      const [id, grant] = given.refresh_token.split(":");
      const ordinary = (await tokens())[0]?.id;
      for (const token of [`${ordinary}:x:y`, `${id}:${grant}:wrong`, `${id}:x:y`, "", id ?? ""])
        await here.parties.token({ token, client_id: here.client });
      const other = (await here.parties.register()).body.client_id;
      await here.parties.token({ token: given.refresh_token, client_id: other });
      expect(
        (await tokens()).filter(
          ({ revokedAt, id: one }) => revokedAt !== null && [id, ordinary].includes(one),
        ),
      ).toEqual([]);
      expect((await here.parties.call(given.access_token, "status")).status).toBe(200);
    });
  });

  describe("by number and size", () => {
    it("registers so many an hour from one network, so many a day from all", async () => {
      here.world.clock.advance(2 * DAY_MS);
      const from = async (address: string) =>
        (await here.parties.register({}, { "cf-connecting-ip": address })).status;
      for (let at = 0; at < REGISTRATIONS_AN_HOUR; at++) expect(await from(`203.0.113.${at}`)).toBe(201);
      expect(await from("203.0.113.99")).toBe(429);
      const session = openSession(here.world.database, { from: "primary", meter: createMeter() });
      for (let at = REGISTRATIONS_AN_HOUR; at < REGISTRATIONS_A_DAY; at++)
        expect(await mayRegister(session, `198.51.${at}.0/24`, here.world.clock.now())).toBe(true);
      expect(await from("192.0.2.1")).toBe(429);
      here.world.clock.advance(DAY_MS);
      expect(await from("203.0.113.99")).toBe(201);
    });

    it("reads no registration or form without end", async () => {
      const huge = { client_name: "x".repeat(200_000) };
      expect((await here.parties.register(huge)).status).toBe(413);
      const shown = await here.parties.show(here.parties.addressOf(here.client));
      expect((await here.parties.press(shown, "allow", { token: "x".repeat(200_000) })).status).toBe(413);
    });
  });
});
