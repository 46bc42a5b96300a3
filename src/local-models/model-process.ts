import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { AppError } from "../errors.ts";
import { loadModel } from "./load-model.ts";
import { type Backend, loadOnnxRuntime, type OnnxRuntime } from "./onnx-runtime.ts";
import { createScheduler, type ModelJob } from "./scheduler.ts";

// The program of the process that holds the models: `startHost` starts it and talks with it. A process and not a thread,
// because ONNX Runtime aborts the whole process when its thread is ended within a batch, and gives memory back only in part.

/** What the process is started with, as JSON in its first argument. */
export interface ProcessData {
  /** Folder of the installed models. */
  readonly models: string;
  /** Folders beside whose `node_modules` ONNX Runtime may lie. */
  readonly places: readonly string[];
  readonly threads: number;
  readonly backend?: Backend | undefined;
}

export type ProcessRequest = { readonly job: ModelJob } | { readonly cancel: number };

/** Vectors one after the other, `width` numbers each; or why there are none, in words for the user. */
export type ProcessAnswer = { readonly id: number } & (
  | { readonly numbers: Float32Array; readonly width: number }
  | { readonly problem: string }
);

const data = JSON.parse(process.argv[2] ?? "{}") as ProcessData;
let runtime: OnnxRuntime | undefined;
const scheduler = createScheduler((name) => {
  runtime ??= loadOnnxRuntime(data);
  return loadModel(join(data.models, name), runtime);
});

const say = (answer: ProcessAnswer): void => {
  // A parent that is gone waits for nothing: `disconnect` ends this process.
  process.send?.(answer, undefined, undefined, () => undefined);
};

async function answer(job: ModelJob): Promise<void> {
  try {
    const rows = await scheduler.ask(job);
    const width = rows[0]?.length ?? 0;
    const numbers = new Float32Array(rows.length * width);
    for (const [at, row] of rows.entries()) numbers.set(row, at * width);
    say({ id: job.id, numbers, width });
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    say({ id: job.id, problem: error instanceof AppError ? what : `The model ${job.model} failed: ${what}` });
  }
}

// The server, pushes and keywords go first. Threads made later inherit it.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on("message", (request: ProcessRequest) => {
  if ("cancel" in request) scheduler.cancel(request.cancel);
  else void answer(request.job);
});
// Fires when the parent is killed, too.
process.on("disconnect", () => process.exit());
// A terminal sends both to every process in it: the parent decides when this one ends.
for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
