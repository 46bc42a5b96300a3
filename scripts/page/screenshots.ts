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
import type { Browser } from "playwright-core";
import {
  chromiumPath,
  findings,
  openBrowser,
  type OpenTab,
  openTab,
  overflowing,
} from "../../test/web/support/browser.ts";
import { type OneTab, openOneTab } from "../../test/web/support/one-tab.ts";
import { brokenWords } from "./broken-words.ts";
import { HELP, readOptions, SCHEMES, WIDTHS } from "./options.ts";
import { overlapping } from "./overlapping.ts";
import { showView } from "./show-view.ts";
import { openStaged, type Staged } from "./states.ts";
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

/** A view as a window of one width shows it; it is pictured in each scheme. */
interface Shown {
  readonly view: View;
  readonly state: State;
  readonly width: number;
}

/** What was asked for: the widths of a view one after the other. */
const asked = (): readonly Shown[] =>
  among(STATES, values.state).flatMap((state) =>
    VIEWS.filter(
      ({ name, states = STATES }) => states.includes(state) && (wanted.length === 0 || wanted.includes(name)),
    ).flatMap((view) => among(WIDTHS, values.width).map((width) => ({ view, state, width }))),
  );

/** Takes the pictures of what a tab shows, and says what is wrong with it. */
async function take({ tab, problems }: OpenTab, { view, state, width }: Shown, folder: string) {
  await showView(tab, view, state);
  const faults: string[] = [];
  for (const scheme of among(SCHEMES, values.scheme)) {
    const name = `${view.name}-${width}-${scheme}${state === "small" ? "" : `-${state}`}`;
    await tab.emulateMedia({ colorScheme: scheme });
    await tab.screenshot({ path: join(folder, `${name}.png`) });
    const found = [
      ...(await overflowing(tab)),
      ...(await overlapping(tab)),
      ...(await brokenWords(tab)),
      ...(await findings(tab)),
      ...problems.splice(0),
    ];
    print(`${name}${found.length === 0 ? "" : `  ${found.length} faults`}`);
    faults.push(...found.map((fault) => `${name}: ${fault}`));
  }
  return faults;
}

/** Shows and takes what is left of the list, until nothing is. */
async function takeFrom(list: Shown[], browser: Browser, { site, stages }: Staged, folder: string) {
  const faults: string[] = [];
  const tabs = new Map<State, OneTab>();
  for (let next = list.shift(); next !== undefined; next = list.shift()) {
    const { view, state, width } = next;
    const { address } = view;
    const size = { width: Math.round(width / enlarged), height: Math.round(HEIGHT / enlarged) };
    const options = contrast === undefined ? {} : { contrast };
    if (view.isSignedOut) {
      const stranger = await openTab(browser, site, { ...options, ...size, address, token: "" });
      faults.push(...(await take(stranger, next, folder)));
      await stranger.context.close();
      continue;
    }
    const tab = tabs.get(state) ?? (await openOneTab(browser, site, { ...options, ...stages.get(state) }));
    tabs.set(state, tab);
    await tab.visit(address, size);
    faults.push(...(await take(tab, next, folder)));
  }
  return faults;
}

/** So many tabs at once: while one waits for an answer another is drawn. */
const TABS = 2;

async function takeAll(list: Shown[], staged: Staged, folder: string): Promise<readonly string[]> {
  const browser = await openBrowser();
  try {
    const tabs = Array.from({ length: TABS }, () => takeFrom(list, browser, staged, folder));
    return (await Promise.all(tabs)).flat();
  } finally {
    await browser.close();
  }
}

if (values.help) print(HELP);
else if (chromiumPath() === undefined) {
  print("No Chromium: install it, or name it in CHROMIUM");
  process.exitCode = 2;
} else {
  const folder = resolve(chosen);
  mkdirSync(folder, { recursive: true });
  const list = [...asked()];
  const staged = await openStaged([...new Set(list.map(({ state }) => state))]);
  try {
    const faults = await takeAll(list, staged, folder);
    for (const fault of faults) print(fault);
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await staged.stop();
  }
}
