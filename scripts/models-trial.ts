/**
 * `npm run models-trial`: what `recall models install` expects of `bge-base-en-v1.5` before it downloads it, beside what a
 * whole model of its shape takes here, with random weights. In CPU time, so that other work of the machine counts for neither.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { packageRoot } from "../src/cli/local/load-runtime.ts";
import { calibrate } from "../src/local-models/calibration.ts";
import { loadModel } from "../src/local-models/load-model.ts";
import { modelThreads } from "../src/local-models/models-folder.ts";
import { loadOnnxRuntime } from "../src/local-models/onnx-runtime.ts";
import { tryPassageMs } from "../src/local-models/trial.ts";
import { writeModel } from "./bert/write-model.ts";

const ROUNDS = 5;
const NAME = "bge-base-en-v1.5";

/** Milliseconds of CPU of this process. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const models = mkdtempSync(join(tmpdir(), "recall-models-trial-"));
const threads = modelThreads();
const runtime = loadOnnxRuntime({ places: [packageRoot()], threads });
console.log(`${cpus()[0]?.model}, ${threads} thread(s), ${runtime.backend}`);
try {
  writeModel(models, {
    name: NAME,
    shape: { layers: 12, hidden: 768, heads: 12, intermediate: 3_072, vocabulary: 30_522, kind: "bert" },
    isQuantised: true,
  });
  const folder = join(models, NAME);
  const model = await loadModel(folder, runtime);
  for (let round = 0; round < ROUNDS; round++) {
    const startedMs = performance.now();
    const triedMs = await tryPassageMs(runtime, cpuMs);
    const tookMs = performance.now() - startedMs;
    // Measured anew each time: a calibration of another round is none of this one's.
    const machine = { backend: runtime.backend, runtimeVersion: `${round}`, threads, revision: "" };
    const options = { folder, kind: "embedder", machine, say: () => undefined, now: cpuMs } as const;
    const speed = await calibrate(model, options);
    if (speed.kind !== "embedder") continue;
    const { passageMs } = speed;
    console.log(
      `trial ${triedMs.toFixed(0)} ms a passage (took ${tookMs.toFixed(0)} ms), whole model ${passageMs.toFixed(0)} ms: ${(triedMs / passageMs).toFixed(2)}`,
    );
  }
  await model.release();
} finally {
  rmSync(models, { recursive: true, force: true });
}
