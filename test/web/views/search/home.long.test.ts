import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { strings } from "../../../../src/web/strings.ts";
import { pushStrings } from "../../../../src/web/strings/push.ts";
import { findings, hasBrowser, openBrowser, openTab } from "../../support/browser.ts";
import { NOTES, seed } from "../../support/seed.ts";
import { openSite, type Site } from "../../support/site.ts";

const hits = (tab: Tab) => tab.locator(".hit");
const topOf = (tab: Tab) =>
  hits(tab)
    .first()
    .evaluate((hit) => hit.getBoundingClientRect().top);

/** Pages of a handbook whose passages all speak of one thing. */
const handbook = Object.fromEntries(
  Array.from({ length: 6 }, (_, at) => [
    `handbook/chapter-${at}.md`,
    `# Chapter ${at}\n\n## Harbour pilots\n\nThe **pilots** of the harbour [board](board.md) at buoy ${at}.\n\n` +
      `\`\`\`ts\nexport const PILOTS_${at} = ${at};\n\`\`\`\n\n### Rota\n\n| pilots | day |\n|---|---|\n| Mira | ${at} |\n`,
  ]),
);

describe.runIf(hasBrowser())("the search as the home of the page", () => {
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite({ ...NOTES, ...handbook }), openBrowser()]);
    await seed(site);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  it("loads no more than the search, and the rest when it is opened", async () => {
    const { tab } = await openTab(browser, site);
    const loaded = () =>
      tab.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname));
    expect((await loaded()).filter((path) => /views-|palette|preview|markdown/.test(path))).toEqual([]);
    await tab.keyboard.press("Control+k");
    await tab.locator(".palette").waitFor();
    expect((await loaded()).filter((path) => path.includes("/views-"))).toHaveLength(1);
  });

  it("is one field in focus, and shows seven passages or more on a screen of 900 pixels, rendered", async () => {
    const { tab, problems } = await openTab(browser, site, { width: 1_440, height: 900 });
    expect(await tab.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("q");
    await tab.keyboard.type("harbour pilots");
    // The answer to the first letters may be there before.
    const seen = () =>
      hits(tab).evaluateAll(
        (all) => all.filter((hit) => hit.getBoundingClientRect().bottom <= innerHeight).length,
      );
    await expect.poll(seen).toBeGreaterThanOrEqual(7);
    await tab.locator(".extract mark").first().waitFor();
    await expect.poll(() => tab.locator(".hit-name").first().textContent()).toMatch(/^Chapter \d$/);
    const extracts = await tab.locator(".extract:not(.is-code)").allTextContents();
    expect(extracts.filter((text) => /#{2,}|\]\(|```|\*\*|\|/.test(text))).toEqual([]);
    const lines = await tab.locator(".extract").evaluateAll((all) => all.map((one) => one.clientHeight / 20));
    expect(Math.max(...lines)).toBeLessThanOrEqual(3);
    expect(problems).toEqual([]);
  });

  it("shows an answer that was here before at once, and marks one that is of another query", async () => {
    const { tab } = await openTab(browser, site);
    const answered = (query: string) =>
      tab.waitForResponse(
        (response) =>
          response.url().endsWith("/v1/search") && response.request().postDataJSON().query === query,
      );
    for (const [typed, query] of [
      ["harbou", "harbou"],
      ["r", "harbour"],
    ] as const) {
      const answer = answered(query);
      await tab.keyboard.type(typed);
      await answer;
      await tab.waitForURL(`**/?q=${query}`);
      await expect.poll(() => tab.locator(".is-stale").count()).toBe(0);
      await hits(tab).first().waitFor();
    }
    await tab.route("**/v1/search", () => undefined);
    await tab.keyboard.press("Backspace");
    await tab.waitForURL("**/?q=harbou");
    expect(await tab.locator(".is-stale").count()).toBe(0);
    await tab.keyboard.type("xyz");
    await tab.locator(".is-stale").waitFor();
    await tab.unrouteAll({ behavior: "ignoreErrors" });
  });

  it("finds, opens, copies and judges with a few keys, and the document stands beside", async () => {
    const { tab, problems } = await openTab(browser, site, { width: 1_440, height: 900 });
    await tab.keyboard.type("when are the keys rotated");
    await tab.keyboard.press("Enter");
    await tab.locator(".hit-link:focus").waitFor();
    await tab.locator(".preview .is-cited").first().waitFor();
    await tab.keyboard.press("j");
    await expect.poll(() => tab.locator(".preview h2").first().textContent()).toBe("Runbook");
    expect(tab.url()).not.toContain("open=");
    await tab.keyboard.press("c");
    await expect.poll(() => tab.evaluate(() => navigator.clipboard.readText())).toMatch(/runbook\.md#L\d/);
    await tab.keyboard.press("u");
    const votes = async () =>
      (
        await site.call<{ votes: { query: string; citation: string; value: string }[] }>(
          "GET",
          "/v1/feedback",
        )
      ).votes;
    await expect
      .poll(async () => (await votes()).filter(({ query }) => query === "when are the keys rotated"))
      .toMatchObject([{ value: "up" }]);
    await tab.keyboard.press("w");
    await tab.getByText("You marked it helpful.").waitFor();
    expect(await findings(tab)).toEqual([]);
    await tab.keyboard.press("Enter");
    await tab.waitForURL("**open=notes:runbook.md**");
    await tab.keyboard.press("Escape");
    await expect.poll(() => tab.url()).not.toContain("open=");
    expect(problems).toEqual([]);
  });

  it("has numbers that sum to the score in every ranking", async () => {
    for (const profile of ["dual", "vector", "keyword", "edge"]) {
      const address = `/?q=Kestrel+Labs+and+Ana+López&profile=${profile}`;
      const { tab, context } = await openTab(browser, site, { address });
      await hits(tab).first().waitFor();
      await tab.keyboard.press("ArrowDown");
      await tab.keyboard.press("w");
      await tab.getByText("Numbers").click();
      const parts = (await tab.locator(".stack dd").allInnerTexts()).map((text) =>
        Number(text.replace("−", "-")),
      );
      const total = parts.pop() ?? 0;
      expect({ profile, parts: parts.filter((part) => Math.abs(part) > 1) }).toEqual({ profile, parts: [] });
      expect(Math.abs(parts.reduce((sum, part) => sum + part, 0) - total)).toBeLessThan(0.005);
      await context.close();
    }
  });

  it("says it where nothing answers, and once that there is no model", async () => {
    const { tab } = await openTab(browser, site);
    await tab.getByText("No model").waitFor();
    await tab.keyboard.type("harbour pilots");
    await hits(tab).first().waitFor();
    expect(await tab.getByText("No model").count()).toBe(0);
    expect(await tab.getByText("Relevance is an estimate").count()).toBe(0);
    await tab.goto(`${site.url}/?q=does+the+moon+taste+of+harbour+cheese+on+Tuesdays`);
    await tab.locator(".silence, .hit").first().waitFor();
    await tab.goto(`${site.url}/?q=xylophone+zeppelin&profile=keyword`);
    await tab.locator(".silence h2").waitFor();
    expect(await findings(tab)).toEqual([]);
  });

  it("has `/`, `?` and the palette in every view, by prefix and typo, with keys alone", async () => {
    for (const view of ["memory", "graph", "index"]) {
      const { tab, context } = await openTab(browser, site, { address: `/?view=${view}` });
      await tab.locator("main :is(h1, h2)").first().waitFor();
      await tab.keyboard.press("?");
      await tab.getByRole("dialog", { name: strings.keys.title }).waitFor();
      await tab.keyboard.press("Escape");
      await tab.keyboard.press("Control+k");
      const palette = tab.getByRole("dialog", { name: strings.palette.title });
      await palette.getByRole("option").first().waitFor();
      expect(await findings(tab)).toEqual([]);
      await tab.keyboard.type("kestrle");
      await palette.getByRole("group", { name: "People and things" }).getByText("Kestrel Labs").waitFor();
      await tab.keyboard.press("Escape");
      await palette.waitFor({ state: "detached" });
      await tab.keyboard.press("/");
      await expect
        .poll(() => tab.locator("input[name=q]").evaluate((box) => box === document.activeElement))
        .toBe(true);
      await tab.keyboard.press("Control+k");
      await tab.keyboard.type("runb");
      await palette.getByRole("group", { name: "Documents" }).getByText("Runbook", { exact: true }).waitFor();
      await tab.keyboard.press("Enter");
      await tab.locator(".preview").getByText("Signing keys").waitFor();
      await context.close();
    }
  });

  it("begins above 220 pixels on a phone, with acts that a thumb reaches", async () => {
    const { tab } = await openTab(browser, site, { address: "/?q=harbour+pilots", width: 390, height: 844 });
    await hits(tab).first().waitFor();
    expect(await topOf(tab)).toBeLessThan(220);
    await tab.getByRole("button", { name: strings.search.votes.up }).first().click();
    await tab.locator(".vote[aria-pressed=true]").waitFor();
    expect(await findings(tab)).toEqual([]);
  });

  it("shows no lost connection once the server is back, though no browser says so", async () => {
    const { tab } = await openTab(browser, site, { address: "/?q=harbour+pilots" });
    await hits(tab).first().waitFor();
    await tab.route("**/v1/search", (route) => route.abort());
    await tab.getByRole("searchbox").fill("harbour office");
    await tab.getByRole("alert").getByText("No connection").waitFor();
    await tab.unroute("**/v1/search");
    await tab.getByRole("alert").waitFor({ state: "detached" });
  });

  it("catches a drop anywhere and offers to push it; a reader is told that it may not", async () => {
    const drop = async (tab: Tab) => {
      const transfer = await tab.evaluateHandle(() => {
        const data = new DataTransfer();
        data.items.add(
          new File(["# Dropped\n\nA buoy that was dropped.\n"], "dropped.md", { type: "text/markdown" }),
        );
        return data;
      });
      await tab.dispatchEvent("main", "dragover", { dataTransfer: transfer });
      await tab.getByText(/Drop to push|may read only/).waitFor();
      await tab.dispatchEvent("main", "drop", { dataTransfer: transfer });
    };
    const { tab, problems } = await openTab(browser, site, { address: "/?view=memory" });
    await drop(tab);
    const dialog = tab.getByRole("dialog", { name: pushStrings.title });
    await dialog.getByText("1 file to push").waitFor();
    await dialog.getByRole("button", { name: "Push", exact: true }).click();
    await dialog.getByText("1 sent in 1 passage").waitFor();
    expect(await findings(tab)).toEqual([]);
    expect(tab.url()).toContain(site.url);
    const reader = await openTab(browser, site, { token: await site.mint("read") });
    await drop(reader.tab);
    await reader.tab.locator(".notices").getByText(strings.drop.mayNot).waitFor();
    expect(problems).toEqual([]);
  });
});
