import { totalmem } from "node:os";
import { resolve } from "node:path";
import { minutesFor } from "../../../local-models/speed/calibration.ts";
import { LARGER, proposedEmbedder } from "../../../local-models/install/catalogue.ts";
import { downloadFetch } from "../../../local-models/install/download-fetch.ts";
import { inFolder } from "../../../local-models/install/in-folder.ts";
import {
  bytesOf,
  findModel,
  installFrom,
  installRemote,
} from "../../../local-models/install/install-model.ts";
import {
  hasRuntime,
  installRuntime,
  runtimeFrom,
  runtimePackage,
} from "../../../local-models/install/install-runtime.ts";
import { locked } from "../../../local-models/install/lock.ts";
import type { ModelManifest } from "../../../local-models/manifest.ts";
import {
  modelsFolder,
  modelThreads,
  runtimeFolder,
  runtimePlaces,
} from "../../../local-models/models-folder.ts";
import { loadOnnxRuntime } from "../../../local-models/onnx-runtime.ts";
import { tryPassageMs } from "../../../local-models/speed/trial.ts";
import { type CommandContext, EXIT, type ExitCode, print } from "../../command.ts";
import { invalid } from "../../failures.ts";
import { packageRoot } from "../../local/load-runtime.ts";
import { askChoice } from "../../terminal/ask.ts";
import { byteSize } from "../../terminal/numbers.ts";
import { duration, progressLine } from "../../terminal/progress-line.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import { PASSAGES, PASSAGES_TEXT, SECONDS, tryOut } from "./try-out.ts";

interface InstallFlags {
  readonly from?: string;
  readonly yes?: boolean;
}

/** `recall models install [name]`: brings what runs the model, then the model, and tries it once before it is in its place. */
export async function install(
  context: CommandContext,
  named: string | undefined,
  flags: InstallFlags,
): Promise<ExitCode> {
  const models = modelsFolder(context.env);
  const manifest =
    flags.from === undefined
      ? await fromServer(context, models, { name: named, yes: flags.yes === true })
      : await fromFolder(context, models, { named, from: resolve(context.cwd, flags.from) });
  print(context, { installed: manifest }, () => [
    `${safeLine(manifest.name)} is installed. A local server uses it from its next start: npm start, or recall serve.`,
  ]);
  return EXIT.ok;
}

/** Returns where the user agrees to a download. Throws AppError `invalid_input`. */
async function agree({ terminal }: CommandContext, what: string, yes: boolean): Promise<void> {
  if (!yes && !terminal.canAsk)
    throw invalid(`${what}. Nothing is downloaded unasked: repeat the command with --yes`);
  if (!yes && (await askChoice(`${safeLine(what)}. Install it?`, { yes: "Yes", no: "No" })) !== "yes")
    throw invalid("Stopped: nothing was installed");
  terminal.err(`${safeLine(what)}\n`);
}

/** The embedder for this machine by a trial, which needs the runtime that any model needs: it comes first. */
async function proposal(context: CommandContext, models: string, yes: boolean): Promise<string> {
  const { terminal } = context;
  const places = runtimePlaces(packageRoot(), models);
  if (!hasRuntime(places)) {
    const into = runtimeFolder(models);
    const what = `${runtimePackage()}, which runs every model, up to 300 MB, from npm into ${into}; a trial with it then finds the model for this processor`;
    await agree(context, what, yes);
    await locked(models, () => installRuntime(into));
  }
  terminal.err("Trying how fast this processor is\n");
  const passageMs = await tryPassageMs(loadOnnxRuntime({ places, threads: modelThreads() }));
  const machine = { minutes: minutesFor(PASSAGES, { passageMs }), bytes: totalmem() };
  const name = proposedEmbedder(machine);
  const time = `${PASSAGES_TEXT} passages would take about ${duration(machine.minutes * SECONDS)} with ${LARGER}`;
  terminal.err(`${time}, and ${byteSize(machine.bytes)} of memory are here: proposed is ${name}\n`);
  return name;
}

async function fromFolder(
  context: CommandContext,
  models: string,
  { named, from }: { readonly named: string | undefined; readonly from: string },
): Promise<ModelManifest> {
  const found = inFolder(from, named);
  await bringRuntime(context, models, from);
  return installFrom(models, found, (folder, manifest) => tryNew(context, models, { folder, manifest }));
}

interface Wish {
  readonly name: string | undefined;
  readonly yes: boolean;
}

async function fromServer(
  context: CommandContext,
  models: string,
  { name, yes }: Wish,
): Promise<ModelManifest> {
  const { env, terminal } = context;
  const source = {
    endpoint: env.HF_ENDPOINT || undefined,
    mirror: env.RECALL_MODELS_URL || undefined,
    fetch: downloadFetch(env),
  };
  const model = await findModel(name ?? (await proposal(context, models, yes)), source);
  const { licence, revision } = model.manifest;
  const bytes = bytesOf(model);
  const what = `${model.manifest.name}: ${byteSize(bytes)} to download, about as much memory while it is used, licence ${licence}, revision ${revision.slice(0, 12)}, into ${models}`;
  await agree(context, what, yes);
  await bringRuntime(context, models, undefined);
  const progress = progressLine(terminal);
  try {
    return await installRemote(models, model, {
      fetch: source.fetch,
      signal: context.interrupted(),
      onBytes: (done) => progress.update("downloading, KB", Math.round(done / KB), Math.round(bytes / KB)),
      tryOut: (folder, manifest) => tryNew(context, models, { folder, manifest }),
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

/** Where there is a runtime. */
async function tryNew(
  context: CommandContext,
  models: string,
  model: Parameters<typeof tryOut>[1],
): Promise<void> {
  const places = runtimePlaces(packageRoot(), models);
  if (!hasRuntime(places)) return;
  const runtime = loadOnnxRuntime({ places, threads: modelThreads() });
  await tryOut(context, model, { runtime, isAgain: false, advice: NOT_INSTALLED });
}
