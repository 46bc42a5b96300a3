import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firstRunStrings } from "../../../../src/web/strings/first-run.ts";
import { sourcesStrings as words } from "../../../../src/web/strings/sources.ts";
import { pageOf, webSite } from "../../../support/web-site.ts";
import { findings, hasBrowser, openBrowser, openTab, overflowing } from "../../support/browser.ts";
import { hasFirefox, openFirefox } from "../../support/firefox.ts";
import { openSite, type Site } from "../../support/site.ts";

const SOURCES = "/?view=index&show=sources";
const LINKS = ["/guide/tides", "/guide/buoys", "/guide/gone"];
const ROOT = "almanac";

const card = (tab: Tab, root = ROOT) => tab.locator(".pulled-source").filter({ hasText: root });
const facts = (tab: Tab) => card(tab).locator(".facts");

/** The process of a tab of Debian's Firefox dies of axe: it looks in Chromium alone. */
const axeFindings = async (tab: Tab): Promise<readonly string[]> =>
  tab.context().browser()?.browserType().name() === "firefox" ? [] : findings(tab);

/** Fills the form in with keys alone: address, name, and the owner's token. */
async function addByKeys(tab: Tab, url: string, token: string): Promise<void> {
  await tab.getByRole("dialog").waitFor();
  await tab.keyboard.type(url);
  await tab.keyboard.press("Tab");
  await tab.keyboard.type(ROOT);
  await tab.getByLabel(words.form.token).focus();
  await tab.keyboard.type(token);
  await tab.keyboard.press("Enter");
}

const browsers = [
  { name: "Chromium", has: hasBrowser, open: openBrowser },
  { name: "Firefox", has: hasFirefox, open: openFirefox },
] as const;

