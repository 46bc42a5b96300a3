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
import { parseArgs } from "node:util";
import type { Browser, Page as Tab } from "playwright-core";
import { chromiumPath, findings, openBrowser, openTab, overflowing } from "../../test/web/support/browser.ts";
import { NOTES } from "../../test/web/support/seed.ts";
import { openSite, type Site } from "../../test/web/support/site.ts";
import { overlapping } from "./overlapping.ts";
import { type Stage, stage } from "./states.ts";
import { STATES, type State, VIEWS, type View } from "./views.ts";

const WIDTHS = [390, 1_024, 1_440] as const;
const SCHEMES = ["light", "dark"] as const;
const HEIGHT = 900;

const CONTRASTS = ["more", "forced"] as const;

const HELP = `npm run screenshots [-- folder [view …] [options]]

Pictures of every view of the page, or those named, as PNG files in docs/screenshots or the folder.
Exit code 1 where something overlaps, sticks out or is cut, or axe finds something; 2 for a wrong option.

  --state <state>        ${STATES.join(", ")}; may be given several times
  --width <pixels>       ${WIDTHS.join(", ")}; may be given several times
  --scheme <scheme>      ${SCHEMES.join(", ")}; may be given several times
  --contrast <contrast>  ${CONTRASTS.join(", ")}: what the system asks for
  --zoom <percent>       a window of so much less room, as 200 is on most screens
  -h, --help             this text

Views: ${VIEWS.map(({ name }) => name).join(", ")}`;

const several = { type: "string", multiple: true } as const;
const once = { type: "string" } as const;
const help = { type: "boolean", short: "h" } as const;
const OPTIONS = { state: several, width: several, scheme: several, contrast: once, zoom: once, help };

/** What was asked for; a wrong option ends the program with its reason. */
function readArguments() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
    const unknown = [
      ...unknownOf("state", STATES, values.state),
      ...unknownOf("width", WIDTHS, values.width),
      ...unknownOf("scheme", SCHEMES, values.scheme),
      ...unknownOf("contrast", CONTRASTS, values.contrast === undefined ? [] : [values.contrast]),
      ...unknownOf(
        "view",
        VIEWS.map(({ name }) => name),
        positionals.slice(1),
      ),
      ...(values.zoom !== undefined && !(Number(values.zoom) >= 100 && Number(values.zoom) <= 400)
        ? [`zoom ${values.zoom} is not between 100 and 400`]
        : []),
    ];
    if (unknown.length === 0) return { values, positionals };
    throw new Error(unknown.join("\n"));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}\n`);
    process.exit(2);
  }
}

const unknownOf = <One>(
  name: string,
  all: readonly One[],
  given: readonly string[] = [],
): readonly string[] =>
  given
    .filter((one) => !all.some((known) => String(known) === one))
    .map((one) => `${name} ${one} is not one of ${all.join(", ")}`);

const {
  values,
  positionals: [chosen = "docs/screenshots", ...wanted],
} = readArguments();
const contrast = CONTRASTS.find((one) => one === values.contrast);
const zoom = Number(values.zoom ?? 100) / 100;
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

/** Waits until nothing loads any more; grey lines stand where something does. */
async function settled(tab: Tab): Promise<void> {
  await tab.waitForLoadState("networkidle");
  while ((await tab.locator(".skeleton").count()) > 0) await tab.waitForTimeout(50);
}

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
    width: Math.round(width / zoom),
    height: Math.round(HEIGHT / zoom),
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
      ...(await findings(tab)),
      ...problems,
    ];
    print(`${name}${found.length === 0 ? "" : `  ${found.length} faults`}`);
    return found.map((fault) => `${name}: ${fault}`);
  } finally {
    await context.close();
  }
}

async function takeAll(site: Site, folder: string): Promise<readonly string[]> {
  const asked = shots();
  const stages = await stage(site, [...new Set(asked.map(({ state }) => state))]);
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
  const site = await openSite(NOTES);
  try {
    const faults = await takeAll(site, folder);
    for (const fault of faults) print(fault);
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await site.stop();
  }
}
