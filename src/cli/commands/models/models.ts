import { assertChecksums, type InstalledModel, installedModels } from "../../../local-models/installed.ts";
import { PRESETS } from "../../../local-models/install/catalogue.ts";
import { removeModel } from "../../../local-models/install/install-model.ts";
import { modelsFolder, modelThreads, runtimePlaces } from "../../../local-models/models-folder.ts";
import { loadOnnxRuntime, type OnnxRuntime } from "../../../local-models/onnx-runtime.ts";
import { AppError } from "../../../errors.ts";
import { type CommandContext, type ConfigureCommand, EXIT, type ExitCode, print } from "../../command.ts";
import { packageRoot } from "../../local/load-runtime.ts";
import { renderTable } from "../../terminal/columns.ts";
import { byteSize } from "../../terminal/numbers.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import { install } from "./install.ts";
import { tryOut } from "./try-out.ts";

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

/** Compares a model's files with their checksums; where there is a runtime, loads and measures it. */
async function checkModel(context: CommandContext, model: InstalledModel, runtime: OnnxRuntime | undefined) {
  await assertChecksums(model.folder, model.manifest);
  if (runtime === undefined) return;
  context.terminal.err(`${safeLine(model.manifest.name)}\n`);
  await tryOut(context, model, { runtime, isAgain: true });
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
  for (const model of wanted) await checkModel(context, model, runtime).catch(note);
  print(context, { checked: wanted.map(({ manifest }) => manifest.name), problems }, () =>
    problems.length > 0 ? problems.map(safeLine) : [found(wanted.length)],
  );
  return problems.length > 0 ? EXIT.nothingOrPartial : EXIT.ok;
}

const found = (whole: number): string =>
  whole === 0
    ? "No model is installed; recall models install brings one."
    : `${whole} ${whole === 1 ? "model is" : "models are"} whole, and can be used.`;

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
    .description(
      "Compares every file of installed models with its checksum, loads each model and measures again how fast it is.",
    )
    .argument("[name]", "one model (default: all)")
    .action(start(check));
};
