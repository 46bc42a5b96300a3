import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import { MANIFEST, MODEL_NAME, readManifest, TOKENIZER } from "../manifest.ts";
import { manifestOf, PRESETS } from "./catalogue.ts";
import type { RemoteFile, RemoteModel } from "./remote-files.ts";

/** A model in a folder of this machine, and where each of its files lies. */
export interface ModelInFolder {
  readonly folder: string;
  readonly model: RemoteModel;
  readonly sources: readonly string[];
}

export const COPY_ANEW = "Nothing was installed: copy the model's files into that folder anew.";

/** What a folder of weights may call its graph. */
const GRAPHS = ["model.onnx", "model_quantized.onnx", "onnx/model_quantized.onnx", "onnx/model.onnx"];

/** Links are followed, as the hub's own cache has them; what is no file, such as a device, could be read without end. */
const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true;

const holdsModel = (folder: string): boolean =>
  [MANIFEST, ...GRAPHS].some((file) => isFile(join(folder, file)));

/**
 * A model in a folder of this machine, or in the one of its name below: by its manifest, else as the catalogue's model of that
 * name. Throws AppError.
 */
export function inFolder(given: string, name: string | undefined): ModelInFolder {
  if (!existsSync(given)) throw new AppError("not_found", `There is no folder ${given}`);
  if (!statSync(given).isDirectory())
    throw new AppError("invalid_input", `${given} is no folder: --from takes the one that the file is in`);
  const own = name !== undefined && MODEL_NAME.test(name) ? join(given, name) : given;
  const folder = !holdsModel(given) && holdsModel(own) ? own : given;
  return isFile(join(folder, MANIFEST)) ? byManifest(folder, name) : ofCatalogue(folder, name);
}

function byManifest(folder: string, name: string | undefined): ModelInFolder {
  const { files, ...manifest } = readManifest(folder, "nothing was installed; copy its files anew");
  if (name !== undefined && name !== manifest.name)
    throw new AppError("invalid_input", `${folder} holds the model ${manifest.name}, not ${name}`);
  const missing = files.find((file) => !isFile(join(folder, file.name)));
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

/** Without a manifest nothing says what the files must be. */
function ofCatalogue(folder: string, name: string | undefined): ModelInFolder {
  const graph = GRAPHS.map((file) => join(folder, file)).find(isFile);
  if (graph === undefined) throw noGraph(folder);
  const tokenizer = join(folder, TOKENIZER);
  if (!isFile(tokenizer)) throw new AppError("not_found", `${folder} has no ${TOKENIZER}`);
  const preset = PRESETS.find((one) => one.name === name);
  if (preset === undefined)
    throw new AppError(
      "invalid_input",
      `${folder} has no ${MANIFEST}: say which model its files are (${PRESETS.map((one) => one.name).join(", ")})`,
    );
  const of = (file: string, as: string): RemoteFile => ({ name: as, url: "", bytes: statSync(file).size });
  return {
    folder,
    model: {
      manifest: manifestOf(preset, "local"),
      files: [of(graph, "model.onnx"), of(tokenizer, TOKENIZER)],
    },
    sources: [graph, tokenizer],
  };
}

function noGraph(folder: string): AppError {
  const models = readdirSync(folder).filter((name) => isFile(join(folder, name, MANIFEST)));
  const where =
    models.length > 0
      ? `. Its folders hold models: --from ${models.map((name) => join(folder, name)).join(", or --from ")}`
      : "";
  return new AppError("not_found", `${folder} has none of ${GRAPHS.join(", ")}${where}`);
}
