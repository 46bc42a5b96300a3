import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { AppError } from "../errors.ts";
import { loadModel } from "./load-model.ts";
import { type Backend, loadOnnxRuntime, type OnnxRuntime } from "./onnx-runtime.ts";
import { createScheduler, type ModelJob } from "./scheduler.ts";

/** What the thread is started with. */
export interface ThreadData {
  /** Folder of the installed models. */
  readonly models: string;
  /** Folders beside whose `node_modules` ONNX Runtime may lie. */
  readonly places: readonly string[];
  readonly threads: number;
  readonly idleMs: number;
  readonly backend?: Backend | undefined;
}

export type ThreadRequest =
  | { readonly job: ModelJob }
  | { readonly cancel: number }
  | { readonly stop: true };

/** Vectors one after the other, `width` numbers each; or why there are none, in words for the user. */
export type ThreadAnswer = { readonly id: number } & (
  | { readonly numbers: Float32Array<ArrayBuffer>; readonly width: number }
  | { readonly problem: string }
);

const data = workerData as ThreadData;
let runtime: OnnxRuntime | undefined;
const scheduler = createScheduler({
  idleMs: data.idleMs,
  load: (name) => {
    runtime ??= loadOnnxRuntime(data);
    return loadModel(join(data.models, name), runtime);
  },
});

const say = (answer: ThreadAnswer, moved: readonly ArrayBuffer[] = []): void =>
  parentPort?.postMessage(answer, moved);

async function answer(job: ModelJob): Promise<void> {
  try {
    const rows = await scheduler.ask(job);
    const width = rows[0]?.length ?? 0;
    const numbers = new Float32Array(rows.length * width);
    for (const [at, row] of rows.entries()) numbers.set(row, at * width);
    say({ id: job.id, numbers, width }, [numbers.buffer]);
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    say({ id: job.id, problem: error instanceof AppError ? what : `The model ${job.model} failed: ${what}` });
  }
}

parentPort?.on("message", (request: ThreadRequest) => {
  if ("cancel" in request) scheduler.cancel(request.cancel);
  else if ("job" in request) void answer(request.job);
  // In a worker thread this ends the thread alone.
  else void scheduler.stop().then(() => process.exit());
});
