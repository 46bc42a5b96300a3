import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firstRunStrings as words } from "../../../src/web/strings/first-run.ts";
import { memoryStrings } from "../../../src/web/strings/memory.ts";
import { findings, hasBrowser, openBrowser, openTab, overflowing } from "../support/browser.ts";
import { NOTES } from "../support/seed.ts";
import { openSite, type Site } from "../support/site.ts";

describe.runIf(hasBrowser())("the first run of a workspace", () => {
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite(NOTES), openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  it.each([390, 1_440])("shows the ways to begin, within %i px", async (width) => {
    const token = await site.openWorkspace(`empty-${width}`);
    const { tab, problems } = await openTab(browser, site, { address: "/", token, width, scheme: "light" });
    await tab.getByRole("heading", { name: words.title }).waitFor();
    await tab.getByLabel(words.agent.client).selectOption("codex");
    await tab.getByText("npx recall mcp install codex --write").waitFor();
    await tab.getByText(`${site.url}/mcp`).waitFor();
    // There is nothing to narrow.
    expect(await tab.locator("#filter").count()).toBe(0);
    expect(await overflowing(tab)).toEqual([]);
    expect(await findings(tab)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("leads to a memory to write, which is then all that is there", async () => {
    const token = await site.openWorkspace("written");
    const { tab, problems } = await openTab(browser, site, { address: "/", token });
    await tab.getByRole("link", { name: words.memory.write }).click();
    const dialog = tab.getByRole("dialog", { name: memoryStrings.create });
    await dialog.getByRole("textbox").first().fill("The first thing that is known");
    expect(await findings(tab)).toEqual([]);
    await tab.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "detached" });
    await tab.locator(".memory-row").getByText("The first thing that is known").waitFor();
    expect(problems).toEqual([]);
  });

  it("takes the sample, finds its answer, and removes it without a trace", async () => {
    const token = await site.openWorkspace("sampled");
    const { tab, problems } = await openTab(browser, site, { address: "/", token });
    await tab.getByRole("button", { name: words.sample.add }).click();
    await tab.getByText("rotated on the first Monday").first().waitFor();
    await tab.goto(site.url);
    await tab.getByRole("button", { name: words.sample.remove }).click();
    await tab.getByText(words.sample.removed).waitFor();
    await tab.reload();
    await tab.getByRole("heading", { name: words.title }).waitFor();
    expect(problems).toEqual([]);
  });
});
