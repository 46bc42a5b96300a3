import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { healthStrings } from "../../../src/web/strings/health.ts";
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

  it("does not run in extracts, in the sentence why, among recent searches, or in the palette", async () => {
    const { tab, problems } = await openTab(browser, site, { address: `/?q=${WORD}&limit=100` });
    await tab.locator(".extract mark").first().waitFor();
    expect(await intruders(tab)).toEqual([]);
    await tab.keyboard.press("ArrowDown");
    await tab.keyboard.press("w");
    await tab.locator(".why-sentence").waitFor();
    await tab.evaluate((searches) => {
      const keys = Object.keys(localStorage).filter((name) => name.startsWith("edge-recall.recent."));
      const key = keys[0] ?? "edge-recall.recent.default";
      localStorage.setItem(key, JSON.stringify(searches));
    }, PAYLOADS);
    await go(tab, "/");
    await tab.locator(".home-recent").first().waitFor();
    expect(await intruders(tab)).toEqual([]);
    await tab.keyboard.press("Control+k");
    for (const typed of ["", WORD, ...PAYLOADS.slice(0, 10)]) {
      await tab.locator(".palette input").fill(typed);
      await tab
        .locator(".palette-option")
        .nth(typed === "" || typed === WORD ? 3 : 0)
        .waitFor();
      expect([typed, await intruders(tab)]).toEqual([typed, []]);
    }
    expect(problems).toEqual([]);
  });

  it("does not run in the memory lane", async () => {
    const { tab, problems } = await openTab(browser, site, { address: "/?view=memory&show=recalls" });
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

  it("does not run in the list of memories, in a memory's page, in dialogs, pairs or the review", async () => {
    const { tab, problems } = await openTab(browser, site, { address: "/?view=memory" });
    const rows = tab.locator(".memory-row");
    await rows.first().waitFor();
    await tab.getByRole("button", { name: "Show more" }).click();
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(PAYLOADS.length);
    expect(await intruders(tab)).toEqual([]);
    const ids = await rows.evaluateAll((all) => all.map((row) => row.getAttribute("data-memory") ?? ""));
    for (const id of ids) {
      await go(tab, `/?view=memory&id=${id}`);
      await tab.locator(".one-title").filter({ hasText: WORD }).waitFor();
      expect([id, await intruders(tab)]).toEqual([id, []]);
    }
    await tab.getByRole("button", { name: "Edit" }).click();
    await tab.getByRole("dialog").getByText("Tags, names, confidence").click();
    expect(await intruders(tab)).toEqual([]);
    await tab.keyboard.press("Escape");
    await tab.getByRole("button", { name: "Merge …" }).first().click();
    await tab.getByRole("dialog").locator(".choice").first().click();
    expect(await intruders(tab)).toEqual([]);
    await tab.keyboard.press("Escape");
    await go(tab, "/?view=memory&show=contradictions");
    await tab.locator(".pair").first().waitFor();
    expect(await intruders(tab)).toEqual([]);
    await tab.getByRole("button", { name: "Keep this one" }).first().click();
    await tab.getByRole("dialog").waitFor();
    expect(await intruders(tab)).toEqual([]);
    await tab.keyboard.press("Escape");
    await go(tab, "/?view=memory&show=review");
    await tab
      .locator(".captured")
      .nth(PAYLOADS.length >> 1)
      .waitFor();
    expect(await intruders(tab)).toEqual([]);
    await go(
      tab,
      `/?view=memory&text=${encodeURIComponent(PAYLOADS[0] ?? "")}&tag=${encodeURIComponent(PAYLOADS[9] ?? "")}`,
    );
    await tab.getByText("Nothing matches these filters").waitFor();
    expect(await intruders(tab)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("does not run in the graph, on the picture, in its lists, in details or on an entity's page", async () => {
    const { tab, problems } = await openTab(browser, site, { address: "/?view=graph&size=most" });
    await tab.locator(".graph-canvas:has(.graph-node)").waitFor();
    const more = tab.getByRole("button", { name: "Show more" });
    while ((await more.count()) > 0) await more.click();
    const links = tab.locator(".graph-list li a");
    expect(await links.filter({ hasText: WORD }).count()).toBeGreaterThan(PAYLOADS.length / 2);
    expect(await intruders(tab)).toEqual([]);
    const pages = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
    await go(tab, `/?view=graph&depth=2&q=${encodeURIComponent(HUB)}`);
    const rows = tab.locator(".graph-lists button");
    await rows.first().waitFor();
    const count = await rows.count();
    expect(count).toBeGreaterThan(20);
    for (let at = 0; at < count; at++) {
      await rows.nth(at).click();
      await tab.locator(".graph-details h2").waitFor();
    }
    expect(await intruders(tab)).toEqual([]);
    for (const address of pages.slice(0, PAYLOADS.length)) {
      await go(tab, address);
      await tab.locator(`.entity-page .graph-node`).first().waitFor();
      expect([address, await intruders(tab)]).toEqual([address, []]);
    }
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
    expect(await intruders(tab)).toEqual([]);
    await tab
      .getByRole("button", { name: /^Delete / })
      .first()
      .click();
    await tab.getByRole("dialog").waitFor();
    expect(await intruders(tab)).toEqual([]);
    await go(tab, "/?view=index&show=searches");
    await tab.getByRole("region", { name: healthStrings.neverFound }).getByRole("link").first().waitFor();
    expect(await intruders(tab)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("does not run in what sources answered", async () => {
    const { tab, problems } = await openTab(browser, site, { address: "/" });
    const sources = PAYLOADS.map((payload, at) => ({
      ...{ root: `${at} ${payload}`, kind: "git", location: payload, options: { branch: payload } },
      ...{ everyHours: 24, state: "waiting", items: 1, documents: 1, lastError: payload },
      counts: { asked: 1, written: 0, unchanged: 0, removed: 0, leftOut: 1, failed: 0, redacted: 0 },
      ...{ startedAt: null, endedAt: null, completedAt: null, nextAt: null, createdAt: "2026-11-20" },
    }));
    await tab.route("**/v1/sources", (route) => route.fulfill({ json: { sources } }));
    await tab.route("**/v1/sources/*", (route) => {
      const told = PAYLOADS.map((payload, at) => ({ key: `${at} ${payload}`, problem: payload }));
      return route.fulfill({ json: { ...sources[0], problems: told } });
    });
    await go(tab, "/?view=index&show=sources");
    const cards = tab.locator(".pulled-source");
    await expect.poll(() => cards.count()).toBe(PAYLOADS.length);
    await cards.first().locator("summary").click();
    await expect.poll(() => cards.first().locator("details li").count()).toBe(PAYLOADS.length);
    expect(await intruders(tab)).toEqual([]);
    await cards
      .first()
      .getByRole("button", { name: /^Remove / })
      .click();
    await tab.getByRole("dialog").waitFor();
    expect(await intruders(tab)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
