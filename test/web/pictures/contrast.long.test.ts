import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { showView } from "../../../scripts/page/show-view.ts";
import { openStaged, type Staged } from "../../../scripts/page/states.ts";
import { STATES, type State, VIEWS, type View } from "../../../scripts/page/views.ts";
import { hasBrowser, openBrowser, openTab } from "../support/browser.ts";
import { contrastOf } from "../support/contrast.ts";
import { type OneTab, openOneTab } from "../support/one-tab.ts";

const LOOKS = (["light", "dark"] as const).flatMap((colorScheme) =>
  (["no-preference", "more"] as const).map((contrast) => ({ colorScheme, contrast })),
);
/** Higher than any view of a few notes, so that all of it is in the window. */
const HEIGHT = 2_000;

/** A view in the state that shows most of it; empty ones say other things. */
const cases: readonly (readonly [name: string, view: View, state: State])[] = [
  ...VIEWS.map((view) => [view.name, view, (view.states ?? STATES)[0] ?? "small"] as const),
  ...VIEWS.filter(({ name }) => /^(start|memory|graph-start|index)$/.test(name)).flatMap((view) =>
    (["empty", "failing"] as const).map((state) => [`${view.name}, ${state}`, view, state] as const),
  ),
];

describe.runIf(hasBrowser())("texts in Chromium", () => {
  let staged: Staged;
  let browser: Browser;
  let probe: Tab;
  const tabs = new Map<State, OneTab>();
  beforeAll(async () => {
    [staged, browser] = await Promise.all([openStaged(STATES), openBrowser()]);
    probe = await browser.newPage();
  });
  afterAll(async () => {
    await browser.close();
    await staged.stop();
  });

  /** One tab for all views of a state, but for what is shown to strangers. */
  async function tabAt({ address, isSignedOut }: View, state: State): Promise<Tab> {
    const size = { width: 1_280, height: HEIGHT };
    if (isSignedOut) return (await openTab(browser, staged.site, { ...size, address, token: "" })).tab;
    const one = tabs.get(state) ?? (await openOneTab(browser, staged.site, { ...staged.stages.get(state) }));
    tabs.set(state, one);
    await one.visit(address, size);
    return one.tab;
  }

  it.each(cases)("of %s are read in light and dark, with more contrast too", async (_, view, state) => {
    const tab = await tabAt(view, state);
    await showView(tab, view, state);
    const weak: Record<string, readonly string[]> = {};
    for (const look of LOOKS) {
      await tab.emulateMedia(look);
      const found = await contrastOf(tab, probe);
      if (found.weak.length > 0) weak[`${look.colorScheme} ${look.contrast}`] = found.weak;
    }
    expect(weak).toEqual({});
  });

  it("of an earlier answer are read, where the next cannot come", async () => {
    const { tab } = await openTab(browser, staged.site, {
      ...{ width: 1_280, height: HEIGHT, address: "/?q=keys" },
      ...staged.stages.get("small"),
    });
    await tab.locator(".hit").first().waitFor();
    await tab.route("**/v1/search", (route) => route.abort());
    await tab.getByRole("searchbox").fill("keys and locks");
    await tab.locator(".is-stale .banner").waitFor();
    await tab.waitForTimeout(500);
    const weak = [];
    for (const colorScheme of ["light", "dark"] as const) {
      await tab.emulateMedia({ colorScheme });
      weak.push(...(await contrastOf(tab, probe)).weak);
    }
    expect(weak).toEqual([]);
  });

  it("that are too weak are found: behind a gradient, in a drawing, in an empty field, by axe", async () => {
    const tab = await browser.newPage();
    await tab.setContent(`<main><p style="color:#999;background:#fff">plain</p>
      <p style="color:#888;background:linear-gradient(#fff,#eee)">gradient</p>
      <p style="color:#000;background:linear-gradient(#fff,#eee)">strong</p>
      <svg width="200" height="40"><text x="5" y="20" fill="#aaa" stroke="#fff">drawn</text></svg>
      <input placeholder="hint" aria-label="field" style="background:#444"></main>`);
    const { weak, measured } = await contrastOf(tab, probe);
    const told = weak.map((one) => /plain|gradient(?=:)|strong|drawn|hint/.exec(one)?.[0]);
    expect(told.sort()).toEqual(["drawn", "gradient", "hint", "plain"]);
    expect(measured).toBe(4);
    await tab.close();
  });
});
