import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { strings } from "../../../src/web/strings.ts";
import { hasBrowser, openBrowser, openTab } from "../support/browser.ts";
import { NOTES } from "../support/seed.ts";
import { openSite, type Site } from "../support/site.ts";

describe.runIf(hasBrowser())("the palette before its code is there", () => {
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite(NOTES), openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  /** A tab whose further code waits until it is let through, or is refused. */
  async function openHeld() {
    const { tab, problems } = await openTab(browser, site);
    await tab.locator("input[name=q]:focus").waitFor();
    await tab.waitForLoadState("networkidle");
    let decide: (isLet: boolean) => void = () => undefined;
    const decided = new Promise<boolean>((done) => {
      decide = done;
    });
    await tab.route("**/parts/**", async (route) => ((await decided) ? route.continue() : route.abort()));
    const palette = tab.getByRole("dialog", { name: strings.palette.title });
    return { tab, problems, palette, decide };
  }

  it("keeps what is typed", async () => {
    const { tab, problems, palette, decide } = await openHeld();
    await tab.keyboard.press("Control+k");
    await tab.keyboard.type("runx");
    await tab.keyboard.press("Backspace");
    decide(true);
    await palette.getByRole("option", { name: "Runbook" }).first().waitFor();
    expect(await palette.getByRole("combobox").inputValue()).toBe("run");
    await tab.keyboard.type("b");
    expect(await palette.getByRole("combobox").inputValue()).toBe("runb");
    expect(await tab.locator("input[name=q]").inputValue()).toBe("");
    await tab.keyboard.press("Escape");
    await tab.locator("input[name=q]:focus").waitFor();
    expect(problems).toEqual([]);
  });

  it("is closed by Escape, and does not come after that", async () => {
    const { tab, problems, palette, decide } = await openHeld();
    await tab.keyboard.press("Control+k");
    await palette.waitFor();
    await tab.keyboard.press("Escape");
    decide(true);
    await tab.waitForLoadState("networkidle");
    expect(await palette.count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it("says so where the code cannot be loaded, and lets go of the keys", async () => {
    const { tab, palette, decide } = await openHeld();
    await tab.keyboard.press("Control+k");
    await palette.waitFor();
    decide(false);
    await tab.getByText(strings.failures.part).waitFor();
    await expect.poll(() => palette.count()).toBe(0);
  });
});
