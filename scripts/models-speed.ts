/**
 * `npm run models-speed [-- --only alone|beside] [--rounds 40] [--model bge-base-en-v1.5]`: how fast installed models of the
 * true shapes are on this processor (`alone`), and how fast pushes and searches by keyword are while one embeds (`beside`),
 * with random weights quantised to int8 as the published files are: what is calculated does not depend on what the weights are.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { AppError } from "../src/errors.ts";
import { packageRoot } from "../src/cli/local/load-runtime.ts";
import { modelThreads } from "../src/local-models/models-folder.ts";
import { type Backend, loadOnnxRuntime } from "../src/local-models/onnx-runtime.ts";
import { writeModel } from "./bert/write-model.ts";
import { measureAlone, PASSAGE_TOKENS, QUERY_TOKENS } from "./models-speed/alone.ts";
import { measureBeside } from "./models-speed/beside.ts";
import { SHAPES } from "./models-speed/models.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    rounds: { type: "string", default: "40" },
    model: { type: "string", default: "bge-base-en-v1.5" },
  },
});
const { only, model } = values;
const rounds = Number(values.rounds);
const embedders = Object.keys(SHAPES).filter((name) => name !== "bge-reranker-base");
const isRight = [undefined, "alone", "beside"].includes(only) && embedders.includes(model);
if (!isRight || !Number.isInteger(rounds) || rounds < 1) {
  console.error(
    `usage: npm run models-speed [-- --only alone|beside] [--rounds 40] [--model ${embedders.join("|")}]`,
  );
  process.exit(2);
}

const models = mkdtempSync(join(tmpdir(), "recall-models-speed-"));
const threads = modelThreads();

/** Undefined: the package of that form is not here; one of them is enough for a model to run. */
function runtimeOf(backend: Backend) {
  try {
    return loadOnnxRuntime({ places: [packageRoot()], threads, backend });
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

async function alone(): Promise<void> {
  console.log(
    `Passages of ${PASSAGE_TOKENS.join(", ")} tokens in turn, queries of ${QUERY_TOKENS}; random weights, int8`,
  );
  for (const [name, shape] of Object.entries(SHAPES)) {
    writeModel(models, { name, shape, isQuantised: true });
    for (const backend of ["native", "wasm"] satisfies readonly Backend[]) {
      const runtime = runtimeOf(backend);
      console.log(
        runtime === undefined
          ? `${name.padEnd(18)} ${backend}: its package is not installed here, see RUNTIME_VERSION`
          : await measureAlone(models, name, runtime, "hasHead" in shape),
      );
    }
    rmSync(join(models, name), { recursive: true });
  }
}

async function beside(): Promise<void> {
  const [name, shape] = Object.entries(SHAPES).find(([one]) => one === model) ?? [];
  if (name === undefined || shape === undefined) return;
  writeModel(models, { name, shape, isQuantised: true });
  console.log(`While ${name} embeds, ${rounds} rounds in turns:`);
  for (const line of await measureBeside(models, rounds)) console.log(line);
}

console.log(`${cpus()[0]?.model}, ${availableParallelism()} cores, ${threads} thread(s) for the model`);
try {
  if (only !== "beside") await alone();
  if (only !== "alone") await beside();
} finally {
  rmSync(models, { recursive: true, force: true });
}
