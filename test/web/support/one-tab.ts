import type { Browser, Page as Tab } from "playwright-core";
import { type OpenTab, openTab, type TabOptions } from "./browser.ts";
import type { Site } from "./site.ts";

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A tab that many views are shown in: it is signed in once, and its browser has compiled the page's scripts. */
export interface OneTab extends OpenTab {
  /** Shows what is at an address as a tab does that was signed in just now: with nothing kept, and no mouse over it. */
  readonly visit: (address: string, size: Size) => Promise<void>;
}

interface OneTabOptions extends Omit<TabOptions, "address" | "width" | "height"> {
  /** What it is put through once it is signed in. */
  readonly disturb?: ((tab: Tab) => Promise<void>) | undefined;
}

/** Opens and signs in such a tab. */
export async function openOneTab(
  browser: Browser,
  site: Site,
  { disturb, ...options }: OneTabOptions,
): Promise<OneTab> {
  const opened = await openTab(browser, site, options);
  const { tab } = opened;
  await disturb?.(tab);
  const kept = await tab.evaluate(() => Object.entries<string>({ ...sessionStorage }));
  const visit = async (address: string, size: Size) => {
    await tab.evaluate((entries) => {
      localStorage.clear();
      sessionStorage.clear();
      for (const [name, value] of entries) sessionStorage.setItem(name, value);
    }, kept);
    await tab.mouse.move(0, 0);
    await tab.setViewportSize(size);
    await tab.goto(`${site.url}${address}`);
    await tab.waitForSelector("header nav");
  };
  return { ...opened, visit };
}
