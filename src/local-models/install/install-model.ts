import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import { MANIFEST, MODEL_NAME, type ModelManifest, manifestSchema, readManifest } from "../manifest.ts";
import { sha256Of } from "../installed.ts";
import { manifestOf, PRESETS } from "./catalogue.ts";
import type { DownloadFetch } from "./download-fetch.ts";
import { type DownloadOptions, download, prove } from "./download.ts";
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

const LOCK = ".install.lock";

/** Whether a process lives. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Takes a lock; one of a process that is gone is taken over. Throws AppError `conflict` where its process lives. */
function take(lock: string): void {
  // Linked when it has its number: an empty lock would be one of nobody.
  const own = `${lock}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    for (;;)
      try {
        linkSync(own, lock);
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
        const pid = Number(existsSync(lock) ? readFileSync(lock, "utf8") : 0);
        if (pid > 0 && isAlive(pid))
          throw new AppError("conflict", `Another installation is running (process ${pid}, ${lock})`);
        rmSync(lock, { force: true });
      }
  } finally {
    rmSync(own, { force: true });
  }
}

/** Two installations at once would write one file. Throws AppError `conflict`. */
async function locked<Result>(models: string, work: () => Promise<Result>): Promise<Result> {
  mkdirSync(models, { recursive: true });
  const lock = join(models, LOCK);
  take(lock);
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Puts a whole staging folder in the model's place, with its manifest. */
async function finish(models: string, staging: string, model: RemoteModel): Promise<ModelManifest> {
  const files = await Promise.all(
    model.files.map(async ({ name, bytes, proof }) => ({
      ...{ name, bytes },
      // What was proved by it is not read again.
      sha256: proof?.kind === "sha256" ? proof.hex : await sha256Of(join(staging, name)),
    })),
  );
  const manifest = manifestSchema.parse({ ...model.manifest, files });
  writeFileSync(join(staging, MANIFEST), `${JSON.stringify(manifest, undefined, 2)}\n`);
  const folder = join(models, manifest.name);
  rmSync(folder, { recursive: true, force: true });
  renameSync(staging, folder);
  return manifest;
}

export interface InstallOptions extends Pick<DownloadOptions, "fetch" | "signal" | "silenceMs"> {
  /** Bytes of the whole model that are there. */
  readonly onBytes?: (bytes: number) => void;
}

/**
 * Downloads a model and installs it, in the place of one of its name. What is there of it from an attempt that was ended is not
 * fetched again. Throws AppError as `download` does, and `conflict` where another installation is running.
 */
export const installRemote = (
  models: string,
  model: RemoteModel,
  { onBytes, ...options }: InstallOptions,
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
    return finish(models, staging, model);
  });

const isThere = (file: string, remote: RemoteFile): Promise<boolean> =>
  prove(file, remote).then(
    () => true,
    () => false,
  );

/** What a folder of weights may call its graph. */
const GRAPHS = ["model.onnx", "model_quantized.onnx", "onnx/model_quantized.onnx", "onnx/model.onnx"];

/** A model in a folder of this machine: by its manifest, else as the catalogue's model of that name. Throws AppError. */
export function inFolder(
  folder: string,
  name: string | undefined,
): { readonly model: RemoteModel; readonly sources: readonly string[] } {
  if (existsSync(join(folder, MANIFEST))) {
    const { files, ...manifest } = readManifest(folder);
    const remote = files.map(
      ({ sha256, ...file }): RemoteFile => ({ ...file, url: "", proof: { kind: "sha256", hex: sha256 } }),
    );
    return { model: { manifest, files: remote }, sources: files.map((file) => join(folder, file.name)) };
  }
  const preset = PRESETS.find((one) => one.name === name);
  if (preset === undefined)
    throw new AppError(
      "invalid_input",
      `${folder} has no ${MANIFEST}: say which model its files are (${PRESETS.map((one) => one.name).join(", ")})`,
    );
  const graph = GRAPHS.map((file) => join(folder, file)).find((file) => existsSync(file));
  const tokenizer = join(folder, "tokenizer.json");
  if (graph === undefined || !existsSync(tokenizer))
    throw new AppError(
      "not_found",
      `${folder} has no ${graph === undefined ? "model.onnx" : "tokenizer.json"}`,
    );
  const of = (file: string, name: string): RemoteFile => ({ name, url: "", bytes: statSync(file).size });
  return {
    model: {
      manifest: manifestOf(preset, "local"),
      files: [of(graph, "model.onnx"), of(tokenizer, "tokenizer.json")],
    },
    sources: [graph, tokenizer],
  };
}

/** Copies a model from a folder; no network is touched. Throws AppError `hash_mismatch`, `storage_full`, `conflict`. */
export const installFrom = (
  models: string,
  { model, sources }: ReturnType<typeof inFolder>,
): Promise<ModelManifest> =>
  locked(models, async () => {
    const staging = stagingOf(models, model.manifest.name);
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(staging, { recursive: true });
    try {
      for (const [at, file] of model.files.entries()) {
        const copy = join(staging, file.name);
        copyFileSync(sources[at] ?? "", copy);
        await prove(copy, file);
      }
      return await finish(models, staging, model);
    } catch (error) {
      rmSync(staging, { recursive: true, force: true });
      if ((error as NodeJS.ErrnoException).code === "ENOSPC")
        throw new AppError("storage_full", "The disk is full: nothing was installed", { cause: error });
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
