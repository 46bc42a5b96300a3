import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { newOrigin } from "../../src/cli/commands/eval/push-texts.ts";
import { untilIndexed } from "../../src/cli/commands/eval/with-server.ts";
import { collectFolder } from "../../src/cli/folder/collect-folder.ts";
import { pagesOf } from "../../src/cli/folder/folder-pages.ts";
import { modelProcess, packageRoot } from "../../src/cli/local/load-runtime.ts";
import { startServer } from "../../src/cli/local/start-server.ts";
import { pushFolder } from "../../src/cli/push/push-folder.ts";
import type { RecallClient } from "../../src/cli/session/recall-client.ts";
import { serveInstalled } from "../../src/local-models/serve-installed.ts";
import { newWorkspace } from "../bench/workspaces.ts";
import { randomFrom, textOf, writeTexts } from "../scale/write-texts.ts";
import { middle, millisecondsOf } from "./models.ts";

/** Signs the tokens of servers that live for minutes on this machine only. */
const SECRET = "models-speed: a secret of no use anywhere else";
/** Documents of 4 KB that are there before, and that keep the model busy throughout. */
const BACKLOG = 1_000;
/** Files of a push, all of them changed. */
const PUSHED = 50;
const SEARCHES = 10;
const QUERY_WORDS = 3;
/** The first rounds warm both servers up and do not count. */
const WARM_ROUNDS = 2;
/** After the model goes on or stands still, milliseconds: turns are short, so that what else the machine does falls on all. */
const SETTLE_MS = 60;
/** What the last request of a turn held back has gone on by then, milliseconds. */
const HELD_MS = 300;
/** So long the model's rate is looked at, alone and beside searches without end, milliseconds. */
const RATE_MS = 20_000;
const RATE_TURNS = 3;

interface Side {
  readonly client: RecallClient;
  readonly origin: string;
}

/** The first has no model at work, the others have; passages wait for requests in the second alone. */
const WAYS = ["without", "held back", "not held back"] as const;
type Way = (typeof WAYS)[number];

interface Times {
  readonly pushes: number[];
  readonly searches: number[];
  /** Processor time of the model's process while these were asked, milliseconds. */
  readonly modelMs: number[];
}

const push = async (side: Side, folder: string, root: string): Promise<void> => {
  const { files, failed } = await collectFolder(folder, { includeHidden: false });
  const plan = { root, origin: side.origin, join: false, dryRun: false, mirror: false, confirm: false };
  const { stopped } = await pushFolder(side.client, { ...plan, pages: pagesOf(files, failed) });
  if (stopped !== undefined) throw stopped;
};

/** Words of a document, other ones for each number. */
function queryOf(seed: number): string {
  const random = randomFrom(seed);
  const words = textOf(random(BACKLOG), 1).match(/\b[a-z]{4,}\b/g) ?? [];
  return Array.from({ length: QUERY_WORDS }, () => words[random(words.length)]).join(" ");
}

interface Turn {
  readonly changed: string;
  /** Seeds of its queries: no search is answered from what an earlier one left. */
  readonly seed: number;
}

/** Some searches and one push of one server; the push last, so that what it leaves to do falls into no search. */
async function measure(side: Side, { changed, seed }: Turn) {
  const searches: number[] = [];
  for (let at = 0; at < SEARCHES; at++) {
    const wish = { query: queryOf(seed + at), profile: "keyword", limit: 10, log: false } as const;
    searches.push(await millisecondsOf(() => side.client.search(wish)));
  }
  return { searches, pushMs: await millisecondsOf(() => push(side, changed, "changed")) };
}

/** Half the width of a median's 95 % interval, in ranks by the square root of how many there are. */
const INTERVAL_RANKS = 0.98;

