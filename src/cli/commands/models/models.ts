import { assertChecksums, type InstalledModel, installedModels } from "../../../local-models/installed.ts";
import { PRESETS } from "../../../local-models/install/catalogue.ts";
import { removeModel } from "../../../local-models/install/install-model.ts";
import { modelsFolder } from "../../../local-models/models-folder.ts";
import { AppError } from "../../../errors.ts";
import { type CommandContext, type ConfigureCommand, EXIT, type ExitCode, print } from "../../command.ts";
import { renderTable } from "../../terminal/columns.ts";
import { byteSize } from "../../terminal/numbers.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";
import { install } from "./install.ts";

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

async function check(context: CommandContext, name: string | undefined): Promise<ExitCode> {
  const problems: string[] = [];
  const models = installedModels(modelsFolder(context.env), (problem) => problems.push(problem));
  const wanted = models.filter(({ manifest }) => name === undefined || manifest.name === name);
  if (name !== undefined && wanted.length === 0 && problems.length === 0)
    throw new AppError("not_found", `No model ${JSON.stringify(name)} is installed: recall models list`);
  for (const { folder, manifest } of wanted)
    await assertChecksums(folder, manifest).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      problems.push(error.message);
    });
  print(context, { checked: wanted.map(({ manifest }) => manifest.name), problems }, () =>
    problems.length > 0 ? problems.map(safeLine) : [`${wanted.length} whole.`],
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
    .description("Compares every file of installed models with its checksum.")
    .argument("[name]", "one model (default: all)")
    .action(start(check));
};
