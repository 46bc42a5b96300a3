/**
 * `npm run models-trial`: what is expected of models on this processor beside what they do, with random weights of their shapes.
 * Of `bge-base-en-v1.5` what `recall models install` expects before it downloads it; of `bge-reranker-base` how many of 30 passages
 * of 350 tokens are read in time, as they are and as its measured speed says. In CPU time: other work of the machine does not count.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULTS } from "../src/config.ts";
import { packageRoot } from "../src/cli/local/load-runtime.ts";
import { type Speed, calibrate } from "../src/local-models/speed/calibration.ts";
import { type LoadedModel, loadModel } from "../src/local-models/load-model.ts";
import { modelThreads } from "../src/local-models/models-folder.ts";
import { loadOnnxRuntime } from "../src/local-models/onnx-runtime.ts";
import { createScheduler } from "../src/local-models/scheduler.ts";
import { planRerank, scoreInTime } from "../src/local-models/speed/score-in-time.ts";
import { tryPassageMs } from "../src/local-models/speed/trial.ts";
import { writeModel } from "./bert/write-model.ts";

const ROUNDS = 5;
const SIZE = { layers: 12, hidden: 768, heads: 12, intermediate: 3_072, vocabulary: 30_522 };
const SHAPES = {
  "bge-base-en-v1.5": { ...SIZE, kind: "bert" },
  "bge-reranker-base": { ...SIZE, kind: "xlm-roberta", hasHead: true },
} as const;
const QUERY_TOKENS = 20;

/** A letter and a space are a token. */
const textOf = (tokens: number): string => Array.from({ length: tokens }, () => "a").join(" ");

/** Milliseconds of CPU of this process. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const models = mkdtempSync(join(tmpdir(), "recall-models-trial-"));
const threads = modelThreads();
const runtime = loadOnnxRuntime({ places: [packageRoot()], threads });

/** Measured anew each time: a calibration of another round is none of this one's. */
function speedOf(name: keyof typeof SHAPES, model: LoadedModel, round: number): Promise<Speed> {
  const machine = { backend: runtime.backend, runtimeVersion: `${round}`, threads, revision: "" };
  const kind = "hasHead" in SHAPES[name] ? "reranker" : "embedder";
  const folder = join(models, name);
  return calibrate(model, { folder, kind, machine, say: () => undefined, now: cpuMs });
}

async function tryEmbedder(model: LoadedModel, round: number): Promise<void> {
  const startedMs = performance.now();
  const triedMs = await tryPassageMs(runtime, cpuMs);
  const tookMs = performance.now() - startedMs;
  const speed = await speedOf("bge-base-en-v1.5", model, round);
  if (speed.kind !== "embedder") return;
  const ratio = triedMs / speed.passageMs;
  console.log(
    `trial ${triedMs.toFixed(0)} ms a passage (in ${tookMs.toFixed(0)} ms), whole model ${speed.passageMs.toFixed(0)} ms: ${ratio.toFixed(2)}`,
  );
}

async function tryReranker(model: LoadedModel, round: number): Promise<void> {
  const plan = planRerank(await speedOf("bge-reranker-base", model, round));
  const scheduler = createScheduler(() => Promise.resolve(model));
  const score = (texts: readonly string[]) =>
    scheduler.ask({ id: 0, model: "", texts, query: textOf(QUERY_TOKENS), isUrgent: true });
  const read = async (count: number, tokens: number): Promise<string> => {
    const startedMs = cpuMs();
    const documents = Array.from({ length: count }, () => textOf(tokens));
    const scores = await scoreInTime(score, { documents, now: cpuMs }).catch(() => undefined);
    const spentMs = cpuMs() - startedMs;
    return scores === undefined ? "fewer than 5" : `${scores.length} in ${spentMs.toFixed(0)} ms`;
  };
  const whole = await read(DEFAULTS.rerankPool, DEFAULTS.rerankPassageTokens);
  const planned = plan && (await read(plan.passages, plan.tokens));
  console.log(`whole: ${whole}; planned ${JSON.stringify(plan)}: ${planned}`);
}

console.log(`${cpus()[0]?.model}, ${threads} thread(s), ${runtime.backend}`);
try {
  for (const [name, shape] of Object.entries(SHAPES)) {
    writeModel(models, { name, shape, isQuantised: true });
    const model = await loadModel(join(models, name), runtime);
    for (let round = 0; round < ROUNDS; round++)
      await ("hasHead" in shape ? tryReranker : tryEmbedder)(model, round);
    await model.release();
  }
} finally {
  rmSync(models, { recursive: true, force: true });
}