/** Medians of all ways, and those of the rounds' ratios to the first with their 95 % intervals. */
function lines(what: string, times: Readonly<Record<Way, readonly number[]>>): readonly string[] {
  const { without } = times;
  const ratioOf = (way: Way): string => {
    const ratios = times[way].map((ms, at) => ms / (without[at] ?? Number.NaN)).sort((a, b) => a - b);
    const half = INTERVAL_RANKS * Math.sqrt(ratios.length);
    const [low, high] = [ratios.length / 2 - half, ratios.length / 2 + half].map((rank) =>
      ratios.at(Math.min(ratios.length - 1, Math.max(0, Math.round(rank)))),
    );
    return `${middle(times[way]).toFixed(1)} ms ${way}; ratio ${middle(ratios).toFixed(2)} (${low?.toFixed(2)} to ${high?.toFixed(2)})`;
  };
  return [
    `${what}: ${middle(without).toFixed(1)} ms without a model; while one embeds:`,
    ...WAYS.slice(1).map((way) => `  ${ratioOf(way)}`),
  ];
}

interface Bench {
  readonly without: Side;
  readonly beside: Side;
  /** Whether passages wait for requests. */
  setHeldBack(isHeldBack: boolean): void;
  /** Id of the model's process. */
  model(): number | undefined;
}

