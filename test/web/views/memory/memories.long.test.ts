import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { memoryStrings } from "../../../../src/web/strings/memory.ts";
import { findings, hasBrowser, openBrowser, openTab, overflowing } from "../../support/browser.ts";
import { NOTES, seed } from "../../support/seed.ts";
import { openSite, type Site } from "../../support/site.ts";

const MEMORY = "/?view=memory";
const row = (tab: Tab, text: string) => tab.locator(".memory-row").filter({ hasText: text });
const notices = (tab: Tab) => tab.getByRole("region", { name: "Messages" });

interface Listed {
  readonly id: string;
  readonly text: string;
  readonly type: string;
  readonly tags: readonly string[];
  readonly recalled?: number;
}

describe.runIf(hasBrowser())("the memories of a workspace", () => {
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
  const all = async (query = ""): Promise<readonly Listed[]> =>
    (await site.call<{ memories: Listed[] }>("GET", `/v1/memories?limit=100${query}`)).memories;
  const texts = async () => (await all()).map(({ text }) => text);
  const keys = async (tab: Tab, ...pressed: string[]) => {
    for (const key of pressed) await tab.keyboard.press(key);
  };

  it("are there each once, and nothing else, with the most recalled first where one asks for it", async () => {
    const { tab, problems } = await openTab(browser, site, { address: MEMORY, height: 900 });
    await tab.locator(".memory-row").first().waitFor();
    expect((await tab.locator(".memory-said").allTextContents()).toSorted()).toEqual(
      (await texts()).toSorted(),
    );
    await tab.getByLabel("Order").selectOption("recalled");
    await tab.waitForURL(/sort=recalled/);
    const most = Math.max(...(await all("&recalled=true")).map(({ recalled = 0 }) => recalled));
    expect(most).toBeGreaterThan(1);
    await tab.locator(".memory-row").first().getByText(`recalled ×${most}`).waitFor();
    await tab.getByLabel("Find a memory").fill("tide gauge");
    await expect.poll(() => tab.locator(".memory-row").count()).toBe(2);
    await tab.reload();
    await expect.poll(() => tab.locator(".memory-row").count()).toBe(2);
    expect(await findings(tab)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("are judged on their own pages, by click and by key, and the vote is there after a reload", async () => {
    const [memory] = (await all()).filter(({ text }) => text.startsWith("Tile exports"));
    const votesOf = async () =>
      (await site.call<{ memory: { votes: object } }>("GET", `/v1/memories/${memory?.id}`)).memory.votes;
    const address = `${MEMORY}&id=${memory?.id}`;
    const { tab, problems } = await openTab(browser, site, { address });
    const thumb = (name: string) => tab.locator(".one-facts").getByRole("button", { name, pressed: true });
    const { up, down } = memoryStrings.one.votes;
    await tab.locator(".one-facts").getByRole("button", { name: up }).click();
    await thumb(up).waitFor();
    await tab.getByText(memoryStrings.upAndDown(1, 0)).waitFor();
    await expect.poll(votesOf).toEqual({ up: 1, down: 0 });
    await tab.reload();
    await thumb(up).waitFor();
    await tab.getByText(memoryStrings.upAndDown(1, 0)).waitFor();
    await keys(tab, "d");
    await thumb(down).waitFor();
    await expect.poll(votesOf).toEqual({ up: 0, down: 1 });
    expect(await findings(tab)).toEqual([]);
    await keys(tab, "d");
    await tab.getByText(memoryStrings.upAndDown(0, 0)).waitFor();
    await expect.poll(votesOf).toEqual({ up: 0, down: 0 });
    expect(problems).toEqual([]);
  });

  it("are written, corrected and forgotten by keys alone, each undone by its message", async () => {
    const { tab, problems } = await openTab(browser, site, { address: MEMORY });
    await tab.locator(".memory-row").first().waitFor();
    await keys(tab, "n");
    await tab.keyboard.type("The buoy licence is renewed by Lena Vogt");
    expect(await findings(tab)).toEqual([]);
    await keys(tab, "Control+Enter");
    await row(tab, "The buoy licence is renewed by Lena Vogt").waitFor();
    // Until it is closed, keys are the dialog's.
    await expect.poll(() => tab.getByRole("dialog").count()).toBe(0);
    await keys(tab, "j", "e");
    await tab.getByRole("dialog").waitFor();
    await keys(tab, "End");
    await tab.keyboard.type(" each May");
    await keys(tab, "Control+Enter");
    await row(tab, "Lena Vogt each May").waitFor();
    await expect.poll(() => tab.getByRole("dialog").count()).toBe(0);
    const text = "The buoy licence is renewed by Lena Vogt";
    expect((await texts()).filter((one) => one.startsWith(text))).toEqual([`${text} each May`]);
    const undo = notices(tab).getByRole("button", { name: "Undo" });
    await undo.last().click();
    await expect.poll(texts).toContain(text);
    await expect.poll(() => row(tab, "each May").count()).toBe(0);
    await row(tab, text).getByRole("link").first().focus();
    await keys(tab, "#");
    await expect.poll(() => row(tab, text).count()).toBe(0);
    await expect.poll(texts).not.toContain(text);
    // Not the message before, which is there yet.
    await notices(tab)
      .getByRole("listitem")
      .filter({ hasText: "Forgotten" })
      .getByRole("button", { name: "Undo" })
      .click();
    await row(tab, text).waitFor();
    await expect.poll(texts).toContain(text);
    expect(problems).toEqual([]);
  });

  it("have each an address and a title of their own, with what was said before", async () => {
    const text = "Tile exports are written as GeoPackage";
    const [memory] = (await all("&text=GeoPackage")).filter((one) => one.text === text);
    await site.call("PATCH", `/v1/memories/${memory?.id}`, { text: `${text} 1.4` });
    const address = `${MEMORY}&id=${memory?.id}`;
    const { tab, problems } = await openTab(browser, site, { address });
    await tab.getByRole("heading", { level: 1, name: `${text} 1.4` }).waitFor();
    await expect.poll(() => tab.title()).toBe(`${text} 1.4 · Memory · edge-recall`);
    expect(await tab.locator("main").textContent()).not.toMatch(/[0-9a-f]{32}/);
    await tab.getByText("Said before").waitFor();
    expect(await tab.locator(".history-text").allTextContents()).toEqual([text]);
    expect(await findings(tab)).toEqual([]);
    await keys(tab, "Escape");
    await row(tab, `${text} 1.4`).waitFor();
    await expect.poll(() => tab.title()).toBe("Memory · edge-recall");
    await expect.poll(() => tab.evaluate(() => document.activeElement?.textContent)).toBe(`${text} 1.4`);
    await keys(tab, "Enter");
    await tab.getByRole("heading", { level: 1, name: `${text} 1.4` }).waitFor();
    await tab.goBack();
    await row(tab, `${text} 1.4`).waitFor();
    expect(problems).toEqual([]);
  });

  it("have on their page the searches that recalled them, which can be voted on", async () => {
    const [most] = await all("&sort=recalled");
    const { tab, problems } = await openTab(browser, site, { address: `${MEMORY}&id=${most?.id}` });
    const recalls = tab.locator(".lane-recalled");
    await recalls.first().waitFor();
    expect(await recalls.count()).toBe(most?.recalled);
    expect(await tab.getByRole("figure").getAttribute("aria-label")).toContain(`${most?.recalled} recalled`);
    await recalls.first().getByRole("button", { name: "This helped" }).click();
    await tab.reload();
    await expect
      .poll(() => recalls.first().getByRole("button", { name: "This helped" }).getAttribute("aria-pressed"))
      .toBe("true");
    expect(await overflowing(tab)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("that may contradict each other are decided side by side: both, then open again, then one", async () => {
    const { tab, problems } = await openTab(browser, site, { address: `${MEMORY}&show=contradictions` });
    const pair = tab.locator(".pair").filter({ hasText: "north quay" });
    await pair.waitFor();
    expect(await pair.locator("mark").allTextContents()).toEqual(["2", "4"]);
    expect(await findings(tab)).toEqual([]);
    await pair.getByRole("button", { name: "Both hold" }).click();
    await expect.poll(() => pair.count()).toBe(0);
    await notices(tab).getByRole("button", { name: "Undo" }).click();
    await pair.waitFor();
    await pair.getByRole("button", { name: "Keep this one" }).first().focus();
    await keys(tab, "1");
    await tab.getByRole("dialog").getByRole("button", { name: "Keep this one" }).click();
    await expect.poll(() => pair.count()).toBe(0);
    expect((await texts()).filter((text) => text.includes("north quay"))).toEqual([
      "The tide gauge at the north quay reads 2 cm too high",
    ]);
    const past = await all("&state=superseded&text=north+quay");
    expect(past.map(({ text }) => text)).toEqual(["The tide gauge at the north quay reads 4 cm too high"]);
    expect(problems).toEqual([]);
  });

  it("that hooks kept are reviewed by key", async () => {
    const text = "Tidewatch reports in knots";
    await site.call("POST", "/v1/memories", { text, tags: ["project:tides", "to-review"] });
    const { tab, problems } = await openTab(browser, site, { address: `${MEMORY}&show=review` });
    const captured = (of: string) => tab.locator(".captured").filter({ hasText: of });
    await captured("rota of Harbour Systems").waitFor();
    expect(await findings(tab)).toEqual([]);
    await keys(tab, "k");
    await expect.poll(() => captured(text).count()).toBe(0);
    const kept = async () => (await all("&text=knots")).map(({ tags }) => tags);
    await expect.poll(kept).toEqual([["project:tides"]]);
    await keys(tab, "d");
    await expect.poll(() => captured("rota").count()).toBe(0);
    await expect.poll(() => all("&text=rota+Wednesday")).toEqual([]);
    await notices(tab).getByRole("button", { name: "Undo" }).last().click();
    await captured("rota of Harbour Systems").waitFor();
    expect(problems).toEqual([]);
  });

  it("are merged into one, after a question", async () => {
    const { tab, problems } = await openTab(browser, site, { address: `${MEMORY}&text=parked` });
    await row(tab, "Parked jobs are kept for thirty days").getByRole("link").first().click();
    await tab.getByRole("heading", { level: 1, name: "Parked jobs" }).waitFor();
    await keys(tab, "m");
    const dialog = tab.getByRole("dialog");
    await dialog.getByLabel("Find the memory").fill("tile job twice");
    await dialog.getByRole("button", { name: "Retrying the tile job" }).click();
    await dialog.getByLabel("What it says").fill("Parked jobs are kept for thirty days; retry none twice");
    await keys(tab, "Control+Enter");
    await tab.getByRole("heading", { level: 1, name: "retry none twice" }).waitFor();
    await expect.poll(() => all("&text=tile+job+twice")).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("offer a reader nothing that it may not do", async () => {
    const token = await site.mint("read");
    const { tab } = await openTab(browser, site, { address: MEMORY, token });
    await tab.locator(".memory-row").first().waitFor();
    await keys(tab, "n", "j", "e", "#");
    expect(await tab.getByRole("dialog").count()).toBe(0);
    expect(await tab.getByRole("button", { name: /New memory|Edit|Forget/ }).count()).toBe(0);
  });

  it("begin above 220 px on a phone, and fit, light and dark", async () => {
    const options = { address: MEMORY, width: 390, height: 844 };
    const { tab } = await openTab(browser, site, options);
    await tab.locator(".memory-row").first().waitFor();
    const box = await tab.locator(".memory-row").first().boundingBox();
    expect(box?.y).toBeLessThan(220);
    for (const show of ["", "&show=recalls", "&show=contradictions", "&show=review", "&state=forgotten"]) {
      await tab.goto(`${site.url}${MEMORY}${show}`);
      await tab
        .locator("main :is(.memory-row, .lane-card, .pair, .captured, .state-panel)")
        .first()
        .waitFor();
      expect([show, await overflowing(tab)]).toEqual([show, []]);
      for (const colorScheme of ["light", "dark"] as const) {
        await tab.emulateMedia({ colorScheme });
        expect([show, colorScheme, await findings(tab)]).toEqual([show, colorScheme, []]);
      }
    }
  });

  it("are forgotten with two taps on a phone", async () => {
    const { tab } = await openTab(browser, site, { address: MEMORY, width: 390, height: 844 });
    const text = "Snapshots restore twice as fast";
    await row(tab, text).getByRole("link").first().click();
    await tab.getByRole("button", { name: "Forget" }).click();
    await tab.locator(".memory-row").first().waitFor();
    await expect.poll(() => row(tab, text).count()).toBe(0);
    await notices(tab).getByRole("button", { name: "Undo" }).click();
    await row(tab, text).waitFor();
  });
});
