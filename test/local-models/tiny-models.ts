import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BertShape } from "../../src/local-models/bert/weights.ts";
import { type ModelWish, writeModel } from "../../scripts/bert/write-model.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";

/** The repository, whose node_modules has ONNX Runtime. */
export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const PROCESS = join(ROOT, "src", "local-models", "model-process.ts");

export const TINY: BertShape = {
  layers: 2,
  hidden: 32,
  heads: 4,
  intermediate: 64,
  vocabulary: 200,
  kind: "bert",
};

export const QUERY_PREFIX = "find: ";

/** A folder of tiny models, gone when the test ends, with the weights of each. */
export function tinyModels(...wishes: readonly ModelWish[]) {
  const models = join(temporaryFolder(), "models");
  return { models, weights: wishes.map((wish) => writeModel(models, wish)) };
}

export const EMBEDDER: ModelWish = { name: "tiny-embedder", shape: TINY, words: ["heron", "weir"] };
export const RERANKER: ModelWish = {
  name: "tiny-reranker",
  shape: { ...TINY, kind: "xlm-roberta", hasHead: true },
};
