import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { strings } from "../../../../src/web/strings.ts";
import { findings, hasBrowser, openBrowser, openTab, overflowing } from "../../support/browser.ts";
import { largeGraph } from "../../support/large-graph.ts";
import { NOTES, seed } from "../../support/seed.ts";
import { openSite, type Site } from "../../support/site.ts";

const drawn = (tab: Tab) => tab.locator(".graph-canvas:has(.graph-node)");
/** The middle of an entity on the picture. */
async function placeOf(tab: Tab, slug: string): Promise<{ readonly x: number; readonly y: number }> {
  const box = await tab.locator(`[data-entity="${slug}"] circle`).boundingBox();
  if (box === null) throw new Error(`${slug} is not drawn`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
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

  it("begins with names, and draws what is around the one that is chosen", async () => {
    const { tab, problems } = await openTab(browser, site);
    await tab.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Graph" }).click();
    await tab.getByText(strings.graph.empty.title).waitFor();
    expect(await findings(tab)).toEqual([]);
    expect(await tab.locator(".graph-canvas").count()).toBe(0);
    await tab.getByRole("link", { name: /Kestrel Labs/ }).click();
    await drawn(tab).waitFor();
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
    await details(tab).getByText(strings.graph.hits).waitFor();
    await details(tab).getByRole("link", { name: /#L/ }).first().waitFor();
    expect(await findings(tab)).toEqual([]);
    await details(tab).getByRole("link", { name: "Search for it" }).click();
    await tab.waitForURL(/\?q=Ana\+L%C3%B3pez/);
    expect(problems).toEqual([]);
  });

  it("searches for what is clicked on the picture", async () => {
    const { tab, problems } = await openTab(browser, site, { address: "/?view=graph&q=Kestrel+Labs" });
    await drawn(tab).waitFor();
    const at = await placeOf(tab, "kestrel-labs");
    await tab.mouse.click(at.x, at.y);
    await details(tab).getByRole("heading", { name: "Kestrel Labs" }).waitFor();
    await details(tab).getByText(strings.graph.hits).waitFor();
    const line = tab.locator(".graph-edge text").first();
    const name = (await line.textContent()) ?? "";
    await line.click();
    await details(tab).getByRole("heading", { name }).waitFor();
    expect(problems).toEqual([]);
  });

  it("moves an entity or the whole picture with the pointer, and zooms with the wheel", async () => {
    const { tab, problems } = await openTab(browser, site, { address: "/?view=graph&q=Kestrel+Labs" });
    await drawn(tab).waitFor();
    const drag = async (from: { readonly x: number; readonly y: number }, x: number, y: number) => {
      await tab.mouse.move(from.x, from.y);
      await tab.mouse.down();
      await tab.mouse.move(from.x + x, from.y + y, { steps: 4 });
      await tab.mouse.up();
    };
    const apart = async (one: string, other: string) => {
      const [a, b] = [await placeOf(tab, one), await placeOf(tab, other)];
      return Math.round(Math.hypot(a.x - b.x, a.y - b.y));
    };
    const before = await placeOf(tab, "kestrel-labs");
    await drag(before, 40, 30);
    await expect
      .poll(async () => Math.round((await placeOf(tab, "kestrel-labs")).x - before.x))
      .toBeCloseTo(40, -1);
    const distance = await apart("kestrel-labs", "ana-lopez");
    const corner = await tab.locator(".graph-canvas").boundingBox();
    await drag({ x: (corner?.x ?? 0) + 8, y: (corner?.y ?? 0) + 8 }, 50, 20);
    await expect
      .poll(async () => Math.round((await placeOf(tab, "kestrel-labs")).x - before.x))
      .toBeCloseTo(90, -1);
    expect(await apart("kestrel-labs", "ana-lopez")).toBe(distance);
    await tab.mouse.wheel(0, -300);
    await expect.poll(() => apart("kestrel-labs", "ana-lopez")).toBeGreaterThan(distance * 1.5);
    await tab.getByRole("button", { name: "Show all" }).click();
    await expect.poll(() => apart("kestrel-labs", "ana-lopez")).toBeLessThan(distance * 1.5);
    expect(await details(tab).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it("says that nothing is named, that there is no connection, and goes on by the keyboard", async () => {
    const { tab, context } = await openTab(browser, site, { address: "/?view=graph" });
    const question = tab.getByRole("searchbox", { name: "Around" });
    await question.focus();
    await tab.keyboard.type("xyzzy plugh");
    await tab.keyboard.press("Enter");
    await tab.getByText(strings.graph.nothing.title).waitFor();
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
    for (const name of [strings.graph.zoomIn, strings.graph.zoomOut, strings.graph.fit])
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
