import type { Browser, BrowserContext, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { strings } from "../../src/web/strings.ts";
import { accessStrings } from "../../src/web/strings/access.ts";
import { findings, hasBrowser, openBrowser, openTab } from "./support/browser.ts";
import { openSite, type Site } from "./support/site.ts";

const words = accessStrings;

describe.runIf(hasBrowser())("staying signed in", () => {
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    [site, browser] = await Promise.all([
      openSite({ "a.md": "# Keys\n\nRotated monthly.\n" }),
      openBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
  });

  const isIn = (tab: Tab) => tab.getByRole("navigation", { name: "Views" }).waitFor();
  const isOut = (tab: Tab) => tab.getByRole("button", { name: strings.signIn.button, exact: true }).waitFor();
  const inNewTab = async (context: BrowserContext, address = "/") => {
    const tab = await context.newPage();
    await tab.goto(`${site.url}${address}`);
    return tab;
  };
  const link = async () => (await site.call<{ secret: string }>("POST", "/v1/sign-ins/links")).secret;
  /** A browser of its own, signed in by a fresh link. */
  const signedIn = async () => {
    const opened = await openTab(browser, site, { token: "" });
    await opened.tab.goto("about:blank");
    await opened.tab.goto(`${site.url}/#link=${await link()}`);
    await isIn(opened.tab);
    return opened;
  };

  it("begins with the link that npm start prints: new tabs, reloads, links to passages; ends in all of them", async () => {
    expect(site.link).toMatch(new RegExp(`^${site.url}/#link=rcs_[\\w-]{43}$`));
    const { tab, context, problems } = await openTab(browser, site, { token: "" });
    await tab.goto("about:blank");
    await tab.goto(site.link);
    await isIn(tab);
    expect(tab.url()).toBe(`${site.url}/`);
    await tab.reload();
    await isIn(tab);
    const passage = await inNewTab(context, "/?q=keys&open=notes:a.md%23L1-L3");
    await isIn(passage);
    await passage.getByText("Rotated monthly.").first().waitFor();
    const [cookie, ...others] = await context.cookies();
    expect([cookie?.httpOnly, cookie?.sameSite, others]).toEqual([true, "Strict", []]);
    expect(await tab.evaluate(() => [document.cookie, sessionStorage.length])).toEqual(["", 0]);
    await tab.getByRole("button", { name: "Sign out" }).click();
    await isOut(tab);
    // The other tab follows.
    await isOut(passage);
    await expect.poll(() => context.cookies()).toEqual([]);
    await tab.reload();
    await isOut(tab);
    await isOut(await inNewTab(context));
    expect(problems).toEqual([]);
  });

  it("forgets a memory, and brings it back, as a tab with a token does", async () => {
    await site.call("POST", "/v1/memories", { text: "The otter gate is oiled on Mondays" });
    const { tab, problems } = await signedIn();
    await tab.goto(`${site.url}/?view=memory`);
    const row = tab.getByRole("listitem").filter({ hasText: "otter gate" });
    await row.getByRole("link").first().focus();
    await tab.keyboard.press("#");
    await expect.poll(() => row.count()).toBe(0);
    await tab.getByRole("button", { name: "Undo" }).click();
    await row.first().waitFor();
    expect(problems).toEqual([]);
  });

  it("works once: the second click says what to type, and where one is signed in that one is", async () => {
    const { tab, context } = await openTab(browser, site, { token: "" });
    await tab.goto("about:blank");
    await tab.goto(site.link);
    await tab.getByText("Type the token that is printed below it").waitFor();
    expect(await findings(tab)).toEqual([]);
    const { tab: other } = await signedIn();
    await other.goto("about:blank");
    await other.goto(site.link);
    await other.getByText(strings.signIn.linkUsed).waitFor();
    await isIn(other);
    expect(await context.cookies()).toEqual([]);
  });

  it("begins with a token, too, and ends with it", async () => {
    const { token, id } = await site.call<{ token: string; id: string }>("POST", "/v1/tokens", {
      scope: "read",
    });
    const { tab, context, problems } = await openTab(browser, site, { token: "" });
    await tab.getByLabel("Token").fill(token);
    await tab.getByLabel(strings.signIn.stay).check();
    await tab.getByRole("button", { name: "Sign in" }).click();
    await isIn(tab);
    await isIn(await inNewTab(context));
    await site.call("DELETE", `/v1/tokens/${id}`);
    await tab.reload();
    await isOut(tab);
    expect(await tab.evaluate(() => localStorage.length)).toBe(0);
    expect(problems).toEqual([]);
  });

  it("is worth nothing on another port of the host, which is sent the cookie", async () => {
    const { tab, context } = await signedIn();
    const elsewhere = await openSite({ "b.md": "# Another server\n" });
    try {
      const other = await context.newPage();
      await other.goto(elsewhere.link);
      await isIn(other);
      // Two servers of one machine, two cookies: neither signs the other out.
      expect((await context.cookies()).map(({ httpOnly }) => httpOnly)).toEqual([true, true]);
      await tab.reload();
      await isIn(tab);
      await other.reload();
      await isIn(other);
      const answer = await other.evaluate(
        async (url) =>
          fetch(`${url}/v1/status`, { credentials: "include" }).then(
            ({ status }) => status,
            () => "refused",
          ),
        site.url,
      );
      expect(answer).toBe("refused");
      expect(await other.evaluate(() => localStorage.getItem("edge-recall.sign-in"))).not.toBe(
        await tab.evaluate(() => localStorage.getItem("edge-recall.sign-in")),
      );
    } finally {
      await elsewhere.stop();
    }
  });

  it("is listed on the page with tokens, and ended there: one browser, then all", async () => {
    const first = await signedIn();
    const second = await signedIn();
    await first.tab.goto(`${site.url}/?view=index&show=access`);
    const panel = first.tab.getByRole("region", { name: words.signIns });
    await panel.getByText(`(${words.thisBrowser})`).waitFor();
    await first.tab.getByRole("region", { name: words.tokens }).getByText(`(${words.own})`).waitFor();
    expect(await findings(first.tab)).toEqual([]);
    const rows = panel.locator("tbody tr");
    const others = rows.filter({ hasNotText: words.thisBrowser });
    await others.last().getByRole("button", { name: words.signOut }).click();
    await first.tab.getByRole("dialog").getByRole("button", { name: words.signingOut.yes }).click();
    await first.tab.getByText(words.signedOut("Chrome on Linux")).waitFor();
    await second.tab.reload();
    await isOut(second.tab);
    const third = await signedIn();
    await first.tab.reload();
    await first.tab.getByRole("button", { name: words.everywhere }).click();
    await first.tab.getByRole("dialog").getByRole("button", { name: words.everywhereQuestion.yes }).click();
    await isOut(first.tab);
    await third.tab.reload();
    await isOut(third.tab);
    for (const { problems } of [first, second, third]) expect(problems).toEqual([]);
  });

  it("offers to sign out everywhere only where another browser is signed in", async () => {
    const everywhere = (tab: Tab) => tab.getByRole("button", { name: words.everywhere });
    const shown = async (tab: Tab) => {
      await tab.goto(`${site.url}/?view=index&show=access`);
      await tab.getByText(`(${words.thisBrowser})`).waitFor();
    };
    const before = await signedIn();
    await before.tab.evaluate(async () => {
      const [, key = ""] = (localStorage.getItem("edge-recall.sign-in") ?? "").split(".");
      await fetch("/v1/sign-ins", { method: "DELETE", headers: { "x-recall-sign-in": key } });
    });
    const only = await signedIn();
    await shown(only.tab);
    expect(await everywhere(only.tab).count()).toBe(0);
    await signedIn();
    await shown(only.tab);
    await everywhere(only.tab).waitFor();
    expect(await findings(only.tab)).toEqual([]);
  });
});
