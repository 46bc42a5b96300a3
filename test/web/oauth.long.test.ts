import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packageRoot } from "../../src/cli/local/load-runtime.ts";
import { ensureAccess, signingSecret } from "../../src/cli/local/local-access.ts";
import { type LocalServer, startServer } from "../../src/cli/local/start-server.ts";
import { oauthClient } from "../oauth/oauth-client.ts";
import { findings, hasBrowser, openBrowser } from "./support/browser.ts";

describe.runIf(hasBrowser())("the official client on a local server, by OAuth (needs Chromium)", () => {
  let home: string;
  let server: LocalServer;
  let browser: Browser;
  let catcher: Server;
  let redirect: string;
  let admin: string;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), "oauth-"));
    const secret = await signingSecret(home);
    server = await startServer({ root: packageRoot(), home, port: 0, secret });
    ({ token: admin } = await ensureAccess({ url: server.url, fetch }, home, secret));
    browser = await openBrowser();
    catcher = createServer((_, response) => response.end("connected"));
    await new Promise<void>((done) => catcher.listen(0, "127.0.0.1", done));
    redirect = `http://127.0.0.1:${(catcher.address() as AddressInfo).port}/callback`;
  });
  afterAll(async () => {
    await browser.close();
    catcher.close();
    await server.stop();
    rmSync(home, { recursive: true });
  });

  type Own = ReturnType<typeof oauthClient>;
  const transportOf = ({ provider }: Own) =>
    new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { authProvider: provider });
  const connected = async (own: Own): Promise<Client> => {
    const client = new Client({ name: "test", version: "1" });
    await client.connect(transportOf(own));
    return client;
  };
  /** The page that the client sends its person to. */
  const pageFor = async (own: Own): Promise<Page> => {
    await expect(connected(own)).rejects.toThrow(UnauthorizedError);
    const tab = await browser.newPage();
    await tab.goto(String(own.sentTo.at(-1)));
    return tab;
  };
  const signIn = async (tab: Page, token = admin): Promise<void> => {
    await tab.getByLabel("Admin's token of the workspace").fill(token);
    await tab.getByRole("button", { name: "Go on" }).click();
  };
  const back = async (tab: Page, button: string): Promise<URLSearchParams> => {
    await tab.getByRole("button", { name: button }).click();
    await tab.waitForURL(`${redirect}**`);
    return new URL(tab.url()).searchParams;
  };
  const api = async (method: string, path: string) =>
    (await fetch(`${server.url}${path}`, { method, headers: { authorization: `Bearer ${admin}` } })).json();

  it("registers, asks its person, connects, refreshes, and is out as soon as its token is revoked", async () => {
    const own = oauthClient(redirect, "Heron editor");
    const tab = await pageFor(own);
    expect(await tab.textContent("main")).toContain("Access is sent to 127.0.0.1");
    expect(await findings(tab)).toEqual([]);
    await signIn(tab);
    expect(await tab.textContent("main")).toContain("Workspace: default");
    expect(await findings(tab)).toEqual([]);
    await transportOf(own).finishAuth(await back(tab, "Allow"));
    const client = await connected(own);
    const kept = await client.callTool({ name: "remember", arguments: { texts: ["The weir is shut."] } });
    expect(kept.isError).not.toBe(true);
    // The server no longer knows it, as after an hour: the client asks for another by itself.
    const access = own.tokens()?.access_token;
    own.loseAccess();
    expect((await client.callTool({ name: "status", arguments: {} })).isError).not.toBe(true);
    expect(own.tokens()?.access_token).not.toBe(access);
    const { tokens } = (await api("GET", "/v1/tokens")) as { tokens: { id: string; name: string }[] };
    const row = tokens.find(({ name }) => name === "Heron editor, OAuth by 127.0.0.1");
    await api("DELETE", `/v1/tokens/${row?.id}`);
    await expect(client.callTool({ name: "status", arguments: {} })).rejects.toThrow(UnauthorizedError);
  });

  it("is told no, and by whom", async () => {
    const own = oauthClient(redirect);
    const tab = await pageFor(own);
    const denied = await back(tab, "Deny");
    expect([denied.get("error"), denied.get("iss")]).toEqual(["access_denied", server.url]);
  });

  it("tells the person what was wrong with a token, and takes the next", async () => {
    const own = oauthClient(redirect);
    const tab = await pageFor(own);
    await signIn(tab, "rcl_nonsense");
    expect(await tab.getByRole("alert").textContent()).toBe("This token is not valid here, or has ended");
    await signIn(tab);
    await tab.getByLabel("search and read", { exact: true }).check();
    await transportOf(own).finishAuth(await back(tab, "Allow"));
    const client = await connected(own);
    const refused = await client.callTool({ name: "remember", arguments: { texts: ["The weir is open."] } });
    expect(JSON.stringify(refused.content)).toContain("forbidden");
  });
});
