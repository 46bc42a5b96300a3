import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { newOrigin } from "../../src/cli/commands/eval/push-texts.ts";
import { untilIndexed } from "../../src/cli/commands/eval/with-server.ts";
import { collectFolder } from "../../src/cli/folder/collect-folder.ts";
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
/** After the model goes on or stands still, milliseconds: turns are short, so that what else the machine does falls on both. */
const SETTLE_MS = 60;

interface Side {
  readonly client: RecallClient;
  readonly origin: string;
  readonly pushes: number[];
  readonly searches: number[];
}

const push = async (side: Side, folder: string, root: string): Promise<void> => {
  const { files, failed } = await collectFolder(folder, { includeHidden: false });
  const plan = { root, origin: side.origin, join: false, dryRun: false, mirror: false, confirm: false };
  const { stopped } = await pushFolder(side.client, { ...plan, files, failed });
  if (stopped !== undefined) throw stopped;
};

/** Words of a document, other ones for each number. */
function queryOf(seed: number): string {
  const random = randomFrom(seed);
  const words = textOf(random(BACKLOG), 1).match(/\b[a-z]{4,}\b/g) ?? [];
  return Array.from({ length: QUERY_WORDS }, () => words[random(words.length)]).join(" ");
}

const isDone = async ({ client }: Side): Promise<boolean> =>
  (await client.status()).index.pendingChunks === 0;

interface Turn {
  readonly changed: string;
  /** Seeds of its queries: no search is answered from what an earlier one left. */
  readonly seed: number;
  /** The model is at work: what it has left is not waited for. */
  readonly isBeside: boolean;
}

/** Some searches and one push of one server; the push last, so that what it leaves to do falls into no search. */
async function measure(side: Side, { changed, seed, isBeside }: Turn) {
  const searches: number[] = [];
  for (let at = 0; at < SEARCHES; at++) {
    const wish = { query: queryOf(seed + at), profile: "keyword", limit: 10, log: false } as const;
    searches.push(await millisecondsOf(() => side.client.search(wish)));
  }
  const pushMs = await millisecondsOf(() => push(side, changed, "changed"));
  if (!isBeside) await untilIndexed(side.client, new AbortController().signal, () => undefined);
  if (isBeside && (await isDone(side)))
    throw new Error("The model has read everything: nothing was measured beside it");
  return { pushMs, searches };
}

interface Pair {
  readonly without: readonly number[];
  readonly beside: readonly number[];
}

/** Half the width of a median's 95 % interval, in ranks by the square root of how many there are. */
const INTERVAL_RANKS = 0.98;

/** Medians of both, and that of the rounds' ratios with its 95 % interval. */
function line(what: string, { without, beside }: Pair): string {
  const ratios = beside.map((ms, at) => ms / (without[at] ?? Number.NaN)).sort((a, b) => a - b);
  const half = INTERVAL_RANKS * Math.sqrt(ratios.length);
  const [low, high] = [ratios.length / 2 - half, ratios.length / 2 + half].map((rank) =>
    ratios.at(Math.min(ratios.length - 1, Math.max(0, Math.round(rank)))),
  );
  return `${what}: ${middle(without).toFixed(1)} ms without a model, ${middle(beside).toFixed(1)} ms while one embeds; ratio ${middle(ratios).toFixed(2)} (${low?.toFixed(2)} to ${high?.toFixed(2)})`;
}

interface Sides {
  readonly without: Side;
  readonly beside: Side;
}

/** Rounds in which both servers have their turn, the model's process standing still in the turn of the other one. */
async function alternate(sides: Sides, changed: string, rounds: number, model: () => number | undefined) {
  const signal = (name: NodeJS.Signals): void => {
    const pid = model();
    if (pid === undefined) throw new Error("The model's process does not run");
    process.kill(pid, name);
  };
  let seed = 1;
  for (let round = 0; round < WARM_ROUNDS + rounds; round++) {
    writeTexts(changed, { from: 0, to: PUSHED, revision: round + 1 });
    const turns = round % 2 === 0 ? (["without", "beside"] as const) : (["beside", "without"] as const);
    for (const name of turns) {
      const isBeside = name === "beside";
      signal(isBeside ? "SIGCONT" : "SIGSTOP");
      await delay(SETTLE_MS);
      const measured = await measure(sides[name], { changed, seed, isBeside });
      seed += SEARCHES;
      if (round < WARM_ROUNDS) continue;
      sides[name].pushes.push(measured.pushMs);
      sides[name].searches.push(middle(measured.searches));
    }
    signal("SIGCONT");
  }
}

/** A server with the settings, the backlog pushed into a workspace of it. */
async function prepare(home: string, texts: string, settings: Readonly<Record<string, string | undefined>>) {
  const server = await startServer({ root: packageRoot(), home, port: 0, secret: SECRET, settings });
  try {
    const client = await newWorkspace(server.url, SECRET, "speed");
    const side: Side = { client, origin: newOrigin(), pushes: [], searches: [] };
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
    const without = await prepare(join(work, "without"), texts, {});
    stops.push(without.stop);
    await untilIndexed(without.side.client, new AbortController().signal, () => undefined);
    const beside = await prepare(join(work, "beside"), texts, served.settings);
    stops.push(beside.stop);
    const sides = { without: without.side, beside: beside.side };
    await alternate(sides, changed, rounds, served.pid);
    const pair = (of: "pushes" | "searches"): Pair => ({
      without: sides.without[of],
      beside: sides.beside[of],
    });
    return [
      line(`push of ${PUSHED} files acknowledged`, pair("pushes")),
      line(`keyword search, median of ${SEARCHES}`, pair("searches")),
    ];
  } finally {
    for (const stop of stops.reverse()) await stop();
    rmSync(work, { recursive: true, force: true });
  }
}
