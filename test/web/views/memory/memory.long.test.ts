import { setTimeout as delay } from "node:timers/promises";
import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { memoryStrings } from "../../../../src/web/strings/memory.ts";
import { findings, hasBrowser, openBrowser, openTab, overflowing, settled } from "../../support/browser.ts";
import { NOTES, seed } from "../../support/seed.ts";
import { openSite, type Site } from "../../support/site.ts";

const LATE_MS = 500;
const MEMORY = "/?view=memory&show=recalls";
const card = (tab: Tab, text: string | RegExp) => tab.getByRole("article").filter({ hasText: text });
const notices = (tab: Tab) => tab.getByRole("region", { name: "Messages" });

describe.runIf(hasBrowser())("the memory lane", () => {
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
  const remembered = async (text: string): Promise<number> => {
    const { memories } = await site.call<{ memories: { text: string }[] }>("GET", "/v1/memories?limit=100");
    return memories.filter((memory) => memory.text === text).length;
  };

  it("shows what was recalled and remembered, by type, tag and session, and keeps that in the address", async () => {
    const { tab, problems } = await openTab(browser, site, { address: MEMORY });
    await tab.getByRole("link", { name: "Recalls" }).waitFor();
    await card(tab, "Beacon must be up").first().waitFor();
    expect(await tab.getByRole("figure").getAttribute("aria-label")).toMatch(
      /Over time: [1-9]\d* recalled, [1-9]\d* remembered/,
    );
    await tab.getByRole("button", { name: /^commitment 2$/ }).click();
    await expect.poll(() => tab.getByRole("article").count()).toBe(2);
    expect(tab.url()).toContain("type=commitment");
    await tab.getByRole("button", { name: "Clear filters" }).click();
    await tab.getByLabel("Tag").fill("incident");
    await tab.keyboard.press("Enter");
    await card(tab, "two jobs still held the old one").first().waitFor();
    await expect.poll(() => card(tab, "Ben Okafor will write").count()).toBe(0);
    await tab.reload();
    await card(tab, "two jobs still held the old one").first().waitFor();
    await tab.getByLabel("Tag").fill("no such tag");
    await tab.keyboard.press("Enter");
    await tab.getByText(memoryStrings.emptyByFilters.title).waitFor();
    expect(await findings(tab)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("draws its cards where they stay, however late the code comes that draws their texts", async () => {
    const { tab, context } = await openTab(browser, site);
    await context.addInitScript(() => {
      const moved: string[] = [];
      Object.assign(window, { moved });
      const note = (list: PerformanceObserverEntryList) => {
        const shifts = list.getEntries() as (PerformanceEntry & { sources: { node: Node | null }[] })[];
        for (const { node } of shifts.flatMap(({ sources }) => sources))
          if (node instanceof Element && node.closest(".lane-cards")) moved.push(node.className);
      };
      new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
    });
    await context.route("**/parts/parts-*.js", async (route) => {
      await delay(LATE_MS);
      await route.continue();
    });
    await tab.goto(`${site.url}${MEMORY}`);
    await card(tab, "how long are snapshots kept?").first().waitFor();
    await settled(tab);
    expect(await tab.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
  });

  it("votes at once, and takes back what the server refuses", async () => {
    const { tab, context, problems } = await openTab(browser, site, { address: `${MEMORY}&kind=file` });
    const recalled = card(tab, "how long are snapshots kept?").first();
    const up = recalled.getByRole("button", { name: "This helped" });
    const down = recalled.getByRole("button", { name: "This misled" });
    await context.route("**/v1/feedback", (route) => route.abort());
    await down.click();
    await notices(tab).getByText(memoryStrings.notVoted("").trim()).waitFor();
    expect(await down.getAttribute("aria-pressed")).toBe("false");
    await context.unroute("**/v1/feedback");
    await up.click();
    expect(await up.getAttribute("aria-pressed")).toBe("true");
    const votes = async () =>
      (await site.call<{ votes: { query: string; value: string }[] }>("GET", "/v1/feedback")).votes
        .filter(({ query }) => query === "how long are snapshots kept?")
        .map(({ value }) => value);
    await expect.poll(votes).toEqual(["up"]);
    await down.click();
    await expect.poll(votes).toEqual(["down"]);
    await tab.reload();
    await expect.poll(() => down.getAttribute("aria-pressed")).toBe("true");
    await down.click();
    await expect.poll(votes).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("forgets and brings back, from the message and from the list of what is forgotten", async () => {
    const text = "Backups: the restore test of October took nine minutes";
    const { tab, problems } = await openTab(browser, site, { address: MEMORY });
    const there = card(tab, text);
    await there.first().getByRole("button", { name: "Forget" }).click();
    await expect.poll(() => there.count()).toBe(0);
    await expect.poll(() => remembered(text)).toBe(0);
    await notices(tab).getByRole("button", { name: "Undo" }).click();
    await there.first().waitFor();
    await expect.poll(() => remembered(text)).toBe(1);
    await there.first().getByRole("button", { name: "Forget" }).click();
    await expect.poll(() => remembered(text)).toBe(0);
    await tab.getByRole("link", { name: "Memories" }).click();
    await tab.getByLabel("State").selectOption("forgotten");
    const row = (of: string) => tab.getByRole("listitem").filter({ hasText: of });
    await row("green door").first().waitFor();
    await row(text).getByRole("button", { name: memoryStrings.bringBack }).click();
    await expect.poll(() => remembered(text)).toBe(1);
    await expect.poll(() => row(text).count()).toBe(0);
    expect(await findings(tab)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("shows a memory again that could not be forgotten", async () => {
    const { tab, context } = await openTab(browser, site, { address: MEMORY });
    const there = card(tab, "Ben Okafor will write").first();
    await context.route("**/v1/memories/*", (route) => route.abort());
    await there.getByRole("button", { name: "Forget" }).click();
    await notices(tab).getByText(memoryStrings.notForgotten("").trim()).waitFor();
    await there.waitFor();
  });

  it("supersedes with the same tags, and undoes that", async () => {
    const [older, newer] = ["Beacon must be up by then", "Beacon must be up by 05:00"];
    const { tab, problems } = await openTab(browser, site, { address: MEMORY });
    await card(tab, older).first().getByRole("button", { name: "Supersede" }).click();
    const dialog = tab.getByRole("dialog");
    await dialog.waitFor();
    expect(await findings(tab)).toEqual([]);
    await dialog.getByLabel(memoryStrings.dialog.label).fill(newer);
    await dialog.getByRole("button", { name: "Supersede" }).click();
    await card(tab, newer).first().getByText("beacon", { exact: true }).waitFor();
    await expect.poll(() => remembered(newer)).toBe(1);
    await notices(tab).getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => remembered(newer)).toBe(0);
    await card(tab, older).first().waitFor();
    expect(problems).toEqual([]);
  });

  it("is read without a pointer, offers a reader nothing that it may not do, and says when it is offline", async () => {
    const token = await site.mint("read");
    const { tab, context } = await openTab(browser, site, { address: MEMORY, token });
    await tab.getByText("your own searches recalled").waitFor();
    await card(tab, "Ben Okafor will write").first().waitFor();
    expect(await tab.getByRole("button", { name: "Forget", exact: true }).count()).toBe(0);
    await tab.getByRole("button", { name: "90 days" }).focus();
    await tab.keyboard.press("Enter");
    await tab.waitForURL(/after=90d/);
    await context.route("**/v1/lane*", (route) => route.abort());
    await tab.reload();
    await tab.getByRole("alert").getByText("No connection").waitFor();
    await context.unroute("**/v1/lane*");
    await tab.getByRole("button", { name: "Try again" }).click();
    await card(tab, "Ben Okafor will write").first().waitFor();
  });

  it.each([320, 1_440])("fits into %i px", async (width) => {
    const { tab } = await openTab(browser, site, { address: MEMORY, width, scheme: "dark" });
    await card(tab, "Ben Okafor will write").first().waitFor();
    expect(await overflowing(tab)).toEqual([]);
    expect(await findings(tab)).toEqual([]);
  });
});
