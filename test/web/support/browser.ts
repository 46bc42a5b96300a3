import { existsSync } from "node:fs";
import axe from "axe-core";
import { type Browser, type BrowserContext, chromium, type Request, type Page as Tab } from "playwright-core";
import { strings } from "../../../src/web/strings.ts";
import type { Site } from "./site.ts";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The browser's program: CHROMIUM of the environment, or where Debian and others put it. */
export const chromiumPath = (): string | undefined =>
  [process.env.CHROMIUM ?? "", ...PLACES].find((path) => path !== "" && existsSync(path));

/**
 * Whether tests that need a browser can run. Without one they are skipped with a line that says so; in CI that is a
 * failure.
 */
export function hasBrowser(): boolean {
  if (chromiumPath() !== undefined) return true;
  const missing = `no Chromium at ${PLACES.join(", ")} or CHROMIUM: the page is not tested in a browser`;
  if (process.env.CI) throw new Error(missing);
  process.stderr.write(`${missing}\n`);
  return false;
}

/** Chromium without a window. Root has no sandbox to give it. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error("no Chromium");
  // Chromium reads no folder that holds names of another script where the machine has no locale.
  const env = { ...process.env, LC_ALL: "C.UTF-8" };
  return chromium.launch({ executablePath, env, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] });
}

export interface TabOptions {
  /** From the root, without the token. @default "/" */
  readonly address?: string;
  /** "" opens the page signed out. @default the site's own, an admin's */
  readonly token?: string;
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: "light" | "dark";
  /** What the system asks for. @default neither */
  readonly contrast?: "more" | "forced";
}

export interface OpenTab {
  readonly tab: Tab;
  readonly context: BrowserContext;
  /** What went wrong in it: errors on the console, exceptions, broken policy, dialogs that a script opened. */
  readonly problems: string[];
}

/** Guards against a hang only, milliseconds. */
const PATIENCE_MS = 120_000;

/** What the browser says on the console of an answer that is no success; the page shows those itself. */
const REFUSED_REQUEST = "Failed to load resource";

async function noteProblems(tab: Tab): Promise<string[]> {
  const problems: string[] = [];
  tab.on("console", (message) => {
    const isNoise = message.text().startsWith(REFUSED_REQUEST);
    if (message.type() === "error" && !isNoise) problems.push(`console: ${message.text()}`);
  });
  tab.on("pageerror", (error) => problems.push(`exception: ${error.message}`));
  tab.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await tab.exposeFunction("noteViolation", (text: string) => problems.push(`policy: ${text}`));
  await tab.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      (window as unknown as { noteViolation(text: string): void }).noteViolation(
        `${violatedDirective} ${blockedURI}`,
      ),
    );
  });
  return problems;
}

const requests = new WeakMap<Tab, ReadonlySet<Request>>();

/** Keeps which requests of a tab are under way: Playwright's "networkidle" is said once of a document, and holds from then on. */
function countRequests(tab: Tab): void {
  const underWay = new Set<Request>();
  tab.on("request", (request) => underWay.add(request));
  tab.on("requestfinished", (request) => underWay.delete(request));
  tab.on("requestfailed", (request) => underWay.delete(request));
  requests.set(tab, underWay);
}

/** What stands where something is still to come: grey lines, lists that are loaded, a drawing without its first node. */
const TO_COME = ".skeleton, [aria-busy=true], .graph-canvas:not(:has(.graph-node))";

/** What an answer leads to, as the next request, begins so soon after it, milliseconds. */
const AFTER_ANSWER_MS = 100;

/** What of a tab that openTab opened is not there yet. */
async function toCome(tab: Tab): Promise<readonly string[]> {
  const underWay = [...(requests.get(tab) ?? [])].map((request) => request.url());
  return underWay.length > 0
    ? underWay
    : tab.locator(TO_COME).evaluateAll((all) => all.map(({ outerHTML }) => outerHTML.slice(0, 200)));
}

/** Waits until nothing of a tab that openTab opened loads any more; throws what is still to come after two minutes. */
export async function settled(tab: Tab): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (let looks = 0; looks < 2; ) {
    await tab.waitForTimeout(AFTER_ANSWER_MS);
    const missing = await toCome(tab);
    looks = missing.length === 0 ? looks + 1 : 0;
    if (Date.now() > end) throw new Error(`${tab.url()} never shows all: ${missing.join(", ")}`);
  }
}

/** Agrees to be signed in by the link that the tab was opened with. */
export const takeLink = (tab: Tab): Promise<void> =>
  tab.getByRole("button", { name: strings.signIn.link.yes }).click();

/** A tab of its own session, signed in and past its first view unless the token is "". */
export async function openTab(browser: Browser, site: Site, options: TabOptions = {}): Promise<OpenTab> {
  const { address = "/", token = site.token, width = 1_280, height = 800, scheme = "light" } = options;
  const { contrast } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    reducedMotion: "reduce",
    ...(contrast === "more" && { contrast }),
    ...(contrast === "forced" && { forcedColors: "active" as const }),
    // Firefox has no names for these; it asks nobody before a page writes what a key copies.
    ...(browser.browserType().name() === "chromium" && {
      permissions: ["clipboard-read", "clipboard-write"],
    }),
  });
  const tab = await context.newPage();
  // Playwright gives up after 30 seconds: no test judges speed.
  tab.setDefaultTimeout(PATIENCE_MS);
  countRequests(tab);
  const problems = await noteProblems(tab);
  await tab.goto(`${site.url}${address}${token === "" ? "" : `#token=${encodeURIComponent(token)}`}`);
  if (token !== "") await takeLink(tab);
  await tab.waitForSelector(token === "" ? "form" : "header nav");
  return { tab, context, problems };
}

/** Half a megabyte, which a document reads once. */
export async function bringAxe(tab: Tab): Promise<void> {
  if (!(await tab.evaluate(() => "axe" in window))) await tab.evaluate(axe.source);
}

/** axe's findings of any weight on what a tab shows: rule, then the elements. */
export async function findings(tab: Tab): Promise<readonly string[]> {
  await bringAxe(tab);
  const { violations } = await tab.evaluate(() =>
    (window as unknown as { axe: typeof axe }).axe.run({ resultTypes: ["violations"] }),
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
  );
}

/** Elements that stick out of the window sideways, which makes it scroll. */
export const overflowing = (tab: Tab): Promise<readonly string[]> =>
  tab.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll("body *")]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`);
  });
