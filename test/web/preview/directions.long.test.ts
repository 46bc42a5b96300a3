import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, openBrowser, openTab } from "../support/browser.ts";
import { openSite, type Site } from "../support/site.ts";

const ARABIC = "افتح المجلد `var/log/` ثم أعد التشغيل";
const FILES = { "notes.md": `# Restart notes\n\n${ARABIC}\n\nThe folder is then empty.\n` };

/** Where two pieces of a text stand in what a selector finds first: pixels from the left. */
const leftsOf = (tab: Tab, selector: string, pieces: readonly [string, string]): Promise<readonly number[]> =>
  tab.evaluate(
    ({ selector: wanted, pieces: some }) => {
      const element = [...document.querySelectorAll(wanted)].find((one) =>
        some.every((piece) => one.textContent?.includes(piece)),
      );
      if (element === undefined) return [];
      return some.map((piece) => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
          const at = node.textContent?.indexOf(piece) ?? -1;
          if (at < 0) continue;
          const range = document.createRange();
          range.setStart(node, at);
          range.setEnd(node, at + piece.length);
          return range.getBoundingClientRect().left;
        }
        return Number.NaN;
      });
    },
    { selector, pieces },
  );

describe.runIf(hasBrowser())("a document in two directions", () => {
  let site: Site;
  let browser: Browser;
  let tab: Tab;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite(FILES), openBrowser()]);
    const { roots } = await site.call<{ roots: readonly { root: string }[] }>("GET", "/v1/status");
    const query = new URLSearchParams({ q: "التشغيل", open: `${roots[0]?.root}:notes.md` });
    ({ tab } = await openTab(browser, site, { address: `/?${query}` }));
    await tab.getByRole("complementary", { name: "Document" }).getByText("The folder is").first().waitFor();
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  it("has an Arabic paragraph run from the right under a Latin heading", async () => {
    const [first = 0, last = 0] = await leftsOf(tab, ".markdown p", ["افتح", "التشغيل"]);
    expect(first).toBeGreaterThan(last);
  });

  it("turns nothing in a path within it", async () => {
    const [first = 0, last = 0] = await leftsOf(tab, ".markdown p code", ["var", "log"]);
    expect(first).toBeLessThan(last);
    const [slash = 0, closing = 0] = await leftsOf(tab, ".markdown p code", ["/log", "g/"]);
    expect(slash).toBeLessThan(closing);
  });

  it("has the English paragraph below it run from the left", async () => {
    const [first = 0, last = 0] = await leftsOf(tab, ".markdown p", ["The", "empty"]);
    expect(first).toBeLessThan(last);
  });

  it("does the same in the passage of a hit", async () => {
    const [first = 0, last = 0] = await leftsOf(tab, ".extract, .extract *", ["افتح", "أعد"]);
    expect(first).toBeGreaterThan(last);
  });

  it("stands at the right edge of the hit, as the paragraph does in the document", async () => {
    const gaps = await tab.evaluate(
      (word) =>
        [".extract", ".markdown p"].map((selector) => {
          const element = [...document.querySelectorAll(selector)].find((one) =>
            one.textContent?.includes(word),
          );
          const texts = document.createTreeWalker(element ?? document.body, NodeFilter.SHOW_TEXT);
          let node = texts.nextNode();
          while (node !== null && !node.textContent?.includes(word)) node = texts.nextNode();
          const range = document.createRange();
          range.selectNodeContents(node ?? document.body);
          const edge = element?.getBoundingClientRect().right ?? Number.NaN;
          return edge - range.getBoundingClientRect().right;
        }),
      "افتح",
    );
    expect(Math.max(...gaps)).toBeLessThan(2);
  });
});
