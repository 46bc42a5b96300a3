import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import { MANIFEST, MODEL_NAME, type ModelManifest, manifestSchema } from "../manifest.ts";
import { sha256Of } from "../installed.ts";
import { PRESETS } from "./catalogue.ts";
import type { DownloadFetch } from "./download-fetch.ts";
import { type DownloadOptions, download, prove } from "./download.ts";
import { COPY_ANEW, type ModelInFolder } from "./in-folder.ts";
import { locked } from "./lock.ts";
import { onHub, onMirror, type RemoteFile, type RemoteModel } from "./remote-files.ts";

const HUB = "https://huggingface.co";

/** Where models come from: `HF_ENDPOINT` is a hub like Hugging Face, `RECALL_MODELS_URL` a folder of plain files. */
export interface Source {
  readonly endpoint?: string | undefined;
  readonly mirror?: string | undefined;
  readonly fetch: DownloadFetch;
}

/** Finds a model by name. Throws AppError `not_found` for a name that the catalogue does not have, and what servers answer. */
export async function findModel(
  name: string,
  { endpoint = HUB, mirror, fetch: fetchIt }: Source,
): Promise<RemoteModel> {
  if (mirror !== undefined) return onMirror(fetchIt, mirror, name);
  const preset = PRESETS.find((one) => one.name === name);
  if (preset === undefined) {
    const known = PRESETS.map((one) => one.name).join(", ");
    throw new AppError(
      "not_found",
      `There is no model ${JSON.stringify(name)} to install; there are: ${known}`,
    );
  }
  return onHub(fetchIt, endpoint.replace(/\/+$/, ""), preset);
}

export const bytesOf = ({ files }: RemoteModel): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** Where a model's files are brought together before it is installed. */
const stagingOf = (models: string, name: string): string => join(models, `.${name}.part`);

/** Tries a model that lies whole in a folder. Throws where it cannot be used. */
export type Trial = (folder: string, manifest: ModelManifest) => Promise<void>;

/** Puts a whole staging folder in the model's place, with its manifest, once the trial has found that it can be used. */
async function finish(
  models: string,
  staging: string,
  model: RemoteModel,
  tryOut: Trial = async () => undefined,
): Promise<ModelManifest> {
  const files = await Promise.all(
    model.files.map(async ({ name, bytes, proof }) => ({
      ...{ name, bytes },
      // What was proved by it is not read again.
      sha256: proof?.kind === "sha256" ? proof.hex : await sha256Of(join(staging, name)),
    })),
  );
  const manifest = manifestSchema.parse({ ...model.manifest, files });
  writeFileSync(join(staging, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`);
  await tryOut(staging, manifest).catch((error: unknown) => {
    // The whole files would be taken for good ones at the next attempt.
    rmSync(staging, { recursive: true });
    throw error;
  });
  const folder = join(models, manifest.name);
  rmSync(folder, { recursive: true, force: true });
  renameSync(staging, folder);
  return manifest;
}

export interface InstallOptions extends Pick<DownloadOptions, "fetch" | "signal" | "silenceMs"> {
  /** Bytes of the whole model that are there. */
  readonly onBytes?: (bytes: number) => void;
  /** Comes before the model is in its place: one of that name stays where the new one cannot be used. */
  readonly tryOut?: Trial | undefined;
}

/**
 * Downloads a model and installs it, in the place of one of its name. What is there of it from an attempt that was ended is not
 * fetched again. Throws AppError as `download` does, and `conflict` where another installation is running.
 */
export const installRemote = (
  models: string,
  model: RemoteModel,
  { onBytes, tryOut, ...options }: InstallOptions,
): Promise<ModelManifest> =>
  locked(models, async () => {
    const staging = stagingOf(models, model.manifest.name);
    mkdirSync(staging, { recursive: true });
    let before = 0;
    for (const file of model.files) {
      const done = before;
      const at = join(staging, file.name);
      if (!(await isThere(at, file)))
        await download(file, at, { ...options, onBytes: (bytes) => onBytes?.(done + bytes) });
      before += file.bytes;
      onBytes?.(before);
    }
    return finish(models, staging, model, tryOut);
  });

const isThere = (file: string, remote: RemoteFile): Promise<boolean> =>
  prove(file, remote).then(
    () => true,
    () => false,
  );

/**
 * Copies a model from a folder; no network is touched. Throws AppError `hash_mismatch`, `storage_full`, `conflict`, and
 * what the trial throws; then nothing is changed.
 */
export const installFrom = (
  models: string,
  { folder, model, sources }: ModelInFolder,
  tryOut?: Trial,
): Promise<ModelManifest> =>
  locked(models, async () => {
    const staging = stagingOf(models, model.manifest.name);
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(staging, { recursive: true });
    try {
      for (const [at, file] of model.files.entries()) {
        const [source, copy] = [sources[at] ?? "", join(staging, file.name)];
        // One of another length is not copied, which may be of any length.
        const copied = statSync(source).size === file.bytes;
        if (copied) copyFileSync(source, copy);
        await prove(copied ? copy : source, file, { where: `In ${folder} `, advice: COPY_ANEW });
      }
      return await finish(models, staging, model, tryOut);
    } catch (error) {
      rmSync(staging, { recursive: true, force: true });
      throw error;
    }
  });

/** Removes an installed model, and what is there of an attempt. Throws AppError `not_found`. */
export function removeModel(models: string, name: string): void {
  const folders = MODEL_NAME.test(name)
    ? [join(models, name), stagingOf(models, name)].filter((folder) => existsSync(folder))
    : [];
  if (folders.length === 0)
    throw new AppError("not_found", `No model ${JSON.stringify(name)} is installed: recall models list`);
  for (const folder of folders) rmSync(folder, { recursive: true });
}
