import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import { MANIFEST, MODEL_NAME, type ModelManifest, manifestSchema, readManifest } from "../manifest.ts";
import { sha256Of } from "../installed.ts";
import { manifestOf, PRESETS } from "./catalogue.ts";
import type { DownloadFetch } from "./download-fetch.ts";
import { type DownloadOptions, download, prove } from "./download.ts";
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

const COPY_ANEW = "Nothing was installed: copy the model's files into that folder anew.";

/** What a folder of weights may call its graph. */
const GRAPHS = ["model.onnx", "model_quantized.onnx", "onnx/model_quantized.onnx", "onnx/model.onnx"];

interface ModelInFolder {
  readonly folder: string;
  readonly model: RemoteModel;
  readonly sources: readonly string[];
}

/** A model in a folder of this machine: by its manifest, else as the catalogue's model of that name. Throws AppError. */
export function inFolder(folder: string, name: string | undefined): ModelInFolder {
  if (!existsSync(folder)) throw new AppError("not_found", `There is no folder ${folder}`);
  if (existsSync(join(folder, MANIFEST))) {
    const { files, ...manifest } = readManifest(folder, "nothing was installed; copy its files anew");
    if (name !== undefined && name !== manifest.name)
      throw new AppError("invalid_input", `${folder} holds the model ${manifest.name}, not ${name}`);
    const missing = files.find((file) => !existsSync(join(folder, file.name)));
    if (missing !== undefined)
      throw new AppError(
        "not_found",
        `${folder} has no ${missing.name}, which its ${MANIFEST} names. ${COPY_ANEW}`,
      );
    const remote = files.map(
      ({ sha256, ...file }): RemoteFile => ({ ...file, url: "", proof: { kind: "sha256", hex: sha256 } }),
    );
    return {
      folder,
      model: { manifest, files: remote },
      sources: files.map((file) => join(folder, file.name)),
    };
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
    folder,
    model: {
      manifest: manifestOf(preset, "local"),
      files: [of(graph, "model.onnx"), of(tokenizer, "tokenizer.json")],
    },
    sources: [graph, tokenizer],
  };
}

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
        const copy = join(staging, file.name);
        copyFileSync(sources[at] ?? "", copy);
        await prove(copy, file, { where: `In ${folder} `, advice: COPY_ANEW });
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
