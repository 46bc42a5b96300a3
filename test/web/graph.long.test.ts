import type { Core } from "cytoscape";
import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findings, hasBrowser, openBrowser, openTab, overflowing } from "./browser.ts";
import { largeGraph } from "./large-graph.ts";
import { NOTES, seed } from "./seed.ts";
import { openSite, type Site } from "./site.ts";

const drawn = (tab: Tab) => tab.locator(".graph-picture[data-state=drawn]");
/** Where Cytoscape, which leaves itself on its element, has drawn a node. */
const placeOf = (tab: Tab, id: string): Promise<{ readonly x: number; readonly y: number }> =>
  tab.evaluate((name) => {
    const canvas = document.querySelector(".graph-canvas") as HTMLElement & { _cyreg: { cy: Core } };
    const { left, top } = canvas.getBoundingClientRect();
    const { x, y } = canvas._cyreg.cy.getElementById(name).renderedPosition();
    return { x: left + x, y: top + y };
  }, id);
const details = (tab: Tab) => tab.getByRole("complementary");

describe.runIf(hasBrowser())("the graph", () => {
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite(NOTES), openBrowser()]);
    await seed(site);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  it("loads what draws it only when there is something to draw", async () => {
    const { tab, problems } = await openTab(browser, site);
    const loaded: string[] = [];
    tab.on("response", (response) => loaded.push(response.url()));
    await tab.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Graph" }).click();
    await tab.getByText("What do you want to see related?").waitFor();
    expect(await findings(tab)).toEqual([]);
    expect(loaded.some((url) => url.includes("/draw-"))).toBe(false);
    await tab.getByRole("link", { name: /Kestrel Labs/ }).click();
    await drawn(tab).waitFor();
    expect(loaded.some((url) => url.includes("/draw-"))).toBe(true);
    expect(problems).toEqual([]);
  });

  it("shows entities and relations with who says so, on the picture and as lists", async () => {
    const address = "/?view=graph&q=Kestrel+Labs&depth=2";
    const { tab, problems } = await openTab(browser, site, { address });
    await drawn(tab).waitFor();
    expect(await tab.getByRole("img", { name: /^Graph of \d+ entities/ }).count()).toBe(1);
    await tab.getByRole("button", { name: /Ana López works at Kestrel Labs/ }).click();
    await details(tab).getByRole("link", { name: "people.md#L1-L5" }).waitFor();
    await details(tab).getByRole("button", { name: "Close details" }).click();
    expect(await details(tab).count()).toBe(0);
    await tab.getByRole("button", { name: /^Ana López person/ }).click();
    await details(tab).getByRole("heading", { name: "Ana López" }).waitFor();
    await details(tab).getByText("Found by searching for it").waitFor();
    await details(tab).getByRole("link", { name: /#L/ }).first().waitFor();
    expect(await findings(tab)).toEqual([]);
    await details(tab).getByRole("link", { name: "Search for it" }).click();
    await tab.waitForURL(/\?q=Ana\+L%C3%B3pez/);
    expect(problems).toEqual([]);
  });

  it("searches for what is clicked on the picture", async () => {
    const { tab, problems } = await openTab(browser, site, { address: "/?view=graph&q=Kestrel+Labs" });
    await drawn(tab).waitFor();
    const at = await placeOf(tab, "entity kestrel-labs");
    await tab.mouse.click(at.x, at.y);
    await details(tab).getByRole("heading", { name: "Kestrel Labs" }).waitFor();
    await details(tab).getByText("Found by searching for it").waitFor();
    expect(problems).toEqual([]);
  });

  it("says that nothing is named, that there is no connection, and goes on by the keyboard", async () => {
    const { tab, context } = await openTab(browser, site, { address: "/?view=graph" });
    const question = tab.getByRole("searchbox", { name: "Around" });
    await question.focus();
    await tab.keyboard.type("xyzzy plugh");
    await tab.keyboard.press("Enter");
    await tab.getByText("Nothing is named there").waitFor();
    await context.route("**/v1/graph*", (route) => route.abort());
    await question.fill("Heron");
    await tab.keyboard.press("Enter");
    await tab.getByRole("alert").getByText("No connection").waitFor();
    await context.unroute("**/v1/graph*");
    await tab.getByRole("button", { name: "Try again" }).press("Enter");
    await drawn(tab).waitFor();
    await tab.getByRole("button", { name: /^Heron project/ }).press("Enter");
    await details(tab).getByRole("heading", { name: "Heron" }).waitFor();
  });

  it("draws two thousand entities, and goes on when it is moved", async () => {
    const { tab, context, problems } = await openTab(browser, site);
    await context.route("**/v1/graph*", (route) => route.fulfill({ json: largeGraph(2_000) }));
    await tab.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Graph" }).click();
    await tab.getByRole("searchbox", { name: "Around" }).fill("all");
    await tab.keyboard.press("Enter");
    await drawn(tab).waitFor();
    for (const name of ["Closer", "Further away", "Show all"])
      await tab.getByRole("button", { name, exact: true }).click();
    expect(await tab.locator(".graph-lists .badge").allTextContents()).toEqual(["2000", "2600"]);
    expect(problems).toEqual([]);
  });

  it.each([320, 1_440])("fits into %i px", async (width) => {
    const address = "/?view=graph&q=who+owns+Heron&depth=2";
    const { tab } = await openTab(browser, site, { address, width, scheme: "dark" });
    await drawn(tab).waitFor();
    expect(await overflowing(tab)).toEqual([]);
    expect(await findings(tab)).toEqual([]);
  });
});
