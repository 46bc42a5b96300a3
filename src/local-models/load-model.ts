import { join } from "node:path";
import type { InferenceSession } from "onnxruntime-common";
import { AppError } from "../errors.ts";
import { padded } from "./batches.ts";
import { again, assertSizes } from "./installed.ts";
import { type ModelManifest, readManifest, TOKENIZER } from "./manifest.ts";
import type { OnnxRuntime } from "./onnx-runtime.ts";
import { pooled } from "./pooling.ts";
import { tableRows } from "./table-rows.ts";
import { type Encoded, loadTokenizer, type ModelTokenizer } from "./tokenizer.ts";

/** A model in memory. */
export interface LoadedModel {
  encode(text: string, pair?: string): Encoded;
  /** Of an embedder a unit vector for each text, of a re-ranker one number, 0 to 1. */
  run(batch: readonly Encoded[]): Promise<readonly Float32Array[]>;
  /** Gives its memory back. */
  release(): Promise<void>;
}

/** Tables are padded to a round number of rows in some exports. */
const SPARE_ROWS = 128;

/** A model that is being read or runs, and how it is told that it cannot be used. */
interface Named {
  readonly name: string;
  readonly advice: string;
}

const wrong = ({ name, advice }: Named, what: string, cause?: unknown): AppError =>
  new AppError("misconfigured", `The model ${name} cannot be used: ${what}. ${advice}`, { cause });

/**
 * Reads a model from its folder and tries it once. Throws AppError `misconfigured` for a manifest, a file or a tokenizer
 * that is damaged or of another model, and for vectors of other dimensions than the manifest says; its message ends with
 * the advice. `advice`: a sentence that says what to do. @default to install it again
 */
export async function loadModel(folder: string, runtime: OnnxRuntime, advice?: string): Promise<LoadedModel> {
  const read = readManifest(folder);
  const manifest = { ...read, advice: advice ?? again(read.name) };
  assertSizes(folder, manifest);
  const tokenizer = readTokenizer(folder, manifest);
  assertVocabulary(tokenizer, tableRows(join(folder, manifest.onnx)), manifest);
  const session = await runtime.open(join(folder, manifest.onnx)).catch((cause: unknown) => {
    throw wrong(manifest, `${manifest.onnx} is no model that ONNX Runtime reads, or was damaged`, cause);
  });
  const model: LoadedModel = {
    encode: tokenizer.encode,
    run: (batch) => runBatch({ session, runtime, tokenizer, manifest }, batch),
    release: () => session.release(),
  };
  try {
    await model.run([tokenizer.encode("a", manifest.kind === "reranker" ? "b" : undefined)]);
    return model;
  } catch (cause) {
    await session.release();
    if (cause instanceof AppError) throw cause;
    throw wrong(manifest, "it does not take what its kind takes", cause);
  }
}

function readTokenizer(folder: string, manifest: AdvisedManifest): ModelTokenizer {
  try {
    return loadTokenizer(join(folder, TOKENIZER), manifest.maxTokens);
  } catch (cause) {
    throw wrong(manifest, `${TOKENIZER} is no tokenizer, or was damaged`, cause);
  }
}

function assertVocabulary({ size }: ModelTokenizer, rows: number | undefined, model: Named): void {
  if (rows === undefined || (size <= rows && rows - size < SPARE_ROWS)) return;
  throw wrong(
    model,
    `its tokenizer knows ${size} tokens and its table ${rows}: one of the two is another model's`,
  );
}

type AdvisedManifest = ModelManifest & Named;

interface Running {
  readonly session: InferenceSession;
  readonly runtime: OnnxRuntime;
  readonly tokenizer: ModelTokenizer;
  readonly manifest: AdvisedManifest;
}

async function runBatch({ session, runtime, tokenizer, manifest }: Running, batch: readonly Encoded[]) {
  const { rows, columns, ids, mask, types } = padded(batch, tokenizer.padId);
  const given: Readonly<Record<string, BigInt64Array>> = {
    input_ids: ids,
    attention_mask: mask,
    token_type_ids: types,
  };
  const feeds = session.inputNames.map((input) => {
    const values = given[input];
    if (values === undefined) throw wrong(manifest, `it wants ${input}, which no text model here does`);
    return [input, new runtime.Tensor("int64", values, [rows, columns])] as const;
  });
  const output = session.outputNames[0] ?? "";
  const { [output]: answer } = await session.run(Object.fromEntries(feeds), [output]);
  if (answer === undefined || !(answer.data instanceof Float32Array))
    throw wrong(manifest, "its first output is no list of numbers");
  const { data, dims } = answer;
  return manifest.kind === "embedder"
    ? textVectors(data, dims, manifest)
    : probabilities(data, dims, manifest);
}

/** The vector of each text, pooled as the manifest says. */
function textVectors(data: Float32Array, dims: readonly number[], manifest: AdvisedManifest) {
  const { dimensions, pooling } = manifest;
  const [rows = 0, columns = 0, width = 0] = dims;
  if (dims.length !== 3 || width !== dimensions)
    throw wrong(
      manifest,
      `its vectors have ${dims.at(-1)} dimensions; its manifest says ${dimensions}: one of the two is another model's`,
    );
  return Array.from({ length: rows }, (_, row) => pooled(pooling, { data, columns, width }, row));
}

/** A cross-encoder's logit as a probability. */
function probabilities(data: Float32Array, dims: readonly number[], manifest: AdvisedManifest) {
  if (dims.length !== 2 || dims[1] !== 1)
    throw wrong(
      manifest,
      `it answers ${dims.join(" × ")} numbers; a re-ranker answers one for each pair: its manifest or its file is another model's`,
    );
  return Array.from(data, (logit) => Float32Array.of(1 / (1 + Math.exp(-logit))));
}
