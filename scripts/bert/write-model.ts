import { createHash } from "node:crypto";
import { closeSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { bertModel } from "../../src/local-models/bert/graph.ts";
import { wordPiece } from "./tokenizer.ts";
import { type BertShape, type BertWeights, randomWeights } from "../../src/local-models/bert/weights.ts";

export interface ModelWish {
  readonly name: string;
  readonly shape: BertShape;
  readonly isQuantised?: boolean;
  /** Whole words of the vocabulary. */
  readonly words?: readonly string[];
  readonly queryPrefix?: string;
}

/** An installed model of random weights: `<models>/<name>/` with manifest, graph and tokenizer. Answers its weights. */
export function writeModel(
  models: string,
  { name, shape, isQuantised = false, words, queryPrefix }: ModelWish,
): BertWeights {
  const folder = join(models, name);
  mkdirSync(folder, { recursive: true });
  const weights = randomWeights(shape);
  const file = openSync(join(folder, "model.onnx"), "w");
  for (const part of bertModel(shape, weights, { isQuantised })) writeSync(file, part);
  closeSync(file);
  writeFileSync(join(folder, "tokenizer.json"), JSON.stringify(wordPiece(shape, words)));
  const files = ["model.onnx", "tokenizer.json"].map((entry) => ({
    name: entry,
    bytes: statSync(join(folder, entry)).size,
    sha256: createHash("sha256")
      .update(readFileSync(join(folder, entry)))
      .digest("hex"),
  }));
  const manifest = {
    ...{ name, kind: shape.hasHead === true ? "reranker" : "embedder", revision: "random", licence: "none" },
    ...{ onnx: "model.onnx", maxTokens: 512, pooling: "cls", files },
    ...(shape.hasHead !== true && { dimensions: shape.hidden }),
    ...(queryPrefix !== undefined && { queryPrefix }),
  };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
  return weights;
}
