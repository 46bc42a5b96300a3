/**
 * `npm run neural [-- --models NAME… --from FOLDER --sets FOLDER… --yes]`: installs models, measures the judged sets with them
 * on a local server of its own, and writes the table of docs/benchmarks.md. What was measured is kept, and not measured again.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { EXIT, type ExitCode } from "../src/cli/command.ts";
import { withLocalServer } from "../src/cli/commands/eval/with-server.ts";
import { modelProcess, packageRoot } from "../src/cli/local/load-runtime.ts";
import { STOP_SIGNALS } from "../src/cli/local/start-server.ts";
import { reach } from "../src/cli/session/reach.ts";
import { progressLine } from "../src/cli/terminal/progress-line.ts";
import { nodeTerminal } from "../src/cli/terminal/terminal.ts";
import { AppError } from "../src/errors.ts";
import { modelsFolder } from "../src/local-models/models-folder.ts";
import { serveInstalled } from "../src/local-models/serve-installed.ts";
import { type JudgedSet, loadSet } from "./judge/judged-set.ts";
import { circumstancesOf } from "./neural/circumstances.ts";
import { installedOf, installModels } from "./neural/install.ts";
import { MEASURED_PROFILES, measureSet, settingsFor } from "./neural/measure.ts";
import { keyOf, type NeuralRecord, readRecord, writeRecord } from "./neural/record.ts";
import { withNeural } from "./neural/render.ts";

interface Flags {
  readonly models: readonly string[];
  readonly sets: readonly string[];
  readonly from?: string;
  readonly yes?: boolean;
  readonly page: string;
  readonly kept: string;
}

const root = packageRoot();
const fixtures = join(root, "test", "quality", "fixtures");
const flags = new Command("npm run neural --")
  .description("Measures the judged sets with installed models and writes the table of docs/benchmarks.md.")
  .option("--models <names...>", "one embedder and at most one re-ranker", [
    "bge-base-en-v1.5",
    "bge-reranker-base",
  ])
  .option("--from <folder>", "a folder of this machine that has their files; no network is touched")
  .option("--sets <folders...>", "judged sets as recall eval reads them (default: the project's own)", [
    join(fixtures, "harbour"),
    join(fixtures, "languages"),
  ])
  .option("--yes", "do not ask before something is downloaded")
  .option("--page <file>", "the page whose table is written", join(root, "docs", "benchmarks.md"))
  .option("--kept <folder>", "where measurements are kept", join(root, ".recall", "neural"))
  .parse()
  .opts<Flags>();

const typedFrom = process.env.INIT_CWD ?? process.cwd();
const at = (path: string): string => resolve(typedFrom, path);
const [page, kept] = [at(flags.page), at(flags.kept)];
const terminal = nodeTerminal();
const stopped = new AbortController();
const { signal } = stopped;
for (const name of STOP_SIGNALS) process.on(name, () => stopped.abort());
const surroundings = { terminal, env: process.env, cwd: typedFrom, reach, interrupted: () => signal };
const say = (line: string): void => console.error(`neural: ${line}`);

/** The step under way: what a failure is named after. */
let step = "reading the judged sets";
const begin = (name: string): void => {
  signal.throwIfAborted();
  step = name;
  say(name);
};

interface Wanted extends JudgedSet {
  readonly folder: string;
}

type Figures = Pick<NeuralRecord, "key" | "set" | "machine" | "versions">;

/** Measures the sets on one server with the models, each kept as soon as it is done. */
async function measureAll(
  sets: readonly (Wanted & Figures)[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  begin("starting a server with the models");
  const served = await serveInstalled({ env, program: modelProcess(root), root, tell: say });
  const { embedder, settings } = served ?? {};
  const progress = progressLine(terminal);
  try {
    await withLocalServer(async (server) => {
      for (const { folder: _, evaluation, name, ...figures } of sets) {
        begin(`measuring ${name}`);
        const onProgress = progress.update;
        const scores = await measureSet(server, { name, evaluation }, { embedder, signal, onProgress });
        progress.end();
        const date = new Date().toISOString().slice(0, "2026-01-01".length);
        writeRecord(kept, { ...figures, date, ...scores });
      }
    }, settings);
  } finally {
    progress.end();
    await served?.stop();
  }
}

async function measured(sets: readonly Wanted[]): Promise<readonly NeuralRecord[]> {
  begin(`installing ${flags.models.join(" and ")}`);
  const from = flags.from && at(flags.from);
  await installModels({ names: flags.models, from, isAsked: flags.yes !== true }, surroundings);
  const used = installedOf(process.env, flags.models);
  const env = settingsFor(process.env, used);
  begin("building the Worker");
  const { weights, machine, versions } = await circumstancesOf(root, modelsFolder(process.env), used);
  const decisive = [...versions, machine, ...weights, ...MEASURED_PROFILES];
  const keyed = sets.map((set) => ({
    ...{ ...set, set: set.name, machine, versions },
    key: keyOf(set.folder, decisive),
  }));
  const open = keyed.filter((one) => readRecord(kept, one) === undefined);
  for (const one of keyed) if (!open.includes(one)) say(`${one.name} is measured already`);
  if (open.length > 0) await measureAll(open, env);
  return keyed.flatMap((one) => readRecord(kept, one) ?? []);
}

async function main(): Promise<ExitCode> {
  try {
    const sets = await Promise.all(
      flags.sets.map(at).map(async (folder) => ({ folder, ...(await loadSet(folder)) })),
    );
    const records = await measured(sets);
    begin(`writing ${page}`);
    writeFileSync(page, withNeural(readFileSync(page, "utf8"), records));
    return EXIT.ok;
  } catch (error) {
    const isStop = signal.aborted;
    if (!isStop && !(error instanceof AppError)) console.error(error);
    const why = isStop ? "was stopped" : `failed: ${error instanceof Error ? error.message : String(error)}`;
    say(`${step} ${why}. ${page} is as it was; what is measured is kept in ${kept}.`);
    return isStop ? EXIT.interrupted : EXIT.nothingOrPartial;
  }
}

process.exitCode = await main();
