import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { strings } from "../../../src/web/strings.ts";
import { hasBrowser, openBrowser, openTab } from "../support/browser.ts";
import { fillHostile, HOSTILE_PATHS, HUB, ROOT, WORD } from "../support/hostile-site.ts";
import { openSite, type Site } from "../support/site.ts";
import { PAYLOADS } from "../support/xss-corpus.ts";

/** What only a payload can have put into the page: handlers, frames, scripts' addresses, and whatever ran. */
const intruders = (tab: Tab): Promise<readonly string[]> =>
  tab.evaluate(() => {
    const inside = [...document.querySelectorAll("#page *")];
    const told = inside.flatMap((element) => {
      const { tagName } = element;
      const isStranger =
        /^(?:script|style|iframe|object|embed|base|meta|template|marquee|math|video|audio)$/i;
      const handlers = element.getAttributeNames().filter((name) => name.startsWith("on"));
      const address = element.getAttribute("href") ?? element.getAttribute("src") ?? "";
      const isScript = /^\s*(?:javascript|vbscript|data:text)/i.test(address);
      return isStranger.test(tagName) || handlers.length > 0 || isScript ? [element.outerHTML] : [];
    });
    return document.title === "ran" ? [...told, "a script ran"] : told;
  });

describe.runIf(hasBrowser())("what is stored", () => {
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite({ "a.md": "# A\n" }), openBrowser()]);
    await fillHostile(site);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  it("is at least sixty texts that would run", () => {
    expect(new Set(PAYLOADS).size).toBe(PAYLOADS.length);
    expect(PAYLOADS.length).toBeGreaterThanOrEqual(60);
    expect(HOSTILE_PATHS).toHaveLength(PAYLOADS.length);
  });

  /** Opens an address within the tab, without loading the page anew. */
  const go = (tab: Tab, address: string): Promise<void> =>
    tab.evaluate((to) => {
      history.pushState(null, "", to);
      dispatchEvent(new PopStateEvent("popstate"));
    }, address);

  it("would be noticed if it got through", async () => {
    const { tab, context, problems } = await openTab(browser, site);
    const put = (make: () => void) => tab.evaluate(make);
    await put(() => document.querySelector("#page")?.append(document.createElement("iframe")));
    expect(await intruders(tab)).toHaveLength(1);
    // Trusted Types refuse the handler itself.
    const handler = () => document.querySelector("#page iframe")?.setAttribute("onload", "1");
    await expect(put(handler)).rejects.toThrow("TrustedScript");
    expect(problems.join()).toContain("TrustedScript");
    await context.close();
  });

  it("does not run in the search, as a hit or as an opened document", async () => {
    const { tab, problems } = await openTab(browser, site, { address: `/?q=${WORD}` });
    await tab.getByText(new RegExp(WORD)).first().waitFor();
    expect(await intruders(tab)).toEqual([]);
    for (const [at, path] of HOSTILE_PATHS.entries()) {
      const query = new URLSearchParams({ q: `${WORD}${at}`, open: `${ROOT}:${path}` });
      await go(tab, `/?${query}`);
      const document = tab.getByRole("complementary", { name: "Document" });
      await document.getByText(`${WORD}${at} stands here`).first().waitFor();
      expect([path, await intruders(tab)]).toEqual([path, []]);
    }
    expect(problems).toEqual([]);
  });

  it("does not run in the memory lane", async () => {
    const { tab, problems } = await openTab(browser, site, { address: "/?view=memory" });
    await tab.getByRole("article").first().waitFor();
    const more = tab.getByRole("button", { name: "Show more" });
    for (let shown = 0; (await more.count()) > 0 && shown < 8; shown++) {
      const before = await tab.getByRole("article").count();
      await more.click();
      await tab.getByRole("article").nth(before).waitFor();
    }
    expect(await tab.getByRole("article").count()).toBeGreaterThan(PAYLOADS.length);
    expect(await intruders(tab)).toEqual([]);
    await tab
      .getByRole("article")
      .filter({ hasText: `${WORD} remembers` })
      .first()
      .getByRole("button", { name: "Supersede" })
      .click();
    await tab.getByRole("dialog").waitFor();
    expect(await intruders(tab)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("does not run in the graph, on the picture, in its lists or in details", async () => {
    const { tab, problems } = await openTab(browser, site, { address: "/?view=graph" });
    await tab.getByText(strings.graph.empty.title).waitFor();
    await tab.getByRole("button", { name: "Show more" }).click();
    await expect
      .poll(() => tab.getByRole("link").filter({ hasText: WORD }).count())
      .toBeGreaterThan(PAYLOADS.length / 2);
    expect(await intruders(tab)).toEqual([]);
    await go(tab, `/?view=graph&depth=2&q=${encodeURIComponent(HUB)}`);
    await tab.locator(".graph-canvas:has(.graph-node)").waitFor();
    const rows = tab.locator(".graph-lists button");
    expect(await rows.count()).toBeGreaterThan(20);
    for (let at = 0; at < (await rows.count()); at++) {
      await rows.nth(at).click();
      await tab.locator(".graph-details h2").waitFor();
    }
    expect(await intruders(tab)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("does not run in the index view", async () => {
    const { tab, problems } = await openTab(browser, site, { address: `/?view=index&root=${ROOT}` });
    await tab
      .getByRole("region", { name: `Documents of ${ROOT}` })
      .getByRole("link")
      .first()
      .waitFor();
    await tab.getByRole("button", { name: "Show more" }).click();
    await tab
      .getByRole("button", { name: /^Delete / })
      .nth(PAYLOADS.length - 1)
      .waitFor();
    await tab.getByRole("region", { name: strings.health.neverFound }).getByRole("link").first().waitFor();
    expect(await intruders(tab)).toEqual([]);
    await tab
      .getByRole("button", { name: /^Delete / })
      .first()
      .click();
    await tab.getByRole("dialog").waitFor();
    expect(await intruders(tab)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
