import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../errors.ts";
import { MANIFEST, MODEL_NAME, type ModelManifest, readManifest } from "./manifest.ts";

export interface InstalledModel {
  readonly folder: string;
  readonly manifest: ModelManifest;
  /** When it was installed, milliseconds since 1970. */
  readonly installedMs: number;
}

/**
 * The models in a folder, the one installed last first; `onDamaged` is told of manifests that cannot be read. What an
 * installation was killed within is none, though it may be whole: its name begins with a dot.
 */
export function installedModels(models: string, onDamaged: (problem: string) => void = () => undefined) {
  if (!existsSync(models)) return [];
  const found = readdirSync(models).flatMap((name): readonly InstalledModel[] => {
    const folder = join(models, name);
    const file = join(folder, MANIFEST);
    if (!MODEL_NAME.test(name) || !existsSync(file)) return [];
    try {
      const manifest = readManifest(folder);
      if (manifest.name === name) return [{ folder, manifest, installedMs: statSync(file).mtimeMs }];
      onDamaged(`${folder} holds the model ${manifest.name}: rename the folder so, or remove it`);
      return [];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      onDamaged(error.message);
      return [];
    }
  });
  return found.sort((a, b) => b.installedMs - a.installedMs || a.folder.localeCompare(b.folder));
}

/** What the user of a model that cannot be used is told to do. */
export const again = (name: string): string =>
  `Install it again: \`recall models remove ${name}\`, then \`recall models install ${name}\``;

/** Throws AppError `misconfigured` for a file that is missing or not as long as the manifest says. Reads no file. */
export function assertSizes(folder: string, { name, files }: ModelManifest): void {
  for (const { name: file, bytes } of files) {
    const size = statSync(join(folder, file), { throwIfNoEntry: false })?.size;
    if (size === bytes) continue;
    const found = size === undefined ? "is missing" : `has ${size} bytes instead of ${bytes}`;
    throw new AppError("misconfigured", `The model ${name} is not whole: ${file} ${found}. ${again(name)}`);
  }
}

/** SHA-256 of a file, hex. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const part of createReadStream(file)) hash.update(part as Buffer);
  return hash.digest("hex");
}

/** Reads every file whole. Throws AppError `misconfigured` for one that is not the one that was published. */
export async function assertChecksums(folder: string, manifest: ModelManifest): Promise<void> {
  assertSizes(folder, manifest);
  for (const { name: file, sha256 } of manifest.files) {
    if ((await sha256Of(join(folder, file))) === sha256) continue;
    const { name } = manifest;
    throw new AppError(
      "misconfigured",
      `The model ${name} is damaged: ${file} has another SHA-256 than the manifest says. ${again(name)}`,
    );
  }
}
