import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { strings } from "../../../../src/web/strings.ts";
import { findings, hasBrowser, openBrowser, openTab, overflowing, settled } from "../../support/browser.ts";
import { FILES } from "../../support/fixture.ts";
import { openSite, type Site } from "../../support/site.ts";

const BOX = "Search notes, code, memories";

const box = (tab: Tab) => tab.getByRole("searchbox", { name: BOX });
/** Whether what scrolls by itself need not. */
const hasAllOf = (tab: Tab, selector: string): Promise<boolean> =>
  tab.locator(selector).evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth);
const hits = (tab: Tab) => tab.getByRole("list", { name: "Results" }).locator(".hit");
const preview = (tab: Tab) => tab.getByRole("complementary", { name: "Document" });

describe.runIf(hasBrowser())("the search", () => {
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite(FILES), openBrowser()]);
    await site.call("POST", "/v1/memories", {
      text: "We decided to rotate signing keys on Mondays.",
      type: "decision",
      tags: ["security"],
      session: "planning",
    });
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  /** What the recall log holds of a query and of its beginnings. */
  const loggedStarts = async (query: string): Promise<readonly string[]> => {
    const { recalls } = await site.call<{ recalls: { query: string }[] }>("GET", "/v1/recalls");
    return recalls.map((recall) => recall.query).filter((logged) => query.startsWith(logged));
  };

  it("answers while typing, marks the matches, keeps the address, and logs only what is meant", async () => {
    const { tab, problems } = await openTab(browser, site);
    await tab.getByText(strings.search.home.examples).waitFor();
    await box(tab).pressSequentially("rotated monthly", { delay: 30 });
    await hits(tab).first().getByText("guides/keys.md").waitFor();
    await tab.waitForURL(`${site.url}/?q=rotated+monthly`);
    expect(await hits(tab).first().locator("mark").allTextContents()).toContain("rotated");
    await expect.poll(() => tab.title()).toBe("rotated monthly · Search · edge-recall");
    expect(await loggedStarts("rotated monthly")).toEqual([]);
    await tab.keyboard.press("Enter");
    await expect.poll(() => loggedStarts("rotated monthly")).toEqual(["rotated monthly"]);
    await tab.reload();
    await hits(tab).first().waitFor();
    expect(await box(tab).inputValue()).toBe("rotated monthly");
    expect(problems).toEqual([]);
  });

  it("shows the answer to the last of two questions, whichever comes first", async () => {
    const { tab } = await openTab(browser, site);
    await tab.route("**/v1/search", async (route) => {
      const { query } = route.request().postDataJSON() as { query: string };
      if (query === "release") await new Promise((done) => setTimeout(done, 1_500));
      // A request that was given up meanwhile has nobody to answer.
      await route.continue().catch(() => undefined);
    });
    await box(tab).fill("release");
    await tab.waitForURL("**/?q=release");
    await box(tab).fill("MAX_ATTEMPTS");
    await hits(tab).first().getByText("src/retry.ts").waitFor();
    await tab.waitForTimeout(2_000);
    expect(await hits(tab).first().textContent()).toContain("retry.ts");
  });

  it("leads back from search to search to where it began, and to no half word", async () => {
    const { tab, problems } = await openTab(browser, site);
    const ask = async (query: string) => {
      // Enter leads to the first result once that is there, and takes the focus from whatever is typed next by keys alone.
      await box(tab).fill(query.slice(0, 3));
      await box(tab).fill(query);
      await box(tab).press("Enter");
      await tab.waitForURL(`**/?q=${query}`);
    };
    await ask("release");
    await ask("signing");
    await box(tab).fill("signing ke");
    await tab.waitForURL("**/?q=signing+ke");
    const addresses: string[] = [];
    for (let back = 0; back < 3; back++) {
      await tab.goBack();
      addresses.push(new URL(tab.url()).search);
    }
    expect([addresses, await box(tab).inputValue()]).toEqual([["?q=signing", "?q=release", ""], ""]);
    expect(problems).toEqual([]);
  });

  it("filters by chips that the address holds, and takes them off again", async () => {
    const { tab, problems } = await openTab(browser, site, { address: "/?q=signing+keys" });
    const all = await hits(tab)
      .first()
      .waitFor()
      .then(() => hits(tab).count());
    await tab.getByRole("button", { name: "Filter", exact: true }).click();
    await tab.getByRole("button", { name: "Memories", exact: true }).click();
    await expect.poll(() => hits(tab).count()).toBe(1);
    await hits(tab).first().getByText("decision").waitFor();
    await tab.getByRole("button", { name: "Filter", exact: true }).click();
    await tab.getByRole("button", { name: "Tag", exact: true }).click();
    await tab.getByLabel("Only memories with this tag").fill("nobody");
    await tab.keyboard.press("Enter");
    await tab.getByRole("heading", { name: /^Nothing/ }).waitFor();
    expect(tab.url()).toContain("kind=memory&tag=nobody");
    expect(await findings(tab)).toEqual([]);
    await tab.getByRole("button", { name: "Remove the filter Tag" }).click();
    await hits(tab).first().getByText("decision").waitFor();
    await tab.getByRole("button", { name: "Remove the filter Kind" }).click();
    await expect.poll(() => hits(tab).count()).toBe(all);
    await tab.goBack();
    await expect.poll(() => hits(tab).count()).toBe(1);
    await tab.getByRole("button", { name: "Filter", exact: true }).click();
    await tab.getByRole("button", { name: "Date", exact: true }).click();
    await tab.getByLabel("Before").fill("2001-01-01");
    await tab.getByRole("heading", { name: /^Nothing/ }).waitFor();
    await tab.keyboard.press("Escape");
    await tab.getByRole("button", { name: "Settings" }).click();
    const asked = tab.waitForRequest((request) => request.postData()?.includes('"keyword"') === true);
    await tab.getByLabel("Words alone").check();
    await asked;
    expect(await findings(tab)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("is used by keyboard alone: search, choose, open, copy, explain, go back", async () => {
    const { tab, problems } = await openTab(browser, site);
    await tab.evaluate(() => (document.activeElement as HTMLElement).blur());
    await tab.keyboard.press("/");
    await tab.keyboard.type("max attempts");
    // Answers to the first letters are of other passages, a memory of retries among them.
    await settled(tab);
    expect(await hits(tab).first().textContent()).toContain("retry.ts");
    await tab.keyboard.press("ArrowDown");
    await tab.keyboard.press("c");
    await tab.getByText(/^Copied: notes:src\/retry\.ts#L/).waitFor();
    expect(await tab.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^notes:src\/retry\.ts#L\d+-L\d+$/,
    );
    await tab.keyboard.press("w");
    await tab.getByRole("region", { name: "Why it is here" }).waitFor();
    await tab.keyboard.press("Enter");
    await preview(tab).getByText("MAX_ATTEMPTS").waitFor();
    await tab.keyboard.press("Escape");
    await expect.poll(() => tab.url()).not.toContain("open=");
    // The focus comes with the next frame.
    await expect.poll(() => tab.evaluate(() => document.activeElement?.className)).toBe("hit-link");
    await tab.keyboard.press("ArrowUp");
    await expect.poll(() => box(tab).evaluate((element) => element === document.activeElement)).toBe(true);
    await tab.keyboard.press("Tab");
    await tab.keyboard.press("?");
    const keys = tab.getByRole("dialog", { name: "Keys" });
    await keys.getByText("supersede").waitFor();
    await keys.getByText("zoom").waitFor();
    expect(await findings(tab)).toEqual([]);
    await tab.getByLabel("Use single letters, / and ? as keys of this page").uncheck();
    await tab.keyboard.press("Escape");
    await tab.keyboard.press("?");
    await tab.waitForTimeout(200);
    expect(await tab.getByRole("dialog").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it("opens a document at the cited lines: Markdown drawn, nothing of it run, links inside and outside", async () => {
    const asked: string[] = [];
    const { tab, problems } = await openTab(browser, site, { address: "/?q=rotated+monthly" });
    tab.on("request", (request) => asked.push(new URL(request.url()).host));
    await hits(tab).first().getByRole("link").click();
    const document = preview(tab);
    await document.getByRole("heading", { name: "Rotation" }).waitFor();
    expect(await document.locator(".is-cited").allInnerTexts()).toContain(
      "Keys are rotated monthly; the old key stays valid for seven days.",
    );
    await document.locator(".hljs-keyword").first().waitFor();
    const marked = () =>
      tab.evaluate(() => [...(CSS.highlights.get("match") ?? [])].map((range) => String(range)));
    await expect.poll(marked).toEqual(expect.arrayContaining(["Rotation", "rotated", "monthly"]));
    expect(await document.getByRole("cell", { name: "on-call" }).count()).toBe(1);
    const outside = document.getByRole("link", { name: "the site" });
    expect(await outside.getAttribute("href")).toBe("https://example.org/a?b=c");
    expect(await outside.getAttribute("rel")).toContain("noreferrer");
    expect(await document.getByRole("link", { name: "never" }).count()).toBe(0);
    expect(await document.getByText('<b onclick="').count()).toBe(1);
    expect(await document.locator("img").count()).toBe(0);
    expect(await findings(tab)).toEqual([]);
    await document.getByRole("link", { name: "the release guide" }).click();
    await document.getByText("Tag the commit").waitFor();
    await document.getByRole("button", { name: "Source" }).click();
    expect(await document.locator(".source").textContent()).toContain("## Steps");
    await tab.goBack();
    await document.getByRole("heading", { name: "Rotation" }).waitFor();
    expect([...new Set(asked)]).toEqual([new URL(site.url).host]);
    expect(await tab.title()).not.toContain("ran");
    expect(problems).toEqual([]);
  });

  it("shows a long file around the cited lines, more of it on demand, and a memory", async () => {
    const { tab } = await openTab(browser, site, { address: "/?open=notes:src/retry.ts%23L901-L902" });
    const cited = preview(tab).locator(".is-cited");
    await expect.poll(() => cited.first().getAttribute("data-line")).toBe("901");
    await expect
      .poll(() => cited.first().evaluate((line) => line.getBoundingClientRect().top))
      .toBeLessThan(740);
    expect(await preview(tab).getByText("// filler line 1", { exact: true }).count()).toBe(0);
    await preview(tab).getByRole("button", { name: "Show earlier lines" }).click();
    await preview(tab).getByText("// filler line 1", { exact: true }).waitFor();
    await tab.goto(`${site.url}/?q=mondays&kind=memory`);
    await hits(tab).first().getByRole("link").click();
    await preview(tab).getByText("We decided to rotate").waitFor();
    await tab.goto(`${site.url}/?open=notes:no/such.md`);
    await preview(tab).getByText(strings.preview.gone.text).waitFor();
  });

  it("tells why a result is where it is: a sentence, and numbers that sum to the score", async () => {
    const { tab, problems } = await openTab(browser, site, { address: "/?q=rotated+keys" });
    await hits(tab).first().hover();
    await hits(tab).first().getByRole("button", { name: "Why is this here?" }).click();
    const why = tab.getByRole("region", { name: "Why it is here" });
    await why.getByText("Numbers").click();
    const numbers = (await why.locator("dd").allInnerTexts()).map((text) => Number(text.replace("−", "-")));
    const total = numbers.pop() ?? 0;
    expect(Math.abs(numbers.reduce((sum, part) => sum + part, 0) - total)).toBeLessThan(0.003);
    expect(numbers.length).toBeGreaterThan(1);
    expect(await why.getByRole("img").getAttribute("aria-label")).toMatch(
      /^Rank of this passage after each stage: Words \d+, Meaning \d+, .*All together 1/,
    );
    await why.getByText("All stages as a table").click();
    expect(await why.getByRole("row").count()).toBeGreaterThan(4);
    expect(await findings(tab)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("says what an answer lacks, that there is no connection, and that there was a fault", async () => {
    const { tab } = await openTab(browser, site, { address: "/?q=release" });
    await hits(tab).first().waitFor();
    await tab.route("**/v1/search", async (route) => {
      const answer = (await (await route.fetch()).json()) as Record<string, unknown>;
      await route.fulfill({ json: { ...answer, degraded: ["reranker_timeout", "quota"] } });
    });
    await box(tab).fill("release steps");
    await tab.getByText("the re-ranking model was too slow").waitFor();
    expect(await findings(tab)).toEqual([]);
    await tab.unroute("**/v1/search");
    await tab.route("**/v1/search", (route) => route.abort());
    await box(tab).fill("tag the commit");
    await tab.getByRole("alert").getByText("No connection").waitFor();
    expect(await hits(tab).count()).toBeGreaterThan(0);
    await tab.unroute("**/v1/search");
    await tab.getByRole("button", { name: "Try again" }).click();
    await tab.getByRole("alert").waitFor({ state: "detached" });
    await tab.route("**/v1/search", (route) =>
      route.fulfill({
        status: 429,
        headers: { "retry-after": "7" },
        json: { error: { code: "rate_limited", message: "Too many requests; try again in a minute" } },
      }),
    );
    await tab.goto(`${site.url}/?q=tag`);
    await tab.getByText("Try again in 7 seconds.").waitFor();
    expect(await tab.getByText("rate_limited").count()).toBe(1);
    expect(await findings(tab)).toEqual([]);
  });

  it("fits every width, in both schemes, with axe finding nothing serious", async () => {
    for (const width of [320, 800, 1_024, 1_440]) {
      const { tab, context } = await openTab(browser, site, { address: "/?q=rotated+keys&kind=file", width });
      const check = async (what: string) => {
        expect({ what, width, sticksOut: await overflowing(tab) }).toEqual({ what, width, sticksOut: [] });
        for (const colorScheme of ["light", "dark"] as const) {
          await tab.emulateMedia({ colorScheme });
          const seen = { what, width, colorScheme, axe: await findings(tab) };
          expect(seen).toEqual({ what, width, colorScheme, axe: [] });
        }
      };
      await hits(tab).first().waitFor();
      await hits(tab).first().hover();
      await hits(tab).first().getByRole("button", { name: "Why is this here?" }).click();
      await tab.getByRole("region", { name: "Why it is here" }).getByText("Numbers").click();
      if (width >= 800) await expect.poll(() => hasAllOf(tab, ".slopes .wide")).toBe(true);
      await check("why");
      await hits(tab).first().getByRole("link").click();
      await preview(tab).getByRole("heading", { name: "Rotation" }).waitFor();
      await check("document");
      await context.close();
    }
  });
});
