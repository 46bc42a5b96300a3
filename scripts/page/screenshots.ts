/**
 * `npm run screenshots [-- folder]`: every view, light and dark, 320 and 1440 px wide, as PNG files in docs/screenshots
 * (three of them are in the documentation, the rest is only looked at). Exit code 1 where elements overlap or stick out of the window.
 */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Page as Tab } from "playwright-core";
import { chromiumPath, openBrowser, openTab, overflowing } from "../../test/web/support/browser.ts";
import { NOTES, seed } from "../../test/web/support/seed.ts";
import { openSite, type Site } from "../../test/web/support/site.ts";
import { overlapping } from "./overlapping.ts";

interface View {
  readonly name: string;
  readonly address: string;
  /** Shown when everything is. */
  readonly ready: string;
  readonly isSignedOut?: boolean;
  readonly before?: (tab: Tab) => Promise<void>;
}

const VIEWS: readonly View[] = [
  { name: "sign-in", address: "/", ready: "form", isSignedOut: true },
  { name: "start", address: "/", ready: "main :is(h1, h2)" },
  { name: "search", address: "/?q=when+are+the+keys+rotated", ready: ".hit, [class*=hit]" },
  {
    name: "document",
    address: "/?q=when+are+the+keys+rotated&open=notes:runbook.md%23L3-L8",
    ready: "aside h1, aside h2, aside pre",
  },
  { name: "nothing", address: "/?q=quarterly+revenue+zeppelin&profile=keyword", ready: ".state-panel" },
  { name: "memory", address: "/?view=memory", ready: ".lane-card" },
  { name: "forgotten", address: "/?view=memory&show=forgotten", ready: ".lane-card" },
  {
    name: "graph",
    address: "/?view=graph&q=Heron,+Beacon+and+Lantern&depth=2",
    ready: ".graph-canvas:has(.graph-node)",
    before: async (tab) => {
      await tab.locator(".graph-lists button").first().click();
      await tab.locator(".graph-details .graph-hits").waitFor();
    },
  },
  { name: "graph-start", address: "/?view=graph", ready: ".graph-names" },
  { name: "index", address: "/?view=index&root=notes", ready: ".panel .runs" },
];
const WIDTHS = [320, 1_440] as const;
const SCHEMES = ["light", "dark"] as const;
const HEIGHT = 900;

const print = (text: string): void => void process.stdout.write(`${text}\n`);

async function take(site: Site, folder: string): Promise<readonly string[]> {
  const browser = await openBrowser();
  const faults: string[] = [];
  try {
    for (const view of VIEWS)
      for (const width of WIDTHS)
        for (const scheme of SCHEMES) {
          const name = `${view.name}-${width}-${scheme}`;
          const { address, ready, isSignedOut, before } = view;
          const token = isSignedOut ? "" : site.token;
          const options = { address, token, width, height: HEIGHT, scheme };
          const { tab, context, problems } = await openTab(browser, site, options);
          await tab.locator(ready).first().waitFor();
          await before?.(tab);
          await tab.waitForLoadState("networkidle");
          await tab.evaluate(() => scrollTo(0, 0));
          await tab.screenshot({ path: join(folder, `${name}.png`) });
          const found = [...(await overflowing(tab)), ...(await overlapping(tab)), ...problems];
          faults.push(...found.map((fault) => `${name}: ${fault}`));
          print(`${name}${found.length === 0 ? "" : `  ${found.length} faults`}`);
          await context.close();
        }
  } finally {
    await browser.close();
  }
  return faults;
}

if (chromiumPath() === undefined) {
  print("No Chromium: install it, or name it in CHROMIUM");
  process.exitCode = 2;
} else {
  const folder = resolve(process.argv[2] ?? "docs/screenshots");
  mkdirSync(folder, { recursive: true });
  const site = await openSite(NOTES);
  try {
    await seed(site);
    const faults = await take(site, folder);
    for (const fault of faults) print(fault);
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await site.stop();
  }
}
