import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, openBrowser, openTab } from "./support/browser.ts";
import { NOTES } from "./support/seed.ts";
import { openSite, type Site } from "./support/site.ts";

/** Long enough for keys to arrive meanwhile, milliseconds. */
const BUSY_MS = 400;

/** Presses keys while the page is busy: it gets them one after the other, with no frame between them. */
async function pressTogether(tab: Tab, ...keys: readonly string[]): Promise<void> {
  await tab.evaluate((busyMs) => {
    setTimeout(() => {
      const end = performance.now() + busyMs;
      while (performance.now() < end);
    });
  }, BUSY_MS);
  await Promise.all(keys.map((key) => tab.keyboard.press(key)));
}

const isInBox = (tab: Tab) => tab.evaluate(() => document.activeElement?.getAttribute("name") === "q");
const palette = (tab: Tab) => tab.locator("dialog.palette[open]");
const keysDialog = (tab: Tab) => tab.getByRole("dialog", { name: "Keys" });

describe.runIf(hasBrowser())("a key right after Escape has closed a dialog", () => {
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite(NOTES), openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  it("is the page's, not the field's that was closed", async () => {
    const { tab, problems } = await openTab(browser, site, { address: "/?view=index" });
    await tab.keyboard.press("Control+k");
    await palette(tab).getByRole("option").first().waitFor();
    await pressTogether(tab, "Escape", "/");
    await tab.waitForURL(`${site.url}/`);
    await expect.poll(() => isInBox(tab)).toBe(true);
    expect(problems).toEqual([]);
  });

  it("keeps the focus that it gave, and opens another dialog or the same", async () => {
    const { tab, problems } = await openTab(browser, site, { address: "/?q=signing+keys" });
    await tab.locator(".hit-link").first().focus();
    await tab.keyboard.press("?");
    await keysDialog(tab).waitFor();
    await pressTogether(tab, "Escape", "/");
    await keysDialog(tab).waitFor({ state: "detached" });
    await tab.waitForTimeout(BUSY_MS);
    expect(await isInBox(tab)).toBe(true);
    await tab.locator(".hit-link").first().focus();
    await tab.keyboard.press("?");
    await keysDialog(tab).waitFor();
    for (const shut of ["keys", "palette"]) {
      await pressTogether(tab, "Escape", "Control+k");
      await tab.waitForTimeout(BUSY_MS);
      expect({ shut, isOpen: await palette(tab).isVisible() }).toEqual({ shut, isOpen: true });
    }
    await tab.keyboard.press("Escape");
    // Back where it was before the first of them.
    await expect.poll(() => tab.evaluate(() => document.activeElement?.className)).toBe("hit-link");
    expect(problems).toEqual([]);
  });
});
