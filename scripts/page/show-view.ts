import type { Page as Tab } from "playwright-core";
import { settled } from "../../test/web/support/browser.ts";
import type { State, View } from "./views.ts";

/** Brings a tab that stands at a view's address to what the view is of, and waits until nothing of it is to come. */
export async function showView(tab: Tab, { ready, before }: View, state: State): Promise<void> {
  await settled(tab);
  if (state === "small") await tab.locator(ready).first().waitFor();
  if (before !== undefined) {
    await before(tab);
    await settled(tab);
  }
  await tab.evaluate(() => scrollTo(0, 0));
}
