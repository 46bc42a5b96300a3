import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, openBrowser, openTab, overflowing } from "../support/browser.ts";
import { NOTES, seed } from "../support/seed.ts";
import { openSite, type Site } from "../support/site.ts";

/** Of windows of 1,440 and 1,280 pixels enlarged to 125, 150, 175, 200 and 400 %, and phones. */
const WIDTHS = [1_152, 1_024, 960, 853, 823, 731, 720, 705, 640, 390, 320];

describe.runIf(hasBrowser())("the page in a window enlarged by its reader", () => {
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

  it.each([
    ["the search", "/?q=when+are+the+keys+rotated", ".hit"],
    ["the memories", "/?view=memory", ".memory-row"],
    ["what was captured", "/?view=memory&show=review", ".captured"],
    ["the graph", "/?view=graph", ".graph-name"],
    ["the index", "/?view=index&show=work", ".panel"],
  ])("has all of %s and of the header inside it", async (_, address, ready) => {
    const { tab, context } = await openTab(browser, site, { address });
    await tab.locator(ready).first().waitFor();
    const out: Record<number, readonly string[]> = {};
    for (const width of WIDTHS) {
      await tab.setViewportSize({ width, height: 450 });
      const found = await overflowing(tab);
      if (found.length > 0) out[width] = found;
      // Where everything that the header has would not fit, something is still there to leave by.
      expect(await tab.getByRole("button", { name: "Sign out" }).isVisible()).toBe(true);
    }
    expect(out).toEqual({});
    await context.close();
  });
});
