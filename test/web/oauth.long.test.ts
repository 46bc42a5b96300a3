import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packageRoot } from "../../src/cli/local/load-runtime.ts";
import { ensureAccess, signingSecret } from "../../src/cli/local/local-access.ts";
import { type LocalServer, startServer } from "../../src/cli/local/start-server.ts";
import { oauthClient } from "../oauth/oauth-client.ts";
import { hasBrowser, openBrowser } from "./support/browser.ts";

describe.runIf(hasBrowser())("OAuth on a local server (needs Chromium)", () => {
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

  it("lets the official client in from nothing", async () => {
    const own = oauthClient(redirect);
    const url = new URL(`${server.url}/mcp`);
    const transport = new StreamableHTTPClientTransport(url, { authProvider: own.provider });
    const client = new Client({ name: "test", version: "1" });
    await expect(client.connect(transport)).rejects.toThrow(UnauthorizedError);
    const [address] = own.sentTo;
    const page = await browser.newPage();
    await page.goto(String(address));
    console.log(await page.locator("main").innerText());
    await page.getByLabel("Admin's token of the workspace").fill(admin);
    await page.getByRole("button", { name: "Go on" }).click();
    console.log(await page.locator("main").innerText());
    await page.screenshot({ path: "/tmp/consent.png" });
    await page.getByRole("button", { name: "Allow" }).click();
    await page.waitForURL(`${redirect}**`);
    const code = new URL(page.url()).searchParams;
    await transport.finishAuth(code);
    const again = new Client({ name: "test", version: "1" });
    await again.connect(new StreamableHTTPClientTransport(url, { authProvider: own.provider }));
    const answer = await again.callTool({ name: "status", arguments: {} });
    console.log(JSON.stringify(answer));
    expect(answer.isError).not.toBe(true);
  });
});
