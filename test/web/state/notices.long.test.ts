import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { strings } from "../../../src/web/strings.ts";
import { findings, hasBrowser, openBrowser, openTab } from "../support/browser.ts";
import { openSite, type Site } from "../support/site.ts";

describe.runIf(hasBrowser())("a message", () => {
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite({ "a.md": "# A\n\nOne line.\n" }), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });

  it("of an open dialog lies above it, is in what screen readers are given, and can be closed", async () => {
    const { tab, problems } = await openTab(browser, site);
    await tab.keyboard.press("Control+k");
    await tab.keyboard.type(strings.palette.agent);
    await tab.getByRole("option", { name: strings.palette.agent, exact: true }).waitFor();
    await tab.keyboard.press("Enter");
    const dialog = tab.getByRole("dialog", { name: strings.palette.agent });
    await dialog.getByRole("button", { name: /copy/i }).first().click();
    const message = tab.locator(".notice");
    await message.getByText(strings.copied).waitFor();
    const isOnTop = await message.evaluate((line) => {
      const { x, y, width, height } = line.getBoundingClientRect();
      const seen = document.elementFromPoint(x + width / 3, y + height / 2);
      return seen !== null && line.contains(seen);
    });
    // Everything outside of an open dialog is inert.
    expect([isOnTop, await dialog.locator("[aria-live=polite] .notice").count()]).toEqual([true, 1]);
    expect(await findings(tab)).toEqual([]);
    await message.getByRole("button", { name: strings.notices.close }).click();
    await expect.poll(() => message.count()).toBe(0);
    expect(await dialog.isVisible()).toBe(true);
    await tab.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await tab.locator("body > .notices").count()).toBe(1);
    expect(problems).toEqual([]);
  });
});
