import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { graphStrings } from "../../../../src/web/strings/graph.ts";
import { findings, hasBrowser, openBrowser, openTab, overflowing } from "../../support/browser.ts";
import { largeGraph } from "../../support/large-graph.ts";
import { NOTES, seed } from "../../support/seed.ts";
import { openSite, type Site } from "../../support/site.ts";

const words = graphStrings;

/** A hundred and twenty names before all others in the alphabet, and one behind them that most texts name. */
const MANY = Object.fromEntries(
  Array.from({ length: 120 }, (_, at) => [
    `log/${at}.md`,
    `# Log ${at}\n\nThe page \`aa${at}.html\` was served by \`zephyrd\`, and \`zephyrd\` stayed up.\n`,
  ]),
);

const nodes = (tab: Tab) => tab.locator("circle.graph-node");
const drawn = (tab: Tab) => nodes(tab).first();
const names = (tab: Tab) => tab.locator(".graph-name");
/** The middle of an entity on the picture. */
async function placeOf(tab: Tab, slug: string): Promise<{ readonly x: number; readonly y: number }> {
  const box = await tab.locator(`circle[data-entity="${slug}"]`).boundingBox();
  if (box === null) throw new Error(`${slug} is not drawn`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
async function clickOn(tab: Tab, slug: string): Promise<void> {
  const { x, y } = await placeOf(tab, slug);
  await tab.mouse.click(x, y);
}
const details = (tab: Tab) => tab.getByRole("complementary", { name: words.details });

describe.runIf(hasBrowser())("the graph", () => {
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite({ ...NOTES, ...MANY }), openBrowser()]);
    await seed(site);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  it("opens with the most mentioned of all, whatever its letter, and not with the alphabet", async () => {
    const { tab, problems } = await openTab(browser, site);
    await tab.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Graph" }).click();
    await drawn(tab).waitFor();
    expect((await tab.locator(".graph-list a").allTextContents())[0]).toBe("zephyrd");
    expect(await nodes(tab).first().getAttribute("data-entity")).toBe("zephyrd");
    await tab.locator(".graph-name", { hasText: "zephyrd" }).waitFor();
    expect(await findings(tab)).toEqual([]);
    await tab.getByRole("button", { name: "People" }).click();
    await expect.poll(() => tab.locator(".graph-list a").allTextContents()).toContain("Ana López");
    await expect.poll(() => tab.locator(".graph-list a").allTextContents()).not.toContain("zephyrd");
    expect(problems).toEqual([]);
  });

  it.each([1_440, 390])(
    "of a known organisation is more than a dot, with all names, in %i px",
    async (width) => {
      const address = "/?view=graph&entity=harbour-systems";
      const { tab, problems } = await openTab(browser, site, { address, width });
      await drawn(tab).waitFor();
      const count = await nodes(tab).count();
      expect(count).toBeGreaterThan(1);
      await expect.poll(() => names(tab).count()).toBe(count);
      for (const text of await names(tab).locator("text").all()) {
        const { height = 0 } = (await text.boundingBox()) ?? {};
        expect(height).toBeGreaterThan(10);
      }
      expect(problems).toEqual([]);
    },
  );

  it("of two steps shows all that one step shows", async () => {
    const shown = async (depth: number) => {
      const { tab, context } = await openTab(browser, site, {
        address: `/?view=graph&q=Heron&depth=${depth}`,
      });
      await drawn(tab).waitFor();
      const slugs = await nodes(tab).evaluateAll((all) => all.map((one) => one.getAttribute("data-entity")));
      await context.close();
      return slugs;
    };
    const [one, two] = [await shown(1), await shown(2)];
    expect(one.length).toBeGreaterThan(2);
    expect(two).toEqual(expect.arrayContaining(one));
    expect(two.length).toBeGreaterThan(one.length);
  });

  it("grows where it is clicked, and leaves what is there in its place", async () => {
    const { tab, problems } = await openTab(browser, site, { address: "/?view=graph&entity=lena-vogt" });
    await drawn(tab).waitFor();
    const before = await nodes(tab).count();
    const spot = await tab.locator('circle[data-entity="lena-vogt"]').getAttribute("cx");
    await clickOn(tab, "tidewatch");
    await details(tab).getByRole("heading", { name: "Tidewatch" }).waitFor();
    await expect.poll(() => nodes(tab).count()).toBeGreaterThan(before);
    expect(await tab.locator('circle[data-entity="lena-vogt"]').getAttribute("cx")).toBe(spot);
    expect(await findings(tab)).toEqual([]);
    await details(tab).getByRole("link", { name: words.page }).click();
    await tab.getByRole("heading", { level: 1, name: "Tidewatch" }).waitFor();
    await tab.goBack();
    await tab.getByRole("heading", { level: 1, name: "Lena Vogt" }).waitFor();
    expect(problems).toEqual([]);
  });

  it("has a page for each entity: facts whose passages open, memories, mentions", async () => {
    const address = "/?view=graph&entity=ana-lopez";
    const { tab, problems } = await openTab(browser, site, { address });
    await tab.getByRole("heading", { level: 1, name: "Ana López" }).waitFor();
    await tab.locator(".entity-part .graph-hits").first().waitFor();
    const facts = tab.locator(".graph-facts li", { hasText: "works at" });
    await facts.getByRole("link", { name: "Kestrel Labs" }).waitFor();
    expect(
      await tab.locator(".entity-part", { hasText: words.memories }).getByRole("link").count(),
    ).toBeGreaterThan(0);
    expect(await findings(tab)).toEqual([]);
    expect(await tab.title()).toContain("Ana López");
    const passages = tab.locator(".graph-hits .extract");
    await passages.filter({ hasText: "Ana López" }).first().waitFor();
    // As they read: no marks of Markdown.
    expect((await passages.allTextContents()).filter((text) => /[`#|]|\*\*/.test(text))).toEqual([]);
    await facts.getByRole("link", { name: /people\.md#L/ }).click();
    await tab.getByRole("complementary", { name: "Document" }).getByText("leads the Heron project").waitFor();
    expect(problems).toEqual([]);
  });

  it("shows entities and relations with who says so, on the picture and as lists", async () => {
    const { tab, problems } = await openTab(browser, site, {
      address: "/?view=graph&q=Kestrel+Labs&depth=2",
    });
    await drawn(tab).waitFor();
    expect(await tab.getByRole("img", { name: /^Graph of \d+ entities/ }).count()).toBe(1);
    await tab.getByRole("button", { name: /Ana López works at Kestrel Labs/ }).click();
    await details(tab).getByRole("link", { name: "people.md#L1-L5" }).waitFor();
    await details(tab).getByRole("button", { name: words.close }).click();
    expect(await details(tab).count()).toBe(0);
    await tab.getByRole("button", { name: /^Ana López person/ }).click();
    await details(tab).getByText(/#L\d/).first().waitFor();
    expect(await findings(tab)).toEqual([]);
    await details(tab).getByRole("link", { name: words.search }).click();
    await tab.waitForURL(/\?q=Ana\+L%C3%B3pez/);
    expect(problems).toEqual([]);
  });

  it("moves an entity or the whole picture with the pointer, and zooms with the wheel and by keys", async () => {
    const { tab, problems } = await openTab(browser, site, { address: "/?view=graph&q=Kestrel+Labs" });
    await drawn(tab).waitFor();
    const drag = async (from: { readonly x: number; readonly y: number }, x: number, y: number) => {
      await tab.mouse.move(from.x, from.y);
      await tab.mouse.down();
      await tab.mouse.move(from.x + x, from.y + y, { steps: 4 });
      await tab.mouse.up();
    };
    const apart = async (one: string, other: string) => {
      const [a, b] = [await placeOf(tab, one), await placeOf(tab, other)];
      return Math.round(Math.hypot(a.x - b.x, a.y - b.y));
    };
    const before = await placeOf(tab, "kestrel-labs");
    const moved = async () => Math.round((await placeOf(tab, "kestrel-labs")).x - before.x);
    await drag(before, 40, 30);
    await expect.poll(moved).toBeCloseTo(40, -1);
    const distance = await apart("kestrel-labs", "ana-lopez");
    const corner = await tab.locator(".graph-canvas").boundingBox();
    await drag({ x: (corner?.x ?? 0) + 8, y: (corner?.y ?? 0) + 8 }, 50, 20);
    await expect.poll(moved).toBeCloseTo(90, -1);
    expect(await apart("kestrel-labs", "ana-lopez")).toBe(distance);
    await tab.mouse.wheel(0, -300);
    await expect.poll(() => apart("kestrel-labs", "ana-lopez")).toBeGreaterThan(distance * 1.5);
    await tab.locator(".graph-canvas").focus();
    await tab.keyboard.press("0");
    await expect.poll(() => apart("kestrel-labs", "ana-lopez")).toBeLessThan(distance * 1.5);
    const fitted = await placeOf(tab, "kestrel-labs");
    await tab.keyboard.press("ArrowRight");
    expect(Math.round((await placeOf(tab, "kestrel-labs")).x - fitted.x)).toBe(-60);
    await tab.keyboard.press("+");
    await expect.poll(() => apart("kestrel-labs", "ana-lopez")).toBeGreaterThan(distance);
    expect(await details(tab).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it("says that nothing is named, that there is no connection, and goes on by the keyboard", async () => {
    const { tab, context } = await openTab(browser, site, { address: "/?view=graph" });
    const question = tab.getByRole("searchbox", { name: "Around" });
    await question.focus();
    await tab.keyboard.type("xyzzy plugh");
    await tab.keyboard.press("Enter");
    await tab.getByText(words.nothing.title).waitFor();
    await context.route("**/v1/graph?*", (route) => route.abort());
    await question.fill("Heron");
    await tab.keyboard.press("Enter");
    await tab.getByRole("alert").getByText("No connection").waitFor();
    await context.unroute("**/v1/graph?*");
    await tab.getByRole("button", { name: "Try again" }).press("Enter");
    await drawn(tab).waitFor();
    await tab.getByRole("button", { name: /^Heron project/ }).press("Enter");
    await details(tab).getByRole("heading", { name: "Heron" }).waitFor();
  });

  it("draws two thousand entities, and goes on when it is moved", async () => {
    const { tab, context, problems } = await openTab(browser, site);
    await context.route("**/v1/graph?*", (route) => route.fulfill({ json: largeGraph(2_000) }));
    await tab.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Graph" }).click();
    await tab.getByRole("searchbox", { name: "Around" }).fill("all");
    await tab.keyboard.press("Enter");
    await expect.poll(() => nodes(tab).count()).toBe(2_000);
    for (const name of [words.zoomIn, words.zoomOut, words.fit])
      await tab.getByRole("button", { name, exact: true }).click();
    expect(await tab.locator(".graph-lists .badge").allTextContents()).toEqual(["2000", "2600"]);
    expect(problems).toEqual([]);
  });

  it.each([
    [320, "light", "view=graph"],
    [1_440, "dark", "view=graph&color=communities"],
    [320, "dark", "view=graph&q=who+owns+Heron&depth=2"],
    [390, "light", "view=graph&entity=heron"],
    [1_024, "dark", "view=graph&entity=heron"],
  ] as const)("fits into %i px, %s: %s", async (width, scheme, query) => {
    const { tab } = await openTab(browser, site, { address: `/?${query}`, width, scheme });
    await drawn(tab).waitFor();
    expect(await overflowing(tab)).toEqual([]);
    expect(await findings(tab)).toEqual([]);
  });
});
