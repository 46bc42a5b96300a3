import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasBrowser, openBrowser, openTab, settled } from "../../support/browser.ts";
import { openSite, type Site } from "../../support/site.ts";

/** A document whose path through its headings is longer than any row. */
const LONG = {
  "field/notes/guide.md": `# A guide to the quokka census for all who count\n\n${["islands", "mainland"]
    .map(
      (where) =>
        `## The counting of quokkas of the ${where} and their young, night by night, in winter\n\nThe quokka census of the ${where} is held in June.\n`,
    )
    .join("\n")}`,
};

describe.runIf(hasBrowser())("the rows of results", () => {
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite(LONG), openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  it.each([
    [1_440, ""],
    [1_440, "&open=notes:field/notes/guide.md%23L1-L3"],
    [1_024, ""],
    [390, ""],
    [320, ""],
  ])(
    "say the lines of each passage, whole, in %i px, %j, in rows that hold together",
    async (width, open) => {
      const address = `/?q=quokka+census${open}`;
      const { tab } = await openTab(browser, site, { address, width });
      await tab.locator(".hit").first().waitFor();
      await settled(tab);
      const rows = await tab.locator(".hit").evaluateAll((all) =>
        all.map((hit) => {
          const part = (selector: string) => hit.querySelector<HTMLElement>(selector);
          const isWhole = (one: HTMLElement | null) =>
            one !== null && one.clientWidth > 0 && one.scrollWidth <= one.clientWidth;
          const middle = (one: HTMLElement | null) => {
            const { top = 0, bottom = 0 } = one?.getBoundingClientRect() ?? {};
            return (top + bottom) / 2;
          };
          const title = part(".hit-name, .hit-place");
          const [date, lines, path] = [part("time.hit-fact"), part(".hit-lines"), part(".hit-path")];
          const below = [lines, path, date].filter((one) => one?.checkVisibility());
          return {
            lines: isWhole(lines),
            date: date === null || !date.checkVisibility() || isWhole(date),
            share: Math.abs(middle(title) - middle(part(".hit-share"))) < 8,
            below: below.every((one) => Math.abs(middle(one) - middle(lines)) < 4),
          };
        }),
      );
      expect(rows.length).toBeGreaterThan(1);
      expect(rows.filter((row) => Object.values(row).includes(false))).toEqual([]);
    },
  );
});
