import type { Browser, Locator, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firstRunStrings } from "../../src/web/strings/first-run.ts";
import { memoryStrings } from "../../src/web/strings/memory.ts";
import { strings } from "../../src/web/strings.ts";
import { hasBrowser, openBrowser, openTab, overflowing } from "./support/browser.ts";
import { NOTES, seed } from "./support/seed.ts";
import { openSite, type Site } from "./support/site.ts";

const hits = (tab: Tab) => tab.locator(".hit");
const notices = (tab: Tab) => tab.getByRole("region", { name: "Messages" });
const row = (tab: Tab, text: string) => tab.locator(".memory-row").filter({ hasText: text });

/**
 * What somebody does every day, counted as docs/page.md tells it: keys beside the words that are typed, and taps on a phone of
 * 390 pixels. Each begins in the view that it is done in.
 */
describe.runIf(hasBrowser())("ten tasks", () => {
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

  async function byKeys(
    address: string,
    work: (tab: Tab, press: (key: string) => Promise<void>) => Promise<void>,
  ) {
    let count = 0;
    const { tab, context, problems } = await openTab(browser, site, { address });
    await tab
      .locator(address.includes("memory") ? ".memory-row" : "main")
      .first()
      .waitFor();
    await work(tab, async (key) => {
      count += 1;
      await tab.keyboard.press(key);
    });
    expect(problems).toEqual([]);
    await context.close();
    return count;
  }

  async function byTaps(
    address: string,
    work: (tab: Tab, tap: (what: Locator) => Promise<void>) => Promise<void>,
  ) {
    let count = 0;
    const { tab, context, problems } = await openTab(browser, site, { address, width: 390, height: 844 });
    await work(tab, async (what) => {
      count += 1;
      await what.click();
    });
    expect(await overflowing(tab)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
    return count;
  }

  const found = async (tab: Tab) => {
    await tab.locator("input[name=q]").waitFor();
    await tab.keyboard.type("when are the keys rotated");
    await hits(tab).first().waitFor();
  };
  const jump = (tab: Tab) => tab.locator("button.jump");
  const offered = (tab: Tab, name: string) => tab.getByRole("option", { name });
  const copied = (tab: Tab) => tab.getByText(/^Copied: /).waitFor();

  it("find, open, copy, judge: 0, 2, 2, 2 keys; 0, 1, 1, 1 taps", async () => {
    expect(await byKeys("/", (tab) => found(tab))).toBe(0);
    const after = (act: (tab: Tab, press: (key: string) => Promise<void>) => Promise<void>) =>
      byKeys("/", async (tab, press) => {
        await found(tab);
        await press("Enter");
        await tab.locator(".hit-link:focus").waitFor();
        await act(tab, press);
      });
    const opened = (tab: Tab) => expect.poll(() => tab.url()).toContain("open=");
    const isUp = (tab: Tab) => tab.locator(".hit .vote[aria-pressed=true]").first().waitFor();
    expect(
      await after(async (tab, press) => {
        await press("Enter");
        await opened(tab);
      }),
    ).toBe(2);
    expect(
      await after(async (tab, press) => {
        await press("c");
        await copied(tab);
      }),
    ).toBe(2);
    expect(
      await after(async (tab, press) => {
        await press("u");
        await isUp(tab);
      }),
    ).toBe(2);

    const address = "/?q=when+are+the+keys+rotated";
    const hit = (tab: Tab) => hits(tab).first();
    expect(await byTaps("/", (tab) => found(tab))).toBe(0);
    expect(
      await byTaps(address, async (tab, tap) => {
        await tap(hit(tab).locator(".hit-link"));
        await opened(tab);
      }),
    ).toBe(1);
    expect(
      await byTaps(address, async (tab, tap) => {
        await tap(hit(tab).locator("[data-act=copy]"));
        await copied(tab);
      }),
    ).toBe(1);
    expect(
      await byTaps(address, async (tab, tap) => {
        await tap(hit(tab).locator("[data-act=down]"));
        await isUp(tab);
      }),
    ).toBe(1);
  });

  it("write, correct, forget a memory: 2, 3, 2 keys; 2, 3, 2 taps", async () => {
    const view = "/?view=memory";
    const closed = (tab: Tab) => expect.poll(() => tab.getByRole("dialog").count()).toBe(0);
    const write = async (tab: Tab, text: string) => {
      await tab.getByRole("dialog").getByRole("textbox").first().waitFor();
      await tab.keyboard.type(text);
    };
    const written = async (tab: Tab, text: string) => {
      await row(tab, text).waitFor();
      await closed(tab);
    };
    const written2 = await byKeys(view, async (tab, press) => {
      await press("n");
      await write(tab, "The slipway is painted in May");
      await press("Control+Enter");
      await written(tab, "The slipway is painted in May");
    });
    const corrected = await byKeys(view, async (tab, press) => {
      await press("j");
      await press("e");
      await tab.getByRole("dialog").waitFor();
      await tab.keyboard.press("End");
      await tab.keyboard.type(", by Ben Okafor");
      await press("Control+Enter");
      await written(tab, ", by Ben Okafor");
    });
    const forgotten = await byKeys(view, async (tab, press) => {
      await press("j");
      await press("#");
      await notices(tab).getByText("Forgotten").first().waitFor();
    });
    expect([written2, corrected, forgotten]).toEqual([2, 3, 2]);

    const save = (tab: Tab) => tab.getByRole("dialog").locator("button[type=submit]");
    const tapped = [
      await byTaps(view, async (tab, tap) => {
        await tap(tab.getByRole("button", { name: memoryStrings.create }));
        await write(tab, "The crane is greased weekly");
        await tap(save(tab));
        await written(tab, "The crane is greased weekly");
      }),
      await byTaps(view, async (tab, tap) => {
        await tap(row(tab, "The crane").getByRole("link").first());
        await tap(tab.locator("[data-act=edit]:visible"));
        await tab.getByRole("dialog").waitFor();
        await tab.keyboard.press("End");
        await tab.keyboard.type(", by Ana López");
        await tap(save(tab));
        await tab.getByRole("heading", { level: 1, name: "weekly, by Ana López" }).waitFor();
        await closed(tab);
      }),
      await byTaps(view, async (tab, tap) => {
        await tap(row(tab, "The crane").getByRole("link").first());
        await tap(tab.locator("[data-act=forget]:visible"));
        await notices(tab).getByText("Forgotten").first().waitFor();
      }),
    ];
    expect(tapped).toEqual([2, 3, 2]);
  });

  it("look a person up, see what failed, connect an agent: 2, 2, 3 keys; 2, 2, 3 taps", async () => {
    const person = (tab: Tab) => tab.getByRole("heading", { level: 1, name: "Ana López" }).waitFor();
    const failures = (tab: Tab) => expect.poll(() => tab.url()).toContain("show=work");
    const command = firstRunStrings.agent.command("claude-code");
    const named = (word: string, option: string, done: (tab: Tab) => Promise<unknown>) =>
      byKeys("/", async (tab, press) => {
        await press("Control+k");
        await tab.getByRole("option").first().waitFor();
        await tab.keyboard.type(word);
        await offered(tab, option).first().waitFor();
        await press("Enter");
        await done(tab);
      });
    expect(await named("ana l", "Ana López", person)).toBe(2);
    expect(await named("what failed", strings.palette.work, failures)).toBe(2);
    const connected = await byKeys("/", async (tab, press) => {
      await press("Control+k");
      await tab.getByRole("option").first().waitFor();
      await tab.keyboard.type("connect");
      await offered(tab, strings.palette.agent).waitFor();
      await press("Enter");
      await tab
        .getByRole("dialog", { name: strings.palette.agent })
        .locator("button[data-first]:focus")
        .waitFor();
      await press("Enter");
      await tab.getByText(`Copied: ${command}`).waitFor();
    });
    expect(connected).toBe(3);

    const chosen = async (tab: Tab, tap: (what: Locator) => Promise<void>, word: string, option: string) => {
      await tap(jump(tab));
      await tab.getByRole("option").first().waitFor();
      await tab.keyboard.type(word);
      await tap(offered(tab, option).first());
    };
    const tapped = [
      await byTaps("/", async (tab, tap) => {
        await chosen(tab, tap, "ana l", "Ana López");
        await person(tab);
      }),
      await byTaps("/", async (tab, tap) => {
        await chosen(tab, tap, "failed", strings.palette.work);
        await failures(tab);
      }),
      await byTaps("/", async (tab, tap) => {
        await chosen(tab, tap, "connect", strings.palette.agent);
        await tap(tab.getByRole("button", { name: firstRunStrings.copy(command) }));
        await tab.getByText(`Copied: ${command}`).waitFor();
      }),
    ];
    expect(tapped).toEqual([2, 2, 3]);
  });
});
