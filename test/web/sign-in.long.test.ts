import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { strings } from "../../src/web/strings.ts";
import { findings, hasBrowser, openBrowser, openTab, takeLink } from "./support/browser.ts";
import { openSite, type Site } from "./support/site.ts";

describe.runIf(hasBrowser())("signing in", () => {
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([
      openSite({ "a.md": "# Keys\n\nRotated monthly.\n" }),
      openBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  it("takes a token, keeps it for the tab only, and forgets it on the way out", async () => {
    const { tab, context, problems } = await openTab(browser, site, { token: "" });
    expect(await findings(tab)).toEqual([]);
    await tab.getByLabel("Token").fill("rcl_nobody");
    await tab.keyboard.press("Enter");
    await tab.getByText("This token is not valid here").waitFor();
    await tab.getByLabel("Token").fill(` ${site.token} `);
    await tab.keyboard.press("Enter");
    await tab.getByRole("navigation", { name: "Views" }).waitFor();
    await tab.getByText("default", { exact: true }).waitFor();
    await tab.reload();
    await tab.getByRole("navigation", { name: "Views" }).waitFor();
    const second = await context.newPage();
    await second.goto(site.url);
    await second.getByLabel("Token").waitFor();
    await tab.getByRole("button", { name: "Sign out" }).click();
    await tab.getByLabel("Token").waitFor();
    await tab.reload();
    await tab.getByLabel("Token").waitFor();
    expect(problems).toEqual([]);
  });

  it("takes a link's token, which leaves the address and the history at once", async () => {
    const { tab, problems } = await openTab(browser, site, { address: "/?view=graph&q=keys" });
    expect(tab.url()).toBe(`${site.url}/?view=graph&q=keys`);
    await tab.goBack();
    expect(tab.url()).not.toContain(site.token);
    expect(problems).toEqual([]);
  });

  it("loses no session to a link: a bad token is told, another workspace's asked about", async () => {
    const other = await site.openWorkspace("elsewhere");
    const { tab, problems } = await openTab(browser, site);
    const kept = () => tab.evaluate(() => sessionStorage.getItem("edge-recall.token"));
    const follow = (token: string) =>
      tab.evaluate((hash) => {
        location.hash = hash;
      }, `token=${token}`);
    const dialog = tab.getByRole("dialog", { name: strings.signIn.change.title });
    await follow("x");
    await tab.getByText(strings.signIn.linkRefused("").trim()).waitFor();
    expect(await kept()).toBe(site.token);
    await follow(other);
    await dialog.getByText("elsewhere").first().waitFor();
    expect(await findings(tab)).toEqual([]);
    await tab.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect([await kept(), tab.url()]).toEqual([site.token, `${site.url}/`]);
    await tab.goto("about:blank");
    await tab.goto(`${site.url}/#token=${other}`);
    await dialog.getByRole("button", { name: strings.signIn.change.no }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await kept()).toBe(site.token);
    const reader = await site.mint("read");
    await follow(reader);
    await tab.getByTitle("read token").waitFor();
    await follow(other);
    await dialog.getByRole("button", { name: "Change" }).click();
    await tab.getByRole("banner").getByText("elsewhere", { exact: true }).waitFor();
    expect(await kept()).toBe(other);
    expect(problems).toEqual([]);
  });

  it("takes a link's token when the tab's own is valid no more", async () => {
    const { tab } = await openTab(browser, site);
    await tab.evaluate(() => sessionStorage.setItem("edge-recall.token", "rcl_gone"));
    await tab.goto("about:blank");
    await tab.goto(`${site.url}/#token=${site.token}`);
    await takeLink(tab);
    await tab.getByRole("navigation", { name: "Views" }).waitFor();
    expect(await tab.evaluate(() => sessionStorage.getItem("edge-recall.token"))).toBe(site.token);
  });

  it("says that the server does not answer, and goes on when it does", async () => {
    const { tab, context } = await openTab(browser, site);
    await context.route("**/v1/status", (route) => route.abort());
    await tab.reload();
    await tab.getByRole("alert").getByText("No connection").waitFor();
    expect(await findings(tab)).toEqual([]);
    await context.unroute("**/v1/status");
    await tab.getByRole("button", { name: "Try again" }).click();
    await tab.getByRole("navigation", { name: "Views" }).waitFor();
  });

  it("says that a view's code is not there, and has it after a reload", async () => {
    const { tab } = await openTab(browser, site, { address: "/?q=keys" });
    await tab.route("**/parts/graph-view-*.js", (route) => route.fulfill({ status: 404 }));
    await tab.getByRole("link", { name: "Graph" }).click();
    await tab.getByText(strings.failures.part).waitFor();
    await tab.unroute("**/parts/graph-view-*.js");
    await tab.getByRole("button", { name: "Try again" }).click();
    await tab.getByText(strings.failures.part).waitFor({ state: "detached" });
    await tab.getByRole("heading", { level: 1 }).waitFor({ state: "attached" });
    expect(tab.url()).toBe(`${site.url}/?view=graph&q=keys`);
  });

  it("asks for no token while the one that is kept, or what a link brings, is being checked", async () => {
    const { tab, context } = await openTab(browser, site);
    const status = Promise.withResolvers<void>();
    await context.route("**/v1/status", async (route) => {
      await status.promise;
      await route.continue();
    });
    const { secret } = await site.call<{ secret: string }>("POST", "/v1/sign-ins/links");
    const linked = await context.newPage();
    for (const [opened, address] of [
      [tab, "/"],
      [linked, `/#link=${secret}`],
    ] as const) {
      await opened.goto("about:blank");
      await opened.goto(`${site.url}${address}`);
      await opened.locator(".skeleton").waitFor();
      expect(await opened.locator("form").count()).toBe(0);
      expect(await findings(opened)).toEqual([]);
    }
    status.resolve();
    for (const opened of [tab, linked]) await opened.getByRole("navigation", { name: "Views" }).waitFor();
  });

  it("ends a session whose token was revoked", async () => {
    const token = await site.mint("read");
    const { tab } = await openTab(browser, site, { token });
    const { tokens } = await site.call<{ tokens: { id: string; scope: string }[] }>("GET", "/v1/tokens");
    const minted = tokens.filter(({ scope }) => scope === "read");
    for (const { id } of minted) await site.call("DELETE", `/v1/tokens/${id}`);
    await tab.reload();
    await tab.locator("[role=alert]:not(:empty)").waitFor();
    expect(await tab.evaluate(() => sessionStorage.length)).toBe(0);
  });

  it("is served under a policy that lets nothing in from elsewhere, and shadows no route of the API", async () => {
    const { headers } = await fetch(site.url);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect((await fetch(`${site.url}/health`)).headers.get("content-type")).toContain("json");
    expect((await fetch(`${site.url}/nothing-here`)).status).toBe(404);
  });
});
