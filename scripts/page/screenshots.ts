/**
 * `npm run screenshots [-- folder [view …] [--state small] [--width 390] [--scheme light] [--contrast forced] [--zoom 200]]`: every view, or those named, in
 * every state that it has, or those named, light and dark, 390, 1024 and 1440 px wide, as PNG files in docs/screenshots.
 * Six of them are in the documentation, the rest is only looked at: `view-width-scheme.png`, of other states than `small`
 * with their name behind it. Each option may be given several times; with `--contrast more` or `forced` the browser says that
 * the system asks for more contrast, or has colours of its own. Exit code 1 where elements overlap or stick out of the
 * window, or axe finds something.
 */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Browser, Page as Tab } from "playwright-core";
import {
  chromiumPath,
  findings,
  openBrowser,
  openTab,
  overflowing,
  settled,
} from "../../test/web/support/browser.ts";
import type { Site } from "../../test/web/support/site.ts";
import { brokenWords } from "./broken-words.ts";
import { HELP, readOptions, SCHEMES, WIDTHS } from "./options.ts";
import { overlapping } from "./overlapping.ts";
import { openStaged, type Stage, type Staged } from "./states.ts";
import { STATES, type State, VIEWS, type View } from "./views.ts";

const HEIGHT = 900;

function optionsOrEnd() {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}\n`);
    process.exit(2);
  }
}

const { folder: chosen, views: wanted, contrast, enlarged, ...values } = optionsOrEnd();
const among = <One>(all: readonly One[], named: readonly string[] | undefined): readonly One[] =>
  all.filter((one) => named === undefined || named.includes(String(one)));

const print = (text: string): void => void process.stdout.write(`${text}\n`);

interface Shot {
  readonly view: View;
  readonly state: State;
  readonly width: number;
  readonly scheme: "light" | "dark";
}

/** All pictures that were asked for. */
const shots = (): readonly Shot[] =>
  among(STATES, values.state).flatMap((state) =>
    VIEWS.filter(
      ({ name, states = STATES }) => states.includes(state) && (wanted.length === 0 || wanted.includes(name)),
    )
      .flatMap((view) => among(WIDTHS, values.width).map((width) => ({ view, state, width })))
      .flatMap((shot) => among(SCHEMES, values.scheme).map((scheme) => ({ ...shot, scheme }))),
  );

/** Shows the view as its state has it; the failing one is reached from within, as a page that was open is. */
async function show(tab: Tab, { view, state }: Shot, { disturb }: Stage): Promise<void> {
  if (disturb !== undefined && !view.isSignedOut) {
    await disturb(tab);
    await tab.reload();
  }
  await settled(tab);
  if (state === "small") await tab.locator(view.ready).first().waitFor();
  await view.before?.(tab);
  await settled(tab);
  await tab.evaluate(() => scrollTo(0, 0));
}

/** Takes a picture, and says what is wrong with what it shows. */
async function take(browser: Browser, site: Site, shot: Shot, at: Stage, folder: string) {
  const { view, state, width, scheme } = shot;
  const name = `${view.name}-${width}-${scheme}${state === "small" ? "" : `-${state}`}`;
  const token = view.isSignedOut ? "" : at.token;
  const options = {
    address: view.address,
    token,
    width: Math.round(width / enlarged),
    height: Math.round(HEIGHT / enlarged),
    scheme,
    ...(contrast && { contrast }),
  };
  const { tab, context, problems } = await openTab(browser, site, options);
  try {
    await show(tab, shot, at);
    await tab.screenshot({ path: join(folder, `${name}.png`) });
    const found = [
      ...(await overflowing(tab)),
      ...(await overlapping(tab)),
      ...(await brokenWords(tab)),
      ...(await findings(tab)),
      ...problems,
    ];
    print(`${name}${found.length === 0 ? "" : `  ${found.length} faults`}`);
    return found.map((fault) => `${name}: ${fault}`);
  } finally {
    await context.close();
  }
}

async function takeAll(
  asked: readonly Shot[],
  { site, stages }: Staged,
  folder: string,
): Promise<readonly string[]> {
  const browser = await openBrowser();
  const faults: string[] = [];
  try {
    for (const shot of asked) {
      const at = stages.get(shot.state);
      if (at !== undefined) faults.push(...(await take(browser, site, shot, at, folder)));
    }
  } finally {
    await browser.close();
  }
  return faults;
}

if (values.help) print(HELP);
else if (chromiumPath() === undefined) {
  print("No Chromium: install it, or name it in CHROMIUM");
  process.exitCode = 2;
} else {
  const folder = resolve(chosen);
  mkdirSync(folder, { recursive: true });
  const asked = shots();
  const staged = await openStaged([...new Set(asked.map(({ state }) => state))]);
  try {
    const faults = await takeAll(asked, staged, folder);
    for (const fault of faults) print(fault);
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await staged.stop();
  }
}
