import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { strings } from "../../../../../src/web/strings.ts";
import { hasBrowser, openBrowser, openTab } from "../../../support/browser.ts";
import { FILES } from "../../../support/fixture.ts";
import { openSite, type Site } from "../../../support/site.ts";

/** From the last key to the request, milliseconds of waiting. */
const MAX_WAIT_MS = 60;

const box = (tab: Tab) => tab.getByRole("searchbox", { name: strings.search.box });

/** The queries that a tab asks for from now on, in their order. */
function queriesOf(tab: Tab): readonly string[] {
  const queries: string[] = [];
  tab.on("request", (request) => {
    if (request.url().endsWith("/v1/search"))
      queries.push((request.postDataJSON() as { query: string }).query);
  });
  return queries;
}

// The tab's clock stands still but for what a test has it run, so that a busy machine changes nothing: what is counted
// is what the page waits for, by timers and frames.
describe.runIf(hasBrowser())("from the last key to the request", () => {
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite(FILES), openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  const openStill = async () => {
    const { tab, problems } = await openTab(browser, site);
    await box(tab).and(tab.locator(":focus")).waitFor();
    await tab.clock.install();
    await tab.clock.pauseAt(Date.now() + 60_000);
    return { tab, problems, queries: queriesOf(tab) };
  };

  it("is no wait for a key that stands alone", async () => {
    const { tab, problems, queries } = await openStill();
    await tab.keyboard.press("k");
    await expect.poll(() => queries).toEqual(["k"]);
    await tab.clock.runFor(MAX_WAIT_MS);
    await tab.keyboard.press("e");
    await expect.poll(() => queries).toEqual(["k", "ke"]);
    await tab.clock.runFor(10 * MAX_WAIT_MS);
    expect(queries).toEqual(["k", "ke"]);
    expect(problems).toEqual([]);
  });

  it("is 60 ms at most for the last of quick ones, and those before it ask nothing", async () => {
    const { tab, problems, queries } = await openStill();
    await tab.keyboard.type("keys");
    await expect.poll(() => box(tab).inputValue()).toBe("keys");
    await tab.clock.runFor(MAX_WAIT_MS);
    await expect.poll(() => queries).toEqual(["k", "keys"]);
    expect(problems).toEqual([]);
  });

  it("is no wait after Enter", async () => {
    const { tab, queries } = await openStill();
    await tab.keyboard.type("keys");
    await tab.keyboard.press("Enter");
    await expect.poll(() => queries).toEqual(["k", "keys"]);
  });
});
