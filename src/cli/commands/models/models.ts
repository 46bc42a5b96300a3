import { availableParallelism, totalmem } from "node:os";
import { resolve } from "node:path";
import { calibrate, minutesFor } from "../../../local-models/calibration.ts";
import { assertChecksums, type InstalledModel, installedModels } from "../../../local-models/installed.ts";
import { PRESETS, proposedEmbedder } from "../../../local-models/install/catalogue.ts";
import {
  bytesOf,
  findModel,
  inFolder,
  installFrom,
  installRemote,
  removeModel,
} from "../../../local-models/install/install-model.ts";
import { locked } from "../../../local-models/install/lock.ts";
import {
  hasRuntime,
  installRuntime,
  RUNTIME_VERSION,
  runtimeFrom,
  runtimePackage,
} from "../../../local-models/install/install-runtime.ts";
import { loadModel } from "../../../local-models/load-model.ts";
import type { ModelManifest } from "../../../local-models/manifest.ts";
import {
  modelsFolder,
  modelThreads,
  runtimeFolder,
  runtimePlaces,
} from "../../../local-models/models-folder.ts";
import { loadOnnxRuntime, type OnnxRuntime } from "../../../local-models/onnx-runtime.ts";
import { RERANK_MS } from "../../../local-models/score-in-time.ts";
import { AppError } from "../../../errors.ts";
import { type CommandContext, type ConfigureCommand, EXIT, type ExitCode, print } from "../../command.ts";
import { invalid } from "../../failures.ts";
import { packageRoot } from "../../local/load-runtime.ts";
import { askChoice } from "../../terminal/ask.ts";
import { renderTable } from "../../terminal/columns.ts";
import { byteSize } from "../../terminal/numbers.ts";
import { duration, progressLine } from "../../terminal/progress-line.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

interface InstallFlags {
  readonly from?: string;
  readonly yes?: boolean;
}

/** Brings what runs the model, then the model, and tries it once before it is in its place. */
async function install(
  context: CommandContext,
  named: string | undefined,
  flags: InstallFlags,
): Promise<ExitCode> {
  const models = modelsFolder(context.env);
  const manifest =
    flags.from === undefined
      ? await fromServer(context, models, { named, yes: flags.yes === true })
      : await fromFolder(context, models, { named, from: resolve(context.cwd, flags.from) });
  print(context, { installed: manifest }, () => [
    `${safeLine(manifest.name)} is installed. A local server uses it from its next start: npm start, or recall serve.`,
  ]);
  return EXIT.ok;
}

interface Wish {
  readonly named: string | undefined;
  readonly yes: boolean;
}

async function fromFolder(
  context: CommandContext,
  models: string,
  { named, from }: { readonly named: string | undefined; readonly from: string },
): Promise<ModelManifest> {
  const found = inFolder(from, named);
  await bringRuntime(context, models, from);
  return installFrom(models, found, (folder, manifest) => tryOut(context, models, { folder, manifest }));
}

async function fromServer(
  context: CommandContext,
  models: string,
  { named, yes }: Wish,
): Promise<ModelManifest> {
  const { env, terminal } = context;
  const name = named ?? proposedEmbedder({ cores: availableParallelism(), bytes: totalmem() });
  const source = {
    endpoint: env.HF_ENDPOINT || undefined,
    mirror: env.RECALL_MODELS_URL || undefined,
    fetch,
  };
  const model = await findModel(name, source);
  const { licence, revision } = model.manifest;
  const bytes = bytesOf(model);
  const what = `${name}: ${byteSize(bytes)} to download, about as much memory while it is used, licence ${licence}, revision ${revision.slice(0, 12)}, into ${models}`;
  if (!yes && !terminal.canAsk)
    throw invalid(`${what}. Nothing is downloaded unasked: repeat the command with --yes`);
  if (!yes && (await askChoice(`${safeLine(what)}. Install it?`, { yes: "Yes", no: "No" })) !== "yes")
    throw invalid("Stopped: nothing was installed");
  terminal.err(`${safeLine(what)}\n`);
  await bringRuntime(context, models, undefined);
  const progress = progressLine(terminal);
  try {
    return await installRemote(models, model, {
      fetch,
      signal: context.interrupted(),
      onBytes: (done) => progress.update("downloading, KB", Math.round(done / KB), Math.round(bytes / KB)),
      tryOut: (folder, manifest) => tryOut(context, models, { folder, manifest }),
    });
  } finally {
    progress.end();
  }
}

const KB = 1_000;

/** ONNX Runtime, where neither the program's own packages nor an earlier installation have it. */
async function bringRuntime(
  { terminal }: CommandContext,
  models: string,
  from: string | undefined,
): Promise<void> {
  const into = runtimeFolder(models);
  const places = runtimePlaces(packageRoot(), models);
  if (hasRuntime(places)) return;
  await locked(models, async () => {
    if (from === undefined) {
      terminal.err(`Installing ${runtimePackage()} into ${into}\n`);
      await installRuntime(into);
    } else if (!(await runtimeFrom(from, into)) || !hasRuntime(places))
      terminal.err(
        `ONNX Runtime, which runs the model, is not here yet: until then search goes on by words. With a network: npm install --ignore-scripts --prefix ${into} ${runtimePackage()}; without one put a copy of that folder there, or beside the model's files as runtime/ and install it again\n`,
      );
  });
}

const NOT_INSTALLED = "Nothing was installed: take all files of one and the same model.";

