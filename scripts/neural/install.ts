import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CommandContext } from "../../src/cli/command.ts";
import { run } from "../../src/cli/run.ts";
import { AppError } from "../../src/errors.ts";
import { type InstalledModel, installedModels } from "../../src/local-models/installed.ts";
import { modelsFolder } from "../../src/local-models/models-folder.ts";

export type Surroundings = Omit<CommandContext, "flags">;

interface InstallWish {
  readonly names: readonly string[];
  /** A folder with the files of one model, or with one folder of each name. */
  readonly from: string | undefined;
  readonly isAsked: boolean;
}

/** Runs a command of `recall`, which says itself what it does. Throws AppError when it does not succeed. */
async function recall(parameters: readonly string[], surroundings: Surroundings): Promise<void> {
  const code = await run(parameters, surroundings);
  if (code !== 0)
    throw new AppError("unavailable", `recall ${parameters.join(" ")} ended with exit code ${code}`);
}

/** The models that are installed, by their names; what is not there is left out. */
export function installedOf(env: Surroundings["env"], names: readonly string[]): readonly InstalledModel[] {
  const found = installedModels(modelsFolder(env));
  return names.flatMap((name) => found.find(({ manifest }) => manifest.name === name) ?? []);
}

/** Installs what is missing by `recall models install`, which asks, and checks every file of what is there. */
export async function installModels(
  { names, from, isAsked }: InstallWish,
  surroundings: Surroundings,
): Promise<void> {
  for (const name of names) {
    if (installedOf(surroundings.env, [name]).length > 0) {
      await recall(["models", "check", name], surroundings);
      continue;
    }
    const own = from === undefined ? undefined : join(from, name);
    const folder = own !== undefined && existsSync(own) ? own : from;
    const source = folder === undefined ? [] : ["--from", folder];
    await recall(["models", "install", name, ...source, ...(isAsked ? [] : ["--yes"])], surroundings);
  }
}
