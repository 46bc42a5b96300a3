import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { strings } from "../../../src/web/strings.ts";
import { hasBrowser, openBrowser, openTab } from "../support/browser.ts";
import { NOTES, seed } from "../support/seed.ts";
import { openSite, type Site } from "../support/site.ts";

/** Notes the listeners of the window and the document: those added and not yet taken away. */
const watchListeners = (): void => {
  const held = new Map<EventTarget, Map<string, Set<unknown>>>();
  Object.assign(window, {
    listeners: () =>
      [...held].flatMap(([, byType]) => [...byType].map(([type, all]) => `${type} ${all.size}`)).sort(),
  });
  for (const target of [window, document]) {
    const byType = new Map<string, Set<unknown>>();
    held.set(target, byType);
    const [add, remove] = [target.addEventListener.bind(target), target.removeEventListener.bind(target)];
    target.addEventListener = (...[type, listener, options]: Parameters<typeof add>) => {
      byType.set(type, (byType.get(type) ?? new Set()).add(listener));
      add(type, listener, options);
    };
    target.removeEventListener = (...[type, listener, options]: Parameters<typeof remove>) => {
      byType.get(type)?.delete(listener);
      remove(type, listener, options);
    };
  }
};

const listeners = (tab: Tab): Promise<readonly string[]> =>
  tab.evaluate(() => (window as unknown as { listeners(): readonly string[] }).listeners());

describe.runIf(hasBrowser())("an effect of the page", () => {
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

  const link = (tab: Tab, name: string) =>
    tab.getByRole("navigation", { name: strings.navigation }).getByRole("link", { name });

  it("runs once: no view asks the same thing twice, and none leaves a listener behind", async () => {
    const { tab, context, problems } = await openTab(browser, site);
    await context.addInitScript(watchListeners);
    await tab.reload();
    await tab.locator("input[name=q]:focus").waitFor();
    const asked: string[] = [];
    tab.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith("/v1/"))
        asked.push(`${request.method()} ${pathname}${search} ${request.postData() ?? ""}`);
    });
    const visit = async (name: string, shown: string) => {
      asked.length = 0;
      await link(tab, name).click();
      await tab.locator(shown).first().waitFor();
      await tab.waitForLoadState("networkidle");
      expect([name, asked.toSorted()]).toEqual([name, [...new Set(asked)].toSorted()]);
      return asked.length;
    };
    const round = async () => {
      const counts = [
        await visit(strings.views.memory, ".memory-row"),
        await visit(strings.views.graph, ".graph-node"),
        await visit(strings.views.index, ".panels td"),
      ];
      expect(Math.min(...counts)).toBeGreaterThan(0);
      await visit(strings.views.search, "input[name=q]:focus");
      return listeners(tab);
    };
    const first = await round();
    expect(first).toContain("keydown 2");
    expect(await round()).toEqual(first);
    expect(problems).toEqual([]);
  });

  it("runs once: a key moves one result on, and an answer is asked for once", async () => {
    const { tab, problems } = await openTab(browser, site);
    const asked: string[] = [];
    tab.on("request", (request) => {
      if (request.url().endsWith("/v1/search")) asked.push(request.postData() ?? "");
    });
    await tab.locator("input[name=q]").fill("when are the keys rotated");
    await tab.locator(".hit-link").nth(2).waitFor();
    await tab.waitForLoadState("networkidle");
    expect(asked).toHaveLength(1);
    const focused = () =>
      tab.evaluate(() =>
        [...document.querySelectorAll(".hit-link")].findIndex((one) => one.matches(":focus")),
      );
    for (const at of [0, 1, 2]) {
      await tab.keyboard.press("ArrowDown");
      await expect.poll(focused).toBe(at);
    }
    expect(problems).toEqual([]);
  });
});