/** Loads a model once and tells how fast it is here. Throws where it cannot be used. */
async function tryOut(
  { terminal }: CommandContext,
  models: string,
  { folder, manifest }: Pick<InstalledModel, "folder" | "manifest">,
): Promise<void> {
  const places = runtimePlaces(packageRoot(), models);
  if (!hasRuntime(places)) return;
  const { kind, revision } = manifest;
  const threads = modelThreads();
  const runtime = loadOnnxRuntime({ places, threads });
  const model = await loadModel(folder, runtime, NOT_INSTALLED);
  const machine = { backend: runtime.backend, runtimeVersion: RUNTIME_VERSION, threads, revision };
  const say = (text: string) => terminal.err(`${text}\n`);
  try {
    const speed = await calibrate(model, { folder, kind, machine, say });
    say(speed.kind === "embedder" ? readingSpeed(minutesFor(1_000, speed)) : rerankingSpeed(speed.pairs));
  } finally {
    await model.release();
  }
}

const readingSpeed = (minutes: number): string =>
  `1,000 passages take about ${duration(minutes * SECONDS)} here.`;

/** By the longest pairs: shorter passages take less. */
const rerankingSpeed = (pairs: readonly { readonly tokens: number; readonly ms: number }[]): string => {
  const { tokens = 0, ms = RERANK_MS } = pairs.at(-1) ?? {};
  return `It reads ${Math.floor(RERANK_MS / ms)} passages of ${tokens} tokens in ${RERANK_MS} ms here.`;
};

const SECONDS = 60;

const sizeOf = ({ manifest }: InstalledModel): number =>
  manifest.files.reduce((sum, { bytes }) => sum + bytes, 0);

async function list(context: CommandContext): Promise<ExitCode> {
  const { terminal } = context;
  const installed = installedModels(modelsFolder(context.env), (problem) =>
    terminal.err(`${safeLine(problem)}\n`),
  );
  const known = PRESETS.filter(({ name }) => !installed.some(({ manifest }) => manifest.name === name));
  const answer = {
    installed: installed.map((one) => ({ ...one.manifest, bytes: sizeOf(one), folder: one.folder })),
    known: known.map(({ name, kind, licence, meaning, millions }) => ({
      name,
      kind,
      licence,
      meaning,
      megabytes: millions,
    })),
  };
  return print(context, answer, (columns) =>
    renderTable(
      ["model", "", "size", "licence", "for"],
      [
        ...installed.map((one) => [
          one.manifest.name,
          "installed",
          byteSize(sizeOf(one)),
          one.manifest.licence,
          one.manifest.kind,
        ]),
        ...known.map(({ name, millions, licence, meaning }) => [
          name,
          "",
          `about ${millions} MB`,
          licence,
          meaning,
        ]),
      ],
      { columns, cut: 4 },
    ),
  );
}

async function remove(context: CommandContext, name: string): Promise<ExitCode> {
  removeModel(modelsFolder(context.env), name);
  return print(context, { removed: name }, () => [`Removed ${safeLine(name)}.`]);
}

/** Compares a model's files with their checksums, and reads it as the server does where there is a runtime. */
async function checkModel({ folder, manifest }: InstalledModel, runtime: OnnxRuntime | undefined) {
  await assertChecksums(folder, manifest);
  if (runtime !== undefined) await (await loadModel(folder, runtime)).release();
}

async function check(context: CommandContext, name: string | undefined): Promise<ExitCode> {
  const problems: string[] = [];
  const note = (error: unknown): void => {
    if (!(error instanceof AppError)) throw error;
    problems.push(error.message);
  };
  const folder = modelsFolder(context.env);
  const models = installedModels(folder, (problem) => problems.push(problem));
  const wanted = models.filter(({ manifest }) => name === undefined || manifest.name === name);
  if (name !== undefined && wanted.length === 0 && problems.length === 0)
    throw new AppError("not_found", `No model ${JSON.stringify(name)} is installed: recall models list`);
  const places = runtimePlaces(packageRoot(), folder);
  let runtime: OnnxRuntime | undefined;
  try {
    if (wanted.length > 0) runtime = loadOnnxRuntime({ places, threads: modelThreads() });
  } catch (error) {
    note(error);
  }
  for (const model of wanted) await checkModel(model, runtime).catch(note);
  print(context, { checked: wanted.map(({ manifest }) => manifest.name), problems }, () =>
    problems.length > 0 ? problems.map(safeLine) : [`${wanted.length} whole, and can be used.`],
  );
  return problems.length > 0 ? EXIT.nothingOrPartial : EXIT.ok;
}

/** `recall models install|list|remove|check` */
export const configure: ConfigureCommand = (command, start) => {
  command.description(
    "Models that run on this machine's processor: installs, lists, checks and removes them.",
  );
  command
    .command("install")
    .description("Downloads a model once, tells before it begins how large it is, and asks.")
    .argument(
      "[name]",
      `${PRESETS.map(({ name }) => name).join(", ")} (default: one that suits this machine)`,
    )
    .option("--from <folder>", "a folder of this machine that has its files; no network is touched")
    .option("--yes", "do not ask")
    .action(start(install));
  command
    .command("list")
    .description("Lists models that are installed, and those that can be.")
    .action(start(list));
  command
    .command("remove")
    .description("Removes an installed model.")
    .argument("<name>", "its name")
    .action(start(remove));
  command
    .command("check")
    .description("Compares every file of installed models with its checksum, and reads each model once.")
    .argument("[name]", "one model (default: all)")
    .action(start(check));
};
