import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { strings } from "../../src/web/strings.ts";
import { openTab } from "./support/browser.ts";
import { hasFirefox, openFirefox } from "./support/firefox.ts";
import { NOTES, seed } from "./support/seed.ts";
import { openSite, type Site } from "./support/site.ts";

const row = (tab: Tab, text: string) => tab.locator(".memory-row").filter({ hasText: text });
const view = (tab: Tab, name: string) =>
  tab.getByRole("navigation", { name: strings.navigation }).getByRole("link", { name });

describe.runIf(hasFirefox())("the page in Firefox", () => {
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite(NOTES), openFirefox()]);
    await seed(site);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  const votes = async () =>
    (await site.call<{ votes: { query: string; value: string }[] }>("GET", "/v1/feedback")).votes;

  it("signs in by the printed link, stays signed in over a reload, and signs out", async () => {
    const { tab, problems } = await openTab(browser, site, { token: "" });
    await tab.goto("about:blank");
    await tab.goto(site.link);
    await view(tab, "Memory").waitFor();
    expect(tab.url()).toBe(`${site.url}/`);
    await tab.reload();
    await view(tab, "Memory").waitFor();
    await tab.getByRole("button", { name: strings.signIn.out }).click();
    await tab.getByRole("button", { name: strings.signIn.button, exact: true }).waitFor();
    await tab.reload();
    await tab.getByRole("button", { name: strings.signIn.button, exact: true }).waitFor();
    expect(problems).toEqual([]);
  });

  it("searches while typing, copies and judges by keys", async () => {
    const { tab, problems } = await openTab(browser, site, { width: 1_440, height: 900 });
    await tab.locator("input[name=q]:focus").waitFor();
    await tab.keyboard.type("when are the keys rotated");
    await tab.locator(".extract mark").first().waitFor();
    await tab.keyboard.press("Enter");
    await tab.locator(".hit-link:focus").waitFor();
    await tab.locator(".preview .is-cited").first().waitFor();
    await tab.keyboard.press("c");
    await tab.getByText(/^Copied: /).waitFor();
    await tab.keyboard.press("u");
    await tab.locator(".hit").first().locator(".vote[aria-pressed=true]").waitFor();
    await expect
      .poll(votes)
      .toContainEqual(expect.objectContaining({ query: "when are the keys rotated", value: "up" }));
    expect(problems).toEqual([]);
  });

  it("has the palette in every view, and gives the focus back after it", async () => {
    const { tab, problems } = await openTab(browser, site, { address: "/?view=index" });
    await tab.keyboard.press("Control+k");
    const palette = tab.getByRole("dialog", { name: strings.palette.title });
    await palette.getByRole("option").first().waitFor();
    await tab.keyboard.press("Escape");
    await tab.keyboard.press("/");
    await tab.locator("input[name=q]:focus").waitFor();
    await tab.keyboard.press("Control+k");
    await tab.keyboard.type("runb");
    await palette.getByRole("option", { name: "Runbook notes:runbook.md" }).waitFor();
    await tab.keyboard.press("Enter");
    await tab.locator(".preview").getByText("Signing keys").waitFor();
    expect(problems).toEqual([]);
  });

  it("writes, corrects and forgets a memory by keys", async () => {
    const { tab, problems } = await openTab(browser, site, { address: "/?view=memory" });
    await tab.locator(".memory-row").first().waitFor();
    await tab.keyboard.press("n");
    await tab.keyboard.type("The buoy licence is renewed by Lena Vogt");
    await tab.keyboard.press("Control+Enter");
    await row(tab, "The buoy licence is renewed").waitFor();
    await expect.poll(() => tab.getByRole("dialog").count()).toBe(0);
    await row(tab, "The buoy licence").getByRole("link").first().focus();
    await tab.keyboard.press("e");
    await tab.getByRole("dialog").waitFor();
    await tab.keyboard.press("End");
    await tab.keyboard.type(" each May");
    await tab.keyboard.press("Control+Enter");
    await row(tab, "Lena Vogt each May").waitFor();
    await expect.poll(() => tab.getByRole("dialog").count()).toBe(0);
    await row(tab, "Lena Vogt each May").getByRole("link").first().focus();
    await tab.keyboard.press("#");
    await expect.poll(() => row(tab, "Lena Vogt each May").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it("draws a person's page and the graph, and shows the index", async () => {
    const { tab, problems } = await openTab(browser, site, {
      address: "/?view=graph&entity=harbour-systems",
    });
    await tab.getByRole("heading", { level: 1, name: "Harbour Systems" }).waitFor();
    await tab.locator("circle.graph-node").first().waitFor();
    expect(await tab.locator("circle.graph-node").count()).toBeGreaterThan(1);
    await view(tab, "Graph").click();
    await tab.locator(".graph-list a").first().waitFor();
    const box = await tab.locator("circle.graph-node").first().boundingBox();
    expect(box?.width).toBeGreaterThan(2);
    await view(tab, "Index").click();
    await expect.poll(() => tab.title()).toBe("Index · edge-recall");
    await tab.locator("main h2").first().waitFor();
    expect(problems).toEqual([]);
  });
});