describe.each(browsers)("sources in $name", ({ has, open }) => {
  describe.runIf(has())("on the page", () => {
    let site: Site;
    let browser: Browser;
    let almanac: Awaited<ReturnType<typeof webSite>>;
    beforeAll(async () => {
      almanac = await webSite({
        "/guide/": pageOf("Almanac", "Of tides and of buoys.", LINKS),
        "/guide/tides": pageOf("Tides", "The spring tide reaches the upper quay at noon."),
        "/guide/buoys": pageOf("Buoys", "The red buoy is repainted each May."),
      });
      const settings = { SOURCE_HOSTS: almanac.host };
      [site, browser] = await Promise.all([openSite({ "a.md": "# A\n" }, settings), open()]);
    });
    afterAll(async () => {
      await browser.close();
      await site.stop();
      almanac.close();
    });

    it("are added by whoever has the owner's token, pulled, and found", async () => {
      const { tab, problems } = await openTab(browser, site, { address: SOURCES });
      await tab.getByText(words.none).waitFor();
      await tab.getByRole("button", { name: words.add }).focus();
      await tab.keyboard.press("Enter");
      await addByKeys(tab, `${almanac.url}guide/`, site.token);
      await tab.getByRole("dialog").getByText("This needs a token of scope owner").waitFor();
      expect(await axeFindings(tab)).toEqual([]);
      await tab.getByLabel(words.form.token).fill(site.ownerToken);
      await tab.keyboard.press("Enter");
      await expect.poll(() => tab.getByRole("dialog").count()).toBe(0);
      // It looks again by itself until the run is over.
      await facts(tab).getByText("3 written").waitFor();
      await card(tab).getByText(words.states.waiting, { exact: true }).waitFor();
      expect(await facts(tab).textContent()).toContain("every day");
      await card(tab).getByText(words.problems).click();
      await card(tab).getByRole("list", { name: words.problems }).getByText("guide/gone").waitFor();
      expect(await axeFindings(tab)).toEqual([]);
      await tab.goto(`${site.url}/?q=red+buoy+repainted`);
      await tab.locator(".hits").getByText("The red buoy is").first().waitFor();
      expect(problems).toEqual([]);
    });

    it("pause, go on, run and leave, as they are told", async () => {
      const { tab, problems } = await openTab(browser, site, { address: SOURCES });
      await tab.getByRole("button", { name: words.pauseOne(ROOT) }).click();
      await card(tab).getByText(words.states.paused, { exact: true }).waitFor();
      await facts(tab).getByText(words.noNextRun).waitFor();
      expect(await tab.getByRole("button", { name: words.runOne(ROOT) }).count()).toBe(0);
      await tab.getByRole("button", { name: words.resumeOne(ROOT) }).click();
      almanac.pages["/guide/tides"] = pageOf("Tides", "The neap tide stays below the lower quay.");
      await tab.getByRole("button", { name: words.runOne(ROOT) }).click();
      await facts(tab).getByText("1 written, 2 unchanged").waitFor();
      await tab.getByRole("button", { name: words.removeOne(ROOT) }).click();
      const dialog = tab.getByRole("dialog", { name: words.removal.title });
      expect(await axeFindings(tab)).toEqual([]);
      await dialog.getByRole("button", { name: words.removal.no }).click();
      await tab.getByRole("button", { name: words.removeOne(ROOT) }).click();
      await dialog.getByLabel(words.removal.keep).check();
      await dialog.getByRole("button", { name: words.removal.yes, exact: true }).click();
      await tab.getByText(words.none).waitFor();
      const kept = await site.call<{ documents: unknown[] }>("GET", `/v1/documents?root=${ROOT}`);
      expect(kept.documents).toHaveLength(3);
      expect(problems).toEqual([]);
    });

    it("are offered to an admin whose workspace is empty, and to nobody else", async () => {
      const token = await site.openWorkspace("fresh");
      const { tab, problems } = await openTab(browser, site, { token });
      await tab.getByRole("link", { name: firstRunStrings.source.add }).click();
      await tab.getByRole("dialog", { name: words.add }).waitFor();
      await tab.keyboard.press("Escape");
      await expect.poll(() => tab.url()).toBe(`${site.url}${SOURCES}`);
      const reader = await openTab(browser, site, { address: SOURCES, token: await site.mint("read") });
      await reader.tab.locator("#roots").waitFor();
      expect(await reader.tab.getByRole("link", { name: words.title, exact: true }).count()).toBe(0);
      expect([...problems, ...reader.problems]).toEqual([]);
    });

    it.each([320, 390, 1_440])("fit into %i px, in the list and in the form", async (width) => {
      const long = `https://docs.${"kestrel-".repeat(20)}labs.example/guide/`;
      const source = {
        ...{ root: "docs.kestrel.example guide of the harbour", kind: "site", location: long, options: {} },
        ...{ everyHours: 24, state: "waiting", items: 4_000, documents: 3_900, createdAt: "2026-11-20" },
        counts: { asked: 9, written: 12, unchanged: 3_000, removed: 4, leftOut: 5, failed: 6, redacted: 7 },
        ...{ startedAt: "2026-11-20T10:00:00Z", endedAt: "2026-11-20T10:09:00Z", completedAt: null },
        ...{ nextAt: "2099-11-20T10:00:00Z", lastError: `too_many_deletions: ${long} would lose most` },
      };
      const { tab, problems } = await openTab(browser, site, { width, scheme: "dark" });
      await tab.route("**/v1/sources", (route) =>
        route.fulfill({ json: { sources: [source, { ...source, root: "other", state: "paused" }] } }),
      );
      await tab.goto(`${site.url}${SOURCES}`);
      await card(tab, "other").waitFor();
      expect(await overflowing(tab)).toEqual([]);
      expect(await axeFindings(tab)).toEqual([]);
      await tab.getByRole("button", { name: words.add }).click();
      await tab.getByText(words.form.more).click();
      expect(await overflowing(tab)).toEqual([]);
      expect(await axeFindings(tab)).toEqual([]);
      expect(problems).toEqual([]);
    });
  });
});
