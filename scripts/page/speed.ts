/**
 * `npm run page:speed [-- --json]`: how fast the page paints what it has, measured in the browser: over 50 queries the
 * time from an answer's arrival to its painting; the layout of a graph of 2,000 entities and frames a second while it is
 * moved. Exit code 1 when one of them misses what is promised.
 */
import type { Page as Tab } from "playwright-core";
import { openBrowser, openTab } from "../../test/web/support/browser.ts";
import { largeGraph } from "../../test/web/support/large-graph.ts";
import { NOTES, seed } from "../../test/web/support/seed.ts";
import { openSite } from "../../test/web/support/site.ts";

const QUERIES = 50;
const ENTITIES = 2_000;
const PAN_MS = 3_000;
const PROMISED = { paintP95Ms: 100, layoutMs: 3_000, framesPerSecond: 30 } as const;

const WORDS =
  "keys rotated month engineer backups snapshots restore heron survey tides harbour beacon queue jobs retry".split(
    " ",
  );

interface Probe {
  answeredMs: number;
  paintedMs: number;
}

/** Notes when a search's answer has arrived, and when the last change that followed was painted. */
const watchPainting = (): void => {
  const probe: Probe = { answeredMs: 0, paintedMs: 0 };
  Object.assign(window, { probe });
  const ask = window.fetch;
  window.fetch = async (...request) => {
    const response = await ask(...request);
    if (!String(request[0]).includes("/v1/search")) return response;
    const read = response.json.bind(response);
    response.json = async () => {
      const text = await response.clone().arrayBuffer();
      probe.answeredMs = text.byteLength === 0 ? 0 : performance.now();
      return read();
    };
    return response;
  };
  const watch = () =>
    new MutationObserver(() => {
      // After the frame that shows the change.
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
          probe.paintedMs = performance.now();
        };
        channel.port2.postMessage(0);
      });
    }).observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
  addEventListener("DOMContentLoaded", watch);
};

const probeOf = (tab: Tab): Promise<Probe> =>
  tab.evaluate(() => ({ ...(window as unknown as { probe: Probe }).probe }));

/** Milliseconds from answer to paint, one for each query typed. */
async function paintTimes(tab: Tab): Promise<readonly number[]> {
  const times: number[] = [];
  const box = tab.getByRole("searchbox").first();
  for (let at = 0; at < QUERIES; at++) {
    const query = `${WORDS[at % WORDS.length]} ${WORDS[(at * 7 + 3) % WORDS.length]} ${at}`;
    const before = (await probeOf(tab)).answeredMs;
    await box.fill(query);
    await tab.waitForFunction(
      (earlier) => (window as unknown as { probe: Probe }).probe.answeredMs > earlier,
      before,
    );
    await tab.waitForTimeout(250);
    const { answeredMs, paintedMs } = await probeOf(tab);
    times.push(Math.max(0, paintedMs - answeredMs));
  }
  return times;
}

const quantile = (times: readonly number[], share: number): number => {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
};

/** Milliseconds of loading nothing more than the layout and the first drawing. */
const layoutTime = (tab: Tab): Promise<number> =>
  tab.evaluate(
    () => performance.getEntriesByName("graph-layout").at(-1)?.duration ?? Number.POSITIVE_INFINITY,
  );

/** Frames a second while the picture is dragged about. */
async function panning(tab: Tab): Promise<number> {
  const box = await tab.locator(".graph-canvas").boundingBox();
  if (box === null) throw new Error("there is no picture");
  const [x, y] = [box.x + box.width * 0.9, box.y + box.height * 0.95];
  const before = await tab.locator(".graph-canvas").screenshot();
  await tab.mouse.move(x, y);
  await tab.mouse.down();
  const counting = tab.evaluate(
    (duration) =>
      new Promise<number>((done) => {
        const startMs = performance.now();
        let frames = 0;
        const count = () => {
          frames += 1;
          const passedMs = performance.now() - startMs;
          if (passedMs < duration) requestAnimationFrame(count);
          else done((frames * 1_000) / passedMs);
        };
        requestAnimationFrame(count);
      }),
    PAN_MS,
  );
  let isOver = false;
  const counted = counting.then((rate) => {
    isOver = true;
    return rate;
  });
  for (let step = 0; !isOver; step++)
    await tab.mouse.move(x - 120 + 120 * Math.cos(step / 9), y - 120 + 120 * Math.sin(step / 9));
  await tab.mouse.up();
  const isMoved = !before.equals(await tab.locator(".graph-canvas").screenshot());
  if (!isMoved) throw new Error("the picture did not move: its frames say nothing");
  return counted;
}

const site = await openSite(NOTES);
const browser = await openBrowser();
try {
  await seed(site);
  const search = await openTab(browser, site);
  await search.context.addInitScript(watchPainting);
  await search.tab.reload();
  await search.tab.getByRole("searchbox").first().waitFor();
  const times = await paintTimes(search.tab);
  await search.context.close();
  const graph = await openTab(browser, site);
  await graph.context.route("**/v1/graph*", (route) => route.fulfill({ json: largeGraph(ENTITIES) }));
  await graph.tab.goto(`${site.url}/?view=graph&q=all`);
  await graph.tab.locator(".graph-canvas:has(.graph-node)").waitFor();
  const figures = {
    paintP50Ms: quantile(times, 0.5),
    paintP95Ms: quantile(times, 0.95),
    layoutMs: await layoutTime(graph.tab),
    framesPerSecond: await panning(graph.tab),
  };
  const misses = [
    figures.paintP95Ms > PROMISED.paintP95Ms,
    figures.layoutMs > PROMISED.layoutMs,
    figures.framesPerSecond < PROMISED.framesPerSecond,
  ].some(Boolean);
  if (process.argv.includes("--json")) process.stdout.write(`${JSON.stringify({ figures, PROMISED })}\n`);
  else
    for (const [name, value] of Object.entries(figures))
      process.stdout.write(`${name.padEnd(16)} ${value.toFixed(1)}\n`);
  if (misses) process.exitCode = 1;
} finally {
  await browser.close();
  await site.stop();
}