/** Milliseconds of a tick of Linux's accounts; the fields of a process there: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const TICK_MS = 10;

/** Processor time that a process has used, milliseconds. */
function processorMs(pid: number): number {
  // The name before may have spaces and parentheses.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

function modelOf({ model }: Bench): number {
  const pid = model();
  if (pid === undefined) throw new Error("The model's process does not run");
  return pid;
}

/** What the other server was left with is embedded while the model goes on: calls with passages are not to time out. */
async function settle(bench: Bench, way: Way): Promise<void> {
  process.kill(modelOf(bench), "SIGCONT");
  if (way === "without")
    await untilIndexed(bench.without.client, new AbortController().signal, () => undefined);
  await delay(HELD_MS);
}

/** Rounds in which each way has its turn, the model's process standing still in that of the first. */
async function alternate(bench: Bench, changed: string, rounds: number): Promise<Record<Way, Times>> {
  const times = Object.fromEntries(
    WAYS.map((way) => [way, { pushes: [], searches: [], modelMs: [] }]),
  ) as unknown as Record<Way, Times>;
  let seed = 1;
  for (let round = 0; round < WARM_ROUNDS + rounds; round++)
    for (let turn = 0; turn < WAYS.length; turn++) {
      writeTexts(changed, { from: 0, to: PUSHED, revision: seed });
      const way = WAYS[(round + turn) % WAYS.length] ?? "without";
      process.kill(modelOf(bench), way === "without" ? "SIGSTOP" : "SIGCONT");
      bench.setHeldBack(way === "held back");
      await delay(SETTLE_MS);
      const beforeMs = processorMs(modelOf(bench));
      const measured = await measure(way === "without" ? bench.without : bench.beside, { changed, seed });
      const modelMs = processorMs(modelOf(bench)) - beforeMs;
      await settle(bench, way);
      seed += SEARCHES;
      if (round < WARM_ROUNDS) continue;
      times[way].pushes.push(measured.pushMs);
      times[way].searches.push(middle(measured.searches));
      times[way].modelMs.push(modelMs);
    }
  return times;
}

/** In how many turns the model calculated: what was measured beside an idle one means nothing. */
function modelLine(times: Readonly<Record<Way, Times>>): string {
  const said = WAYS.map((way) => {
    const { modelMs } = times[way];
    return `${modelMs.filter((ms) => ms > 0).length} of ${modelMs.length} turns ${way} (median ${middle(modelMs)} ms)`;
  });
  return `the model's process used its processor in ${said.join(", ")}`;
}

/**
 * Passages a second that the model embeds, while nobody asks and while a client searches without end, in turns, with the share of
 * a core that its process got. Passages that were changed meanwhile are calculated, too, as far as they were claimed before, and count for
 * nothing; so do calls that time out.
 */
async function rates(bench: Bench): Promise<readonly string[]> {
  bench.setHeldBack(true);
  const { client } = bench.beside;
  const pending = async () => (await client.status()).index.pendingChunks;
  const during = async (isAsking: boolean) => {
    const [before, beforeMs, startedMs] = [await pending(), processorMs(modelOf(bench)), performance.now()];
    for (let seed = 0; performance.now() < startedMs + RATE_MS; seed++) {
      const query = `${queryOf(seed)} ${seed}`;
      if (isAsking) await client.search({ query, profile: "keyword", limit: 10, log: false });
      else await delay(SETTLE_MS);
    }
    const left = await pending();
    if (left === 0) throw new Error("The model has read everything: its rate was not measured");
    const tookMs = performance.now() - startedMs;
    return {
      passages: ((before - left) * 1_000) / tookMs,
      cores: (processorMs(modelOf(bench)) - beforeMs) / tookMs,
    };
  };
  const alone: Awaited<ReturnType<typeof during>>[] = [];
  const asked: typeof alone = [];
  for (let turn = 0; turn < RATE_TURNS; turn++) {
    alone.push(await during(false));
    asked.push(await during(true));
  }
  const { lastError } = (await client.status()).index;
  const rate = (found: typeof alone): string =>
    `${middle(found.map(({ passages }) => passages)).toFixed(2)} passages a second embedded with ${middle(found.map(({ cores }) => cores)).toFixed(2)} of a core`;
  return [
    `${rate(alone)} while nobody asks, ${rate(asked)} while a client searches without end`,
    ...(lastError === null ? [] : [`the last call that failed: ${lastError}`]),
  ];
}

/** A server with the settings, the backlog pushed into a workspace of it. */
async function prepare(
  home: string,
  texts: string,
  options: Pick<Parameters<typeof startServer>[0], "settings" | "onForeground">,
) {
  const server = await startServer({ root: packageRoot(), home, port: 0, secret: SECRET, ...options });
  try {
    const client = await newWorkspace(server.url, SECRET, "speed");
    const side: Side = { client, origin: newOrigin() };
    await push(side, texts, "texts");
    return { side, stop: server.stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * A push of 50 files and searches by keyword, of a server without a model and of one whose model embeds a long backlog, in
 * turns. `models` has one embedder.
 */
export async function measureBeside(models: string, rounds: number): Promise<readonly string[]> {
  const work = mkdtempSync(join(tmpdir(), "recall-beside-"));
  const root = packageRoot();
  const stops: (() => Promise<void>)[] = [];
  try {
    const [texts, changed] = [join(work, "texts"), join(work, "changed")];
    writeTexts(texts, { from: 0, to: BACKLOG, revision: 0 });
    const served = await serveInstalled({
      ...{ env: { RECALL_MODELS: models }, program: modelProcess(root), root },
      tell: (problem) => console.error(problem),
    });
    if (served === undefined) throw new Error(`No model in ${models}`);
    stops.push(served.stop);
    let isHeldBack = true;
    const onForeground = (): void => {
      if (isHeldBack) served.holdBack();
    };
    const without = await prepare(join(work, "without"), texts, { settings: {} });
    stops.push(without.stop);
    await untilIndexed(without.side.client, new AbortController().signal, () => undefined);
    const beside = await prepare(join(work, "beside"), texts, { settings: served.settings, onForeground });
    stops.push(beside.stop);
    const bench: Bench = {
      without: without.side,
      beside: beside.side,
      model: served.pid,
      setHeldBack: (is) => {
        isHeldBack = is;
      },
    };
    const times = await alternate(bench, changed, rounds);
    const of = (what: "pushes" | "searches") =>
      Object.fromEntries(WAYS.map((way) => [way, times[way][what]])) as unknown as Record<Way, number[]>;
    return [
      ...lines(`push of ${PUSHED} files acknowledged`, of("pushes")),
      ...lines(`keyword search, median of ${SEARCHES}`, of("searches")),
      modelLine(times),
      ...(await rates(bench)),
    ];
  } finally {
    for (const stop of stops.reverse()) await stop();
    rmSync(work, { recursive: true, force: true });
  }
}
