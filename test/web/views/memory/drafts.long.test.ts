import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, openBrowser, openTab } from "../../support/browser.ts";
import { openSite, type Site } from "../../support/site.ts";

const MEMORY = "/?view=memory";

describe.runIf(hasBrowser())("what is typed for a memory", () => {
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite({ "a.md": "# Keys\n" }), openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });
  const texts = async () =>
    (await site.call<{ memories: { text: string }[] }>("GET", "/v1/memories")).memories.map(
      ({ text }) => text,
    );

  it("is there again after Escape, until it is saved or given up", async () => {
    const { tab, problems } = await openTab(browser, site, { address: MEMORY });
    const typed = tab.getByRole("dialog").locator("textarea");
    await tab.getByRole("heading", { level: 1 }).waitFor();
    await tab.keyboard.press("n");
    await typed.fill("The weir is closed in May");
    await tab.keyboard.press("Escape");
    await expect.poll(() => typed.count()).toBe(0);
    await tab.keyboard.press("n");
    expect(await typed.inputValue()).toBe("The weir is closed in May");
    await tab.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
    await tab.keyboard.press("n");
    expect(await typed.inputValue()).toBe("");
    await typed.fill("The weir is closed in June");
    await tab.keyboard.press("Control+Enter");
    await tab.getByText("The weir is closed in June").first().waitFor();
    await tab.keyboard.press("n");
    expect(await typed.inputValue()).toBe("");
    expect(problems).toEqual([]);
  });

  it("may replace what another tab has saved meanwhile, once it has been said", async () => {
    await site.call("POST", "/v1/memories", { text: "The sluice is greased on Mondays" });
    const tabs = [
      await openTab(browser, site, { address: MEMORY }),
      await openTab(browser, site, { address: MEMORY }),
    ];
    for (const { tab } of tabs) {
      await tab.locator(".memory-row").filter({ hasText: "sluice" }).getByRole("link").first().focus();
      await tab.keyboard.press("e");
      await tab.getByRole("dialog").locator("textarea").waitFor();
    }
    const save = async (at: number, text: string) => {
      const dialog = tabs[at]?.tab.getByRole("dialog");
      await dialog?.locator("textarea").fill(text);
      await dialog?.locator("textarea").press("Control+Enter");
      return dialog;
    };
    const first = await save(0, "The sluice is greased on Tuesdays");
    await expect.poll(() => first?.count()).toBe(0);
    const second = await save(1, "The sluice is greased on Fridays");
    await second?.getByText("changed it meanwhile: “The sluice is greased on Tuesdays”").waitFor();
    expect(await second?.locator("textarea").inputValue()).toBe("The sluice is greased on Fridays");
    await second?.locator("textarea").press("Control+Enter");
    await expect.poll(() => second?.count()).toBe(0);
    expect(await texts()).toContain("The sluice is greased on Fridays");
    for (const { problems } of tabs) expect(problems).toEqual([]);
  });
});
